//! Clients on bad networks: broken connections, repeated, late and early requests, in the middle of whole games.

use crate::common::requests::*;
use crate::common::{TestConnection, TestServer, TestVisitor, fast_bots, share, start_server};
use cafe_bots::Level;
use cafe_room::messages::{GameResult, RoomEventKind, RoomUpdate, ServerMessage};
use cafe_room::{RoomOptions, RoomRequest};
use cafe_rules::{Kind, Options, Record};

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug)]
enum Failure {
    None,
    SentTwice,
    BrokenBeforeSending,
    BrokenAfterSending,
    PreviousAgain,
    TooEarly,
}

const FAILURES: [Failure; 8] = [
    Failure::None,
    Failure::None,
    Failure::None,
    Failure::SentTwice,
    Failure::BrokenBeforeSending,
    Failure::BrokenAfterSending,
    Failure::PreviousAgain,
    Failure::TooEarly,
];

/// An action with the `seq` it answers.
#[derive(Clone)]
struct Action {
    seq: u32,
    text: String,
}

impl Action {
    fn request(&self) -> RoomRequest {
        play(self.seq, &self.text)
    }
}

/// A random player with a bad connection.
struct Player {
    visitor: TestVisitor,
    room_id: String,
    connection: TestConnection,
    /// Number of the last event received.
    seen: u64,
    /// The player of every action, in the order received.
    actions_seen: Vec<u8>,
    /// The action that was sent and is not known to be played.
    pending: Option<Action>,
    previous: Option<Action>,
    result: Option<GameResult>,
}

impl Player {
    async fn take_seat(visitor: TestVisitor, room_id: &str, player: u8) -> Player {
        let mut connection = visitor.connect(room_id).await;
        connection.accept(take_seat_with_share(player, &share(player))).await;
        // A new connection receives all events from the start.
        let connection = visitor.connect(room_id).await;
        Player {
            visitor,
            room_id: room_id.to_owned(),
            connection,
            seen: 0,
            actions_seen: Vec::new(),
            pending: None,
            previous: None,
            result: None,
        }
    }

    async fn reconnect(&mut self) {
        self.connection = self.visitor.reconnect(&self.room_id, self.seen).await;
        // The client cannot know whether the server received it, so it sends it again.
        if let Some(pending) = &self.pending {
            self.connection.send(pending.request()).await;
        }
    }

    async fn next(&mut self) -> ServerMessage {
        let text = self.connection.next_text().await;
        serde_json::from_str(&text).unwrap()
    }

    async fn handle(&mut self, message: ServerMessage, rng: &mut fastrand::Rng) {
        match message {
            ServerMessage::Update(update) => self.update(*update, rng).await,
            ServerMessage::Refused { code, message, .. } => {
                assert!(["stale", "not_your_turn", "over"].contains(&code.as_str()), "{code}: {message}");
            }
            _ => {}
        }
    }

    async fn update(&mut self, update: RoomUpdate, rng: &mut fastrand::Rng) {
        for event in &update.events {
            assert_eq!(event.number, self.seen + 1, "events arrive once and without a gap");
            self.seen = event.number;
            if let RoomEventKind::ActionPlayed { player, .. } = event.kind {
                self.actions_seen.push(player);
            }
        }
        assert_eq!(update.number, self.seen);
        let Some(view) = update.view else { return };
        self.result = view.result;
        let played = self.pending.take_if(|pending| pending.seq != view.seq);
        self.previous = played.or(self.previous.take());
        if self.pending.is_some() || view.legal.is_empty() || self.result.is_some() {
            return;
        }
        let text = view.legal[rng.usize(..view.legal.len())].action.clone();
        let action = Action { seq: view.seq, text };
        self.pending = Some(action.clone());
        self.send(action, FAILURES[rng.usize(..FAILURES.len())]).await;
    }

    async fn send(&mut self, action: Action, failure: Failure) {
        match failure {
            Failure::None => _ = self.connection.send(action.request()).await,
            Failure::SentTwice => {
                self.connection.send(action.request()).await;
                self.connection.send(action.request()).await;
            }
            Failure::BrokenBeforeSending => self.reconnect().await,
            Failure::BrokenAfterSending => {
                self.connection.send(action.request()).await;
                self.reconnect().await;
            }
            Failure::PreviousAgain => {
                if let Some(previous) = &self.previous {
                    self.connection.send(previous.request()).await;
                }
                self.connection.send(action.request()).await;
            }
            Failure::TooEarly => {
                let early = Action { seq: action.seq + 1, ..action.clone() };
                self.connection.send(early.request()).await;
                self.connection.send(action.request()).await;
            }
        }
    }
}

/// Plays until every player has received the result.
async fn play_out(players: &mut [Player], rng: &mut fastrand::Rng) {
    while players.iter().any(|player| player.result.is_none()) {
        let next_messages = players
            .iter_mut()
            .enumerate()
            .filter(|(_, player)| player.result.is_none())
            .map(|(index, player)| Box::pin(async move { (index, player.next().await) }));
        let ((index, message), ..) = futures_util::future::select_all(next_messages).await;
        players[index].handle(message, rng).await;
    }
}

#[derive(Clone, Copy)]
enum Seat {
    Visitor,
    Program,
    Bot(Level),
}

use Seat::{Bot, Program, Visitor};

async fn play_game(server: &TestServer, kind: Kind, parties: bool, seats: &[Seat], rng: &mut fastrand::Rng) {
    let host = server.visitor("Host").await;
    let options = Options::new(kind, seats.len() as u8, parties).unwrap();
    let room_id = host.open_room(RoomOptions::new(options)).await;
    let mut connection = host.connect(&room_id).await;
    let mut players = Vec::new();
    for (player, seat) in (0..).zip(seats) {
        let visitor = match seat {
            Visitor if players.is_empty() => host.clone(),
            Visitor => server.visitor("Guest").await,
            Program => server.program("DeepCafe").await,
            Bot(level) => {
                connection.accept(add_bot(player, *level)).await;
                continue;
            }
        };
        players.push(Player::take_seat(visitor, &room_id, player).await);
    }
    connection.accept(RoomRequest::Start {}).await;
    drop(connection);
    play_out(&mut players, rng).await;
    let record = Record::parse(&host.session.record(&room_id).await.unwrap()).unwrap();
    let recorded: Vec<u8> = record.steps().iter().map(|step| step.player).collect();
    for player in &players {
        assert_eq!(player.result, record.game().outcome().as_ref().map(GameResult::of));
        assert_eq!(player.actions_seen, recorded, "every player received every action once");
    }
    let room = host.session.room(&room_id).await.unwrap();
    for (occupant, seat) in room.occupants.iter().zip(seats) {
        assert_eq!(occupant.is_program, matches!(seat, Program), "{room:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_finish_games_over_bad_connections() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(11);
    for parties in [false, true] {
        for kind in [Kind::Card, Kind::Board] {
            play_game(&server, kind, parties, &[Visitor, Visitor], &mut rng).await;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_programs_and_bots_finish_games_together() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(12);
    for parties in [false, true] {
        let five = [Visitor, Bot(Level::Novice), Visitor, Program, Bot(Level::Regular)];
        play_game(&server, Kind::Card, parties, &five, &mut rng).await;
        let four = [Bot(Level::Casual), Visitor, Program, Visitor];
        play_game(&server, Kind::Board, parties, &four, &mut rng).await;
        play_game(&server, Kind::Card, parties, &[Visitor; 5], &mut rng).await;
        let three = [Visitor, Bot(Level::Regular), Bot(Level::Casual)];
        play_game(&server, Kind::Board, parties, &three, &mut rng).await;
    }
    server.stop().await;
}
