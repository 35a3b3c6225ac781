//! A visitor who plays against a bot and measures how long the bot takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cafe_client::{Client, ClientError};
use cafe_room::RoomRequest;
use serde_json::json;
use tokio::task::JoinSet;

use super::samples::{Measure, Samples};
use super::target::Target;
use super::visitor::Visitor;

/// Number of games at the same time.
const GAMES: usize = 4;
/// A level that needs little time to think, so that waiting is most of what is measured.
const LEVEL: &str = "casual";
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// Starts the games.
pub(super) async fn start(
    client: &Client,
    target: &Target,
    samples: &Arc<Samples>,
    tasks: &mut JoinSet<()>,
) -> Result<(), ClientError> {
    for _ in 0..GAMES {
        let visitor = Visitor::browser(&client.forwarded_for(target.new_address())).await?;
        let samples = Arc::clone(samples);
        tasks.spawn(async move {
            loop {
                let phase = samples.phase();
                if let Err(error) = play_game(&visitor, &samples).await {
                    samples.record_error(phase, &error);
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        });
    }
    Ok(())
}

async fn play_game(visitor: &Visitor, samples: &Samples) -> Result<(), ClientError> {
    let bot = json!({ "player": 1, "level": LEVEL });
    let room = visitor.open_room(&json!({ "game": "card", "players": 2 }), &[bot]).await?;
    let mut socket = visitor.sit_down(&room, 0).await?;
    socket.0.send(RoomRequest::Start {}).await?;
    let mut view = socket.next_view(0).await?;
    while view.result.is_none() {
        match view.legal.first() {
            Some(legal) => {
                let request = RoomRequest::Play { seq: view.seq, actions: vec![legal.action.clone()] };
                socket.0.send(request).await?;
                view = socket.next_view(view.seq + 1).await?;
            }
            None => {
                let (phase, started) = (samples.phase(), Instant::now());
                view = socket.next_view(view.seq + 1).await?;
                samples.record(phase, Measure::Bots, started.elapsed());
            }
        }
    }
    Ok(())
}
