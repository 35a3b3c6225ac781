//! A server with a room, for unit tests.

use std::sync::Arc;
use std::time::Duration;

use cafe_room::{Name, NewRoom, Room, RoomId, RoomOptions, Visitor};
use cafe_rules::{Kind, Options};
use cafe_store::{NoFaults, SimulatedDisk, Store, StoreFaults};

use crate::room_actor::open_room;
use crate::{
    AppState, Environment, RandomSource, ServerConfig, Thinking, WallClock, new_room_id, new_secret,
    new_visitor_id,
};

/// A server whose data is deleted at the end of the test.
pub(crate) struct TestState {
    pub(crate) state: AppState,
    _folder: Option<tempfile::TempDir>,
}

impl TestState {
    pub(crate) fn new(config: ServerConfig) -> TestState {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_for_tests(folder.path()).unwrap();
        TestState { state: AppState::new(store, config), _folder: Some(folder) }
    }

    /// Returns a server whose disk and bots use no threads, for tests in paused time.
    pub(crate) fn simulated(disk: &SimulatedDisk, config: ServerConfig) -> TestState {
        TestState::with_faults(disk, config, Arc::new(NoFaults))
    }

    /// Like [`simulated`](TestState::simulated), on a disk with faults.
    pub(crate) fn with_faults(
        disk: &SimulatedDisk,
        config: ServerConfig,
        faults: Arc<dyn StoreFaults>,
    ) -> TestState {
        let store = Store::open_simulated(disk, faults).unwrap();
        TestState::in_paused_time(store, config, WallClock::default())
    }

    /// Shuts a server down and starts it again on the same disk some time later.
    pub(crate) async fn restart_after(
        self,
        time: Duration,
        disk: &SimulatedDisk,
        config: ServerConfig,
    ) -> TestState {
        assert!(self.state.shut_down().await);
        tokio::time::sleep(time).await;
        let store = Store::open_simulated(disk, Arc::new(NoFaults)).unwrap();
        TestState::in_paused_time(store, config, self.state.wall_clock.clone())
    }

    fn in_paused_time(store: Store, config: ServerConfig, wall_clock: WallClock) -> TestState {
        let thinking = Thinking::Simulated(RandomSource::seeded(1), Duration::from_millis(10));
        let environment = Environment { wall_clock, thinking, ..Environment::default() };
        TestState { state: AppState::with_environment(store, config, environment), _folder: None }
    }

    /// Opens a room for a card game without a clock and returns it with its host.
    pub(crate) async fn open_room(&self) -> (Room, Visitor) {
        self.open_room_with(card_game()).await
    }

    /// Opens a room and returns it with its host.
    pub(crate) async fn open_room_with(&self, options: RoomOptions) -> (Room, Visitor) {
        let host = Visitor { id: new_visitor_id(), name: Name::new("Ann").unwrap(), is_program: false };
        let new = NewRoom::new(new_room_id(), host.id.clone(), options, new_secret());
        (open_room(&self.state, None, new).await.unwrap(), host)
    }

    /// Returns a room as it is stored.
    pub(crate) async fn stored_room(&self, id: &RoomId) -> Room {
        self.state.store.room(id).await.unwrap().unwrap()
    }
}

/// Options of a private card game for two without a clock.
pub(crate) fn card_game() -> RoomOptions {
    RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap())
}
