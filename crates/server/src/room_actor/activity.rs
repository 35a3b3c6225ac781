//! Activity in a room, as the store and the expiry of rooms know it.

use cafe_room::{Entry, Millis};

use super::RoomActor;

/// Resolution of the stored activity. Moves are frequent and must not each update it.
const ACTIVITY_RESOLUTION: Millis = 60 * 1000;

impl RoomActor {
    /// Returns true if the stored activity is older than its resolution.
    pub(super) fn is_activity_outdated(&self, at: Millis) -> bool {
        at - self.stored_active_at >= ACTIVITY_RESOLUTION
    }

    /// Stores that the room has viewers.
    pub(super) async fn store_activity(&mut self) {
        let at = self.state.now();
        if self.connections.is_empty() || !self.is_activity_outdated(at) {
            return;
        }
        match self.state.store.mark_active(&self.room.id, at).await {
            Ok(()) => self.stored_active_at = at,
            // It is tried again, and nothing depends on it meanwhile.
            Err(error) => tracing::debug!(%error, "activity not stored"),
        }
    }

    /// Closes a room that all players left before the game.
    pub(super) async fn close_if_abandoned(&mut self) {
        if self.room.is_abandoned() {
            let _ = self.append_unconditionally(Entry::Closed { reason: None }).await;
        }
    }

    /// Closes a waiting room that was not used since this time.
    pub(super) async fn expire(&mut self, unused_since: Millis) {
        let is_used = !self.connections.is_empty()
            || self.stored_active_at > unused_since
            || self.room.updated_at > unused_since;
        if self.room.is_waiting() && !is_used {
            let _ = self.append_unconditionally(Entry::Closed { reason: None }).await;
        }
        self.store_activity().await;
    }
}
