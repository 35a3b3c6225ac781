//! Everything that must outlive the process: one SQLite file, written by one thread.
//!
//! Whoever writes waits until it is on the disk. What comes in while the disk is busy is written together: one
//! transaction for all who wait, and an answer to each.

mod condition;
mod fault;
mod forget;
mod log_check;
mod look;
mod migrations;
mod reader;
mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

pub use fault::StoreFault;
pub use look::{Look, TableSeen, TablesSeen, VisitorSeen};
pub use reader::{Games, Listed, Visitor};
pub use writer::{Change, Summary, TableState};

use condition::Condition;
use migrations::{MIGRATIONS, SCHEMA, migrate};
use reader::Readers;
use writer::{Job, Write, Writer};

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
    condition: Arc<Condition>,
    /// How many seconds those who write wait.
    waits: Histogram,
    /// Held as long as the store is open: nobody else may have the file.
    _lock: Arc<File>,
}

/// A change that is being written.
#[must_use = "it is not on the disk yet"]
pub struct Writing {
    asked: Instant,
    when_done: oneshot::Receiver<Result<(), StoreFault>>,
    waits: Histogram,
}

impl Writing {
    /// Returns when it is on the disk.
    ///
    /// # Errors
    /// Why it is not; nothing of it is stored then.
    pub async fn done(self) -> Result<(), StoreFault> {
        let written = self.when_done.await.map_err(|_| StoreFault::Closed)?;
        if written.is_ok() {
            self.waits.observe(self.asked.elapsed().as_secs_f64());
        }
        written
    }
}

impl Store {
    /// Opens the store in a folder, or makes one there.
    ///
    /// # Errors
    /// Why it cannot be used; nothing in the folder is changed then.
    pub fn open(folder: &Path) -> Result<Store, StoreFault> {
        let path = Store::file(folder);
        let open = |error: std::io::Error| StoreFault::Open(path.clone(), error.to_string());
        make_folder(folder).map_err(open)?;
        let lock = lock(&path.with_extension("lock"), &path)?;
        look_at_the_log(&path)?;
        make_file(&path).map_err(open)?;
        let mut connection =
            Connection::open(&path).map_err(|error| StoreFault::Open(path.clone(), error.to_string()))?;
        prepare(&mut connection)?;
        let readers = Arc::new(Readers::new(path.clone())?);
        let (jobs, waiting) = std::sync::mpsc::sync_channel(WAITING);
        let condition = Arc::new(Condition::default());
        let writer = Writer::new(connection, Arc::clone(&condition));
        // What a power cut left half written is not in the way of the next look at the log.
        writer.fold_log(Duration::ZERO);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.run(&waiting))
            .map_err(open)?;
        // From a tenth of a millisecond to six seconds.
        let waits = Histogram::new(exponential_buckets(0.0001, 3.0, 11));
        Ok(Store { jobs, readers, path: path.into(), condition, waits, _lock: Arc::new(lock) })
    }

    /// Where the file of a folder is.
    #[must_use]
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many seconds those who write wait until it is on the disk.
    #[must_use]
    pub fn waits(&self) -> Histogram {
        self.waits.clone()
    }

    /// What is wrong with the file, as far as the last change has shown.
    #[must_use]
    pub fn fault(&self) -> Option<StoreFault> {
        self.condition.fault()
    }

    /// Writes a change and returns when it is on the disk.
    ///
    /// # Errors
    /// Why it is not; nothing of it is stored then.
    pub async fn write(&self, change: Change) -> Result<(), StoreFault> {
        self.begin(change).await?.done().await
    }

    /// Begins to write a change: whoever has something else to do meanwhile need not wait yet.
    ///
    /// # Errors
    /// If nothing is written any more.
    pub async fn begin(&self, change: Change) -> Result<Writing, StoreFault> {
        let asked = Instant::now();
        let (done, when_done) = oneshot::channel();
        self.send(Job::Write(Write { change, done })).await?;
        Ok(Writing { asked, when_done, waits: self.waits.clone() })
    }

    /// Whether the disk takes what it is given: what was seen a moment ago, or else a page is written to find out.
    ///
    /// # Errors
    /// Why not.
    pub async fn check(&self) -> Result<(), StoreFault> {
        match self.condition.fresh() {
            Some(seen) => seen,
            None => self.write(Change::Touch).await,
        }
    }

    /// Ends writing: whatever was asked before is on the disk, all of it in the one file. What comes later is refused.
    pub async fn close(&self) {
        let (done, when_done) = oneshot::channel();
        if self.send(Job::Close(done)).await.is_ok() {
            let _ = when_done.await;
        }
    }

    async fn send(&self, job: Job) -> Result<(), StoreFault> {
        let mut job = job;
        loop {
            match self.jobs.try_send(job) {
                Ok(()) => return Ok(()),
                // Full only if the disk has not kept up with thousands of writers: they wait as well.
                Err(std::sync::mpsc::TrySendError::Full(back)) => {
                    job = back;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return Err(StoreFault::Closed),
            }
        }
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

/// Makes the folder if it is not there. What will be in it, such as the secrets of deals, is nobody else's business.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Makes the file if it is not there. Like its folder it is for nobody else, wherever the folder came from; the log beside it
/// will be as the file is.
fn make_file(path: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// The database takes a log without its file, and whatever lies behind a bad page of one, for rubbish and overwrites it: that must
/// not happen to what may be saved.
fn look_at_the_log(path: &Path) -> Result<(), StoreFault> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = Path::new(&log);
    let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    if bytes(path) == 0 && bytes(log) > 0 {
        let why = format!("it is empty or gone, but {FILE}-wal, which belongs to it, is there");
        return Err(StoreFault::Damaged(why));
    }
    match log_check::wrong_with(log) {
        Ok(None) => Ok(()),
        Ok(Some(why)) => Err(StoreFault::Damaged(why)),
        Err(error) => Err(StoreFault::Open(log.to_owned(), error.to_string())),
    }
}

/// Takes the lock of a store, which the system gives back when the process ends, however it ends.
fn lock(lock: &Path, path: &Path) -> Result<File, StoreFault> {
    let file = File::options().create(true).truncate(false).write(true).open(lock);
    let file = file.map_err(|error| StoreFault::Open(path.to_owned(), error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreFault::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(StoreFault::Open(path.to_owned(), error.to_string())),
    }
}

/// Checks a file, and brings it to this version: a new one has nothing in it yet.
fn prepare(connection: &mut Connection) -> Result<(), StoreFault> {
    connection.busy_timeout(Duration::from_secs(5))?;
    let version = version_of(connection)?;
    // A file that may not be written is opened all the same, only to be read.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(StoreFault::ReadOnly);
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
    // What is forgotten is overwritten, not only left out.
    connection.pragma_update(None, "secure_delete", "on")?;
    migrate(connection, version, &MIGRATIONS)
}

/// The version of the schema; 0 if there is none yet.
fn version_of(connection: &Connection) -> Result<i64, StoreFault> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > SCHEMA { Err(StoreFault::Newer(version)) } else { Ok(version) }
}

/// Opens the file for reading only.
fn open_to_read(path: &Path) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| StoreFault::Open(path.to_owned(), error.to_string()))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

#[cfg(test)]
mod tests;
