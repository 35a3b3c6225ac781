//! Messages to the viewers of a room.

use axum::extract::ws::Utf8Bytes;
use cafe_room::messages::{GameView, RoomUpdate, ServerMessage};
use cafe_room::{AppliedEntry, Entry, RoomError, Visitor};
use cafe_rules::Viewer;

use super::requests::ReplyTo;
use super::{Connection, ConnectionId, RoomActor};

/// Serialised updates and their receivers, in the order of the connections.
pub(super) type Updates = Vec<(ConnectionId, Utf8Bytes)>;

impl RoomActor {
    /// Serialises the update for every viewer. Spectators share one text.
    pub(super) fn prepare_updates(&self, applied: &[AppliedEntry], reply_to: Option<ReplyTo>) -> Updates {
        let mut for_spectators: Option<Utf8Bytes> = None;
        let update = |connection: &Connection| {
            let viewer = self.room.viewer(&connection.visitor.id);
            let id =
                reply_to.filter(|reply_to| reply_to.connection == connection.id).map(|reply_to| reply_to.id);
            let serialise = || {
                let update = RoomUpdate::of(&self.room, applied, viewer, id);
                Utf8Bytes::from(ServerMessage::Update(Box::new(update)).to_json())
            };
            let text = match (viewer, id) {
                (Viewer::Spectator, None) => for_spectators.get_or_insert_with(serialise).clone(),
                _ => serialise(),
            };
            (connection.id, text)
        };
        self.connections.iter().map(update).collect()
    }

    /// Sends the updates for the entries from `first` on.
    pub(super) fn broadcast(&mut self, first: u64, updates: Updates) {
        let new_entries = &self.room.entries()[first as usize - 1..];
        let started = new_entries.iter().any(|timed| matches!(timed.entry, Entry::Started { .. }));
        let seats_changed = new_entries
            .iter()
            .any(|timed| matches!(timed.entry, Entry::SeatTaken { .. } | Entry::SeatLeft { .. }));
        if started {
            self.remove_unauthorised_spectators();
        }
        let mut updates = updates.into_iter();
        for connection in &self.connections {
            // Both lists have the same order; a receiver that is skipped was removed.
            if let Some((_, text)) = updates.find(|(id, _)| *id == connection.id) {
                connection.send_text(text);
            }
        }
        // A spectator may have become a player, or the other way round.
        if seats_changed {
            self.presence_changed();
        }
    }

    /// Sends the state of the room to a viewer who has seen the entries up to `last`.
    pub(super) fn send_state(&self, to: &Connection, last: u64) {
        let viewer = self.room.viewer(&to.visitor.id);
        to.send(&ServerMessage::Update(Box::new(RoomUpdate::since(&self.room, last, viewer))));
    }

    /// Answers a request for a past view.
    pub(super) fn send_past_view(
        &self,
        visitor: &Visitor,
        actions: u32,
        reply_to: ReplyTo,
    ) -> Result<(), RoomError> {
        let view = GameView::past(&self.room, actions as usize, self.room.viewer(&visitor.id))?;
        if let Some(connection) = self.connection(reply_to.connection) {
            connection.send(&ServerMessage::PastView { id: reply_to.id, view: Box::new(view) });
        }
        Ok(())
    }

    pub(super) fn send_all(&self, message: &ServerMessage) {
        let text = Utf8Bytes::from(message.to_json());
        self.connections.iter().for_each(|connection| connection.send_text(text.clone()));
    }

    /// Answers a request that is refused. A stale one is followed by the current state.
    pub(super) fn refuse(&self, reply_to: ReplyTo, error: &RoomError) {
        self.state.metrics.count_refusal("socket", error.code());
        let Some(connection) = self.connection(reply_to.connection) else { return };
        tracing::debug!(visitor = %connection.visitor.id, code = error.code(), "request refused");
        connection.adjust_cost(1);
        connection.send(&ServerMessage::refused(reply_to.id, error));
        if *error == RoomError::Stale {
            self.send_state(connection, self.room.last_number());
        }
    }
}
