//! The simulated world: visitors, their devices, the disk, the clock, and the lives of the server between crashes.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::Router;
use cafe_room::{Millis, RoomId, Token, VisitorId};
use cafe_store::{NoFaults, SimulatedDisk, Store};
use tokio::time::Instant;

use super::client::{Client, Link};
use super::faults::{DiskHealth, SeededFaults};
use super::http::PendingHttp;
use super::ledger::{Ledger, RoomLog};
use super::trace::Trace;
use crate::http::router;
use crate::serve::wake_due_rooms;
use crate::{AppState, Environment, RandomSource, ServerConfig, Thinking, WallClock};

/// When the simulation starts: 2026-11-16.
const START: Millis = 1_794_787_200_000;
/// Longer than any simulation.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// Time after which a room without viewers leaves memory.
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(2);
/// How late a bot or a clock may be while the disk has faults, and later.
const MAX_LATENESS: Millis = 40_000;
const QUIET_LATENESS: Millis = 5_000;
/// How long a stuck room takes to read.
pub(super) const STUCK_FOR: Duration = Duration::from_secs(60);

pub(super) struct World {
    pub(super) seed: u64,
    pub(super) rng: fastrand::Rng,
    pub(super) trace: Trace,
    disk: SimulatedDisk,
    pub(super) faults: Arc<SeededFaults>,
    random: RandomSource,
    /// Simulated time before the current life.
    time_before: Duration,
    /// How wrong the system clock is.
    pub(super) clock_error: Arc<AtomicI64>,
    pub(super) visitors: Vec<SimVisitor>,
    pub(super) clients: Vec<Client>,
    pub(super) http: Vec<PendingHttp>,
    pub(super) ledger: Ledger,
    pub(super) chat_count: u32,
    pub(super) visitor_count: u32,
    /// The process crashed while a visitor opened a room, so there may be one that the visitor does not know of.
    pub(super) may_have_unknown_room: bool,
    /// A room has panicked in this life, so requests may be lost.
    pub(super) has_panicked: bool,
    /// How late a bot or a clock may be.
    pub(super) max_lateness: Millis,
    /// A room that takes long to read.
    pub(super) stuck: Option<RoomId>,
}

/// A visitor, or one who was erased.
pub(super) struct SimVisitor {
    pub(super) id: VisitorId,
    pub(super) names: Vec<String>,
    pub(super) devices: Vec<Token>,
    pub(super) link: Option<String>,
    pub(super) is_being_erased: bool,
    pub(super) is_erased: bool,
}

/// The server from its start to a crash or shutdown.
pub(super) struct Life {
    pub(super) state: AppState,
    pub(super) router: Router,
    /// The disk as it is, without faults.
    pub(super) disk: Store,
    /// The time by the server's clock at the start.
    pub(super) started_at: Millis,
    started: Instant,
}

impl World {
    pub(super) fn new(seed: u64, trace: Trace) -> World {
        World {
            seed,
            rng: fastrand::Rng::with_seed(seed),
            trace,
            disk: SimulatedDisk::new().unwrap(),
            faults: Arc::new(SeededFaults::new(seed)),
            random: RandomSource::seeded(seed),
            time_before: Duration::ZERO,
            clock_error: Arc::default(),
            visitors: Vec::new(),
            clients: Vec::new(),
            http: Vec::new(),
            ledger: Ledger::default(),
            chat_count: 0,
            visitor_count: 0,
            may_have_unknown_room: false,
            has_panicked: false,
            max_lateness: MAX_LATENESS,
            stuck: None,
        }
    }

    /// Runs all lives. Every runtime is one process: dropping it is a crash.
    pub(super) fn run(mut self) {
        let lives = self.rng.u32(2..5);
        for life in 0..lives {
            let runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = { runtime }.enable_time().start_paused(true).build().unwrap();
            let is_last = life + 1 == lives;
            let time = runtime.block_on(self.live(life == 0, is_last));
            self.time_before += time;
            for client in &mut self.clients {
                client.forget_connection();
            }
            self.http.clear();
            drop(runtime);
        }
    }

    /// Runs one life and returns how long it was.
    async fn live(&mut self, is_first: bool, is_last: bool) -> Duration {
        let life = self.start().await;
        if is_first {
            self.set_up(&life).await;
        } else {
            self.ledger.verify(&life.disk, self.visitors.iter().any(|visitor| visitor.is_being_erased)).await;
            self.find_unknown_rooms(&life).await;
        }
        for log in self.ledger.rooms.values_mut() {
            log.grew_at = life.started_at;
        }
        self.faults.set_health(DiskHealth::Unreliable);
        (self.stuck, self.has_panicked) = (None, false);
        if self.rng.u32(..3) == 0 {
            self.make_room_stuck(&life).await;
        }
        let timers = tokio::spawn(wake_due_rooms(life.state.clone()));
        let expiry = tokio::spawn(life.state.clone().expire_regularly());
        for _ in 0..self.rng.u32(18..40) {
            self.step(&life).await;
        }
        if is_last {
            self.become_quiet(&life).await;
        } else if self.rng.bool() {
            self.trace.add("shutdown".to_owned());
            timers.abort();
            expiry.abort();
            life.state.shut_down().await;
            self.observe(&life).await;
        } else {
            self.trace.add("crash".to_owned());
            self.may_have_unknown_room |=
                self.http.iter().any(|http| matches!(http.purpose, super::http::Purpose::OpenRoom { .. }));
        }
        life.started.elapsed()
    }

    async fn start(&mut self) -> Life {
        let started = Instant::now();
        let (before, error) = (self.time_before, Arc::clone(&self.clock_error));
        let system_time = move || {
            let time = (before + started.elapsed()).as_millis() as Millis;
            START + time + error.load(Ordering::Relaxed)
        };
        let environment = Environment {
            wall_clock: WallClock::with_system_time(system_time),
            random: self.random.clone(),
            thinking: Thinking::Simulated(self.random.clone(), Duration::from_millis(400)),
        };
        let config = ServerConfig {
            bot_pause: Duration::from_millis(300),
            bot_think_time: Duration::ZERO,
            bot_threads: 2,
            room_idle_timeout: IDLE_TIMEOUT,
            max_open_rooms_per_visitor: 20,
            new_visitors_per_hour: 1_000_000,
            requests_per_second: 1_000_000,
            rooms_per_hour: 1_000_000,
            // The clock jumps by days, and the ledger expects every room to stay.
            unstarted_room_retention: FOREVER,
            unused_visitor_retention: FOREVER,
            ..ServerConfig::default()
        };
        self.faults.set_health(DiskHealth::Good);
        let store = Store::open_simulated(&self.disk, Arc::clone(&self.faults) as _).unwrap();
        let disk = Store::open_simulated(&self.disk, Arc::new(NoFaults)).unwrap();
        let state = AppState::with_environment(store, config, environment);
        let started_at = state.now();
        self.trace.add(format!("start at {started_at}"));
        Life { router: router(state.clone()), state, disk, started_at, started }
    }

    /// Rooms that no client was told about belong to a rematch, or to a request that was never answered.
    pub(super) async fn find_unknown_rooms(&mut self, life: &Life) {
        let visitors = self.visitors.iter().filter(|visitor| !visitor.is_erased);
        let ids: Vec<VisitorId> = visitors.map(|visitor| visitor.id.clone()).collect();
        let mut found: Vec<RoomId> = Vec::new();
        for id in &ids {
            found.extend(life.disk.active_rooms_of(id).await.unwrap());
        }
        found.retain(|id| !self.ledger.rooms.contains_key(id));
        found.sort_unstable();
        found.dedup();
        for id in found {
            let is_next = self.ledger.rooms.values().any(|log| log.current().next_room.as_ref() == Some(&id));
            let is_opening =
                self.http.iter().any(|http| matches!(http.purpose, super::http::Purpose::OpenRoom { .. }));
            assert!(
                is_next || is_opening || self.may_have_unknown_room,
                "room {id} exists, but nobody was told about it"
            );
            if !is_opening {
                self.ledger.add(&life.disk, &id, life.state.now()).await;
            }
        }
    }

    /// The faults end: everything that was asked is answered, and no clock is late.
    async fn become_quiet(&mut self, life: &Life) {
        self.trace.add("quiet".to_owned());
        self.faults.set_health(DiskHealth::Good);
        for client in &mut self.clients {
            client.is_slow = false;
        }
        if let Some(id) = &self.stuck {
            tokio::time::sleep(STUCK_FOR).await;
            self.ledger.rooms.get_mut(id).expect("it is known").grew_at = life.state.now();
        }
        self.observe(life).await;
        self.stuck = None;
        for second in 0..25 {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if second == 10 {
                self.max_lateness = QUIET_LATENESS;
            }
            self.observe(life).await;
        }
        for client in &self.clients {
            let is_connected = matches!(client.link, Link::Open(_));
            assert!(
                !is_connected || client.pending.is_empty(),
                "client {} has no answer to {:?}",
                client.number,
                client.pending
            );
        }
        assert!(self.http.is_empty(), "a request is not answered: {:?}", self.http[0].purpose);
        self.ledger.verify(&life.disk, false).await;
        self.find_unknown_rooms(life).await;
        for index in 0..self.clients.len() {
            self.clients[index].close(index % 2 == 0);
        }
        tokio::time::sleep(IDLE_TIMEOUT * 3).await;
        self.observe(life).await;
        let recently = life.state.now() - 2 * IDLE_TIMEOUT.as_millis() as Millis;
        let is_in_use = |log: &&RoomLog| log.current().next_timer().is_some() || log.grew_at > recently;
        let in_use = self.ledger.rooms.values().filter(is_in_use).count() as i64;
        let in_memory = life.state.metrics.rooms_in_memory.get();
        let describe = |(id, log): (&RoomId, &RoomLog)| {
            let (is_loaded, timer) = (life.state.rooms.is_loaded(id), log.current().next_timer());
            format!("{id}: loaded {is_loaded}, timer {timer:?}, over {}", log.current().is_over())
        };
        let rooms: Vec<String> = self.ledger.rooms.iter().map(describe).collect();
        assert!(in_memory <= in_use, "{in_memory} rooms are in memory, {in_use} have a timer: {rooms:#?}");
        assert!(life.state.shut_down().await, "the shutdown takes too long");
    }
}
