//! What can go wrong with the file.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::{Error, ErrorCode};

use crate::TableId;

/// Why something could not be stored or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreFault {
    /// The file cannot be opened or made.
    Open(PathBuf, String),
    /// There is no such file.
    Missing(PathBuf),
    /// Another process has the file.
    InUse(PathBuf),
    /// The file is not one of ours, or it is damaged.
    Damaged(String),
    /// The entries of one table make no sense; the others are not concerned.
    Unreadable(TableId, String),
    /// The file was written by a later version of this program.
    Newer(i64),
    /// There is no space left.
    Full,
    /// The disk does not take what it is given: a quota, a limit, a fault of the disk.
    Refused(String),
    /// The file may not be written.
    ReadOnly,
    /// Somebody else wrote this number first.
    Conflict,
    /// There are as many as there may be.
    TooMany,
    /// Anything else that the database says.
    Other(String),
    /// It was told to stop before the end.
    Interrupted,
    /// The store is closed.
    Closed,
}

impl StoreFault {
    /// Whether nothing at all can be stored at the moment: it is no matter of what was asked.
    #[must_use]
    pub fn is_of_the_file(&self) -> bool {
        matches!(
            self,
            StoreFault::Full | StoreFault::Refused(_) | StoreFault::ReadOnly | StoreFault::Damaged(_)
        )
    }

    /// In words, with the file that it is about.
    #[must_use]
    pub fn about(&self, file: &Path) -> String {
        match self {
            StoreFault::Open(..) | StoreFault::Missing(_) | StoreFault::InUse(_) => self.to_string(),
            other => format!("{}: {other}", file.display()),
        }
    }
}

impl From<Error> for StoreFault {
    fn from(error: Error) -> StoreFault {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreFault::Full,
            Some(ErrorCode::SystemIoFailure) => StoreFault::Refused(error.to_string()),
            Some(ErrorCode::ReadOnly) => StoreFault::ReadOnly,
            Some(ErrorCode::ConstraintViolation) => StoreFault::Conflict,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreFault::Damaged(error.to_string())
            }
            _ => StoreFault::Other(error.to_string()),
        }
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreFault::Open(path, error) => {
                write!(
                    f,
                    "{} cannot be opened ({error}); is the folder there, and may you write to it?",
                    path.display()
                )
            }
            StoreFault::Missing(path) => write!(
                f,
                "{} is not there, or nothing was ever kept in it; name the folder of a café with --data",
                path.display()
            ),
            StoreFault::InUse(path) => {
                write!(
                    f,
                    "{} is in use by another café; stop that one, or choose another folder with --data",
                    path.display()
                )
            }
            StoreFault::Damaged(why) => write!(
                f,
                "the file is damaged or not a café's ({why}); it was left as it is: put back a backup, or choose another folder with --data"
            ),
            StoreFault::Unreadable(table, why) => write!(f, "table {table} cannot be read ({why})"),
            StoreFault::Newer(version) => {
                write!(
                    f,
                    "the file was written by a later version of this program (schema {version}); use that one"
                )
            }
            StoreFault::Full => f.write_str(
                "there is no space left on the disk; make some: nothing that was answered is lost, and storing goes on by itself",
            ),
            StoreFault::Refused(why) => write!(
                f,
                "the disk does not take what it is given ({why}); look at its space, its quotas and its health: nothing that was \
                 answered is lost, and storing goes on by itself"
            ),
            StoreFault::ReadOnly => f.write_str(
                "the file may only be read; change its permissions, or those of its folder, so that the café can write to it",
            ),
            StoreFault::Conflict => f.write_str("somebody else wrote this first"),
            StoreFault::TooMany => f.write_str("there are as many as there may be"),
            StoreFault::Other(error) => write!(f, "the database says: {error}"),
            StoreFault::Interrupted => f.write_str("it was interrupted"),
            StoreFault::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreFault {}
