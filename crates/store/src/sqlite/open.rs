//! Opening the database of a data folder.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::migrations::{MIGRATIONS, SCHEMA_VERSION, migrate};
use super::{SqliteError, replica, wal, wal_check};
use crate::{Cause, OpenError};

/// Name of the database file in the data folder.
const FILE_NAME: &str = "cafe.sqlite";
/// How long a connection waits for a lock of another one.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the path of the database file in a data folder.
#[must_use]
pub fn database_file(folder: &Path) -> PathBuf {
    folder.join(FILE_NAME)
}

/// Whether a commit waits until the disk has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// A commit survives a power cut.
    PowerCut,
    /// A commit survives the end of the process only: for tests, which commit thousands of times.
    ProcessExit,
}

/// Opens the database of a folder for writing, and creates or migrates it if necessary. The returned file holds the lock of
/// the folder.
pub(super) fn open_folder(folder: &Path, durability: Durability) -> Result<(Connection, File), OpenError> {
    let path = database_file(folder);
    let io_error = |error: std::io::Error| OpenError::Open { path: path.clone(), error: error.to_string() };
    create_folder(folder).map_err(io_error)?;
    let lock = lock_folder(&path.with_extension("lock"), &path)?;
    check_log(&path)?;
    // From now on the folder is no copy: what happens here must not be replaced by what happens at its source.
    let _ = std::fs::remove_file(folder.join(replica::MARKER));
    create_file(&path).map_err(io_error)?;
    sync_folder(&path).map_err(io_error)?;
    let mut connection = Connection::open(&path)
        .map_err(|error| OpenError::Open { path: path.clone(), error: error.to_string() })?;
    let version = read_version(&connection, &path)?;
    prepare(&mut connection, version, durability).map_err(|error| error.into_open_error(&path))?;
    Ok((connection, lock))
}

/// Opens a database file for reading.
pub(super) fn open_read_only(path: &Path) -> Result<Connection, SqliteError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Reads the version of the schema, 0 for an empty file, and refuses one that is too new.
pub(super) fn read_version(connection: &Connection, path: &Path) -> Result<i64, OpenError> {
    let version = schema_version(connection).map_err(|error| error.into_open_error(path))?;
    if version > SCHEMA_VERSION {
        return Err(OpenError::Newer { path: path.to_owned(), version });
    }
    Ok(version)
}

pub(super) fn schema_version(connection: &Connection) -> Result<i64, SqliteError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Creates the folder if it does not exist. It is private, because the secrets of deals are stored in it.
pub(super) fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Creates the file if it does not exist. It is private even if the folder existed before and is not. SQLite gives the log
/// the permissions of the file.
fn create_file(path: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Makes sure that the names in the folder of a file survive a power cut.
pub(super) fn sync_folder(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Takes the lock of a folder. The operating system releases it when the process ends, however it ends.
pub(super) fn lock_folder(lock: &Path, path: &Path) -> Result<File, OpenError> {
    let path = path.to_owned();
    let file = match File::options().create(true).truncate(false).write(true).open(lock) {
        Ok(file) => file,
        Err(error) => return Err(OpenError::Open { path, error: error.to_string() }),
    };
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path }),
        Err(TryLockError::Error(error)) => Err(OpenError::Open { path, error: error.to_string() }),
    }
}

/// Checks the write-ahead log before SQLite opens it: SQLite overwrites a log without its file, and everything behind a bad
/// page of a log, although acknowledged changes in it might be recovered.
fn check_log(path: &Path) -> Result<(), OpenError> {
    let log = &wal::log_file(path);
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    let damaged = |reason| OpenError::Damaged { path: path.to_owned(), reason };
    if size(path) == 0 && size(log) > 0 {
        return Err(damaged(format!("it is empty or missing, but its log {FILE_NAME}-wal exists")));
    }
    match wal_check::find_damage(log) {
        Ok(None) => Ok(()),
        Ok(Some(reason)) => Err(damaged(reason)),
        Err(error) => Err(OpenError::Open { path: log.to_owned(), error: error.to_string() }),
    }
}

/// Checks a file, configures the connection and migrates the schema.
pub(super) fn prepare(
    connection: &mut Connection,
    version: i64,
    durability: Durability,
) -> Result<(), SqliteError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // SQLite falls back to reading only if the file cannot be written.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(Cause::ReadOnly.into());
    }
    quick_check(connection)?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if version == 0 && tables > 0 {
        return Err(Cause::Damaged("it has the tables of another program".to_owned()).into());
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    let synchronous = match durability {
        Durability::PowerCut => "full",
        Durability::ProcessExit => "off",
    };
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    // The writer thread does it instead, because SQLite ignores the errors of automatic checkpoints.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    // Erased data is overwritten, not only unlinked.
    connection.pragma_update(None, "secure_delete", "on")?;
    migrate(connection, version, MIGRATIONS)
}

/// Checks the structure of a database.
pub(super) fn quick_check(connection: &Connection) -> Result<(), SqliteError> {
    let result: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if result == "ok" { Ok(()) } else { Err(Cause::Damaged(result).into()) }
}
