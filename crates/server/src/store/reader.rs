//! Questions to the file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use super::{Store, StoreFault, open_to_read, version_of};
use crate::room::{Damaged, Millis, Room, Stamped};
use crate::{Name, TableId, TokenHash, VisitorId};

/// So many connections are kept for those who ask next; what more were opened in a rush are closed after it.
const KEPT: usize = 16;

/// Connections that read, as many as are asked at the same time; or, when no more files can be opened, as many as there are.
/// There are never more than threads that may wait for the disk, which the runtime limits.
pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    given_back: Condvar,
}

/// A connection that somebody reads with, given back when it is dropped.
struct Borrowed<'r> {
    readers: &'r Readers,
    connection: Option<Connection>,
}

impl Readers {
    /// With one that is open already: whatever else the system has no room for, what is stored can be read.
    pub(super) fn new(path: PathBuf) -> Result<Readers, StoreFault> {
        let first = open(&path)?;
        Ok(Readers { path, idle: Mutex::new(vec![first]), given_back: Condvar::new() })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // Nothing in there can be half done.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn borrow(&self) -> Connection {
        let idle = self.idle().pop();
        idle.or_else(|| open(&self.path).ok()).unwrap_or_else(|| {
            // There is one, so it comes back.
            let mut idle = self.idle();
            loop {
                match idle.pop() {
                    Some(connection) => return connection,
                    None => idle = self.given_back.wait(idle).unwrap_or_else(PoisonError::into_inner),
                }
            }
        })
    }

    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let borrowed = Borrowed { readers: self, connection: Some(self.borrow()) };
        // It is there until it is given back.
        borrowed.connection.as_ref().map_or(Err(StoreFault::Closed), question)
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let mut idle = self.readers.idle();
        let kept = self.connection.take_if(|_| idle.len() < KEPT);
        idle.extend(kept);
        drop(idle);
        // One that is not kept is closed here, where nobody waits for the lock.
        drop(self.connection.take());
        self.readers.given_back.notify_one();
    }
}

fn open(path: &Path) -> Result<Connection, StoreFault> {
    let connection = open_to_read(path)?;
    // The log beside the file is opened when something is read: if that fails, then now.
    version_of(&connection)?;
    Ok(connection)
}

/// A visitor, as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// Who.
    pub id: VisitorId,
    /// The name to show.
    pub name: Name,
    /// Whether it is a bot from outside.
    pub program: bool,
    /// When the cookie of the device began its life.
    pub renewed: Millis,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Which.
    pub id: TableId,
    /// When something happened there last, or somebody was there, give or take a minute.
    pub touched: Millis,
}

/// Which games of a visitor are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Games {
    /// Whose.
    pub visitor: VisitorId,
    /// Only those that are over, or only those that are not.
    pub over: Option<bool>,
    /// Only those that were opened before this one.
    pub after: Option<TableId>,
    /// How many at most.
    pub limit: usize,
}

/// The most public tables of one host in the list of all of them.
const LISTED_OF_HOST: usize = 5;
/// How many times as many tables are looked through for it.
const LOOKED_THROUGH: usize = 10;

impl Store {
    /// Whose token it is.
    ///
    /// # Errors
    /// What the database says.
    pub async fn visitor_of(&self, token: TokenHash) -> Result<Option<Visitor>, StoreFault> {
        self.read(move |file| {
            let row = file
                .prepare_cached(
                    "SELECT id, name, program, renewed FROM visitors JOIN tokens ON visitor = id WHERE hash = ?1",
                )?
                .query_row([token], |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?))
                })
                .optional()?;
            Ok(row.and_then(|(id, name, program, renewed)| {
                Some(Visitor { id: VisitorId::parse(&id)?, name: Name::new(&name).ok()?, program, renewed })
            }))
        })
        .await
    }

    /// A table from its entries.
    ///
    /// # Errors
    /// What the database says, or what is wrong with the entries.
    pub async fn room(&self, id: TableId) -> Result<Option<Room>, StoreFault> {
        self.read(move |file| read_room(file, &id)).await
    }

    /// The tables that everybody may see, the last touched first: where somebody is comes before where nobody is. Whoever has opened
    /// very many has only some of them in the list, so that there is room for others.
    ///
    /// # Errors
    /// What the database says.
    pub async fn public_tables(&self, most: usize) -> Result<Vec<Listed>, StoreFault> {
        self.read(move |file| {
            let mut statement = file.prepare_cached(
                "SELECT id, touched, host FROM tables WHERE public AND state < 2 ORDER BY touched DESC LIMIT ?1",
            )?;
            let rows = statement.query_map([(most * LOOKED_THROUGH) as i64], |row| {
                Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?))
            })?;
            let mut of_host: HashMap<String, usize> = HashMap::new();
            let mut found = Vec::new();
            for row in rows {
                let (id, touched, host) = row?;
                let of_host = of_host.entry(host).or_default();
                *of_host += 1;
                if *of_host <= LISTED_OF_HOST && found.len() < most {
                    found.extend(TableId::parse(&id).map(|id| Listed { id, touched }));
                }
            }
            Ok(found)
        })
        .await
    }

    /// The tables where a visitor has sat, the last opened first. Nothing if the one to go on from is none of them.
    ///
    /// # Errors
    /// What the database says.
    pub async fn games(&self, wanted: Games) -> Result<Option<Vec<Listed>>, StoreFault> {
        let Games { visitor, over, after, limit } = wanted;
        self.read(move |file| {
            // Tables are numbered as they are opened, and the visitor's come in that order from the index.
            let before: Option<i64> = match after {
                None => Some(i64::MAX),
                Some(after) => file
                    .prepare_cached(
                        "SELECT table_key FROM tables JOIN seats ON table_key = key WHERE id = ?1 AND visitor = ?2",
                    )?
                    .query_row([after.as_str(), visitor.as_str()], |row| row.get(0))
                    .optional()?,
            };
            let Some(before) = before else { return Ok(None) };
            list(
                file,
                "SELECT id, touched FROM seats JOIN tables ON key = table_key
                 WHERE visitor = ?1 AND table_key < ?2 AND (?3 IS NULL OR (state = 2) = ?3)
                 ORDER BY table_key DESC LIMIT ?4",
                params![visitor.as_str(), before, over, limit as i64],
            )
            .map(Some)
        })
        .await
    }

    /// The tables at which something is to happen by itself: a time is up, or a bot plays. Who has waited longest is first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn overdue(&self, now: Millis, most: usize) -> Result<Vec<Listed>, StoreFault> {
        self.read(move |file| {
            list(
                file,
                "SELECT id, touched FROM tables WHERE deadline <= ?1 ORDER BY deadline LIMIT ?2",
                params![now, most as i64],
            )
        })
        .await
    }

    /// Some of the tables that wait, and where nobody has been since then.
    ///
    /// # Errors
    /// What the database says.
    pub async fn waiting_since(&self, then: Millis, most: usize) -> Result<Vec<Listed>, StoreFault> {
        self.read(move |file| {
            list(
                file,
                "SELECT id, touched FROM tables WHERE state = 0 AND touched <= ?1 ORDER BY touched LIMIT ?2",
                params![then, most as i64],
            )
        })
        .await
    }

    /// The tables that know anything of a visitor.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tables_about(&self, visitor: VisitorId) -> Result<Vec<Listed>, StoreFault> {
        self.read(move |file| {
            list(
                file,
                "SELECT id, touched FROM seats JOIN tables ON key = table_key WHERE visitor = ?1
                 UNION
                 SELECT id, touched FROM named JOIN tables ON key = table_key WHERE visitor = ?1",
                params![visitor.as_str()],
            )
        })
        .await
    }

    /// The name of a visitor.
    ///
    /// # Errors
    /// What the database says.
    pub async fn name_of(&self, visitor: VisitorId) -> Result<Option<Name>, StoreFault> {
        self.read(move |file| {
            let mut statement = file.prepare_cached("SELECT name FROM visitors WHERE id = ?1")?;
            let name: Option<String> =
                statement.query_row([visitor.as_str()], |row| row.get(0)).optional()?;
            Ok(name.and_then(|name| Name::new(&name).ok()))
        })
        .await
    }

    /// Whether there is such a visitor.
    ///
    /// # Errors
    /// What the database says.
    pub async fn knows(&self, visitor: VisitorId) -> Result<bool, StoreFault> {
        self.read(move |file| {
            let mut statement = file.prepare_cached("SELECT 1 FROM visitors WHERE id = ?1")?;
            Ok(statement.exists([visitor.as_str()])?)
        })
        .await
    }

    /// The tables that go on where a visitor sits, or that wait for it as their host.
    ///
    /// # Errors
    /// What the database says.
    pub async fn places_of(&self, visitor: VisitorId) -> Result<Vec<Listed>, StoreFault> {
        self.read(move |file| {
            list(
                file,
                "SELECT id, touched FROM seats JOIN tables ON key = table_key WHERE visitor = ?1 AND state < 2
                 UNION
                 SELECT id, touched FROM tables WHERE host = ?1 AND state = 0",
                params![visitor.as_str()],
            )
        })
        .await
    }
}

pub(super) fn list(
    file: &Connection,
    question: &str,
    values: impl rusqlite::Params,
) -> Result<Vec<Listed>, StoreFault> {
    let mut statement = file.prepare_cached(question)?;
    let rows = statement.query_map(values, |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    let mut found = Vec::new();
    for row in rows {
        let (id, touched) = row?;
        found.extend(TableId::parse(&id).map(|id| Listed { id, touched }));
    }
    Ok(found)
}

pub(super) fn read_room(file: &Connection, id: &TableId) -> Result<Option<Room>, StoreFault> {
    let mut statement = file.prepare_cached(
        "SELECT at, data FROM entries JOIN tables ON key = table_key WHERE id = ?1 ORDER BY n",
    )?;
    let rows = statement.query_map([id.as_str()], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    let damaged = |damaged: Damaged| StoreFault::Unreadable(id.clone(), damaged.to_string());
    let mut entries = Vec::new();
    for row in rows {
        let (at, data) = row?;
        let entry = serde_json::from_str(&data)
            .map_err(|error| damaged(Damaged { entry: entries.len() + 1, why: error.to_string() }))?;
        entries.push(Stamped { at, entry });
    }
    if entries.is_empty() {
        return Ok(None);
    }
    Room::replay(id.clone(), entries).map(Some).map_err(damaged)
}
