//! Everything that must outlive the process: one SQLite file, written by one thread.
//!
//! Whoever writes waits until it is on the disk. What comes in while the disk is busy is written together: one
//! transaction for all who wait, and an answer to each.

mod fault;
mod reader;
mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

pub use fault::StoreFault;
pub use reader::{Games, Listed, Visitor};
pub use writer::{Change, Summary, TableState};

use reader::Readers;
use writer::{Job, Writer};

/// The version of the schema that this program writes.
const SCHEMA: i64 = 1;
/// The name of the file in the data folder.
const FILE: &str = "cafe.sqlite";
/// Jobs that may wait for the disk.
const WAITING: usize = 16_384;

/// The store. Clones share one file.
#[derive(Clone)]
pub struct Store {
    jobs: std::sync::mpsc::SyncSender<Job>,
    readers: Arc<Readers>,
    path: Arc<Path>,
    /// Held as long as the store is open: nobody else may have the file.
    _lock: Arc<File>,
}

impl Store {
    /// Opens the store in a folder, or makes one there.
    ///
    /// # Errors
    /// Why it cannot be used; nothing in the folder is changed then.
    pub fn open(folder: &Path) -> Result<Store, StoreFault> {
        let path: PathBuf = folder.join(FILE);
        let open = |error| StoreFault::Open(path.clone(), error);
        std::fs::create_dir_all(folder).map_err(|error| open(as_sqlite(&error)))?;
        let lock = lock(&path.with_extension("lock"), &path)?;
        let mut connection = Connection::open(&path).map_err(open)?;
        prepare(&mut connection)?;
        let readers = Arc::new(Readers::new(path.clone()));
        let (jobs, waiting) = std::sync::mpsc::sync_channel(WAITING);
        let writer = Writer::new(connection);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run(&waiting))
            .map_err(|error| StoreFault::Open(path.clone(), as_sqlite(&error)))?;
        Ok(Store { jobs, readers, path: path.into(), _lock: Arc::new(lock) })
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a change and returns when it is on the disk.
    ///
    /// # Errors
    /// Why it is not; nothing of it is stored then.
    pub async fn write(&self, change: Change) -> Result<(), StoreFault> {
        let (done, when_done) = oneshot::channel();
        // Full only if the disk has not kept up with thousands of writers: they wait as well.
        let mut job = Job { change, done };
        loop {
            match self.jobs.try_send(job) {
                Ok(()) => break,
                Err(std::sync::mpsc::TrySendError::Full(back)) => {
                    job = back;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return Err(StoreFault::Closed),
            }
        }
        when_done.await.map_err(|_| StoreFault::Closed)?
    }

    /// Reads something, away from the threads that serve.
    ///
    /// # Errors
    /// What the database says.
    pub async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let readers = Arc::clone(&self.readers);
        let answer = tokio::task::spawn_blocking(move || readers.ask(question)).await;
        answer.map_err(|_| StoreFault::Closed)?
    }
}

fn as_sqlite(error: &std::io::Error) -> rusqlite::Error {
    rusqlite::Error::InvalidPath(error.to_string().into())
}

/// Takes the lock of a store, which the system gives back when the process ends, however it ends.
fn lock(lock: &Path, path: &Path) -> Result<File, StoreFault> {
    let file = File::options().create(true).truncate(false).write(true).open(lock);
    let file = file.map_err(|error| StoreFault::Open(path.to_owned(), as_sqlite(&error)))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreFault::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(StoreFault::Open(path.to_owned(), as_sqlite(&error))),
    }
}

/// Makes the tables of a new file, and checks an old one.
fn prepare(connection: &mut Connection) -> Result<(), StoreFault> {
    connection.busy_timeout(Duration::from_secs(5))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > SCHEMA {
        return Err(StoreFault::Newer(version));
    }
    let sound: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(StoreFault::Damaged(sound));
    }
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if version == 0 && tables > 0 {
        return Err(StoreFault::Damaged("it holds tables of another program".to_owned()));
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    // Full: a commit is on the disk before it is answered.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    if version == 0 {
        let change = connection.transaction()?;
        change.execute_batch(include_str!("store/schema.sql"))?;
        change.pragma_update(None, "user_version", SCHEMA)?;
        change.commit()?;
    }
    Ok(())
}

/// Opens the file for reading only.
fn open_to_read(path: &Path) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| StoreFault::Open(path.to_owned(), error))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}
