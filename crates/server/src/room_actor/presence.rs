//! Presence: which players are connected, and how many spectators. It is sent at most four times a second, however often it
//! changes.

use std::time::Duration;

use cafe_room::messages::ServerMessage;
use tokio::time::Instant;

use super::{Connection, RoomActor};

/// Shortest time between two messages.
const INTERVAL: Duration = Duration::from_millis(250);

/// The presence that was sent to the viewers.
#[derive(Default)]
pub(super) struct Presence {
    /// The last message and when it was sent.
    sent: Option<(ServerMessage, Instant)>,
    /// Whether it may have changed since then.
    is_dirty: bool,
}

impl Presence {
    /// Returns when the next message is due, if one may be.
    pub(super) fn due_at(&self) -> Option<Instant> {
        self.is_dirty
            .then(|| self.sent.as_ref().map_or_else(Instant::now, |(_, sent_at)| *sent_at + INTERVAL))
    }
}

impl RoomActor {
    /// Adds a viewer. The new viewer is sent the presence at once, the others when it is due.
    pub(super) fn add_connection(&mut self, connection: Connection) {
        self.connections.push(connection);
        self.presence.is_dirty = true;
        if !self.send_due_presence()
            && let Some(new) = self.connections.last()
        {
            new.send(&self.current_presence());
        }
    }

    /// Marks the presence as changed: a viewer left or changed seats. It is sent when it is due.
    pub(super) fn presence_changed(&mut self) {
        self.presence.is_dirty = true;
        self.send_due_presence();
    }

    /// Sends the presence to all viewers if it has changed and is due. Returns whether it was sent.
    pub(super) fn send_due_presence(&mut self) -> bool {
        let due_at = self.presence.due_at();
        let now = Instant::now();
        if due_at.is_none_or(|due_at| due_at > now) {
            return false;
        }
        self.presence.is_dirty = false;
        let current = self.current_presence();
        if self.presence.sent.as_ref().is_some_and(|(sent, _)| *sent == current) {
            return false;
        }
        self.send_all(&current);
        self.presence.sent = Some((current, now));
        true
    }

    fn current_presence(&self) -> ServerMessage {
        let mut online = vec![false; self.room.occupants.len()];
        let mut spectators = 0;
        for connection in &self.connections {
            match self.room.player_of(&connection.visitor.id) {
                Some(player) => online[usize::from(player)] = true,
                None => spectators += 1,
            }
        }
        ServerMessage::Presence { online, spectators }
    }
}

#[cfg(test)]
mod tests {
    use cafe_room::{Name, Visitor};
    use cafe_store::SimulatedDisk;
    use tokio::sync::mpsc;

    use super::*;
    use crate::testing::TestState;
    use crate::{ServerConfig, new_visitor_id};

    #[tokio::test(start_paused = true)]
    async fn many_changes_are_one_message() {
        let disk = SimulatedDisk::new().unwrap();
        let server = TestState::simulated(&disk, ServerConfig::default());
        let (room, host) = server.open_room().await;
        let mut actor = RoomActor::new(server.state.clone(), room, mpsc::channel(1).0);
        let (connection, mut inbox, _state) = Connection::new(host);
        actor.join(connection).await;
        while inbox.try_recv().is_ok() {}
        let mut others = Vec::new();
        for _ in 0..20 {
            let visitor =
                Visitor { id: new_visitor_id(), name: Name::new("Ben").unwrap(), is_program: false };
            let (connection, inbox, state) = Connection::new(visitor);
            actor.join(connection).await;
            others.push((inbox, state));
        }
        actor.send_due_presence();
        assert!(inbox.try_recv().is_err(), "within the interval nothing is sent");
        assert_eq!(actor.presence.due_at(), Some(Instant::now() + INTERVAL));
        assert_eq!(actor.wake_at(), Instant::now() + INTERVAL);
        tokio::time::advance(INTERVAL).await;
        actor.send_due_presence();
        let message = inbox.try_recv().unwrap();
        assert!(message.contains(r#""spectators":21"#), "{message}");
        assert!(inbox.try_recv().is_err() && actor.presence.due_at().is_none());
        let (first_inbox, _) = &mut others[0];
        let mut told = Vec::new();
        while let Ok(message) = first_inbox.try_recv() {
            told.extend(message.contains(r#""type":"presence""#).then_some(message));
        }
        assert_eq!(told.len(), 2, "at the beginning and after the interval");
    }
}
