//! Four visitors let bots play fifty games each.

use std::time::Duration;

use cafe_client::ClientError;
use cafe_room::RoomRequest;
use serde_json::{Value, json};

use super::attack::{Attack, AttackSize, run_all};
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const VISITORS: usize = 4;
const GAMES: usize = 50;
const PLAYERS: u8 = 2;
const LEVEL: &str = "master";
const RETRY_PAUSE: Duration = Duration::from_millis(500);

pub(super) struct Bots {
    visitors: Vec<Visitor>,
}

impl Attack for Bots {
    const MEASURES_CLOCKS: bool = true;

    async fn prepare(target: &Target, _: AttackSize, _: &Tally) -> Result<Bots, String> {
        let mut visitors = Vec::new();
        for _ in 0..VISITORS {
            let visitor = Visitor::program(&target.stranger()).await;
            visitors.push(visitor.map_err(|error| error.to_string())?);
        }
        Ok(Bots { visitors })
    }

    async fn run(self, _: &Target, tally: &Tally) {
        let games = self.visitors.into_iter().flat_map(|visitor| vec![visitor; GAMES]);
        run_all(games.map(|visitor| play_on(visitor, tally.clone()))).await;
    }
}

/// Watches games of bots, one after another.
async fn play_on(visitor: Visitor, tally: Tally) {
    loop {
        let game = watch_game(&visitor, &tally).await;
        if tally.count(game).is_none() {
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }
}

async fn watch_game(visitor: &Visitor, tally: &Tally) -> Result<(), ClientError> {
    let bots: Vec<Value> = (1..PLAYERS).map(|player| json!({ "player": player, "level": LEVEL })).collect();
    let room = visitor.open_room(&json!({ "game": "card", "players": PLAYERS }), &bots).await?;
    let mut socket = visitor.sit_down(&room, 0).await?;
    socket.0.send(RoomRequest::Start {}).await?;
    // A bot takes the seat, so the game goes on by itself.
    socket.request(RoomRequest::Leave {}).await?;
    tally.add("games of bots", 1.0);
    while socket.next_view(0).await?.result.is_none() {
        tally.add("actions of bots", 1.0);
    }
    Ok(())
}
