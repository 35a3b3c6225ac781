//! Errors of the store.

use std::path::PathBuf;

use cafe_room::RoomId;
use thiserror::Error;

/// Why an operation failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Another writer was first, or the change does not continue the stored data.
    #[error("the change conflicts with one that was stored before")]
    Conflict,
    /// A limit is reached.
    #[error("the limit is reached")]
    TooMany,
    /// The device on whose behalf the change is made is not signed in any more. Nothing of the change is stored.
    #[error("the device was signed out")]
    SignedOut,
    /// The entries of a room cannot be read. Other rooms are not affected.
    #[error("room {room} cannot be read ({reason})")]
    Unreadable {
        /// The room.
        room: RoomId,
        /// The first error in its entries.
        reason: String,
    },
    /// The store cannot be used at the moment. Nothing of the change is stored.
    #[error(transparent)]
    Unavailable(#[from] Cause),
    /// The change may or may not be stored. The caller has to read the data back before it answers.
    #[error("it is not known whether the change is stored ({0})")]
    Unknown(String),
}

impl StoreError {
    /// Returns true if the error is about the database file as a whole, not about a single change.
    #[must_use]
    pub fn is_database_failure(&self) -> bool {
        match self {
            StoreError::Unavailable(cause) => !matches!(cause, Cause::Closed | Cause::Other(_)),
            StoreError::Unknown(_) => true,
            _ => false,
        }
    }
}

/// Why the store cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Cause {
    /// The disk is full.
    #[error(
        "there is no space left on the disk; free some: no acknowledged change is lost, and writing resumes by itself"
    )]
    Full,
    /// The file cannot be written.
    #[error(
        "the file is read-only; change its permissions, or those of its folder, so that the server can write to it"
    )]
    ReadOnly,
    /// The disk rejects writes: a quota, a limit, a hardware fault.
    #[error(
        "the disk rejects writes ({0}); check its space, its quotas and its health: no acknowledged change is lost, and \
         writing resumes by itself"
    )]
    Refused(String),
    /// The disk did not confirm a write. Nothing is written before everything acknowledged is known to be on the disk.
    #[error(
        "the disk did not confirm a write ({0}); nothing is stored until all acknowledged changes are on the disk again, \
         which the server tries every second: check the disk, and if that does not help, stop the server and move its \
         folder to another disk"
    )]
    NotSynced(String),
    /// The file is damaged or belongs to another program.
    #[error("the file is damaged or was not written by this program ({0}); restore a backup")]
    Damaged(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Another error of the database.
    #[error("database error: {0}")]
    Other(String),
}

/// Why a data folder cannot be opened. Nothing in the folder was changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// A file cannot be opened or created.
    #[error("{} cannot be opened ({error}); check that the folder exists and that you may write to it", .path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the operating system or the database.
        error: String,
    },
    /// There is no database.
    #[error("{} does not exist or is empty; name the data folder of a server with --data", .path.display())]
    Missing {
        /// The database file.
        path: PathBuf,
    },
    /// Another process uses the folder.
    #[error("{} is in use by another server; stop it, or choose another folder with --data", .path.display())]
    InUse {
        /// The database file.
        path: PathBuf,
    },
    /// The database is damaged or belongs to another program.
    #[error(
        "{}: the file is damaged or was not written by this program ({reason}); it was left unchanged: restore a backup, \
         or choose another folder with --data",
        .path.display()
    )]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// The damage.
        reason: String,
    },
    /// A later version of this program wrote the database.
    #[error("{}: the file was written by a later version of this program (schema {version}); use that version", .path.display())]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The version of its schema.
        version: i64,
    },
    /// The database cannot be written.
    #[error("{}: {}", .path.display(), Cause::ReadOnly)]
    ReadOnly {
        /// The database file.
        path: PathBuf,
    },
    /// The database cannot be used for another reason.
    #[error("{}: {cause}", .path.display())]
    Unavailable {
        /// The database file.
        path: PathBuf,
        /// The reason.
        cause: Cause,
    },
}

/// Why there is no backup.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BackupError {
    /// The target file cannot be created.
    #[error("{} cannot be created ({error}); check that its folder exists and that you may write to it", .path.display())]
    Create {
        /// The target file.
        path: PathBuf,
        /// The error of the operating system or the database.
        error: String,
    },
    /// The caller stopped it.
    #[error("the backup was interrupted")]
    Interrupted,
    /// The database could not be copied.
    #[error(transparent)]
    Store(#[from] StoreError),
}
