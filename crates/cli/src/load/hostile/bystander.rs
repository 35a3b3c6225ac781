//! Visitors who take no part in the attack: two who play and read lists, and others who play against bots and on the clock.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cafe_client::{Client, ClientError};
use cafe_room::RoomRequest;
use serde_json::json;
use tokio::sync::oneshot;

use super::samples::{Measure, PhaseSamples, Samples};
use super::target::Target;
use super::visitor::{Socket, View, Visitor};
use super::{bot_probe, clock_probe};
use crate::load::pair::next_random;

/// Average pause before a move.
const THINK_PAUSE: Duration = Duration::from_millis(40);
/// Pause between two requests of a browser: two of them stay within the budget of a visitor each.
const BROWSE_PAUSE: Duration = Duration::from_millis(160);
/// A move that takes longer counts as lost.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);
/// Pause after a failure.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// The bystanders, on a thread of their own: attackers must not hold up what they measure.
pub(super) struct Bystanders {
    samples: Arc<Samples>,
    thread: JoinHandle<()>,
}

impl Bystanders {
    /// Starts the bystanders and waits until they are seated.
    ///
    /// # Errors
    /// If the server refuses them.
    pub(super) async fn start(target: &Target, measures_clocks: bool) -> Result<Bystanders, String> {
        let samples = Arc::new(Samples::default());
        let (ready, when_ready) = oneshot::channel();
        let (target, shared) = (target.clone(), Arc::clone(&samples));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let thread =
            std::thread::spawn(move || runtime.block_on(run(&target, measures_clocks, shared, ready)));
        match when_ready.await {
            Ok(Ok(())) => Ok(Bystanders { samples, thread }),
            Ok(Err(error)) => Err(format!("a bystander: {error}")),
            Err(_) => Err("the bystanders stopped".to_owned()),
        }
    }

    pub(super) fn next_phase(&self) {
        self.samples.next_phase();
    }

    /// Waits for the moves and requests that are under way, and returns all samples.
    pub(super) fn finish(self) -> [PhaseSamples; 3] {
        self.samples.stop();
        let _ = self.thread.join();
        self.samples.phases()
    }
}

async fn run(
    target: &Target,
    measures_clocks: bool,
    samples: Arc<Samples>,
    ready: oneshot::Sender<Result<(), ClientError>>,
) {
    let mut probes = tokio::task::JoinSet::new();
    let setup = async {
        // Connections of their own, because pooled ones depend on the attackers' thread.
        let client = Client::new(target.url())?.forwarded_for(target.new_address());
        let players = [Visitor::browser(&client).await?, Visitor::browser(&client).await?];
        let room =
            players[0].open_room(&json!({ "game": "card", "players": 2, "public": true }), &[]).await?;
        if measures_clocks {
            bot_probe::start(&client, target, &samples, &mut probes).await?;
            clock_probe::start(&client, target, &samples, &mut probes).await?;
        }
        Ok((players, room))
    };
    match setup.await {
        Ok((players, room)) => {
            let _ = ready.send(Ok(()));
            let [ann, ben] = &players;
            tokio::join!(
                play(&samples, &players),
                browse(&samples, ann, &room),
                browse(&samples, ben, &room)
            );
        }
        Err(error) => {
            let _ = ready.send(Err(error));
        }
    }
}

/// Reads the pages and lists that an open browser shows.
async fn browse(samples: &Samples, visitor: &Visitor, room: &str) {
    let paths = [
        "/".to_owned(),
        "/api/v1/rooms".to_owned(),
        format!("/api/v1/rooms/{room}"),
        "/api/v1/me/rooms?limit=20&over=false".to_owned(),
    ];
    for path in paths.iter().cycle() {
        if samples.is_stopped() {
            return;
        }
        let (phase, started) = (samples.phase(), Instant::now());
        let response = visitor.fetch(path).await;
        samples.record(phase, Measure::Http, started.elapsed());
        // A server that was built without the web client answers with an error page.
        if let Err(error) = response.as_ref()
            && path != "/"
        {
            samples.record_error(phase, error);
        }
        tokio::time::sleep(BROWSE_PAUSE).await;
    }
}

/// Plays game after game.
async fn play(samples: &Samples, players: &[Visitor; 2]) {
    let mut random = 0x9e37_79b9_7f4a_7c15;
    while !samples.is_stopped() {
        let phase = samples.phase();
        if let Err(error) = play_game(samples, players, &mut random).await {
            samples.record_error(phase, &error);
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }
}

async fn play_game(samples: &Samples, players: &[Visitor; 2], random: &mut u64) -> Result<(), ClientError> {
    let room = players[0].open_room(&json!({ "game": "card", "players": 2 }), &[]).await?;
    let mut sockets = [players[0].sit_down(&room, 0).await?, players[1].sit_down(&room, 1).await?];
    sockets[0].0.send(RoomRequest::Start {}).await?;
    let mut views = [sockets[0].next_view(0).await?, sockets[1].next_view(0).await?];
    while let Some(mover) = views.iter().position(|view| !view.legal.is_empty()) {
        if samples.is_stopped() {
            return Ok(());
        }
        tokio::time::sleep(THINK_PAUSE.mul_f64(0.5 + (next_random(random) % 1000) as f64 / 1000.0)).await;
        let View { seq, legal, .. } = &views[mover];
        let (seq, choice) = (*seq, (next_random(random) % legal.len() as u64) as usize);
        let actions = vec![legal[choice].action.clone()];
        let (phase, started) = (samples.phase(), Instant::now());
        sockets[mover].0.send(RoomRequest::Play { seq, actions }).await?;
        let seen = next_view(&mut sockets[1 - mover], seq + 1).await;
        samples.record(phase, Measure::Moves, started.elapsed());
        views[1 - mover] = seen?;
        views[mover] = next_view(&mut sockets[mover], seq + 1).await?;
    }
    Ok(())
}

async fn next_view(socket: &mut Socket, seq: u32) -> Result<View, ClientError> {
    let view = tokio::time::timeout(MOVE_TIMEOUT, socket.next_view(seq)).await;
    view.unwrap_or_else(|_| Err(ClientError::Closed { code: None, reason: "no update".to_owned() }))
}
