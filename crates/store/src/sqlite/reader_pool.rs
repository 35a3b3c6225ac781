//! Connections for queries.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use super::SqliteError;
use super::open::{open_read_only, schema_version};

/// Maximum number of idle connections. Further ones that a burst of queries opened are closed after use.
const MAX_IDLE: usize = 16;

/// A pool of read-only connections, one per concurrent query. If the system has no file handles left, queries share those that
/// are open. The runtime limits the number of blocking threads, and so the number of connections.
pub(super) struct ReaderPool {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    returned: Condvar,
}

/// A connection in use, returned to the pool on drop.
struct Lease<'pool> {
    pool: &'pool ReaderPool,
    connection: Option<Connection>,
}

impl ReaderPool {
    /// Creates a pool with one open connection, so that queries work even if no further file can be opened.
    pub(super) fn new(path: PathBuf) -> Result<ReaderPool, SqliteError> {
        let first = open(&path)?;
        Ok(ReaderPool { path, idle: Mutex::new(vec![first]), returned: Condvar::new() })
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
        let lease = Lease { pool: self, connection: Some(self.take()) };
        let connection = lease.connection.as_ref().expect("a lease has its connection until it is dropped");
        query(connection)
    }

    fn take(&self) -> Connection {
        let idle = self.idle().pop();
        idle.or_else(|| open(&self.path).ok()).unwrap_or_else(|| {
            // At least one connection exists, so one will be returned.
            let mut idle = self.idle();
            loop {
                match idle.pop() {
                    Some(connection) => return connection,
                    None => idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner),
                }
            }
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // A panic cannot leave the list in an inconsistent state.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut idle = self.pool.idle();
        let kept = self.connection.take_if(|_| idle.len() < MAX_IDLE);
        idle.extend(kept);
        drop(idle);
        // A surplus connection is closed here, after the lock was released.
        drop(self.connection.take());
        self.pool.returned.notify_one();
    }
}

fn open(path: &Path) -> Result<Connection, SqliteError> {
    let connection = open_read_only(path)?;
    // SQLite opens the log with the first query. If that fails, it has to fail here.
    schema_version(&connection)?;
    Ok(connection)
}
