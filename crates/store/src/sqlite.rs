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
//! | `entries` | the logs of the rooms; `(room_key, number)` is the primary key, so a number is given once |
//! | `room_visitors` | the visitors who have had a seat in a room |
//! | `room_mentions` | the visitors in the first entry of a room: its host, and those a seat is reserved for |
//! | `visitors` | persons and external programs |
//! | `tokens` | the devices of a visitor, as hashes of their tokens |
//! | `links` | links that sign a visitor in on another device, as hashes of their codes |

mod erase;
mod error;
mod migrations;
mod open;
mod reader_pool;
pub(crate) mod rooms;
mod simulated;
mod store_reader;
pub(crate) mod visitors;
mod wal_check;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::change::Change;
use crate::health::WriteHealth;
use crate::{Cause, OpenError, StoreError, StoreFaults};

pub(crate) use error::SqliteError;
pub(crate) use open::Durability;
pub use open::database_file;
pub use simulated::SimulatedDisk;
pub use store_reader::{RoomList, RoomOverview, StoreReader, VisitorOverview};

use reader_pool::ReaderPool;
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
        let readers = ReaderPool::new(path.clone()).map_err(|error| error.into_open_error(&path))?;
        let health = Arc::new(WriteHealth::default());
        let writer = Writer::new(connection, Arc::clone(&health));
        // Removes what a power cut left of an unfinished commit, so that the next check of the log does not see it.
        writer.checkpoint(Duration::ZERO);
        let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run(queue))
            .map_err(|error| OpenError::Open { path, error: error.to_string() })?;
        let readers = Readers::Threads(Arc::new(readers));
        Ok(SqliteStore { jobs, readers, health, _lock: Some(Arc::new(lock)) })
    }

    /// Opens the database of a simulated disk.
    pub(crate) fn open_simulated(
        disk: &SimulatedDisk,
        faults: Arc<dyn StoreFaults>,
    ) -> Result<SqliteStore, OpenError> {
        let health = Arc::new(WriteHealth::default());
        let (jobs, reader) = disk.start(Arc::clone(&health), faults)?;
        Ok(SqliteStore { jobs, readers: Readers::Simulated(Arc::new(reader)), health, _lock: None })
    }

    pub(crate) fn health(&self) -> &WriteHealth {
        &self.health
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
        let readers = match &self.readers {
            Readers::Threads(readers) => Arc::clone(readers),
            Readers::Simulated(reader) => return reader.read(query).await,
        };
        match tokio::task::spawn_blocking(move || readers.with_connection(query)).await {
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
