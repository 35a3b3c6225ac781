//! The commit: new entries are stored, then broadcast.

use std::time::Duration;

use cafe_room::messages::RoomView;
use cafe_room::{
    AppliedEntry, Entry, InvalidEntry, Millis, Room, RoomBefore, RoomError, TimedEntry, TokenHash,
};
use cafe_store::{Append, PendingWrite, RoomSummary, StoreError};
use tokio::time::Instant;

use super::RoomActor;
use super::open_room::report_opened;
use super::requests::ReplyTo;
use crate::state::AppState;

/// Pause of bots and clocks after a failed write.
pub(super) const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// How far the last entry may be in the future, in milliseconds.
const MAX_CLOCK_DIFFERENCE: Millis = 1_000;

/// Why a commit failed. The room is as it was before, or as the store has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommitError {
    /// Another writer was faster. The room has caught up; the request may be decided again.
    Conflict,
    /// The host of the new room has too many open rooms.
    TooMany,
    /// The device that asked for it was signed out.
    SignedOut,
    /// The store did not accept the entries.
    NotStored,
}

impl RoomActor {
    /// Stores entries and then broadcasts them. All or none of them are stored, and viewers see nothing before it is on disk.
    pub(super) async fn commit(
        &mut self,
        entries: Vec<Entry>,
        reply_to: Option<ReplyTo>,
    ) -> Result<(), CommitError> {
        self.commit_with(entries, None, reply_to, None).await
    }

    /// Like [`commit`](RoomActor::commit), but also stores a new room that the entries name, and on behalf of a device.
    pub(super) async fn commit_with(
        &mut self,
        entries: Vec<Entry>,
        next_room: Option<&Room>,
        reply_to: Option<ReplyTo>,
        device: Option<TokenHash>,
    ) -> Result<(), CommitError> {
        if entries.is_empty() {
            return Ok(());
        }
        let before = self.room.before(&entries);
        let first = before.last_number() + 1;
        let summary_before = RoomSummary::without_view(&self.room);
        let applied = match self.apply(entries) {
            Ok(applied) => applied,
            Err(error) => {
                tracing::error!(%error, "decided entries are invalid");
                self.room.roll_back(before);
                return Err(CommitError::NotStored);
            }
        };
        let summary = self.summarise(first, &summary_before);
        let write = self.begin_write(first, &summary_before, &summary, next_room, device).await;
        // Serialised while the disk is busy.
        let updates = self.prepare_updates(&applied, reply_to);
        self.finish_write(before, write).await?;
        self.state.metrics.entries.inc_by(applied.len() as u64);
        tracing::debug!(number = self.room.last_number(), "entries stored");
        if summary.state != summary_before.state {
            tracing::info!(state = ?summary.state, "room state changed");
        }
        if let Some(next) = next_room {
            report_opened(&self.state, next);
        }
        self.broadcast(first, updates);
        Ok(())
    }

    /// Stores an entry that needs no decision.
    pub(super) async fn append_unconditionally(&mut self, entry: Entry) -> Result<(), RoomError> {
        self.commit(vec![entry], None).await.map_err(|_| RoomError::NotStored)
    }

    /// Applies entries to the state in memory. Until they are stored this can be rolled back, because nobody has seen it.
    fn apply(&mut self, entries: Vec<Entry>) -> Result<Vec<AppliedEntry>, InvalidEntry> {
        // Time does not go backwards within a log, unless it was far ahead by mistake.
        let now = self.state.now();
        let at = if self.room.updated_at - now > MAX_CLOCK_DIFFERENCE {
            now
        } else {
            now.max(self.room.updated_at)
        };
        entries.into_iter().map(|entry| self.room.apply(TimedEntry { at, entry })).collect()
    }

    /// Summarises the room after the entries from `first` on, with its view if they changed it.
    fn summarise(&self, first: u64, before: &RoomSummary) -> RoomSummary {
        let summary = RoomSummary::without_view(&self.room);
        let new_entries = &self.room.entries()[first as usize - 1..];
        let changes_view = summary.state != before.state
            || new_entries.iter().any(|timed| RoomView::is_changed_by(&timed.entry));
        if changes_view { RoomSummary::of(&self.room) } else { summary }
    }

    async fn begin_write(
        &mut self,
        first: u64,
        before: &RoomSummary,
        summary: &RoomSummary,
        next_room: Option<&Room>,
        device: Option<TokenHash>,
    ) -> Result<PendingWrite, StoreError> {
        let at = self.room.updated_at;
        // The summary also tells the store that the room is in use, so a plain move stores it now and then.
        let is_needed =
            summary.view.is_some() || summary.has_news_since(before) || self.is_activity_outdated(at);
        if is_needed {
            self.stored_active_at = at;
        }
        let entries = self.room.entries()[first as usize - 1..].to_vec();
        let summary = is_needed.then(|| summary.clone());
        let append = Append { room: self.room.id.clone(), first, entries, summary };
        let (store, max_open) =
            (self.state.store.on_behalf_of(device), self.state.config.max_open_rooms_per_visitor);
        match next_room {
            Some(next) => store.begin_append_and_create_room(append, next, max_open).await,
            None => store.begin_append(append).await,
        }
    }

    /// Waits until the entries are on disk, or rolls them back.
    async fn finish_write(
        &mut self,
        before: RoomBefore,
        write: Result<PendingWrite, StoreError>,
    ) -> Result<(), CommitError> {
        let result = match write {
            Ok(write) => write.done().await,
            Err(error) => Err(error),
        };
        let Err(error) = result else {
            self.retry_at = None;
            return Ok(());
        };
        if matches!(error, StoreError::Unknown(_)) && self.was_stored(before.last_number() + 1).await {
            self.retry_at = None;
            return Ok(());
        }
        self.room.roll_back(before);
        if error == StoreError::TooMany {
            return Err(CommitError::TooMany);
        }
        if error == StoreError::SignedOut {
            return Err(CommitError::SignedOut);
        }
        if error == StoreError::Conflict {
            self.state.metrics.store_conflicts.inc();
            if self.catch_up().await {
                return Err(CommitError::Conflict);
            }
        }
        self.retry_at = Some(Instant::now() + RETRY_PAUSE);
        report_failed_write(&self.state, &error);
        Err(CommitError::NotStored)
    }

    /// Reads back whether the entries from `first` on were stored after a write of unknown outcome. Until the store can tell, nobody
    /// is answered: no answer is right, and a wrong one is not.
    async fn was_stored(&self, first: u64) -> bool {
        loop {
            match self.state.store.entries_since(&self.room.id, first - 1).await {
                // Another writer may have continued the log since.
                Ok(stored) => return stored.starts_with(&self.room.entries()[first as usize - 1..]),
                Err(StoreError::Unreadable { .. }) => return false,
                Err(error) => {
                    tracing::debug!(%error, "cannot read entries back");
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        }
    }

    /// Applies entries that another writer stored, and sends them to the viewers. Returns whether there were any.
    async fn catch_up(&mut self) -> bool {
        let last = self.room.last_number();
        let missed = match self.state.store.entries_since(&self.room.id, last).await {
            Ok(missed) => missed,
            Err(error) => {
                tracing::error!(%error, "cannot read missed entries");
                return false;
            }
        };
        let before = self.room.before(missed.iter().map(|timed| &timed.entry));
        let applied: Result<Vec<AppliedEntry>, InvalidEntry> =
            missed.into_iter().map(|timed| self.room.apply(timed)).collect();
        let applied = match applied {
            Ok(applied) => applied,
            Err(error) => {
                tracing::error!(%error, "stored entries are invalid");
                self.room.roll_back(before);
                return false;
            }
        };
        let updates = self.prepare_updates(&applied, None);
        self.broadcast(last + 1, updates);
        !applied.is_empty()
    }
}

/// Counts and logs a failed write.
pub(super) fn report_failed_write(state: &AppState, error: &StoreError) {
    state.metrics.store_errors.inc();
    if error.is_database_failure() {
        // The store logs this once; it may happen very often before an administrator reacts.
        tracing::debug!(%error, "entries not stored");
    } else {
        tracing::error!(%error, "entries not stored");
    }
}

#[cfg(test)]
mod tests {
    use cafe_room::Visitor;
    use tokio::sync::mpsc;

    use super::*;
    use crate::ServerConfig;
    use crate::testing::TestState;

    /// Returns a room with one entry that is applied and not stored, and the room before it.
    async fn actor_with_new_entry(server: &TestState) -> (RoomActor, RoomBefore) {
        let (room, host) = server.open_room().await;
        let mut actor = RoomActor::new(server.state.clone(), room, mpsc::channel(1).0);
        let before = actor.room.before([]);
        let Visitor { id, name, is_program } = host;
        actor
            .apply(vec![Entry::SeatTaken { player: 0, visitor: id, name, is_program, share: None }])
            .unwrap();
        (actor, before)
    }

    fn unknown() -> Result<PendingWrite, StoreError> {
        Err(StoreError::Unknown("the disk did not answer".to_owned()))
    }

    #[tokio::test]
    async fn write_of_unknown_outcome_that_was_stored_counts() {
        let server = TestState::new(ServerConfig::default());
        let (mut actor, before) = actor_with_new_entry(&server).await;
        let first = before.last_number() + 1;
        let entries = actor.room.entries()[first as usize - 1..].to_vec();
        let append = Append { room: actor.room.id.clone(), first, entries, summary: None };
        server.state.store.append(append).await.unwrap();
        assert_eq!(actor.finish_write(before, unknown()).await, Ok(()));
        assert_eq!(actor.room.last_number(), first);
        assert_eq!(server.state.metrics.store_errors.get(), 0);
    }

    #[tokio::test]
    async fn write_of_unknown_outcome_that_was_not_stored_is_rolled_back() {
        let server = TestState::new(ServerConfig::default());
        let (mut actor, before) = actor_with_new_entry(&server).await;
        let last = before.last_number();
        assert_eq!(actor.finish_write(before, unknown()).await, Err(CommitError::NotStored));
        assert_eq!(actor.room.last_number(), last);
        assert!(actor.retry_at.is_some(), "bots and clocks pause");
        assert_eq!(server.state.metrics.store_errors.get(), 1);
    }
}
