//! Two players in one room who play random legal actions.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use cafe_client::{Client, ClientError, Connection, Session};
use cafe_room::{RoomOptions, RoomRequest};
use cafe_rules::Options;
use tokio::sync::{Semaphore, mpsc, watch};

use super::messages::MessageParts;
use super::stats::PairStats;

/// What a pair plays.
#[derive(Clone, Copy)]
pub(super) struct PairConfig {
    pub(super) options: Options,
    /// Average pause before each action.
    pub(super) pause: Duration,
    /// Seed of the random choices.
    pub(super) seed: u64,
}

/// Pause before a game that could not be started is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// Two players in a room, their game started.
struct Pair {
    sessions: [Session; 2],
    connections: [Connection; 2],
}

impl Pair {
    /// Opens a room, takes both seats and starts the game.
    async fn start(options: Options, sessions: [Session; 2]) -> Result<Pair, ClientError> {
        let room = sessions[0].open_room(RoomOptions::new(options), Vec::new()).await?;
        let mut connections =
            [sessions[0].connect(&room.id, 0).await?, sessions[1].connect(&room.id, 0).await?];
        for (player, connection) in (0..).zip(&mut connections) {
            connection.request(RoomRequest::TakeSeat { player: Some(player), share: None }).await?;
        }
        connections[0].send(RoomRequest::Start {}).await?;
        Ok(Pair { sessions, connections })
    }
}

/// Creates the identities of two players.
pub(super) async fn create_players(client: &Client) -> Result<[Session; 2], ClientError> {
    Ok([client.create_program("Ann").await?, client.create_program("Ben").await?])
}

/// Starts a game, reports that it is ready, waits for the start time, and plays game after game until the end time.
pub(super) async fn run(
    client: &Client,
    config: PairConfig,
    setup_permits: &Semaphore,
    ready: mpsc::Sender<Result<(), String>>,
    mut end_time: watch::Receiver<Option<Instant>>,
) -> PairStats {
    let mut stats = PairStats::default();
    let first_game = async {
        let _permit = setup_permits.acquire().await;
        Pair::start(config.options, create_players(client).await?).await
    };
    let mut pair = match first_game.await {
        Ok(pair) => pair,
        Err(error) => {
            let _ = ready.send(Err(error.to_string())).await;
            return stats;
        }
    };
    let _ = ready.send(Ok(())).await;
    drop(ready);
    let end = match end_time.wait_for(Option::is_some).await {
        Ok(end) => end.unwrap_or_else(Instant::now),
        Err(_) => return stats,
    };
    let mut random = config.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    loop {
        match play(&mut pair, config.pause, end, &mut random, &mut stats).await {
            Ok(GameEnd::Finished) => stats.games += 1,
            Ok(GameEnd::TimeUp) => return stats,
            // The next game starts all the same, so that all errors are counted.
            Err(error) => stats.add_error(error),
        }
        pair = loop {
            match Pair::start(config.options, pair.sessions.clone()).await {
                Ok(next) => break next,
                Err(error) => stats.add_error(error.to_string()),
            }
            if Instant::now() + RETRY_PAUSE >= end {
                return stats;
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        };
    }
}

/// Starts a game and disconnects both players.
pub(super) async fn start_idle_game(options: Options, sessions: [Session; 2]) -> Result<(), String> {
    let pair = Pair::start(options, sessions).await.map_err(|error| error.to_string())?;
    let [mut first, _second] = pair.connections;
    loop {
        let message = first.next_raw().await.map_err(|error| error.to_string())?;
        if parse(&message)?.into_view()?.is_some() {
            return Ok(());
        }
    }
}

fn parse(message: &cafe_client::RawMessage) -> Result<MessageParts<'_>, String> {
    message.parse().map_err(|error: ClientError| error.to_string())
}

enum GameEnd {
    Finished,
    TimeUp,
}

/// An action that the opponent has not received yet.
struct SentAction {
    player: usize,
    seq: u32,
    at: Instant,
}

/// An action that a player is going to send.
struct PlannedAction {
    player: usize,
    seq: u32,
    action: String,
}

impl PlannedAction {
    async fn send(self, connection: &mut Connection, sent: &mut VecDeque<SentAction>) -> Result<(), String> {
        let PlannedAction { player, seq, action } = self;
        sent.push_back(SentAction { player, seq, at: Instant::now() });
        let request = RoomRequest::Play { seq, actions: vec![action] };
        connection.send(request).await.map(drop).map_err(|error| error.to_string())
    }
}

/// Plays a game until it is finished or the time is up.
async fn play(
    pair: &mut Pair,
    pause: Duration,
    end: Instant,
    random: &mut u64,
    stats: &mut PairStats,
) -> Result<GameEnd, String> {
    let [first, second] = &mut pair.connections;
    let mut sent: VecDeque<SentAction> = VecDeque::new();
    // Both connections are read during the pause before an action.
    let mut planned: Option<(Instant, PlannedAction)> = None;
    loop {
        let wake = planned.as_ref().map_or(end, |(at, _)| (*at).min(end));
        let (player, message) = tokio::select! {
            message = first.next_raw() => (0, message),
            message = second.next_raw() => (1, message),
            () = tokio::time::sleep_until(wake.into()) => {
                let Some((_, action)) = planned.take_if(|(at, _)| *at < end) else { return Ok(GameEnd::TimeUp) };
                let connection = if action.player == 0 { &mut *first } else { &mut *second };
                action.send(connection, &mut sent).await?;
                continue;
            }
        };
        let message = message.map_err(|error| error.to_string())?;
        let Some(view) = parse(&message)?.into_view()? else { continue };
        while let Some(action) = sent.pop_front_if(|action| action.player != player && action.seq < view.seq)
        {
            stats.moves += 1;
            stats.latency_micros.push(action.at.elapsed().as_micros() as u64);
        }
        if view.result.is_some() && sent.is_empty() {
            return Ok(GameEnd::Finished);
        }
        // An update from before the last action needs no answer.
        let is_answered = sent.back().is_some_and(|action| action.seq >= view.seq)
            || planned.as_ref().is_some_and(|(_, action)| action.seq >= view.seq);
        if view.legal.is_empty() || is_answered {
            continue;
        }
        let choice = (next_random(random) % view.legal.len() as u64) as usize;
        let action = PlannedAction { player, seq: view.seq, action: view.legal[choice].action.to_owned() };
        let pause_factor = 0.5 + (next_random(random) >> 11) as f64 / (1_u64 << 53) as f64;
        if pause.is_zero() {
            let connection = if player == 0 { &mut *first } else { &mut *second };
            action.send(connection, &mut sent).await?;
        } else {
            planned = Some((Instant::now() + pause.mul_f64(pause_factor), action));
        }
    }
}

/// Returns the next number of a xorshift generator, which is random enough to choose actions.
pub(super) fn next_random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
