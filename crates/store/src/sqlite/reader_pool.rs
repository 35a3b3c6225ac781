//! Connections for queries.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::SqliteError;
use super::open::{open_read_only, schema_version};
use crate::Cause;

/// How long queries are waited for that were running when the pool was suspended.
const SUSPEND_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of queries at the same time. More would only compete for the cores, and opening a connection for each query of a
/// burst takes longer than the queries themselves.
const MAX_QUERIES: usize = 8;

/// A pool of read-only connections, one per concurrent query. If the system has no file handles left, queries share those that
/// are open.
pub(super) struct ReaderPool {
    path: PathBuf,
    permits: Arc<Semaphore>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Connection>,
    /// Number of connections in use.
    leased: usize,
    /// Number of those that wait for a connection of another query.
    waiting: usize,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Mode {
    #[default]
    Open,
    /// Queries wait.
    Suspended,
    /// Queries fail.
    Closed,
}

/// The time in which no connection of the pool is open. Ends when it is dropped.
pub(super) struct Suspension<'pool>(&'pool ReaderPool);

/// A connection in use, returned to the pool on drop.
struct Lease<'pool> {
    pool: &'pool ReaderPool,
    connection: Option<Connection>,
}

impl ReaderPool {
    /// Creates a pool with one open connection, so that queries work even if no further file can be opened.
    pub(super) fn new(path: PathBuf) -> Result<ReaderPool, SqliteError> {
        let state = State { idle: vec![open(&path)?], ..State::default() };
        let permits = Arc::new(Semaphore::new(MAX_QUERIES));
        Ok(ReaderPool { path, permits, state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Waits for the right to run a query, first come first served, without occupying a thread.
    pub(super) async fn permit(&self) -> Result<OwnedSemaphorePermit, SqliteError> {
        Arc::clone(&self.permits).acquire_owned().await.map_err(|_| Cause::Closed.into())
    }

    /// Returns the path of the database.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a query.
    pub(super) fn with_connection<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, SqliteError>,
    ) -> Result<T, SqliteError> {
        let lease = self.lease()?;
        let connection = lease.connection.as_ref().expect("a lease has its connection until it is dropped");
        query(connection)
    }

    /// Closes all connections and lets new queries wait. None if running queries do not end in time.
    pub(super) fn suspend(&self) -> Option<Suspension<'_>> {
        // Real time: a thread waits, not a task.
        let deadline = Instant::now() + SUSPEND_TIMEOUT;
        let mut state = self.lock();
        state.mode = Mode::Suspended;
        let suspension = Suspension(self);
        loop {
            let idle = std::mem::take(&mut state.idle);
            if state.leased == 0 {
                drop(state);
                drop(idle);
                return Some(suspension);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Unlocked first, because the end of the suspension takes the lock.
                drop(state);
                return None;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Lets all further queries fail.
    pub(super) fn close(&self) {
        self.lock().mode = Mode::Closed;
        self.changed.notify_all();
    }

    fn lease(&self) -> Result<Lease<'_>, SqliteError> {
        let mut state = self.lock();
        loop {
            match state.mode {
                Mode::Closed => return Err(Cause::Closed.into()),
                Mode::Suspended => {}
                Mode::Open => break,
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        // Counted before the connection is open, so that a suspension waits for it.
        state.leased += 1;
        let mut lease = Lease { pool: self, connection: state.idle.pop() };
        drop(state);
        if lease.connection.is_none() {
            lease.connection = match open(&self.path) {
                Ok(connection) => Some(connection),
                Err(error) => Some(self.wait_for_idle().ok_or(error)?),
            };
        }
        Ok(lease)
    }

    /// Waits for a connection that another query returns. None if no query has one.
    fn wait_for_idle(&self) -> Option<Connection> {
        let mut state = self.lock();
        state.waiting += 1;
        let connection = loop {
            if let Some(connection) = state.idle.pop() {
                break Some(connection);
            }
            if state.mode != Mode::Open || state.leased == state.waiting {
                break None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        state.waiting -= 1;
        connection
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic cannot leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Suspension<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        if state.mode == Mode::Suspended {
            state.mode = Mode::Open;
        }
        drop(state);
        self.0.changed.notify_all();
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        if state.mode == Mode::Open {
            state.idle.extend(self.connection.take());
        } else if let Some(connection) = self.connection.take() {
            // Closed without the lock, and before it counts as returned.
            drop(state);
            drop(connection);
            state = self.pool.lock();
        }
        state.leased -= 1;
        drop(state);
        self.pool.changed.notify_all();
    }
}

fn open(path: &Path) -> Result<Connection, SqliteError> {
    let connection = open_read_only(path)?;
    // SQLite opens the log with the first query. If that fails, it has to fail here.
    schema_version(&connection)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[tokio::test]
    async fn burst_of_queries_opens_few_connections() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cafe.db");
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 1).unwrap();
        let pool = Arc::new(ReaderPool::new(path).unwrap());
        // The first queries wait for each other, so that they need a connection each.
        let barrier = Arc::new(Barrier::new(MAX_QUERIES));
        let mut queries = tokio::task::JoinSet::new();
        for _ in 0..4 * MAX_QUERIES {
            let (pool, barrier) = (Arc::clone(&pool), Arc::clone(&barrier));
            queries.spawn(async move {
                let permit = pool.permit().await.unwrap();
                let query = move || {
                    let _permit = permit;
                    pool.with_connection(|_| Ok(barrier.wait().is_leader())).unwrap()
                };
                tokio::task::spawn_blocking(query).await.unwrap()
            });
        }
        let leaders = queries.join_all().await.into_iter().filter(|is_leader| *is_leader).count();
        assert_eq!(leaders, 4, "every batch of queries ran at the same time");
        assert_eq!(pool.lock().idle.len(), MAX_QUERIES);
    }
}
