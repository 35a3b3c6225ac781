//! The rooms in memory. A room without viewers leaves memory, and is loaded again when it is needed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cafe_room::{RoomId, VisitorId};
use tokio::sync::mpsc;
use tracing::Instrument as _;

use crate::room_actor::{self, RoomCommand};
use crate::state::AppState;

/// Number of commands that may wait at a room.
const QUEUE_CAPACITY: usize = 128;

/// The rooms in memory, and which visitor views which room.
#[derive(Default)]
pub struct RoomRegistry {
    rooms: Mutex<HashMap<RoomId, mpsc::Sender<RoomCommand>>>,
    viewed: Mutex<HashMap<VisitorId, Vec<RoomId>>>,
}

impl RoomRegistry {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, mpsc::Sender<RoomCommand>>> {
        // Every change of the map is a single call, so a panic cannot leave it inconsistent.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the queue of a room; its task is started if it is not running.
    fn queue(&self, state: &AppState, id: &RoomId) -> mpsc::Sender<RoomCommand> {
        let mut rooms = self.rooms();
        if let Some(sender) = rooms.get(id)
            && !sender.is_closed()
        {
            return sender.clone();
        }
        let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
        rooms.insert(id.clone(), sender.clone());
        drop(rooms);
        let span = tracing::info_span!(parent: None, "room", room = %id);
        let run = room_actor::run(state.clone(), id.clone(), receiver, sender.clone());
        state.tasks.spawn(run.instrument(span));
        sender
    }

    /// Sends a command to a room. Returns the queue for further commands.
    pub async fn send(
        &self,
        state: &AppState,
        id: &RoomId,
        command: RoomCommand,
    ) -> mpsc::Sender<RoomCommand> {
        let mut command = command;
        loop {
            let sender = self.queue(state, id);
            match sender.send(command).await {
                Ok(()) => return sender,
                // The task has just ended: start it again.
                Err(mpsc::error::SendError(unsent)) => command = unsent,
            }
        }
    }

    /// Sends a command to a room unless its queue is full. Returns whether it was sent.
    pub(crate) fn try_send(&self, state: &AppState, id: &RoomId, command: RoomCommand) -> bool {
        let mut command = command;
        loop {
            match self.queue(state, id).try_send(command) {
                Ok(()) => return true,
                Err(mpsc::error::TrySendError::Full(_)) => return false,
                Err(mpsc::error::TrySendError::Closed(unsent)) => command = unsent,
            }
        }
    }

    /// Removes a room whose task wants to end, unless commands are waiting. Returns whether it was removed.
    ///
    /// A sender that holds a place in the closed queue can still use it. Such commands go to the room's next task.
    pub(crate) async fn remove_if_unused(
        &self,
        state: &AppState,
        id: &RoomId,
        receiver: &mut mpsc::Receiver<RoomCommand>,
    ) -> bool {
        if !self.close_if_empty(id, receiver) {
            return false;
        }
        while let Some(command) = receiver.recv().await {
            self.send(state, id, command).await;
        }
        true
    }

    fn close_if_empty(&self, id: &RoomId, receiver: &mut mpsc::Receiver<RoomCommand>) -> bool {
        let mut rooms = self.rooms();
        if !receiver.is_empty() {
            return false;
        }
        receiver.close();
        rooms.remove(id);
        true
    }

    /// Returns true if the room is in memory.
    pub(crate) fn is_loaded(&self, id: &RoomId) -> bool {
        self.rooms().contains_key(id)
    }

    fn viewed(&self) -> MutexGuard<'_, HashMap<VisitorId, Vec<RoomId>>> {
        self.viewed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers that a visitor views a room, until the guard is dropped.
    pub(crate) fn add_viewer(&self, state: &AppState, visitor: &VisitorId, room: &RoomId) -> ViewerGuard {
        self.viewed().entry(visitor.clone()).or_default().push(room.clone());
        ViewerGuard { state: state.clone(), visitor: visitor.clone(), room: room.clone() }
    }

    /// Returns the rooms that a visitor views, without duplicates.
    pub(crate) fn viewed_by(&self, visitor: &VisitorId) -> Vec<RoomId> {
        let mut rooms = self.viewed().get(visitor).cloned().unwrap_or_default();
        rooms.sort_unstable();
        rooms.dedup();
        rooms
    }
}

/// A visitor views a room until this is dropped.
pub(crate) struct ViewerGuard {
    state: AppState,
    visitor: VisitorId,
    room: RoomId,
}

impl Drop for ViewerGuard {
    fn drop(&mut self) {
        let mut viewed = self.state.rooms.viewed();
        if let Some(rooms) = viewed.get_mut(&self.visitor) {
            if let Some(index) = rooms.iter().position(|room| *room == self.room) {
                rooms.swap_remove(index);
            }
            if rooms.is_empty() {
                viewed.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::ServerConfig;
    use crate::testing::TestState;

    /// Returns a command and the receiver of its answer.
    fn close() -> (RoomCommand, oneshot::Receiver<Result<(), cafe_room::RoomError>>) {
        let (reply, answer) = oneshot::channel();
        (RoomCommand::Close { reason: None, reply }, answer)
    }

    #[tokio::test]
    async fn command_with_a_place_in_a_closing_queue_is_not_lost() {
        let server = TestState::new(ServerConfig::default());
        let (state, (room, _)) = (&server.state, server.open_room().await);
        let (sender, mut receiver) = mpsc::channel(1);
        state.rooms.rooms().insert(room.id.clone(), sender.clone());
        let place = sender.reserve().await.unwrap();
        let (command, answer) = close();
        let removed = state.rooms.remove_if_unused(state, &room.id, &mut receiver);
        let send = async move { place.send(command) };
        let (is_removed, _) = tokio::join!(removed, send);
        assert!(is_removed);
        assert_eq!(answer.await.expect("it is answered"), Ok(()));
    }

    #[tokio::test]
    async fn full_queue_of_a_room_does_not_hold_up_the_timers() {
        let server = TestState::new(ServerConfig::default());
        let (state, (room, _)) = (&server.state, server.open_room().await);
        let (sender, _receiver) = mpsc::channel(1);
        state.rooms.rooms().insert(room.id.clone(), sender);
        assert!(state.rooms.try_send(state, &room.id, RoomCommand::CheckTimers));
        assert!(!state.rooms.try_send(state, &room.id, RoomCommand::CheckTimers));
    }

    #[tokio::test]
    async fn room_is_loaded_again_after_a_panic_and_the_shutdown_is_not_delayed() {
        let server = TestState::new(ServerConfig::default());
        let (state, (room, _)) = (&server.state, server.open_room().await);
        let sender = state.rooms.send(state, &room.id, RoomCommand::Panic).await;
        sender.closed().await;
        let (command, answer) = close();
        state.rooms.send(state, &room.id, command).await;
        assert_eq!(answer.await.expect("it is answered"), Ok(()));
        assert_eq!((state.metrics.room_panics.get(), state.metrics.rooms_in_memory.get()), (1, 1));
        assert!(state.shut_down().await);
        assert_eq!(state.metrics.rooms_in_memory.get(), 0);
    }
}
