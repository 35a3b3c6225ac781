//! Looking at the file from outside, also while a café is open on it: the database keeps readers and the writer apart,
//! in whatever process they are. Nothing can be changed this way.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, params};

use super::reader::{list, read_room};
use super::{Listed, Store, StoreFault, open_to_read, version_of};
use crate::VisitorId;
use crate::room::{Millis, Room};

/// So many pages are copied at a time.
const PAGES: i32 = 256;

/// The file of a store, to be looked at.
pub struct Look {
    file: Connection,
    path: PathBuf,
}

/// A table, as whoever runs the house sees it.
pub struct TableSeen {
    /// The table.
    pub room: Room,
    /// When something happened at it last, or somebody was there, give or take a minute.
    pub touched: Millis,
}

/// Tables, as whoever runs the house sees them.
pub struct TablesSeen {
    /// Those that can be read.
    pub tables: Vec<TableSeen>,
    /// What is wrong with the others.
    pub unreadable: Vec<StoreFault>,
}

/// A visitor, as whoever runs the house sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitorSeen {
    /// Who, for others.
    pub id: VisitorId,
    /// The name to show.
    pub name: String,
    /// Whether it is a bot from outside.
    pub program: bool,
    /// When it came first.
    pub created: Millis,
    /// On how many devices it is known.
    pub devices: u32,
    /// At how many tables it has sat.
    pub tables: u32,
}

impl Look {
    /// Opens the file of a folder to look at it.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn open(folder: &Path) -> Result<Look, StoreFault> {
        let path = Store::file(folder);
        if !path.is_file() {
            return Err(StoreFault::Missing(path));
        }
        let file = open_to_read(&path)?;
        // Nothing was ever stored, or by another program.
        if version_of(&file)? == 0 {
            return Err(StoreFault::Missing(path));
        }
        Ok(Look { file, path })
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tables that wait or play, and those that are over if that is asked for; the last touched first, and at most so
    /// many.
    ///
    /// # Errors
    /// What the database says.
    pub fn tables(&self, over: bool, most: usize) -> Result<TablesSeen, StoreFault> {
        let question =
            "SELECT id, touched FROM tables WHERE state < 2 OR ?1 ORDER BY state = 2, touched DESC LIMIT ?2";
        let listed = list(&self.file, question, params![over, most as i64])?;
        let mut seen = TablesSeen { tables: Vec::with_capacity(listed.len()), unreadable: Vec::new() };
        for Listed { id, touched } in listed {
            match read_room(&self.file, &id) {
                Ok(room) => seen.tables.extend(room.map(|room| TableSeen { room, touched })),
                Err(fault @ StoreFault::Unreadable(..)) => seen.unreadable.push(fault),
                Err(fault) => return Err(fault),
            }
        }
        Ok(seen)
    }

    /// The visitors, the newest first, at most so many.
    ///
    /// # Errors
    /// What the database says.
    pub fn visitors(&self, most: usize) -> Result<Vec<VisitorSeen>, StoreFault> {
        let mut statement = self.file.prepare(
            "SELECT id, name, program, created,
                (SELECT count(*) FROM tokens WHERE visitor = id),
                (SELECT count(*) FROM seats WHERE visitor = id)
             FROM visitors ORDER BY created DESC, id LIMIT ?1",
        )?;
        let rows = statement.query_map([most as i64], |row| {
            let id: String = row.get(0)?;
            let (name, program, created) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((id, name, program, created, row.get(4)?, row.get(5)?))
        })?;
        let mut seen = Vec::new();
        for row in rows {
            let (id, name, program, created, devices, tables) = row?;
            let id = VisitorId::parse(&id);
            seen.extend(id.map(|id| VisitorSeen { id, name, program, created, devices, tables }));
        }
        Ok(seen)
    }

    /// Copies everything, as it is at one moment, into an empty file, and looks whether the copy is sound. Tells how many
    /// pages of how many are copied, and stops if told to.
    ///
    /// # Errors
    /// Why there is no copy.
    pub fn copy(
        &self,
        to: &Path,
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<(), StoreFault> {
        // One look for all of it: what is written meanwhile does not make the copy begin again.
        let moment = self.file.unchecked_transaction()?;
        moment.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
        let mut copy =
            Connection::open(to).map_err(|error| StoreFault::Open(to.to_owned(), error.to_string()))?;
        let backup = Backup::new(&self.file, &mut copy)?;
        loop {
            let step = backup.step(PAGES)?;
            let done = backup.progress();
            let (pages, left) = (done.pagecount.max(0) as u64, done.remaining.max(0) as u64);
            if progress(pages - left.min(pages), pages).is_break() {
                return Err(StoreFault::Interrupted);
            }
            match step {
                StepResult::Done => break,
                StepResult::More => {}
                _ => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        drop(backup);
        // A file by itself, without a log beside it.
        copy.pragma_update(None, "journal_mode", "delete")?;
        let sound: String = copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if sound != "ok" {
            return Err(StoreFault::Damaged(sound));
        }
        drop(copy);
        let synced = File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreFault::Refused(error.to_string()))
    }
}
