//! The writer thread.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::migrations::SCHEMA_VERSION;
use super::open::BUSY_TIMEOUT;
use super::rooms::LogEnds;
use super::{SqliteError, erase, rooms, visitors};
use crate::change::Change;
use crate::health::WriteHealth;
use crate::{Cause, StoreError};

/// Maximum number of changes in one transaction.
const MAX_BATCH: usize = 1024;
/// Capacity of the connection's cache of prepared statements; larger than the number of statements.
const STATEMENT_CACHE: usize = 32;

/// A job for the writer thread.
pub(super) enum Job {
    Write(Write),
    /// The last job: the log is moved into the file, and the thread ends.
    Close(oneshot::Sender<()>),
}

/// A change and the channel for its result.
pub(super) struct Write {
    pub(super) change: Change,
    pub(super) done: oneshot::Sender<Result<(), StoreError>>,
}

pub(super) struct Writer {
    connection: Connection,
    health: Arc<WriteHealth>,
    log_ends: LogEnds,
}

impl Writer {
    pub(super) fn new(connection: Connection, health: Arc<WriteHealth>) -> Writer {
        connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
        Writer { connection, health, log_ends: LogEnds::default() }
    }

    /// Runs until the store is closed or dropped. Each round commits all changes that wait.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(MAX_BATCH);
        let mut batch = Vec::with_capacity(MAX_BATCH);
        while queue.blocking_recv_many(&mut jobs, MAX_BATCH) > 0 {
            let mut closed = None;
            for job in jobs.drain(..) {
                match job {
                    Job::Write(write) if closed.is_none() => batch.push(write),
                    Job::Close(done) if closed.is_none() => closed = Some(done),
                    late => reject(late),
                }
            }
            if !batch.is_empty() {
                self.write(&mut batch);
            }
            if let Some(done) = closed {
                queue.close();
                while let Some(late) = queue.blocking_recv() {
                    reject(late);
                }
                self.checkpoint(BUSY_TIMEOUT);
                drop(self);
                let _ = done.send(());
                return;
            }
        }
    }

    pub(super) fn write(&mut self, batch: &mut Vec<Write>) {
        let outcome = self.commit(batch).inspect_err(|_| self.log_ends.clear());
        self.health.record(outcome.as_ref().err());
        let erases = |write: &Write| matches!(write.change, Change::EraseVisitor { .. });
        if outcome.is_ok() && batch.iter().any(erases) {
            // The log still has the old pages. The thread does not wait for readers: a later checkpoint removes them too.
            self.checkpoint(Duration::ZERO);
        }
        let results = match outcome {
            Ok(results) => results,
            Err(error) => batch.iter().map(|_| Err(error.clone())).collect(),
        };
        for (write, result) in batch.drain(..).zip(results) {
            // The change is stored even if the caller does not wait any more.
            let _ = write.done.send(result);
        }
    }

    /// Moves the log into the file and truncates it, if no reader needs it within the timeout.
    pub(super) fn checkpoint(&self, timeout: Duration) {
        let checkpoint = || {
            self.connection.busy_timeout(timeout)?;
            let busy: bool =
                self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
            self.connection.busy_timeout(BUSY_TIMEOUT)?;
            Ok::<bool, rusqlite::Error>(busy)
        };
        match checkpoint() {
            Ok(false) => {}
            Ok(true) => tracing::debug!("checkpoint incomplete: the log has readers"),
            Err(error) => tracing::warn!(%error, "checkpoint failed"),
        }
    }

    /// Commits a batch in one transaction and returns the result of each change. An error of a single change fails that
    /// change; an error of the database fails the batch.
    fn commit(&mut self, batch: &[Write]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let begin = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let mut transaction = begin.map_err(SqliteError::from)?;
        let mut results = Vec::with_capacity(batch.len());
        for Write { change, .. } in batch {
            let result = if is_single_statement(change) {
                apply(&transaction, change, &mut self.log_ends).map_err(StoreError::from)
            } else {
                let mut savepoint = transaction.savepoint().map_err(SqliteError::from)?;
                let result = apply(&savepoint, change, &mut self.log_ends).map_err(StoreError::from);
                match &result {
                    Ok(()) => savepoint.commit().map_err(SqliteError::from)?,
                    Err(error) if error.is_database_failure() => {}
                    Err(_) => savepoint.rollback().map_err(SqliteError::from)?,
                }
                result
            };
            match result {
                Err(error) if error.is_database_failure() => return Err(error),
                result => results.push(result),
            }
        }
        transaction.commit().map_err(SqliteError::of_commit)?;
        Ok(results)
    }
}

/// Answers a job that came after the store was closed.
fn reject(job: Job) {
    match job {
        Job::Write(write) => {
            let _ = write.done.send(Err(StoreError::Unavailable(Cause::Closed)));
        }
        Job::Close(done) => {
            let _ = done.send(());
        }
    }
}

/// Returns true if a single statement writes the change. SQLite makes a statement atomic by itself, so the change needs no
/// savepoint. This is the case for a move, by far the most frequent change.
fn is_single_statement(change: &Change) -> bool {
    match change {
        Change::Append(append) => append.entries.len() == 1 && append.summary.is_none(),
        Change::MarkActive { .. }
        | Change::RenewSession { .. }
        | Change::SetTimer { .. }
        | Change::QuarantineRoom { .. } => true,
        _ => false,
    }
}

fn apply(connection: &Connection, change: &Change, log_ends: &mut LogEnds) -> Result<(), SqliteError> {
    match change {
        Change::CreateRoom(create) => rooms::create(connection, create),
        Change::Append(append) => rooms::append(connection, append, log_ends),
        Change::AppendAndCreateRoom(append, create) => {
            // Last, because it remembers the end of the log.
            rooms::create(connection, create)?;
            rooms::append(connection, append, log_ends)
        }
        Change::MarkActive { room, at } => rooms::mark_active(connection, room, *at),
        Change::SetTimer { room, timer_at } => rooms::set_timer(connection, room, *timer_at),
        Change::QuarantineRoom { room, end } => rooms::quarantine(connection, room, *end),
        Change::CreateVisitor { visitor, token, at } => visitors::create(connection, visitor, token, *at),
        Change::RenameVisitor { visitor, name } => visitors::rename(connection, visitor, name),
        Change::RenewSession { token, at } => visitors::renew_session(connection, token, *at),
        Change::CreateLink(link) => visitors::create_link(connection, link),
        Change::ClaimLink { link, token, at } => visitors::claim_link(connection, link, token, *at),
        Change::SignOutOthers { visitor, keep } => visitors::sign_out_others(connection, visitor, keep),
        Change::EraseVisitor { visitor } => erase::erase_visitor(connection, visitor),
        Change::TestWrite => Ok(connection.pragma_update(None, "user_version", SCHEMA_VERSION)?),
    }
}
