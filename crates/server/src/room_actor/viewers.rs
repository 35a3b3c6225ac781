//! Viewers who connect and disconnect.

use cafe_room::messages::{PROTOCOL_VERSION, ServerMessage};
use cafe_room::{RoomError, RoomRequest, VisitorId};
use cafe_store::StoreError;

use super::commit::RETRY_PAUSE;
use super::{Connection, RoomActor};

/// Maximum number of viewers of a room. The host, players and visitors with a reserved seat are always admitted.
const MAX_CONNECTIONS: usize = 500;
/// Maximum number of connections of one visitor to a room.
const MAX_CONNECTIONS_PER_VISITOR: usize = 20;

impl RoomActor {
    pub(super) fn check_admission(&self, connection: &Connection) -> Result<(), RoomError> {
        let visitor = &connection.visitor.id;
        if !self.room.can_watch(visitor) {
            return Err(RoomError::SpectatorsOff);
        }
        if self.connections.len() >= MAX_CONNECTIONS && !self.room.has_place_for(visitor) {
            return Err(RoomError::TooMany);
        }
        Ok(())
    }

    pub(super) async fn join(&mut self, connection: Connection, last: u64) {
        let visitor = connection.visitor.clone();
        tracing::debug!(visitor = %visitor.id, last, "viewer connected");
        connection.send(&ServerMessage::Welcome {
            protocol: PROTOCOL_VERSION,
            now: self.state.now(),
            visitor: visitor.id.to_string(),
        });
        self.send_state(&connection, last);
        self.close_surplus_connection(&visitor.id);
        self.add_connection(connection);
        // A player who connects takes over from the bot.
        let _ = self.submit(&visitor, &RoomRequest::Resume {}, None).await;
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

    /// Closes all connections of a visitor. Devices that are still signed in reconnect.
    pub(super) fn disconnect(&mut self, visitor: &VisitorId) {
        let connections = std::mem::take(&mut self.connections);
        let (removed, kept): (Vec<_>, Vec<_>) =
            connections.into_iter().partition(|connection| connection.visitor.id == *visitor);
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
    use crate::testing::TestState;
    use crate::{ServerConfig, new_visitor_id};

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
}
