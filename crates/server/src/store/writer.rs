//! The one thread that writes.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};
use tokio::sync::oneshot;

use super::condition::Condition;
use super::forget::forget;
use super::{SCHEMA, StoreFault};
use crate::room::{Entry, Millis, Room, Stamped};
use crate::{Name, TableId, TokenHash, VisitorId};

/// Something to store, all of it or nothing.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are what the sentence above them names")]
pub enum Change {
    /// A new table with its first entries; unless its host has so many open ones already, which is a fault then.
    Open { table: TableId, entries: Vec<Stamped>, summary: Summary, most: usize },
    /// More entries of a table, the first of them with this number; and what else has changed, if it has.
    Append { table: TableId, first: u64, entries: Vec<Stamped>, summary: Option<Summary> },
    /// A new visitor with a first device.
    Visitor { visitor: VisitorId, name: Name, program: bool, token: TokenHash, at: Millis },
    /// Another name for a visitor.
    Rename { visitor: VisitorId, name: Name },
    /// A link that brings a visitor to another device, instead of those it had. Other people's that are too old go as well,
    /// and the visitor's oldest devices, but not the one that asks, if there would be too many of them.
    Link { hash: TokenHash, visitor: VisitorId, device: TokenHash, expires: Millis, at: Millis },
    /// A link is used: it is gone, and there is a new device. A conflict if there is no such link any more.
    Claim { link: TokenHash, token: TokenHash, at: Millis },
    /// A visitor's devices are forgotten, but for the one that asks, and the link that would bring another.
    SignOut { visitor: VisitorId, but: TokenHash },
    /// A device is here again, and its cookie begins a new life.
    Renew { token: TokenHash, at: Millis },
    /// Somebody is at a table, even if nothing happens there.
    Seen { table: TableId, at: Millis },
    /// A table cannot be read: nothing happens at it by itself any more, and it is over if that is wanted.
    SetAside { table: TableId, over: bool },
    /// Everything about a visitor is forgotten: names and talk in entries, devices, the visitor.
    Forget { visitor: VisitorId },
    /// Nothing changes, but a page is written: to see whether that can be done.
    Touch,
}

impl Change {
    /// Whether a single statement writes it, which the database by itself does as a whole or not at all: so a move is,
    /// and there are far more of those than of anything else.
    fn is_one_statement(&self) -> bool {
        match self {
            Change::Append { entries, summary, .. } => entries.len() == 1 && summary.is_none(),
            Change::Seen { .. } | Change::Renew { .. } | Change::SetAside { .. } => true,
            _ => false,
        }
    }
}

/// What is known of a table without reading its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Who opened it.
    pub host: VisitorId,
    /// Whether it is listed.
    pub public: bool,
    /// How far it has come.
    pub state: TableState,
    /// From when on something happens at it by itself: the time of the player to move is up, or a bot plays.
    pub deadline: Option<Millis>,
    /// Who sits at it.
    pub seated: Vec<VisitorId>,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableState {
    /// People are sitting down.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over, or the table is closed.
    Over,
}

impl Summary {
    /// What is known of a table.
    #[must_use]
    pub fn of(room: &Room) -> Summary {
        Summary {
            host: room.host.clone(),
            public: room.options.public,
            state: match () {
                () if room.is_over() => TableState::Over,
                () if room.play.is_some() => TableState::Playing,
                () => TableState::Waiting,
            },
            deadline: room.happens_from(),
            seated: room
                .seats
                .iter()
                .filter_map(|holder| holder.guest())
                .map(|guest| guest.visitor.clone())
                .collect(),
        }
    }
}

/// What the thread is asked to do.
pub(super) enum Job {
    Write(Write),
    /// Nothing more comes: the log becomes part of the file.
    Close(oneshot::Sender<()>),
}

/// A change, and who waits for it.
pub(super) struct Write {
    pub(super) change: Change,
    pub(super) done: oneshot::Sender<Result<(), StoreFault>>,
}

/// The most devices on which a visitor is known. Whoever clears a browser leaves one behind that nobody can ever use again;
/// so the oldest make room, and nobody is kept out.
const DEVICES: i64 = 20;
/// A game that nobody has touched for so long is not counted among the open tables of its host: one without a clock might
/// never end. It can be played on all the same.
const ABANDONED: Millis = 90 * 24 * 60 * 60 * 1000;
/// The most changes in one transaction.
const TOGETHER: usize = 1024;
/// How long readers are waited for when the log becomes part of the file.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct Writer {
    connection: Connection,
    condition: Arc<Condition>,
}

impl Writer {
    pub(super) fn new(connection: Connection, condition: Arc<Condition>) -> Writer {
        connection.set_prepared_statement_cache_capacity(32);
        Writer { connection, condition }
    }

    /// Writes until nobody is left who could ask for more.
    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        let mut batch: Vec<Write> = Vec::with_capacity(TOGETHER);
        while let Ok(first) = jobs.recv() {
            let mut end = None;
            for job in std::iter::once(first).chain(jobs.try_iter()).take(TOGETHER) {
                match job {
                    Job::Write(write) => batch.push(write),
                    Job::Close(done) => {
                        end = Some(done);
                        break;
                    }
                }
            }
            if !batch.is_empty() {
                self.write(&mut batch);
            }
            if let Some(done) = end {
                self.fold_log(PATIENCE);
                drop(self);
                let _ = done.send(());
                return;
            }
        }
    }

    fn write(&mut self, batch: &mut Vec<Write>) {
        let outcome = self.transaction(batch);
        self.condition.note(outcome.as_ref().err());
        let forgotten =
            outcome.is_ok() && batch.iter().any(|one| matches!(one.change, Change::Forget { .. }));
        if forgotten {
            // The old pages are still in the log. Nobody waits for a reader here: the next such moment comes.
            self.fold_log(Duration::ZERO);
        }
        let results = match outcome {
            Ok(results) => results,
            Err(fault) => batch.iter().map(|_| Err(fault.clone())).collect(),
        };
        for (write, result) in batch.drain(..).zip(results) {
            // Who does not wait any more has gone; what was asked is stored all the same.
            let _ = write.done.send(result);
        }
    }

    /// Makes the log part of the file, and the log empty.
    pub(super) fn fold_log(&self, patience: Duration) {
        let fold = || {
            self.connection.busy_timeout(patience)?;
            let busy: bool =
                self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
            self.connection.busy_timeout(PATIENCE)?;
            Ok::<bool, rusqlite::Error>(busy)
        };
        match fold() {
            Ok(false) => {}
            Ok(true) => tracing::debug!("somebody reads; the log stays beside the file"),
            Err(fault) => tracing::warn!(%fault, "the log stays beside the file"),
        }
    }

    fn transaction(&mut self, batch: &[Write]) -> Result<Vec<Result<(), StoreFault>>, StoreFault> {
        let mut transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(batch.len());
        for Write { change, .. } in batch {
            let result = if change.is_one_statement() {
                store(&transaction, change)
            } else {
                let mut part = transaction.savepoint()?;
                let result = store(&part, change);
                // What fails by itself, fails alone; with the file fails everything.
                match &result {
                    Err(fault) if fault.is_of_the_file() => {}
                    Err(_) => part.rollback()?,
                    Ok(()) => part.commit()?,
                }
                result
            };
            match result {
                Err(fault) if fault.is_of_the_file() => return Err(fault),
                result => results.push(result),
            }
        }
        transaction.commit()?;
        Ok(results)
    }
}

fn store(connection: &Connection, change: &Change) -> Result<(), StoreFault> {
    match change {
        Change::Open { table, entries, summary, most } => {
            let at = entries.first().map_or(0, |first| first.at);
            // Here, where nobody comes between: whoever asks many times at once is counted every time.
            if open_tables_of(connection, &summary.host, at)? >= *most {
                return Err(StoreFault::TooMany);
            }
            connection
                .prepare_cached(
                    "INSERT INTO tables (id, host, public, state, opened, touched, deadline) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)",
                )?
                .execute(params![
                    table.as_str(),
                    summary.host.as_str(),
                    summary.public,
                    summary.state as i64,
                    at,
                    summary.deadline
                ])?;
            let key = connection.last_insert_rowid();
            if let Some(Stamped { entry: Entry::Opened { host, kept_for, .. }, .. }) = entries.first() {
                let mut named = connection
                    .prepare_cached("INSERT OR IGNORE INTO named (visitor, table_key) VALUES (?1, ?2)")?;
                for visitor in std::iter::once(host).chain(kept_for.iter().flatten()) {
                    named.execute(params![visitor.as_str(), key])?;
                }
            }
            append(connection, key, 1, entries, Some(summary))
        }
        Change::Append { table, first, entries, summary } => {
            let key: i64 = connection
                .prepare_cached("SELECT key FROM tables WHERE id = ?1")?
                .query_row([table.as_str()], |row| row.get(0))?;
            append(connection, key, *first, entries, summary.as_ref())
        }
        Change::Visitor { visitor, name, program, token, at } => {
            connection
                .prepare_cached("INSERT INTO visitors (id, name, program, created) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![visitor.as_str(), name.as_str(), program, at])?;
            device(connection, token, visitor.as_str(), *at)
        }
        Change::Rename { visitor, name } => {
            connection
                .prepare_cached("UPDATE visitors SET name = ?2 WHERE id = ?1")?
                .execute(params![visitor.as_str(), name.as_str()])?;
            Ok(())
        }
        Change::Link { hash, visitor, device, expires, at } => {
            // The link can be used once, and there is no other: with this there is room for the device that it brings.
            connection
                .prepare_cached(
                    "DELETE FROM tokens WHERE hash IN (
                         SELECT hash FROM tokens WHERE visitor = ?1 ORDER BY hash = ?2 DESC, created DESC LIMIT -1 OFFSET ?3
                     )",
                )?
                .execute(params![visitor.as_str(), device, DEVICES - 1])?;
            connection
                .prepare_cached("DELETE FROM links WHERE visitor = ?1 OR expires <= ?2")?
                .execute(params![visitor.as_str(), at])?;
            connection
                .prepare_cached("INSERT INTO links (hash, visitor, expires) VALUES (?1, ?2, ?3)")?
                .execute(params![hash, visitor.as_str(), expires])?;
            Ok(())
        }
        Change::Claim { link, token, at } => {
            let visitor: Option<String> = connection
                .prepare_cached("DELETE FROM links WHERE hash = ?1 AND expires > ?2 RETURNING visitor")?
                .query_row(params![link, at], |row| row.get(0))
                .optional()?;
            device(connection, token, &visitor.ok_or(StoreFault::Conflict)?, *at)
        }
        Change::SignOut { visitor, but } => {
            connection
                .prepare_cached("DELETE FROM tokens WHERE visitor = ?1 AND hash <> ?2")?
                .execute(params![visitor.as_str(), but])?;
            connection.prepare_cached("DELETE FROM links WHERE visitor = ?1")?.execute([visitor.as_str()])?;
            Ok(())
        }
        Change::Renew { token, at } => {
            connection
                .prepare_cached("UPDATE tokens SET renewed = ?2 WHERE hash = ?1")?
                .execute(params![token, at])?;
            Ok(())
        }
        Change::Seen { table, at } => {
            connection
                .prepare_cached("UPDATE tables SET touched = max(touched, ?2) WHERE id = ?1")?
                .execute(params![table.as_str(), at])?;
            Ok(())
        }
        Change::SetAside { table, over } => {
            let state = over.then_some(TableState::Over as i64);
            connection
                .prepare_cached(
                    "UPDATE tables SET deadline = NULL, state = coalesce(?2, state) WHERE id = ?1",
                )?
                .execute(params![table.as_str(), state])?;
            Ok(())
        }
        Change::Forget { visitor } => forget(connection, visitor),
        Change::Touch => Ok(connection.pragma_update(None, "user_version", SCHEMA)?),
    }
}

fn open_tables_of(connection: &Connection, host: &VisitorId, now: Millis) -> Result<usize, StoreFault> {
    let count: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM tables WHERE host = ?1 AND state < 2 AND (state = 0 OR touched > ?2)",
        )?
        .query_row(params![host.as_str(), now - ABANDONED], |row| row.get(0))?;
    Ok(count as usize)
}

fn device(connection: &Connection, token: &TokenHash, visitor: &str, at: Millis) -> Result<(), StoreFault> {
    connection
        .prepare_cached("INSERT INTO tokens (hash, visitor, created, renewed) VALUES (?1, ?2, ?3, ?3)")?
        .execute(params![token, visitor, at])?;
    Ok(())
}

fn append(
    connection: &Connection,
    key: i64,
    first: u64,
    entries: &[Stamped],
    summary: Option<&Summary>,
) -> Result<(), StoreFault> {
    let mut insert: CachedStatement<'_> =
        connection.prepare_cached("INSERT INTO entries (table_key, n, at, data) VALUES (?1, ?2, ?3, ?4)")?;
    for (n, Stamped { at, entry }) in (first as i64..).zip(entries) {
        insert.execute(params![key, n, at, written(entry)])?;
    }
    if let Some(summary) = summary {
        let touched = entries.last().map_or(0, |last| last.at);
        connection
            .prepare_cached(
                "UPDATE tables SET host = ?2, state = ?3, touched = ?4, deadline = ?5 WHERE key = ?1",
            )?
            .execute(params![key, summary.host.as_str(), summary.state as i64, touched, summary.deadline])?;
        let mut seat =
            connection.prepare_cached("INSERT OR IGNORE INTO seats (visitor, table_key) VALUES (?1, ?2)")?;
        for visitor in &summary.seated {
            seat.execute(params![visitor.as_str(), key])?;
        }
    }
    Ok(())
}

pub(super) fn written(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry has only strings and numbers in it")
}
