//! The writer thread.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::error::is_failed_sync;
use super::log;
use super::migrations::SCHEMA_VERSION;
use super::open::BUSY_TIMEOUT;
use super::recovery::{Recovery, keep_log_on_close};
use super::write_cache::WriteCache;
use super::{SqliteError, erase, rooms, visitors};
use crate::change::Change;
use crate::health::WriteHealth;
use crate::{Cause, StoreError};

/// Maximum number of changes in one transaction.
const MAX_BATCH: usize = 1024;
/// Size of the log, in pages, from which on it is copied into the file.
const CHECKPOINT_PAGES: u64 = 4000;
/// Pause between two attempts to open the database again after a failed sync.
const RECOVERY_PAUSE: Duration = Duration::from_secs(1);
/// Capacity of the connection's cache of prepared statements; larger than the number of statements.
const STATEMENT_CACHE: usize = 48;

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
    cache: WriteCache,
    recovery: Option<Recovery>,
    /// Changes whose sync failed. They are answered once it is known what is stored.
    undecided: Vec<(Write, StoreError)>,
    /// The error of a failed sync, while it is not known what is stored.
    failed_sync: Option<StoreError>,
}

impl Writer {
    pub(super) fn new(connection: Connection, health: Arc<WriteHealth>) -> Writer {
        connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
        Writer {
            connection,
            health,
            cache: WriteCache::default(),
            recovery: None,
            undecided: Vec::new(),
            failed_sync: None,
        }
    }

    /// Lets the writer open the database again after a failed sync.
    pub(super) fn with_recovery(self, recovery: Recovery) -> Writer {
        Writer { recovery: Some(recovery), ..self }
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
            if closed.is_none() && self.failed_sync.is_some() {
                closed = self.recover(&mut queue);
            }
            if let Some(done) = closed {
                queue.close();
                while let Some(late) = queue.blocking_recv() {
                    reject(late);
                }
                self.close();
                let _ = done.send(());
                return;
            }
        }
    }

    pub(super) fn write(&mut self, batch: &mut Vec<Write>) {
        let outcome = self.commit(batch).inspect_err(|_| self.cache.clear());
        if let (Err(error @ StoreError::Unknown(reason)), true) = (&outcome, self.recovery.is_some()) {
            let failed_sync = StoreError::from(Cause::NotSynced(reason.clone()));
            self.health.record(Some(&failed_sync));
            self.undecided.extend(batch.drain(..).map(|write| (write, error.clone())));
            self.failed_sync = Some(failed_sync);
            return;
        }
        self.health.record(outcome.as_ref().err());
        if outcome.is_ok() && batch.iter().any(|write| erases(&write.change)) {
            // The log still has the old pages. The thread does not wait for readers: a later checkpoint removes them too.
            self.empty_log(Duration::ZERO);
        }
        let results = match outcome {
            Ok(results) => results,
            Err(error) => batch.iter().map(|_| Err(error.clone())).collect(),
        };
        for (write, result) in batch.drain(..).zip(results) {
            // The change is stored even if the caller does not wait any more.
            let _ = write.done.send(result);
        }
        self.shorten_log();
    }

    /// Waits until the database could be opened again after a failed sync, and refuses all changes meanwhile. Returns the last job
    /// if the store is closed first.
    fn recover(&mut self, queue: &mut mpsc::Receiver<Job>) -> Option<oneshot::Sender<()>> {
        self.health.count_failed_sync();
        while let Err(error) = self.try_recover() {
            // Real time: this thread sleeps, which paused time does not shorten.
            let started = Instant::now();
            self.health.record(Some(&error));
            while started.elapsed() < RECOVERY_PAUSE {
                match queue.try_recv() {
                    Ok(Job::Write(write)) => {
                        let _ = write.done.send(Err(error.clone()));
                    }
                    Ok(Job::Close(done)) => return Some(done),
                    Err(mpsc::error::TryRecvError::Empty) => std::thread::sleep(RECOVERY_PAUSE / 50),
                    Err(mpsc::error::TryRecvError::Disconnected) => return Some(oneshot::channel().0),
                }
            }
        }
        None
    }

    fn try_recover(&mut self) -> Result<(), StoreError> {
        let Some(recovery) = &mut self.recovery else { return Ok(()) };
        if self.failed_sync.is_none() {
            return Ok(());
        }
        recovery.run(&mut self.connection)?;
        self.connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
        self.cache.clear();
        self.failed_sync = None;
        self.health.record(None);
        tracing::warn!(undecided = self.undecided.len(), "database opened again after a failed sync");
        for (write, error) in self.undecided.drain(..) {
            let _ = write.done.send(Err(error));
        }
        Ok(())
    }

    /// Moves the log into the file and ends. After a failed sync the log is left for the next start if it still cannot be synced,
    /// and nobody is told what is stored.
    fn close(mut self) {
        if self.try_recover().is_ok() {
            self.empty_log(BUSY_TIMEOUT);
        }
        if let (Some(error), Some(recovery)) = (&self.failed_sync, &self.recovery) {
            tracing::error!(%error, "store closed after a failed sync");
            recovery.readers.close();
            keep_log_on_close(&self.connection);
        }
    }

    /// Moves the log into the file and truncates it, if no reader needs it within the timeout.
    fn empty_log(&mut self, timeout: Duration) {
        let emptied = self.connection.busy_timeout(timeout).and_then(|()| {
            let result = checkpoint(&self.connection, CheckpointMode::Truncate);
            self.connection.busy_timeout(BUSY_TIMEOUT)?;
            result
        });
        self.report_checkpoint(&emptied);
    }

    /// Moves the log of an earlier process into the file.
    ///
    /// # Errors
    /// If another program reads it for long, or the disk fails.
    pub(super) fn empty_log_at_start(&mut self) -> Result<(), Cause> {
        match checkpoint(&self.connection, CheckpointMode::Truncate) {
            Ok(Checkpoint { busy: false, .. }) => Ok(()),
            Ok(_) => {
                let reason = "another program reads the database; end it, for example `cafe admin backup`";
                Err(Cause::Other(reason.to_owned()))
            }
            Err(error) if is_failed_sync(&error) => Err(Cause::NotSynced(error.to_string())),
            Err(error) => {
                tracing::warn!(%error, "checkpoint failed");
                Ok(())
            }
        }
    }

    /// Moves the log into the file if it is long. The next commit then writes it from its beginning.
    fn shorten_log(&mut self) {
        let size = checkpoint(&self.connection, CheckpointMode::Noop);
        if size.is_ok_and(|log| log.frames >= CHECKPOINT_PAGES) {
            let result = checkpoint(&self.connection, CheckpointMode::Passive);
            self.report_checkpoint(&result);
        }
    }

    fn report_checkpoint(&mut self, result: &rusqlite::Result<Checkpoint>) {
        match result {
            Ok(Checkpoint { busy: false, .. }) => {}
            Ok(_) => tracing::debug!("checkpoint incomplete: the log has readers"),
            Err(error) => {
                tracing::warn!(%error, "checkpoint failed");
                if is_failed_sync(error) && self.recovery.is_some() {
                    self.failed_sync = Some(Cause::NotSynced(error.to_string()).into());
                }
            }
        }
    }

    /// Commits a batch in one transaction and returns the result of each change. An error of a single change fails that
    /// change; an error of the database fails the batch.
    fn commit(&mut self, batch: &[Write]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let begin = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let mut transaction = begin.map_err(SqliteError::from)?;
        let mut results = Vec::with_capacity(batch.len());
        for Write { change, .. } in batch {
            let result = if fails_only_before_writing(change) {
                match apply(&transaction, change, &mut self.cache).map_err(StoreError::from) {
                    Err(error) if !matches!(error, StoreError::Conflict | StoreError::SignedOut) => {
                        return Err(error);
                    }
                    result => result,
                }
            } else {
                let mut savepoint = transaction.savepoint().map_err(SqliteError::from)?;
                let result = apply(&savepoint, change, &mut self.cache).map_err(StoreError::from);
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

/// What a checkpoint does with the log.
#[derive(Clone, Copy)]
pub(super) enum CheckpointMode {
    /// Nothing: it is only measured.
    Noop,
    /// Copies what no reader needs.
    Passive,
    /// Copies everything and empties the log, unless a reader needs it until the busy timeout.
    Truncate,
}

/// The log after a checkpoint.
pub(super) struct Checkpoint {
    /// True if a reader prevented it.
    pub(super) busy: bool,
    /// Number of frames in the log.
    pub(super) frames: u64,
    /// Number of frames that were copied into the file.
    pub(super) copied: u64,
}

pub(super) fn checkpoint(connection: &Connection, mode: CheckpointMode) -> rusqlite::Result<Checkpoint> {
    let query = match mode {
        CheckpointMode::Noop => "PRAGMA wal_checkpoint(NOOP)",
        CheckpointMode::Passive => "PRAGMA wal_checkpoint(PASSIVE)",
        CheckpointMode::Truncate => "PRAGMA wal_checkpoint(TRUNCATE)",
    };
    connection.prepare_cached(query)?.query_row([], |row| {
        // SQLite returns -1 for a database without a log.
        let count = |column| row.get::<_, i64>(column).map(|count| count.max(0) as u64);
        Ok(Checkpoint { busy: row.get(0)?, frames: count(1)?, copied: count(2)? })
    })
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

fn erases(change: &Change) -> bool {
    match change {
        Change::ByDevice(_, change) => erases(change),
        change => matches!(change, Change::EraseVisitor { .. }),
    }
}

/// Returns true if the change is refused before it writes anything, if at all: it needs no savepoint.
fn fails_only_before_writing(change: &Change) -> bool {
    match change {
        // The check of the device only reads.
        Change::ByDevice(_, change) => fails_only_before_writing(change),
        Change::Append(_) => true,
        Change::MarkActive { .. } | Change::MarkDeviceUsed { .. } | Change::SetTimer { .. } => true,
        _ => false,
    }
}

fn removes_devices(change: &Change) -> bool {
    match change {
        Change::SignOutOthers { .. }
        | Change::SignOutDevice { .. }
        | Change::EraseVisitor { .. }
        | Change::DeleteUnusedVisitors { .. }
        | Change::ClaimLink { .. } => true,
        // Counts when it is applied itself.
        Change::ByDevice(..)
        | Change::CreateRoom(_)
        | Change::Append(_)
        | Change::AppendAndCreateRoom(..)
        | Change::MarkActive { .. }
        | Change::SetTimer { .. }
        | Change::QuarantineRoom { .. }
        | Change::DeleteRooms { .. }
        | Change::CreateVisitor { .. }
        | Change::RenameVisitor { .. }
        | Change::RenewSession { .. }
        | Change::MarkDeviceUsed { .. }
        | Change::CreateLink(_)
        | Change::TestWrite => false,
    }
}

fn apply(connection: &Connection, change: &Change, cache: &mut WriteCache) -> Result<(), SqliteError> {
    if removes_devices(change) {
        cache.forget_devices();
    }
    match change {
        Change::ByDevice(device, change) => {
            if !cache.has_device(device) {
                visitors::require_device(connection, device)?;
                cache.remember_device(*device);
            }
            apply(connection, change, cache)
        }
        Change::CreateRoom(create) => rooms::create(connection, create),
        Change::Append(append) => log::append(connection, append, cache),
        Change::AppendAndCreateRoom(append, create) => {
            // Last, because it remembers the end of the log.
            rooms::create(connection, create)?;
            log::append(connection, append, cache)
        }
        Change::MarkActive { room, at } => rooms::mark_active(connection, room, *at),
        Change::SetTimer { room, timer_at } => rooms::set_timer(connection, room, *timer_at),
        Change::QuarantineRoom { room, end } => rooms::quarantine(connection, room, *end),
        Change::DeleteRooms { rooms, inactive_since } => {
            cache.clear();
            rooms::delete(connection, rooms, *inactive_since)
        }
        Change::DeleteUnusedVisitors { created_before, limit } => {
            visitors::delete_unused(connection, *created_before, *limit)
        }
        Change::CreateVisitor { visitor, device, at } => visitors::create(connection, visitor, device, *at),
        Change::RenameVisitor { visitor, name } => visitors::rename(connection, visitor, name),
        Change::RenewSession { token, at } => visitors::renew_session(connection, token, *at),
        Change::MarkDeviceUsed { token, at, has_host_cookie } => {
            visitors::mark_device_used(connection, token, *at, *has_host_cookie)
        }
        Change::CreateLink(link) => visitors::create_link(connection, link),
        Change::ClaimLink { link, device, at } => visitors::claim_link(connection, link, device, *at),
        Change::SignOutOthers { visitor, keep } => visitors::sign_out_others(connection, visitor, keep),
        Change::SignOutDevice { visitor, device } => visitors::sign_out_device(connection, visitor, device),
        Change::EraseVisitor { visitor } => erase::erase_visitor(connection, visitor),
        Change::TestWrite => Ok(connection.pragma_update(None, "user_version", SCHEMA_VERSION)?),
    }
}
