//! Reading the database from another process, for `cafe admin`. This works while a server uses the file: SQLite isolates
//! readers from the writer across processes. Nothing can be changed.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use cafe_room::{Millis, Room, VisitorId};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, params};

use super::migrations::SCHEMA_VERSION;
use super::open::{database_file, open_read_only, quick_check, read_version};
use super::{SqliteError, log, rooms};
use crate::{BackupError, Cause, ListedRoom, OpenError, StoreError};

/// Number of pages copied between two calls of the progress callback.
const BACKUP_STEP_PAGES: i32 = 256;

/// The database of a data folder, open for reading.
pub struct StoreReader {
    connection: Connection,
    version: i64,
}

/// A room in the list for administrators.
pub struct RoomOverview {
    /// The room.
    pub room: Room,
    /// The last activity, accurate to about a minute.
    pub active_at: Millis,
}

/// Rooms for administrators.
pub struct RoomList {
    /// The rooms that can be read.
    pub rooms: Vec<RoomOverview>,
    /// The errors of the others.
    pub unreadable: Vec<StoreError>,
}

/// A visitor in the list for administrators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitorOverview {
    /// The visitor.
    pub id: VisitorId,
    /// Display name.
    pub name: String,
    /// True for an external bot.
    pub is_program: bool,
    /// When the visitor was created.
    pub created_at: Millis,
    /// Number of devices.
    pub devices: u32,
    /// Number of rooms where the visitor has a seat.
    pub rooms: u32,
}

impl StoreReader {
    /// Opens the database of a data folder for reading.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn open(folder: &Path) -> Result<StoreReader, OpenError> {
        let path = database_file(folder);
        if !path.is_file() {
            return Err(OpenError::Missing { path });
        }
        let connection = open_read_only(&path).map_err(|error| OpenError::Open {
            path: path.clone(),
            error: StoreError::from(error).to_string(),
        })?;
        match read_version(&connection, &path)? {
            // Nothing was ever stored, or another program wrote the file.
            0 => Err(OpenError::Missing { path }),
            version => Ok(StoreReader { connection, version }),
        }
    }

    /// Lists rooms that are not over, and with `include_over` the others after them; the last active first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn rooms(&self, include_over: bool, limit: usize) -> Result<RoomList, StoreError> {
        self.require_current_schema()?;
        let query = "SELECT id, active_at FROM rooms WHERE state < 2 OR ?1
             ORDER BY state = 2, active_at DESC LIMIT ?2";
        let listed = rooms::list(&self.connection, query, params![include_over, limit as i64])?;
        let mut list = RoomList { rooms: Vec::with_capacity(listed.len()), unreadable: Vec::new() };
        for ListedRoom { id, active_at } in listed {
            match log::room(&self.connection, &id).map_err(StoreError::from) {
                Ok(room) => list.rooms.extend(room.map(|room| RoomOverview { room, active_at })),
                Err(error @ StoreError::Unreadable { .. }) => list.unreadable.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok(list)
    }

    /// Lists visitors, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn visitors(&self, limit: usize) -> Result<Vec<VisitorOverview>, StoreError> {
        self.require_current_schema()?;
        Ok(self.query_visitors(limit)?)
    }

    fn query_visitors(&self, limit: usize) -> Result<Vec<VisitorOverview>, SqliteError> {
        let mut statement = self.connection.prepare(
            "SELECT id, name, is_program, created_at,
                (SELECT count(*) FROM tokens WHERE visitor = id),
                (SELECT count(*) FROM room_visitors WHERE visitor = id)
             FROM visitors ORDER BY created_at DESC, id LIMIT ?1",
        )?;
        let mut rows = statement.query([limit as i64])?;
        let mut visitors = Vec::new();
        while let Some(row) = rows.next()? {
            let Some(id) = VisitorId::parse(&row.get::<_, String>(0)?) else { continue };
            visitors.push(VisitorOverview {
                id,
                name: row.get(1)?,
                is_program: row.get(2)?,
                created_at: row.get(3)?,
                devices: row.get(4)?,
                rooms: row.get(5)?,
            });
        }
        Ok(visitors)
    }

    /// Refuses a database that the server has not migrated yet. A backup of one can be made nevertheless.
    fn require_current_schema(&self) -> Result<(), StoreError> {
        if self.version == SCHEMA_VERSION {
            return Ok(());
        }
        let reason =
            format!("the file has the old schema {}; start the server once to migrate it", self.version);
        Err(StoreError::Unavailable(Cause::Other(reason)))
    }

    /// Copies the database, as it is at one moment, into an empty file and checks the copy. The callback gets the number of
    /// copied pages and of all pages, and can stop the copy.
    ///
    /// # Errors
    /// Why there is no backup.
    pub fn backup(
        &self,
        to: &Path,
        progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<(), BackupError> {
        let create_error = |error: &dyn std::fmt::Display| BackupError::Create {
            path: to.to_owned(),
            error: error.to_string(),
        };
        let mut target = Connection::open(to).map_err(|error| create_error(&error))?;
        self.copy_pages(&mut target, progress)?;
        check_copy(&target).map_err(StoreError::from)?;
        drop(target);
        let synced = File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreError::Unavailable(Cause::Refused(error.to_string())))?;
        Ok(())
    }

    fn copy_pages(
        &self,
        target: &mut Connection,
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<(), BackupError> {
        let failed = |error: rusqlite::Error| BackupError::Store(SqliteError::from(error).into());
        // One read transaction for the whole copy: otherwise every concurrent write would restart it.
        let snapshot = self.connection.unchecked_transaction().map_err(failed)?;
        snapshot.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(())).map_err(failed)?;
        let backup = Backup::new(&self.connection, target).map_err(failed)?;
        loop {
            let step = backup.step(BACKUP_STEP_PAGES).map_err(failed)?;
            let done = backup.progress();
            let (pages, left) = (done.pagecount.max(0) as u64, done.remaining.max(0) as u64);
            if progress(pages - left.min(pages), pages).is_break() {
                return Err(BackupError::Interrupted);
            }
            match step {
                StepResult::Done => return Ok(()),
                StepResult::More => {}
                _ => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

/// Checks a copy, and makes it a single file without a log.
fn check_copy(copy: &Connection) -> Result<(), SqliteError> {
    copy.pragma_update(None, "journal_mode", "delete")?;
    quick_check(copy)
}
