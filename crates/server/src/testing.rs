//! A server with a room, for unit tests.

use std::sync::Arc;
use std::time::Duration;

use cafe_room::{Name, NewRoom, Room, RoomOptions, Visitor};
use cafe_rules::{Kind, Options};
use cafe_store::{NoFaults, SimulatedDisk, Store};

use crate::room_actor::open_room;
use crate::{
    AppState, Environment, RandomSource, ServerConfig, Thinking, new_room_id, new_secret, new_visitor_id,
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
        let store = Store::open_simulated(disk, Arc::new(NoFaults)).unwrap();
        let thinking = Thinking::Simulated(RandomSource::seeded(1), Duration::from_millis(10));
        let environment = Environment { thinking, ..Environment::default() };
        TestState { state: AppState::with_environment(store, config, environment), _folder: None }
    }

    /// Opens a room for a card game and returns it with its host.
    pub(crate) async fn open_room(&self) -> (Room, Visitor) {
        let host = Visitor { id: new_visitor_id(), name: Name::new("Ann").unwrap(), is_program: false };
        let options = RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap());
        let new = NewRoom::new(new_room_id(), host.id.clone(), options, new_secret());
        (open_room(&self.state, None, new).await.unwrap(), host)
    }
}
