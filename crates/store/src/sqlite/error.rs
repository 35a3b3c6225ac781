//! Errors of SQLite and what they mean for the store.

use std::path::Path;

use rusqlite::{Error, ErrorCode, ffi};

use crate::{Cause, OpenError, StoreError};

/// An error of a query or a change.
#[derive(Debug)]
pub(crate) enum SqliteError {
    /// An error of SQLite.
    Sqlite(Error),
    /// An error that the store itself found.
    Store(StoreError),
}

impl SqliteError {
    /// Returns the error of a commit. After a failed sync the change may reach the disk nevertheless: if the process dies before
    /// the log is overwritten, recovery finds a complete commit in it. A failed write leaves the commit incomplete.
    pub(super) fn of_commit(error: Error) -> StoreError {
        if is_failed_sync(&error) {
            return StoreError::Unknown(error.to_string());
        }
        SqliteError::Sqlite(error).into()
    }

    /// Returns the error as a reason why this database cannot be opened.
    pub(super) fn into_open_error(self, path: &Path) -> OpenError {
        let path = path.to_owned();
        match StoreError::from(self) {
            StoreError::Unavailable(Cause::Damaged(reason)) => OpenError::Damaged { path, reason },
            StoreError::Unavailable(Cause::ReadOnly) => OpenError::ReadOnly { path },
            StoreError::Unavailable(cause) => OpenError::Unavailable { path, cause },
            other => OpenError::Unavailable { path, cause: Cause::Other(other.to_string()) },
        }
    }
}

/// Returns true if the disk did not confirm a write.
pub(super) fn is_failed_sync(error: &Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC))
}

impl From<Error> for SqliteError {
    fn from(error: Error) -> SqliteError {
        SqliteError::Sqlite(error)
    }
}

impl From<StoreError> for SqliteError {
    fn from(error: StoreError) -> SqliteError {
        SqliteError::Store(error)
    }
}

impl From<Cause> for SqliteError {
    fn from(cause: Cause) -> SqliteError {
        SqliteError::Store(StoreError::Unavailable(cause))
    }
}

impl From<SqliteError> for StoreError {
    fn from(error: SqliteError) -> StoreError {
        let error = match error {
            SqliteError::Store(error) => return error,
            SqliteError::Sqlite(error) => error,
        };
        let text = error.to_string();
        StoreError::Unavailable(match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => return StoreError::Conflict,
            Some(ErrorCode::DiskFull) => Cause::Full,
            _ if is_failed_sync(&error) => Cause::NotSynced(text),
            Some(ErrorCode::SystemIoFailure) => Cause::Refused(text),
            Some(ErrorCode::ReadOnly) => Cause::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Cause::Damaged(text),
            _ => Cause::Other(text),
        })
    }
}
