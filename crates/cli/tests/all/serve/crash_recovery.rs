//! The server is killed at random moments and loses nothing that it acknowledged.
//!
//! `CAFE_KILLS=1000 cargo test -p cafe --test all crash_recovery` sets the number of kills.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::server_process::ServerProcess;
use super::test_client::{TestPlayer, chat, play, take_seat};
use cafe_bots::Level;
use cafe_client::{Client, Connection};
use cafe_room::messages::{GameView, NewBot, RoomEvent, RoomUpdate, ServerMessage};
use cafe_room::{Clock, Millis, RoomOptions, RoomRequest};
use cafe_rules::{Kind, Options};

const ROOMS: usize = 4;
/// More chat messages would exceed the rate limit.
const CHAT_LIMIT: u32 = 10;

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
    loop {
        match connection.next().await.ok()? {
            ServerMessage::Update(update) => return Some(*update),
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
    loop {
        known.lock().unwrap().add(&update);
        let request = next_request.take().or_else(|| match &update.view {
            None => Some(RoomRequest::Start {}),
            Some(view) if view.legal.is_empty() => None,
            Some(_) if chat_count < CHAT_LIMIT && rng.u8(..) < 32 => {
                chat_count += 1;
                Some(chat(&format!("line {}", rng.u32(..))))
            }
            Some(view) => Some(play(view.seq, &view.legal[rng.usize(..view.legal.len())].action)),
        });
        if let Some(request) = request {
            connection.send(request).await.ok()?;
        }
        update = next_update(&mut connection).await?;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_server_loses_nothing_acknowledged() {
    let kills: usize = std::env::var("CAFE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(50);
    let folder = tempfile::tempdir().unwrap();
    let mut rng = fastrand::Rng::with_seed(50);
    let mut rooms: Vec<Arc<Mutex<KnownRoom>>> = Vec::new();
    let (mut checked, mut games) = (0, 0);
    for kill in 0..kills {
        let server = ServerProcess::start(folder.path());
        let (over, running) = rooms.into_iter().partition(|room| room.lock().unwrap().over);
        rooms = running;
        for room in over {
            checked += check(&server, &room).await;
            games += 1;
        }
        while rooms.len() < ROOMS {
            rooms.push(Arc::new(Mutex::new(KnownRoom::open(&server, rooms.len() + kill).await)));
        }
        let players: Vec<_> = rooms
            .iter()
            .map(|room| {
                let rng = fastrand::Rng::with_seed(rng.u64(..));
                tokio::spawn(play_until_killed(server.client(), Arc::clone(room), rng))
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(rng.u64(20..300))).await;
        server.kill();
        for player in players {
            // Fails if the player panicked.
            player.await.unwrap();
        }
    }
    let server = ServerProcess::start(folder.path());
    for room in &rooms {
        checked += check(&server, room).await;
    }
    server.kill();
    assert!(checked > 10 * kills, "only {checked} events in {games} games were acknowledged");
}
