//! Rooms and their entries.

use std::collections::HashMap;

use cafe_room::{Clock, Entry, InvalidEntry, Millis, Room, RoomId, TimedEntry, VisitorId};
use rusqlite::{Connection, OptionalExtension, Params, params};

use super::SqliteError;
use crate::change::CreateRoom;
use crate::{Append, ListedRoom, RoomState, RoomSummary, RoomsOf, StoreError};

/// A running game without activity for this long does not count against its host's limit: without a clock it might never
/// end. It can still be continued.
const ABANDONED_AFTER_MILLIS: Millis = 90 * 24 * 60 * 60 * 1000;
/// Maximum number of public rooms of one host in the list, so that one host cannot fill it.
const MAX_LISTED_PER_HOST: usize = 5;
/// How many times the number of rooms asked for is scanned to find rooms of other hosts.
const SCAN_FACTOR: usize = 10;

/// Rooms whose entries mention a visitor.
pub(super) const MENTIONING: &str = "SELECT room_key FROM room_visitors WHERE visitor = ?1
     UNION SELECT room_key FROM room_mentions WHERE visitor = ?1";

pub(super) fn create(connection: &Connection, create: &CreateRoom) -> Result<(), SqliteError> {
    let CreateRoom { room, entries, summary, max_open } = create;
    let at = entries.first().map_or(0, |first| first.at);
    // Counted in the writer thread, so that concurrent requests cannot exceed the limit together.
    if count_open(connection, &summary.host, at)? >= *max_open {
        return Err(StoreError::TooMany.into());
    }
    connection
        .prepare_cached(
            "INSERT INTO rooms (id, host, public, state, opened_at, active_at, timer_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)",
        )?
        .execute(params![
            room.as_str(),
            summary.host.as_str(),
            summary.public,
            summary.state as i64,
            at,
            summary.timer_at
        ])?;
    let key = connection.last_insert_rowid();
    if let Some(TimedEntry { entry: Entry::Opened { host, reserved_for, .. }, .. }) = entries.first() {
        let mut insert = connection
            .prepare_cached("INSERT OR IGNORE INTO room_mentions (visitor, room_key) VALUES (?1, ?2)")?;
        for visitor in std::iter::once(host).chain(reserved_for.iter().flatten()) {
            insert.execute(params![visitor.as_str(), key])?;
        }
    }
    insert_entries(connection, key, 1, entries)?;
    update_summary(connection, key, entries, summary)
}

fn count_open(connection: &Connection, host: &VisitorId, now: Millis) -> Result<usize, SqliteError> {
    let count: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM rooms WHERE host = ?1 AND state < 2 AND (state = 0 OR active_at > ?2)",
        )?
        .query_row(params![host.as_str(), now - ABANDONED_AFTER_MILLIS], |row| row.get(0))?;
    Ok(count as usize)
}

/// Maximum number of rooms in [`LogEnds`].
const MAX_LOG_ENDS: usize = 10_000;

/// The key and last number of recently written rooms, so that a move needs no query before its insert. Valid because the writer
/// thread is the only writer of the file.
#[derive(Default)]
pub(super) struct LogEnds(HashMap<RoomId, LogEnd>);

#[derive(Clone, Copy)]
struct LogEnd {
    key: i64,
    last: i64,
}

impl LogEnds {
    /// Forgets all rooms, because a transaction was rolled back.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn remember(&mut self, room: &RoomId, end: LogEnd) {
        if self.0.len() >= MAX_LOG_ENDS && !self.0.contains_key(room) {
            self.0.clear();
        }
        self.0.insert(room.clone(), end);
    }
}

/// Continues the log of a room. An append that does not follow the last entry is a conflict.
pub(super) fn append(
    connection: &Connection,
    append: &Append,
    log_ends: &mut LogEnds,
) -> Result<(), SqliteError> {
    // Taken out, so that a failed append leaves nothing behind.
    let known = log_ends.0.remove(&append.room);
    let LogEnd { key, last } = match known {
        Some(end) => end,
        None => read_log_end(connection, &append.room)?.ok_or(StoreError::Conflict)?,
    };
    if i64::try_from(append.first) != Ok(last + 1) {
        return Err(StoreError::Conflict.into());
    }
    insert_entries(connection, key, append.first, &append.entries)?;
    if let Some(summary) = &append.summary {
        update_summary(connection, key, &append.entries, summary)?;
    }
    log_ends.remember(&append.room, LogEnd { key, last: last + append.entries.len() as i64 });
    Ok(())
}

fn read_log_end(connection: &Connection, room: &RoomId) -> Result<Option<LogEnd>, SqliteError> {
    let end = connection
        .prepare_cached(
            "SELECT key, (SELECT coalesce(max(number), 0) FROM entries WHERE room_key = key)
             FROM rooms WHERE id = ?1",
        )?
        .query_row([room.as_str()], |row| Ok(LogEnd { key: row.get(0)?, last: row.get(1)? }))
        .optional()?;
    Ok(end)
}

fn insert_entries(
    connection: &Connection,
    key: i64,
    first: u64,
    entries: &[TimedEntry],
) -> Result<(), SqliteError> {
    let mut insert = connection
        .prepare_cached("INSERT INTO entries (room_key, number, at, data) VALUES (?1, ?2, ?3, ?4)")?;
    for (number, TimedEntry { at, entry }) in (first as i64..).zip(entries) {
        insert.execute(params![key, number, at, to_json(entry)])?;
    }
    Ok(())
}

fn update_summary(
    connection: &Connection,
    key: i64,
    entries: &[TimedEntry],
    summary: &RoomSummary,
) -> Result<(), SqliteError> {
    let active_at = entries.last().map_or(0, |last| last.at);
    connection
        .prepare_cached(
            "UPDATE rooms SET host = ?2, state = ?3, active_at = ?4, timer_at = ?5 WHERE key = ?1",
        )?
        .execute(params![key, summary.host.as_str(), summary.state as i64, active_at, summary.timer_at])?;
    let mut insert = connection
        .prepare_cached("INSERT OR IGNORE INTO room_visitors (visitor, room_key) VALUES (?1, ?2)")?;
    for visitor in &summary.visitors {
        insert.execute(params![visitor.as_str(), key])?;
    }
    Ok(())
}

pub(super) fn mark_active(connection: &Connection, room: &RoomId, at: Millis) -> Result<(), SqliteError> {
    connection
        .prepare_cached("UPDATE rooms SET active_at = max(active_at, ?2) WHERE id = ?1")?
        .execute(params![room.as_str(), at])?;
    Ok(())
}

pub(super) fn quarantine(connection: &Connection, room: &RoomId, end: bool) -> Result<(), SqliteError> {
    let state = end.then_some(RoomState::Over as i64);
    connection
        .prepare_cached("UPDATE rooms SET timer_at = NULL, state = coalesce(?2, state) WHERE id = ?1")?
        .execute(params![room.as_str(), state])?;
    Ok(())
}

pub(super) fn to_json(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry has only strings and numbers in it")
}

pub(crate) fn room(connection: &Connection, id: &RoomId) -> Result<Option<Room>, SqliteError> {
    let entries = entries_since(connection, id, 0)?;
    if entries.is_empty() {
        return Ok(None);
    }
    let room = Room::replay(id.clone(), entries).map_err(|error| unreadable(id, &error))?;
    Ok(Some(room))
}

pub(crate) fn entries_since(
    connection: &Connection,
    id: &RoomId,
    last: u64,
) -> Result<Vec<TimedEntry>, SqliteError> {
    let mut statement = connection.prepare_cached(
        "SELECT number, at, data FROM entries JOIN rooms ON key = room_key
         WHERE id = ?1 AND number > ?2 ORDER BY number",
    )?;
    let mut rows = statement.query(params![id.as_str(), i64::try_from(last).unwrap_or(i64::MAX)])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let number = last as usize + entries.len() + 1;
        let invalid = |reason: String| unreadable(id, &InvalidEntry { number, reason });
        if row.get::<_, i64>(0)? != number as i64 {
            return Err(invalid("it is missing".to_owned()).into());
        }
        let data = row.get_ref(2)?.as_str().map_err(|error| invalid(error.to_string()))?;
        let entry = serde_json::from_str(data).map_err(|error| invalid(error.to_string()))?;
        let at = row.get(1)?;
        entries.push(TimedEntry { at, entry });
    }
    Ok(entries)
}

fn unreadable(room: &RoomId, error: &InvalidEntry) -> StoreError {
    StoreError::Unreadable { room: room.clone(), reason: error.to_string() }
}

pub(crate) fn public_rooms(connection: &Connection, limit: usize) -> Result<Vec<ListedRoom>, SqliteError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, active_at, host FROM rooms WHERE public AND state < 2 ORDER BY active_at DESC LIMIT ?1",
    )?;
    let mut rows = statement.query([(limit * SCAN_FACTOR) as i64])?;
    let mut listed_per_host: HashMap<String, usize> = HashMap::new();
    let mut rooms = Vec::new();
    while rooms.len() < limit
        && let Some(row) = rows.next()?
    {
        let listed = listed_per_host.entry(row.get(2)?).or_default();
        *listed += 1;
        if *listed <= MAX_LISTED_PER_HOST {
            rooms.extend(listed_room(row)?);
        }
    }
    Ok(rooms)
}

pub(crate) fn rooms_of(
    connection: &Connection,
    query: &RoomsOf,
) -> Result<Option<Vec<ListedRoom>>, SqliteError> {
    let RoomsOf { visitor, over, after, limit } = query;
    // Keys grow in the order in which rooms are opened, and the index of the visitor's rooms is in that order.
    let before: Option<i64> = match after {
        None => Some(i64::MAX),
        Some(after) => connection
            .prepare_cached(
                "SELECT room_key FROM rooms JOIN room_visitors ON room_key = key
                 WHERE id = ?1 AND visitor = ?2",
            )?
            .query_row([after.as_str(), visitor.as_str()], |row| row.get(0))
            .optional()?,
    };
    let Some(before) = before else { return Ok(None) };
    let rooms = list(
        connection,
        "SELECT id, active_at FROM room_visitors JOIN rooms ON key = room_key
         WHERE visitor = ?1 AND room_key < ?2 AND (?3 IS NULL OR (state = 2) = ?3)
         ORDER BY room_key DESC LIMIT ?4",
        params![visitor.as_str(), before, over, *limit as i64],
    )?;
    Ok(Some(rooms))
}

pub(crate) fn due_rooms(
    connection: &Connection,
    now: Millis,
    limit: usize,
) -> Result<Vec<ListedRoom>, SqliteError> {
    list(
        connection,
        "SELECT id, active_at FROM rooms WHERE timer_at <= ?1 OR timer_at > ?3 ORDER BY timer_at LIMIT ?2",
        params![now, limit as i64, now.saturating_add(2 * Clock::MAX_LIMIT_MILLIS)],
    )
}

pub(crate) fn timer(connection: &Connection, room: &RoomId) -> Result<Option<Millis>, SqliteError> {
    let mut query = connection.prepare_cached("SELECT timer_at FROM rooms WHERE id = ?1")?;
    Ok(query.query_row([room.as_str()], |row| row.get(0)).optional()?.flatten())
}

pub(super) fn set_timer(
    connection: &Connection,
    room: &RoomId,
    timer_at: Option<Millis>,
) -> Result<(), SqliteError> {
    let mut update = connection.prepare_cached("UPDATE rooms SET timer_at = ?2 WHERE id = ?1")?;
    update.execute(params![room.as_str(), timer_at])?;
    Ok(())
}

pub(crate) fn idle_waiting_rooms(
    connection: &Connection,
    before: Millis,
    limit: usize,
) -> Result<Vec<ListedRoom>, SqliteError> {
    list(
        connection,
        "SELECT id, active_at FROM rooms WHERE state = 0 AND active_at <= ?1 ORDER BY active_at LIMIT ?2",
        params![before, limit as i64],
    )
}

pub(crate) fn rooms_mentioning(
    connection: &Connection,
    visitor: &VisitorId,
) -> Result<Vec<RoomId>, SqliteError> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT id FROM rooms WHERE key IN ({MENTIONING})"))?;
    ids(statement.query([visitor.as_str()])?)
}

pub(crate) fn active_rooms_of(
    connection: &Connection,
    visitor: &VisitorId,
) -> Result<Vec<RoomId>, SqliteError> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM room_visitors JOIN rooms ON key = room_key WHERE visitor = ?1 AND state < 2
         UNION
         SELECT id FROM rooms WHERE host = ?1 AND state = 0",
    )?;
    ids(statement.query([visitor.as_str()])?)
}

/// Runs a query for id and time of rooms.
pub(super) fn list(
    connection: &Connection,
    query: &str,
    parameters: impl Params,
) -> Result<Vec<ListedRoom>, SqliteError> {
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query(parameters)?;
    let mut rooms = Vec::new();
    while let Some(row) = rows.next()? {
        rooms.extend(listed_room(row)?);
    }
    Ok(rooms)
}

fn listed_room(row: &rusqlite::Row<'_>) -> Result<Option<ListedRoom>, SqliteError> {
    let (id, active_at) = (row.get::<_, String>(0)?, row.get(1)?);
    Ok(RoomId::parse(&id).map(|id| ListedRoom { id, active_at }))
}

fn ids(mut rows: rusqlite::Rows<'_>) -> Result<Vec<RoomId>, SqliteError> {
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        ids.extend(RoomId::parse(&row.get::<_, String>(0)?));
    }
    Ok(ids)
}
