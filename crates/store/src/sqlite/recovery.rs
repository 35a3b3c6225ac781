//! Going on after a failed sync.
//!
//! After a failed sync nobody knows what is on the disk. Linux drops the pages it could not write from its list of pages to write,
//! keeps them in memory, and lets the next sync succeed. What is read is then not what is stored, and SQLite would go on:
//!
//! - The commit whose sync failed is complete in the log. A restart would find it, although it was refused.
//! - A checkpoint that readers hold up copies a part of the log into the file and leaves the sync to a later checkpoint. If that
//!   sync fails, a third checkpoint copies only the rest, syncs it, and the log is overwritten: the first part is lost.
//!
//! So the writer thread stops, and repeats these steps until all of them succeed:
//!
//! 1. Everything acknowledged is in the log or was synced in the file before. The frames of the log are counted by SQLite's
//!    index and checked by their checksums; then the log is cut behind the last acknowledged commit.
//! 2. All connections are closed, so that SQLite forgets which part of the log it has copied; then the file is opened and checked
//!    like at startup.
//! 3. The whole log is copied into the file once more. This writes every page that a failed sync may have lost again, and the
//!    sync that follows is about these writes.
//! 4. The log is emptied and synced, so that no restart finds the refused commit.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::open::{BUSY_TIMEOUT, Durability, prepare, read_version, sync_folder};
use super::reader_pool::ReaderPool;
use super::writer::{CheckpointMode, checkpoint};
use super::{SqliteError, wal, wal_check};
use crate::{Cause, StoreError};

/// What is needed to open the database again.
pub(super) struct Recovery {
    pub(super) path: PathBuf,
    pub(super) durability: Durability,
    pub(super) readers: Arc<ReaderPool>,
    /// Number of frames in the log with acknowledged changes, since the sync failed.
    acknowledged: Option<u64>,
}

impl Recovery {
    pub(super) fn new(path: PathBuf, durability: Durability, readers: Arc<ReaderPool>) -> Recovery {
        Recovery { path, durability, readers, acknowledged: None }
    }

    /// Runs all steps once. Afterwards the database has everything acknowledged, nothing else, and is on the disk.
    ///
    /// # Errors
    /// Why a step failed. The connection must not be used then.
    pub(super) fn run(&mut self, connection: &mut Connection) -> Result<(), StoreError> {
        self.try_run(connection).map_err(StoreError::from)?;
        self.acknowledged = None;
        Ok(())
    }

    fn try_run(&mut self, connection: &mut Connection) -> Result<(), SqliteError> {
        let log = wal::log_file(&self.path);
        let not_synced = |error: std::io::Error| Cause::NotSynced(error.to_string());
        let acknowledged = match self.acknowledged {
            Some(frames) => frames,
            // Only a commit that was synced is in the index.
            None => *self.acknowledged.insert(checkpoint(connection, CheckpointMode::Noop)?.frames),
        };
        let end = wal_check::end_of_frames(&log, acknowledged).map_err(not_synced)?;
        let Some(end) = end else {
            return Err(missing(acknowledged).into());
        };
        if let Ok(file) = File::options().write(true).open(&log) {
            file.set_len(end).map_err(not_synced)?;
        }

        let Some(_suspension) = self.readers.suspend() else {
            return Err(Cause::NotSynced("queries are still running".to_owned()).into());
        };
        keep_log_on_close(connection);
        *connection = Connection::open_in_memory()?;
        let mut opened = Connection::open(&self.path)?;
        keep_log_on_close(&opened);
        let version = read_version(&opened, &self.path).map_err(|error| Cause::Other(error.to_string()))?;
        prepare(&mut opened, version, self.durability)?;
        let reopened = checkpoint(&opened, CheckpointMode::Noop)?;
        if reopened.frames < acknowledged {
            return Err(missing(acknowledged).into());
        }
        if reopened.copied > 0 {
            let reason = "another program has the database open; end it, for example `cafe admin backup`";
            return Err(Cause::NotSynced(reason.to_owned()).into());
        }

        opened.busy_timeout(BUSY_TIMEOUT)?;
        if checkpoint(&opened, CheckpointMode::Truncate)?.busy {
            return Err(Cause::NotSynced("another program reads the database".to_owned()).into());
        }
        File::open(&log).and_then(|log| log.sync_all()).map_err(not_synced)?;
        sync_folder(&self.path).map_err(not_synced)?;
        opened.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        *connection = opened;
        Ok(())
    }
}

/// Prevents that closing the last connection copies the rest of the log and deletes it.
pub(super) fn keep_log_on_close(connection: &Connection) {
    if let Err(error) = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true) {
        tracing::error!(%error, "cannot keep the log");
    }
}

fn missing(frames: u64) -> Cause {
    Cause::Damaged(format!(
        "the disk did not confirm a write, and now acknowledged changes are missing from its log of {frames} pages"
    ))
}
