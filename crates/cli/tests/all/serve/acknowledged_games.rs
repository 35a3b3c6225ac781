//! Games whose every acknowledged event is remembered, to check that a server that was killed has all of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::server_process::ServerProcess;
use super::test_client::{TestPlayer, chat, play, take_seat};
use cafe_bots::Level;
use cafe_client::{Client, Connection};
use cafe_room::messages::{GameView, NewBot, RoomEvent, RoomUpdate, ServerMessage};
use cafe_room::{Clock, Millis, RoomOptions, RoomRequest};
use cafe_rules::{Kind, Options};
use tokio::task::JoinHandle;

/// Number of games at a time.
const ROOMS: usize = 4;
/// More chat messages would exceed the rate limit.
const CHAT_LIMIT: u32 = 10;
/// Pause of a player after the server could not store a request.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// Games that go on over many processes of a server.
pub(crate) struct AcknowledgedGames {
    rooms: Vec<Arc<Mutex<KnownRoom>>>,
    opened: usize,
    rng: fastrand::Rng,
    /// Number of updates that players were sent.
    updates: Arc<AtomicUsize>,
    /// Number of events that were checked for the last time.
    checked: usize,
}

/// The players of a round.
pub(crate) struct Players(Vec<JoinHandle<Option<()>>>);

impl Players {
    /// Waits until all have noticed that the server is gone. Fails if an event was lost.
    pub(crate) async fn end(self) {
        for player in self.0 {
            player.await.unwrap();
        }
    }
}

impl AcknowledgedGames {
    pub(crate) fn new(seed: u64) -> AcknowledgedGames {
        let rng = fastrand::Rng::with_seed(seed);
        AcknowledgedGames { rooms: Vec::new(), opened: 0, rng, updates: Arc::default(), checked: 0 }
    }

    /// Checks finished games, opens others instead, and plays all until the server is gone.
    pub(crate) async fn play(&mut self, server: &ServerProcess) -> Players {
        let (over, running): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.rooms).into_iter().partition(|room| room.lock().unwrap().over);
        self.rooms = running;
        for room in over {
            self.checked += check(server, &room).await;
        }
        while self.rooms.len() < ROOMS {
            self.rooms.push(Arc::new(Mutex::new(KnownRoom::open(server, self.opened).await)));
            self.opened += 1;
        }
        let players = self.rooms.iter().map(|room| {
            let rng = fastrand::Rng::with_seed(self.rng.u64(..));
            tokio::spawn(play_until_killed(server.client(), Arc::clone(room), Arc::clone(&self.updates), rng))
        });
        Players(players.collect())
    }

    /// Waits until the players were sent some more updates, or for a few seconds if nothing happens.
    pub(crate) async fn until_updates(&self, count: usize) {
        let end = self.updates.load(Ordering::Relaxed) + count;
        for _ in 0..1000 {
            if self.updates.load(Ordering::Relaxed) >= end {
                return;
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }

    /// Checks all games. Returns the number of events that were acknowledged since the beginning.
    pub(crate) async fn check(&mut self, server: &ServerProcess) -> usize {
        let mut checked = self.checked;
        for room in &self.rooms {
            checked += check(server, room).await;
        }
        checked
    }
}

/// Everything that a player was sent about a room.
struct KnownRoom {
    player: TestPlayer,
    id: String,
    events: Vec<RoomEvent>,
    deadline: Option<Millis>,
    seq: u32,
    over: bool,
}

impl KnownRoom {
    /// Opens a room with a bot as opponent.
    async fn open(server: &ServerProcess, number: usize) -> KnownRoom {
        let player = TestPlayer::create(server, "Ann").await;
        let kind = if number.is_multiple_of(2) { Kind::Card } else { Kind::Board };
        let clock = Clock::Seconds { per_turn: 600 };
        let options = RoomOptions { clock, ..RoomOptions::new(Options::new(kind, 2, false).unwrap()) };
        let bots = vec![NewBot { player: 1, level: Level::Regular }];
        let id = player.session.open_room(options, bots).await.unwrap().id;
        KnownRoom { player, id, events: Vec::new(), deadline: None, seq: 0, over: false }
    }

    /// Checks that a server still has everything.
    fn check(&self, events: &[RoomEvent], view: Option<&GameView>) {
        assert!(events.len() >= self.events.len(), "{} of {}", events.len(), self.events.len());
        for (known, sent) in self.events.iter().zip(events) {
            assert_eq!(known, sent);
        }
        let Some(view) = view else { return };
        assert!(view.seq >= self.seq, "{} after {}", view.seq, self.seq);
        if view.seq == self.seq && self.deadline.is_some() {
            assert_eq!(view.deadline, self.deadline);
        }
    }

    fn add(&mut self, update: &RoomUpdate) {
        self.events.extend(update.events.iter().cloned());
        if let Some(view) = &update.view {
            self.seq = view.seq;
            self.deadline = view.deadline;
            self.over = view.result.is_some();
        }
    }
}

/// Connects to a room. None if the server is gone.
async fn connect(client: &Client, known: &Mutex<KnownRoom>) -> Option<Connection> {
    let (session, id) = {
        let known = known.lock().unwrap();
        (client.with_credential(known.player.session.credential().clone()), known.id.clone())
    };
    session.connect(&id, 0).await.ok()
}

/// Waits for the next update. None if the server is gone.
async fn next_update(connection: &mut Connection) -> Option<RoomUpdate> {
    match next_answer(connection).await? {
        Answer::Update(update) => Some(*update),
        Answer::Later => panic!("nothing was requested"),
    }
}

enum Answer {
    Update(Box<RoomUpdate>),
    /// The server could not store a request, or it was repeated too often. It may be repeated.
    Later,
}

/// Waits for the next update or refusal. None if the server is gone.
async fn next_answer(connection: &mut Connection) -> Option<Answer> {
    loop {
        match connection.next().await.ok()? {
            ServerMessage::Update(update) => return Some(Answer::Update(update)),
            ServerMessage::Refused { code, .. } if code == "not_stored" || code == "too_fast" => {
                return Some(Answer::Later);
            }
            ServerMessage::Refused { code, message, .. } => panic!("{code}: {message}"),
            _ => {}
        }
    }
}

/// Checks a room on a server that is not killed. Returns the number of events.
async fn check(server: &ServerProcess, known: &Mutex<KnownRoom>) -> usize {
    let mut connection = connect(&server.client(), known).await.unwrap();
    let update = next_update(&mut connection).await.unwrap();
    let known = known.lock().unwrap();
    known.check(&update.events, update.view.as_ref());
    known.events.len()
}

/// Plays until the server is gone. Every update is recorded before the next request is sent.
async fn play_until_killed(
    client: Client,
    known: Arc<Mutex<KnownRoom>>,
    updates: Arc<AtomicUsize>,
    mut rng: fastrand::Rng,
) -> Option<()> {
    let mut connection = connect(&client, &known).await?;
    let first = next_update(&mut connection).await?;
    {
        let mut known = known.lock().unwrap();
        known.check(&first.events, first.view.as_ref());
        known.events.clear();
    }
    let room = first.room.as_ref().unwrap();
    let has_seat = room.started || room.occupants[0].visitor.is_some();
    let mut next_request = (!has_seat).then(|| take_seat(0));
    let mut update = first;
    let mut chat_count = 0;
    known.lock().unwrap().add(&update);
    loop {
        let request = next_request.take().or_else(|| match &update.view {
            None => Some(RoomRequest::Start {}),
            Some(view) if view.legal.is_empty() => None,
            Some(_) if chat_count < CHAT_LIMIT && rng.u8(..) < 32 => {
                chat_count += 1;
                Some(chat(&format!("line {}", rng.u32(..))))
            }
            Some(view) => Some(play(view.seq, &view.legal[rng.usize(..view.legal.len())].action)),
        });
        if let Some(request) = &request {
            connection.send(request.clone()).await.ok()?;
        }
        match next_answer(&mut connection).await? {
            Answer::Update(new) => {
                known.lock().unwrap().add(&new);
                updates.fetch_add(1, Ordering::Relaxed);
                update = *new;
            }
            Answer::Later => {
                next_request = request;
                tokio::time::sleep(RETRY_PAUSE).await;
            }
        }
    }
}
