//! What can go wrong with the file.

use std::fmt;
use std::path::PathBuf;

use rusqlite::{Error, ErrorCode};

/// Why something could not be stored or read.
#[derive(Debug)]
pub enum StoreFault {
    /// The file cannot be opened or made.
    Open(PathBuf, Error),
    /// Another process has the file.
    InUse(PathBuf),
    /// The file is not one of ours, or it is damaged.
    Damaged(String),
    /// The file was written by a later version of this program.
    Newer(i64),
    /// There is no space left.
    Full,
    /// The file may not be written.
    ReadOnly,
    /// Somebody else wrote this number first.
    Conflict,
    /// Anything else that the database says.
    Other(Error),
    /// The store is closed.
    Closed,
}

impl From<Error> for StoreFault {
    fn from(error: Error) -> StoreFault {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreFault::Full,
            Some(ErrorCode::ReadOnly) => StoreFault::ReadOnly,
            Some(ErrorCode::ConstraintViolation) => StoreFault::Conflict,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreFault::Damaged(error.to_string())
            }
            _ => StoreFault::Other(error),
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
            StoreFault::Newer(version) => {
                write!(
                    f,
                    "the file was written by a later version of this program (schema {version}); use that one"
                )
            }
            StoreFault::Full => f.write_str("there is no space left on the disk; make some, nothing is lost"),
            StoreFault::ReadOnly => f.write_str("the file may not be written; change its permissions"),
            StoreFault::Conflict => f.write_str("somebody else wrote this first"),
            StoreFault::Other(error) => write!(f, "the database says: {error}"),
            StoreFault::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreFault {}
