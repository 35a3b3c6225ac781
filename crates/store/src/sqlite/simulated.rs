//! A database in memory for simulations: the same SQL, run by tasks instead of threads, with faults. On a runtime with one thread
//! and paused time a run is deterministic.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{mpsc, oneshot};

use super::open::{Durability, prepare, schema_version};
use super::writer::{Job, Write, Writer};
use super::{MAX_QUEUED_JOBS, SqliteError};
use crate::health::WriteHealth;
use crate::{Cause, CommitOutcome, OpenError, StoreError, StoreFaults};

static NEXT_DISK: AtomicU64 = AtomicU64::new(1);

/// The disk of a simulation. It outlives the stores that are opened on it, as a disk outlives a crash.
pub struct SimulatedDisk {
    uri: String,
    /// SQLite keeps the database as long as it has a connection.
    _connection: Mutex<Connection>,
}

impl SimulatedDisk {
    /// Creates an empty disk.
    ///
    /// # Errors
    /// If SQLite has no memory.
    pub fn new() -> Result<SimulatedDisk, OpenError> {
        let number = NEXT_DISK.fetch_add(1, Ordering::Relaxed);
        let uri = format!("file:/simulated-{number}?vfs=memdb");
        let connection = open(&uri).map_err(|error| error.into_open_error(Path::new(&uri)))?;
        Ok(SimulatedDisk { uri, _connection: Mutex::new(connection) })
    }

    /// Opens the database and starts a task that writes to it.
    pub(super) fn start(
        &self,
        health: Arc<WriteHealth>,
        faults: Arc<dyn StoreFaults>,
    ) -> Result<(mpsc::Sender<Job>, SimulatedReader), OpenError> {
        let start = || {
            let mut connection = open(&self.uri)?;
            let version = schema_version(&connection)?;
            prepare(&mut connection, version, Durability::ProcessExit)?;
            let writer = Writer::new(connection, health);
            let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
            tokio::spawn(write_all(writer, queue, Arc::clone(&faults)));
            Ok((jobs, SimulatedReader { connection: Mutex::new(open(&self.uri)?), faults }))
        };
        start().map_err(|error: SqliteError| error.into_open_error(Path::new(&self.uri)))
    }
}

fn open(uri: &str) -> Result<Connection, SqliteError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(uri, flags)?)
}

/// Commits all changes that wait, as the writer thread does.
async fn write_all(mut writer: Writer, mut queue: mpsc::Receiver<Job>, faults: Arc<dyn StoreFaults>) {
    let mut jobs = Vec::new();
    while queue.recv_many(&mut jobs, MAX_QUEUED_JOBS).await > 0 {
        let (mut batch, mut answers, mut closed) = (Vec::new(), Vec::new(), Vec::new());
        for job in jobs.drain(..) {
            match job {
                Job::Write(Write { change, done }) => {
                    let (stored, result) = oneshot::channel();
                    batch.push(Write { change, done: stored });
                    answers.push((done, result));
                }
                Job::Close(done) => closed.push(done),
            }
        }
        if !batch.is_empty() {
            let commit = faults.next_commit();
            pause(commit.delay).await;
            if matches!(commit.outcome, CommitOutcome::Stored | CommitOutcome::Unknown { stored: true }) {
                writer.write(&mut batch);
            }
            pause(commit.answer_delay).await;
            for (done, mut stored) in answers {
                let _ = done.send(match commit.outcome {
                    CommitOutcome::Stored => stored.try_recv().unwrap_or_else(|_| Err(unknown())),
                    CommitOutcome::Refused => Err(refused()),
                    CommitOutcome::Unknown { .. } => Err(unknown()),
                });
            }
        }
        for done in closed {
            let _ = done.send(());
        }
    }
}

fn refused() -> StoreError {
    StoreError::Unavailable(Cause::Refused("simulated fault".to_owned()))
}

fn unknown() -> StoreError {
    StoreError::Unknown("simulated fault".to_owned())
}

/// Waits in simulated time.
async fn pause(delay: Duration) {
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
}

/// Runs queries in the calling task.
pub(super) struct SimulatedReader {
    connection: Mutex<Connection>,
    faults: Arc<dyn StoreFaults>,
}

impl SimulatedReader {
    pub(super) async fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, SqliteError>,
    ) -> Result<T, StoreError> {
        let decision = self.faults.next_query();
        pause(decision.delay).await;
        if decision.fails {
            return Err(refused());
        }
        Ok(query(&self.connection.lock().unwrap_or_else(PoisonError::into_inner))?)
    }
}
