//! A phone in a tunnel: sockets that break, messages that come twice, too late or too early, in the middle of whole games.

use crate::common::{Cafe, Socket, Visitor, quick, share};
use cafe_rules::Record;
use cafe_server::messages::ResultShown;
use serde_json::{Value, json};

/// What goes wrong with a message, or does not.
#[derive(Clone, Copy, Debug)]
enum Mishap {
    None,
    SentTwice,
    BrokenBefore,
    BrokenAfter,
    OldOneAgain,
    TooEarly,
}

const MISHAPS: [Mishap; 8] = [
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::SentTwice,
    Mishap::BrokenBefore,
    Mishap::BrokenAfter,
    Mishap::OldOneAgain,
    Mishap::TooEarly,
];

/// Somebody who plays with a bad connection.
struct Player {
    visitor: Visitor,
    table: String,
    socket: Socket,
    /// The number of the last thing that was told.
    seen: u64,
    /// Who played, as this one was told.
    acted: Vec<u64>,
    /// What was sent and is not known to be played.
    pending: Option<Value>,
    /// What was played before.
    old: Option<Value>,
    result: Value,
}

impl Player {
    async fn sit(visitor: Visitor, table: &str, seat: usize) -> Player {
        let mut socket = visitor.join(table).await;
        socket.must(json!({ "do": "sit", "seat": seat, "share": share(seat as u8) })).await;
        // What was told until now is heard again, all of it in its order.
        let socket = visitor.join(table).await;
        let (table, seen, acted) = (table.to_owned(), 0, Vec::new());
        Player { visitor, table, socket, seen, acted, pending: None, old: None, result: Value::Null }
    }

    async fn come_back(&mut self) {
        self.socket = self.visitor.try_join(&self.table, self.seen, None).await.unwrap();
        // Whether it arrived cannot be known: it is asked again.
        if let Some(pending) = self.pending.clone() {
            self.socket.ask(pending).await;
        }
    }

    /// Takes in what is told, and plays if it is time to.
    async fn heed(&mut self, told: &Value, chance: &mut fastrand::Rng) {
        if told["tell"] == "refused" {
            let code = told["code"].as_str().unwrap();
            assert!(["stale", "not_your_turn", "over"].contains(&code), "{told}");
        }
        if told["tell"] != "now" {
            return;
        }
        for one in told["happened"].as_array().unwrap() {
            let n = one["n"].as_u64().unwrap();
            assert_eq!(n, self.seen + 1, "nothing is left out and nothing told twice: {told}");
            self.seen = n;
            if one["what"] == "acted" {
                self.acted.push(one["seat"].as_u64().unwrap());
            }
        }
        assert_eq!(told["n"], self.seen);
        let scene = &told["scene"];
        if scene.is_null() {
            return;
        }
        self.result = scene["result"].clone();
        self.old = self.pending.take_if(|pending| pending["seq"] != scene["seq"]).or(self.old.take());
        let legal = scene["legal"].as_array().unwrap();
        if self.pending.is_some() || legal.is_empty() || !self.result.is_null() {
            return;
        }
        let action = &legal[chance.usize(..legal.len())]["action"];
        let act = json!({ "do": "act", "seq": scene["seq"], "actions": [action] });
        self.pending = Some(act.clone());
        match MISHAPS[chance.usize(..MISHAPS.len())] {
            Mishap::None => _ = self.socket.ask(act).await,
            Mishap::SentTwice => {
                self.socket.ask(act.clone()).await;
                self.socket.ask(act).await;
            }
            Mishap::BrokenBefore => self.come_back().await,
            Mishap::BrokenAfter => {
                self.socket.ask(act).await;
                self.come_back().await;
            }
            Mishap::OldOneAgain => {
                if let Some(old) = self.old.clone() {
                    self.socket.ask(old).await;
                }
                self.socket.ask(act).await;
            }
            Mishap::TooEarly => {
                let mut early = act.clone();
                early["seq"] = json!(scene["seq"].as_u64().unwrap() + 1);
                self.socket.ask(early).await;
                self.socket.ask(act).await;
            }
        }
    }
}

/// Plays until everybody has seen the end.
async fn play_out(players: &mut [Player], chance: &mut fastrand::Rng) {
    while players.iter().any(|player| player.result.is_null()) {
        let listening = players
            .iter_mut()
            .enumerate()
            .filter(|(_, player)| player.result.is_null())
            .map(|(number, player)| Box::pin(async move { (number, player.socket.hear().await) }));
        let ((number, told), ..) = futures_util::future::select_all(listening).await;
        players[number].heed(&told, chance).await;
    }
}

/// Who sits on a chair.
#[derive(Clone, Copy)]
enum Sits {
    Person,
    Program,
    Bot(&'static str),
}

use Sits::{Bot, Person, Program};

async fn whole_game(cafe: &Cafe, game: &str, parties: bool, seats: &[Sits], chance: &mut fastrand::Rng) {
    let host = cafe.visitor("Host").await;
    let options = json!({ "game": game, "players": seats.len(), "parties": parties });
    let table = host.table(options).await;
    let mut door = host.join(&table).await;
    let mut players = Vec::new();
    for (seat, sits) in seats.iter().enumerate() {
        let visitor = match sits {
            Person if players.is_empty() => host.clone(),
            Person => cafe.visitor("Guest").await,
            Program => cafe.program("DeepCafe").await,
            Bot(level) => {
                door.must(json!({ "do": "add_bot", "seat": seat, "level": level })).await;
                continue;
            }
        };
        players.push(Player::sit(visitor, &table, seat).await);
    }
    door.must(json!({ "do": "start" })).await;
    drop(door);
    play_out(&mut players, chance).await;
    let (status, record) =
        players[0].visitor.ask(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record")).await;
    assert_eq!(status, 200);
    let log = Record::parse(record.as_str().unwrap()).unwrap();
    let steps: Vec<u64> = log.steps().iter().map(|step| u64::from(step.player)).collect();
    for player in &players {
        assert_eq!(player.result, json!(log.game().outcome().as_ref().map(ResultShown::of)));
        assert_eq!(player.acted, steps, "everybody was told everything that was played, once");
    }
    let room = host.get(&format!("/api/v1/tables/{table}")).await;
    for (seat, sits) in seats.iter().enumerate() {
        assert_eq!(room["seats"][seat]["program"] == true, matches!(sits, Program), "{room}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_with_bad_connections_play_both_games_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut chance = fastrand::Rng::with_seed(11);
    for parties in [false, true] {
        for game in ["card", "board"] {
            whole_game(&cafe, game, parties, &[Person, Person], &mut chance).await;
        }
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_programs_and_bots_play_together_at_full_tables() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut chance = fastrand::Rng::with_seed(12);
    for parties in [false, true] {
        let five = [Person, Bot("novice"), Person, Program, Bot("regular")];
        whole_game(&cafe, "card", parties, &five, &mut chance).await;
        let four = [Bot("casual"), Person, Program, Person];
        whole_game(&cafe, "board", parties, &four, &mut chance).await;
        whole_game(&cafe, "card", parties, &[Person, Person, Person, Person, Person], &mut chance).await;
        whole_game(&cafe, "board", parties, &[Person, Bot("regular"), Bot("casual")], &mut chance).await;
    }
    cafe.close().await;
}
