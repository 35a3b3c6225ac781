//! The SQLite implementation: one file, written by one thread.
//!
//! The writer thread commits all changes that wait for the disk in one transaction and answers each of them, so the cost of
//! a commit is shared under load. Readers have their own connections and never wait for the writer.
//!
//! The tables of the current schema, which is the result of all steps in `schema/`:
//!
//! | table | |
//! | --- | --- |
//! | `rooms` | one row per room: its summary, for lists and timers |
//! | `entries` | the logs of the rooms, append-only; `(room_key, number)` is the primary key, so a number is given once |
//! | `personal_data` | the ids, names and words of visitors that belong to the entries, and can be erased |
//! | `room_views` | what lists show of a room and changes rarely |
//! | `room_visitors` | the visitors who have a seat in a room |
//! | `visitors` | persons and external programs |
//! | `tokens` | the devices of a visitor, as hashes of their tokens, with what the visitor's list of devices shows |
//! | `links` | links that sign a visitor in on another device, as hashes of their codes |

mod checksum;
mod erase;
mod error;
pub(crate) mod lists;
pub(crate) mod log;
mod migrations;
mod open;
mod personal_data;
mod reader_pool;
mod recovery;
mod replica;
pub(crate) mod rooms;
mod simulated;
mod store_reader;
pub(crate) mod visitors;
mod wal;
mod wal_check;
mod write_cache;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use prometheus_client::metrics::counter::Counter;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::change::Change;
use crate::health::WriteHealth;
use crate::{Cause, OpenError, StoreError, StoreFaults};

pub(crate) use error::SqliteError;
pub(crate) use open::Durability;
pub use open::database_file;
pub use replica::{CopyStep, ReplicaError, Replicator};
pub use simulated::SimulatedDisk;
pub use store_reader::{RoomList, RoomOverview, StoreReader, VisitorOverview};

use reader_pool::ReaderPool;
use recovery::Recovery;
use simulated::SimulatedReader;
use writer::{Job, Write, Writer};

/// Maximum number of changes that wait for the writer thread. Further writers wait before they hand over their change.
const MAX_QUEUED_JOBS: usize = 16_384;

/// A database file that this process has opened for writing. Clones share it.
#[derive(Clone)]
pub(crate) struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: Readers,
    health: Arc<WriteHealth>,
    reads: Counter,
    /// Held as long as the store is open, so that no other process opens the folder.
    _lock: Option<Arc<File>>,
}

/// How queries are run.
#[derive(Clone)]
enum Readers {
    /// On threads that may block.
    Threads(Arc<ReaderPool>),
    /// In the calling task, on a simulated disk.
    Simulated(Arc<SimulatedReader>),
}

impl SqliteStore {
    /// Opens the database of a folder and starts its writer thread.
    pub(crate) fn open(folder: &Path, durability: Durability) -> Result<SqliteStore, OpenError> {
        let (connection, lock) = open::open_folder(folder, durability)?;
        let path = database_file(folder);
        let health = Arc::new(WriteHealth::default());
        let readers = ReaderPool::new(path.clone()).map_err(|error| error.into_open_error(&path))?;
        let readers = Arc::new(readers);
        let recovery = Recovery::new(path.clone(), durability, Arc::clone(&readers));
        let mut writer = Writer::new(connection, Arc::clone(&health)).with_recovery(recovery);
        // Removes what a power cut left of an unfinished commit, so that the next check of the log does not see it. If a sync failed
        // before this start, the log may be in memory only: it is copied into the file, which is synced, before anything follows it.
        writer.empty_log_at_start().map_err(|cause| OpenError::Unavailable { path: path.clone(), cause })?;
        let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run(queue))
            .map_err(|error| OpenError::Open { path, error: error.to_string() })?;
        let (readers, reads) = (Readers::Threads(readers), Counter::default());
        Ok(SqliteStore { jobs, readers, health, reads, _lock: Some(Arc::new(lock)) })
    }

    /// Opens the database of a simulated disk.
    pub(crate) fn open_simulated(
        disk: &SimulatedDisk,
        faults: Arc<dyn StoreFaults>,
    ) -> Result<SqliteStore, OpenError> {
        let health = Arc::new(WriteHealth::default());
        let (jobs, reader) = disk.start(Arc::clone(&health), faults)?;
        let readers = Readers::Simulated(Arc::new(reader));
        Ok(SqliteStore { jobs, readers, health, reads: Counter::default(), _lock: None })
    }

    pub(crate) fn health(&self) -> &WriteHealth {
        &self.health
    }

    /// Returns the size of the database and of its write-ahead log.
    pub(crate) fn file_bytes(&self) -> u64 {
        let Readers::Threads(readers) = &self.readers else { return 0 };
        let database = readers.path();
        let files = [database.to_owned(), wal::log_file(database)];
        files.iter().filter_map(|file| Some(file.metadata().ok()?.len())).sum()
    }

    pub(crate) fn reads(&self) -> Counter {
        self.reads.clone()
    }

    /// Hands a change to the writer thread. The receiver gets the result once the change is durable.
    pub(crate) async fn begin_write(
        &self,
        change: Change,
    ) -> Result<oneshot::Receiver<Result<(), StoreError>>, StoreError> {
        let (done, outcome) = oneshot::channel();
        let job = Job::Write(Write { change, done });
        self.jobs.send(job).await.map_err(|_| StoreError::Unavailable(Cause::Closed))?;
        Ok(outcome)
    }

    /// Runs a query without blocking the caller's thread, except on a simulated disk.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.reads.inc();
        let readers = match &self.readers {
            Readers::Threads(readers) => Arc::clone(readers),
            Readers::Simulated(reader) => return reader.read(query).await,
        };
        let permit = readers.permit().await?;
        let query = move || {
            // Kept until the query has ended, even if its caller stops waiting.
            let _permit = permit;
            readers.with_connection(query)
        };
        match tokio::task::spawn_blocking(query).await {
            Ok(result) => Ok(result?),
            Err(error) if error.is_cancelled() => Err(StoreError::Unavailable(Cause::Closed)),
            Err(error) => Err(StoreError::Unavailable(Cause::Other(error.to_string()))),
        }
    }

    /// Waits until the writer thread has stored everything and has moved the log into the file.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.jobs.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

#[cfg(test)]
mod tests;
