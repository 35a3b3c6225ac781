//! Viewers who connect and disconnect.

use cafe_room::messages::{PROTOCOL_VERSION, ServerMessage};
use cafe_room::{RoomError, RoomRequest, TokenHash, VisitorId};
use cafe_store::StoreError;

use super::commit::RETRY_PAUSE;
use super::{Connection, RoomActor};

/// Maximum number of viewers of a room. The host, players and visitors with a reserved seat are always admitted.
const MAX_CONNECTIONS: usize = 500;
/// Maximum number of connections of one visitor to a room.
const MAX_CONNECTIONS_PER_VISITOR: usize = 20;

impl RoomActor {
    /// Returns whether a viewer may connect. The device is checked here once more: a sign-out between the check of the request and
    /// now did not find this connection in the room.
    pub(super) async fn admit(&self, connection: &Connection) -> Result<(), RoomError> {
        self.check_admission(connection)?;
        let Some(device) = connection.device else { return Ok(()) };
        match self.state.is_signed_in(device).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(RoomError::SignedOut),
            Err(error) => {
                tracing::error!(%error, "cannot check a device");
                Err(RoomError::NotStored)
            }
        }
    }

    fn check_admission(&self, connection: &Connection) -> Result<(), RoomError> {
        let visitor = &connection.visitor.id;
        if !self.room.can_watch(visitor) {
            return Err(RoomError::SpectatorsOff);
        }
        if self.connections.len() >= MAX_CONNECTIONS && !self.room.has_place_for(visitor) {
            return Err(RoomError::TooMany);
        }
        Ok(())
    }

    /// Sends the first messages to a viewer who has seen the entries up to `last`.
    pub(super) fn send_welcome(&self, connection: &Connection, last: u64) {
        let visitor = &connection.visitor.id;
        tracing::debug!(%visitor, last, "viewer connected");
        connection.send(&ServerMessage::Welcome {
            protocol: PROTOCOL_VERSION,
            now: self.state.now(),
            visitor: visitor.to_string(),
        });
        self.send_state(connection, last);
    }

    /// Adds a viewer who was sent the first messages.
    pub(super) async fn join(&mut self, connection: Connection) {
        let (visitor, device) = (connection.visitor.clone(), connection.device_token());
        self.close_surplus_connection(&visitor.id);
        self.add_connection(connection);
        // A player who connects takes over from the bot, unless the player wanted it to play.
        if self.room.has_handed_over(&visitor.id) {
            return;
        }
        let _ = self.submit(&visitor, device, &RoomRequest::Resume {}, None).await;
    }

    /// Closes a visitor's oldest connection if there are too many. A phone that loses its network leaves one behind each time, and
    /// must not be locked out by them.
    fn close_surplus_connection(&mut self, visitor: &VisitorId) {
        let is_own = |connection: &Connection| connection.visitor.id == *visitor;
        if self.connections.iter().filter(|connection| is_own(connection)).count()
            >= MAX_CONNECTIONS_PER_VISITOR
            && let Some(oldest) = self.connections.iter().position(is_own)
        {
            self.connections.remove(oldest).close_as_surplus();
        }
    }

    /// Disconnects spectators when a game without spectators starts, before they are sent the deal.
    pub(super) fn remove_unauthorised_spectators(&mut self) {
        let connections = std::mem::take(&mut self.connections);
        let (kept, removed): (Vec<_>, Vec<_>) =
            connections.into_iter().partition(|connection| self.room.can_watch(&connection.visitor.id));
        self.connections = kept;
        if !removed.is_empty() {
            tracing::debug!(removed = removed.len(), "spectators disconnected at the start of the game");
            removed.into_iter().for_each(Connection::close_as_spectator);
            self.presence_changed();
        }
    }

    /// Removes connections that are closed or too slow.
    pub(super) fn remove_dead_connections(&mut self) {
        if self.connections.iter().any(Connection::is_dead) {
            let slow = self.connections.iter().filter(|connection| connection.must_reconnect()).count();
            self.state.metrics.slow_readers.inc_by(slow as u64);
            self.connections.retain(|connection| !connection.is_dead());
            self.presence_changed();
        }
    }

    /// Closes the connections of a visitor's devices that are not signed in any more.
    pub(super) fn disconnect(&mut self, visitor: &VisitorId, signed_in: &[TokenHash]) {
        let is_gone = |connection: &Connection| {
            let is_signed_in = connection.device_token().is_some_and(|token| signed_in.contains(&token));
            connection.visitor.id == *visitor && !is_signed_in
        };
        let connections = std::mem::take(&mut self.connections);
        let (removed, kept): (Vec<_>, Vec<_>) = connections.into_iter().partition(is_gone);
        self.connections = kept;
        removed.into_iter().for_each(Connection::close_for_reconnect);
        self.presence_changed();
    }

    /// Reloads the room after a visitor was erased from its entries.
    pub(super) async fn reload_without(&mut self, visitor: &VisitorId) {
        self.connections.retain(|connection| connection.visitor.id != *visitor);
        let (last, deadline) = (self.room.last_number(), self.room.deadline());
        // The erasure is acknowledged afterwards, so the room must not go on with what was erased.
        loop {
            match self.state.store.room(&self.room.id).await {
                Ok(room) => {
                    self.room = room.unwrap_or_else(|| self.room.clone());
                    self.room.correct_future_turn(self.state.now(), deadline);
                    break;
                }
                Err(error) => {
                    tracing::error!(%error, "cannot reload room");
                    if matches!(error, StoreError::Unreadable { .. }) {
                        break;
                    }
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        }
        for connection in &self.connections {
            // The log may have been continued elsewhere meanwhile.
            self.send_state(connection, last);
        }
        self.presence_changed();
    }
}

#[cfg(test)]
mod tests {
    use cafe_room::{Name, Visitor};
    use tokio::sync::mpsc;

    use super::*;
    use crate::sign_out::CheckedDevice;
    use crate::testing::TestState;
    use crate::{ServerConfig, new_token, new_visitor_id};

    #[tokio::test]
    async fn spectators_do_not_lock_out_the_host() {
        let server = TestState::new(ServerConfig::default());
        let (room, host) = server.open_room().await;
        let mut actor = RoomActor::new(server.state.clone(), room, mpsc::channel(1).0);
        let ben = Visitor { id: new_visitor_id(), name: Name::new("Ben").unwrap(), is_program: false };
        let connection = |visitor: &Visitor| Connection::new(visitor.clone()).0;
        actor.connections = (0..MAX_CONNECTIONS).map(|_| connection(&ben)).collect();
        assert_eq!(actor.check_admission(&connection(&ben)), Err(RoomError::TooMany));
        assert_eq!(actor.check_admission(&connection(&host)), Ok(()));
    }

    #[tokio::test]
    async fn device_that_was_signed_out_before_it_joins_is_refused() {
        let server = TestState::new(ServerConfig::default());
        let state = &server.state;
        let (room, host) = server.open_room().await;
        let (phone, other) = (new_token().hash(), new_token().hash());
        state.store.create_visitor(&host, phone, 0).await.unwrap();
        let ben = Visitor { id: new_visitor_id(), name: Name::new("Ben").unwrap(), is_program: false };
        state.store.create_visitor(&ben, other, 0).await.unwrap();
        // Both were checked before the sign-out.
        let epoch = state.sign_outs.current();
        let connection = |visitor: &Visitor, token| {
            let device = Some(CheckedDevice { token, epoch });
            Connection::limited(visitor.clone(), device, &state.outboxes, &[]).0
        };
        let mut actor = RoomActor::new(state.clone(), room, mpsc::channel(1).0);
        assert_eq!(actor.admit(&connection(&host, phone)).await, Ok(()));
        // No socket of the visitor is open yet, so the sign-out finds none.
        state.sign_out_device(&host.id, phone, phone).await.unwrap();
        assert_eq!(actor.admit(&connection(&host, phone)).await, Err(RoomError::SignedOut));
        assert_eq!(actor.admit(&connection(&ben, other)).await, Ok(()));
        // A request that waited in the room's queue is not stored.
        let last = actor.room.last_number();
        let closed = actor.submit(&host, Some(phone), &RoomRequest::Close {}, None).await;
        assert!(matches!(closed, Err(RoomError::SignedOut)));
        assert_eq!((actor.room.last_number(), actor.room.is_over()), (last, false));
        assert!(actor.submit(&host, None, &RoomRequest::Close {}, None).await.is_ok());
    }
}
