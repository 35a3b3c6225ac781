//! Whether anybody is at a table, as far as others must know: the store, and whoever clears tables away.

use super::Table;
use crate::VisitorId;
use crate::room::{Entry, Millis};
use crate::store::Change;

/// How exactly the store knows when somebody was at a table: moves are many, and must not wait for it.
const NOTED_EVERY: Millis = 60 * 1000;

impl Table {
    /// Whether it is time to note that somebody is here.
    pub(super) fn may_note(&self, at: Millis) -> bool {
        at - self.seen >= NOTED_EVERY
    }

    /// Notes that somebody is here, if anybody is.
    pub(super) async fn note_presence(&mut self) {
        let at = self.house.now();
        if self.connections.is_empty() || !self.may_note(at) {
            return;
        }
        match self.house.store.write(Change::Seen { table: self.room.id.clone(), at }).await {
            Ok(()) => self.seen = at,
            // It is tried again, and nobody is worse off meanwhile.
            Err(fault) => tracing::debug!(%fault, "that somebody is here was not noted"),
        }
    }

    /// Closes a table that all have left before the game.
    pub(super) async fn close_if_deserted(&mut self) {
        if self.room.is_deserted() {
            let _ = self.happen(vec![Entry::Closed { why: None }], None).await;
        }
    }

    /// Closes a table that still waits, if nobody has been here since then.
    pub(super) async fn expire(&mut self, then: Millis) {
        let somebody = !self.connections.is_empty() || self.seen > then || self.room.touched > then;
        if self.room.waits() && !somebody {
            let _ = self.happen(vec![Entry::Closed { why: None }], None).await;
        }
        self.note_presence().await;
    }

    /// Has everybody come back who is here as this visitor, on whatever device: those that are not known any more cannot.
    pub(super) fn have_come_back(&mut self, visitor: &VisitorId) {
        let (theirs, others) =
            std::mem::take(&mut self.connections).into_iter().partition(|one| one.who.visitor == *visitor);
        self.connections = others;
        let theirs: Vec<super::Connection> = theirs;
        theirs.into_iter().for_each(super::Connection::comes_back);
        self.tell_presence();
    }
}
