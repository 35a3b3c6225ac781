//! Games on the clock whose players are away: how late are their turns played when the time is up?

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cafe_client::{Client, ClientError};
use cafe_room::RoomRequest;
use serde_json::json;
use tokio::task::JoinSet;

use super::samples::{Measure, Samples};
use super::target::Target;
use super::visitor::{Socket, Visitor};

/// Number of games. They start one after another, so that a turn runs out of time every two seconds.
const GAMES: u32 = 8;
/// The shortest time for a turn that a server allows.
const TURN: Duration = Duration::from_secs(15);
/// Time after the end of a turn's time until the players look at the game again. Their return would make the server play a turn
/// that is even later.
const RETURN_AFTER: Duration = Duration::from_secs(10);
/// A turn that is not played by then counts as this late.
const TIMEOUT: Duration = Duration::from_secs(30);
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Starts the games.
pub(super) async fn start(
    client: &Client,
    target: &Target,
    samples: &Arc<Samples>,
    tasks: &mut JoinSet<()>,
) -> Result<(), ClientError> {
    for game in 0..GAMES {
        let client = client.forwarded_for(target.new_address());
        let players = [Visitor::browser(&client).await?, Visitor::browser(&client).await?];
        let samples = Arc::clone(samples);
        tasks.spawn(async move {
            tokio::time::sleep(TURN / GAMES * game).await;
            loop {
                let phase = samples.phase();
                if let Err(error) = play_game(&players, &samples).await {
                    samples.record_error(phase, &error);
                }
                tokio::time::sleep(RETRY_PAUSE).await;
            }
        });
    }
    Ok(())
}

/// Starts a game and lets every turn run out of time, until the game is over.
async fn play_game(players: &[Visitor; 2], samples: &Samples) -> Result<(), ClientError> {
    let clock = json!({ "kind": "seconds", "per_turn": TURN.as_secs() });
    let options = json!({ "game": "card", "players": 2, "clock": clock });
    let room = players[0].open_room(&options, &[]).await?;
    let mut sockets = [players[0].sit_down(&room, 0).await?, players[1].sit_down(&room, 1).await?];
    sockets[0].0.send(RoomRequest::Start {}).await?;
    loop {
        // Both players return, so that no bot takes over, and leave again.
        let [first, second] = &mut sockets;
        let (number, deadline) = read_deadline(first).await?;
        second.next_view(0).await?;
        let Some(deadline) = deadline else { return Ok(()) };
        drop(sockets);
        tokio::time::sleep(until(deadline)).await;
        let phase = samples.phase();
        tokio::time::sleep(RETURN_AFTER).await;
        sockets = [players[0].connect(&room, number).await?, players[1].connect(&room, 0).await?];
        let late = tokio::time::timeout(TIMEOUT, played_by_the_clock(&mut sockets[0])).await;
        let late = late.map_or(Ok(TIMEOUT), |at| Ok::<_, ClientError>(millis(at? - deadline)))?;
        samples.record(phase, Measure::Clocks, late);
        drop(sockets);
        sockets = [players[0].connect(&room, number).await?, players[1].connect(&room, number).await?];
    }
}

/// Waits for a view. Returns the number of the last entry and the end of the turn's time; none if the game is over.
async fn read_deadline(socket: &mut Socket) -> Result<(u64, Option<i64>), ClientError> {
    loop {
        let message = socket.next().await?;
        if let Some(view) = message.view {
            return Ok((message.number, view.deadline));
        }
    }
}

/// Waits for an action that the clock played. Returns when it was played.
async fn played_by_the_clock(socket: &mut Socket) -> Result<i64, ClientError> {
    loop {
        let message = socket.next().await?;
        if let Some(event) = message.events.iter().find(|event| event.by == "clock") {
            return Ok(event.at);
        }
    }
}

fn until(time: i64) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    millis(time).saturating_sub(now)
}

fn millis(time: i64) -> Duration {
    Duration::from_millis(time.max(0) as u64)
}
