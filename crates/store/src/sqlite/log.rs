//! The logs of rooms: appending and reading entries.

use cafe_room::{Entry, InvalidEntry, Room, RoomId, TimedEntry};
use rusqlite::{Connection, OptionalExtension, params};

use super::checksum::checksum;
use super::personal_data::{self, PersonalData, without_personal_data};
use super::write_cache::{LogEnd, WriteCache};
use super::{SqliteError, rooms};
use crate::{Append, StoreError};

/// Continues the log of a room. An append that does not follow the last entry is a conflict.
pub(super) fn append(
    connection: &Connection,
    append: &Append,
    cache: &mut WriteCache,
) -> Result<(), SqliteError> {
    // Taken out, so that a failed append leaves nothing behind.
    let mut end = match cache.take_log_end(&append.room) {
        Some(end) => end,
        None => read_log_end(connection, &append.room)?.ok_or(StoreError::Conflict)?,
    };
    let key = end.key;
    if i64::try_from(append.first) != Ok(end.last + 1) {
        return Err(StoreError::Conflict.into());
    }
    insert_entries(connection, key, append.first, &append.entries)?;
    if let Some(summary) = &append.summary {
        let at = append.entries.last().map_or(0, |last| last.at);
        end.active_at = rooms::update_summary(connection, &end, at, summary)?;
    }
    end.last += append.entries.len() as i64;
    cache.remember_log_end(&append.room, end);
    Ok(())
}

fn read_log_end(connection: &Connection, room: &RoomId) -> Result<Option<LogEnd>, SqliteError> {
    let end = connection
        .prepare_cached(
            "SELECT key, (SELECT coalesce(max(number), 0) FROM entries WHERE room_key = key), active_at
             FROM rooms WHERE id = ?1",
        )?
        .query_row([room.as_str()], |row| {
            Ok(LogEnd { key: row.get(0)?, last: row.get(1)?, active_at: row.get(2)? })
        })
        .optional()?;
    Ok(end)
}

pub(super) fn insert_entries(
    connection: &Connection,
    key: i64,
    first: u64,
    entries: &[TimedEntry],
) -> Result<(), SqliteError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (room_key, number, at, data, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (number, TimedEntry { at, entry }) in (first as i64..).zip(entries) {
        let data = to_json(&without_personal_data(entry));
        insert.execute(params![key, number, at, data, checksum(number, *at, data.as_bytes())])?;
        if personal_data::is_in(entry) {
            personal_data::insert(connection, key, number, entry)?;
        }
    }
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

/// Returns the number of entries of a room; 0 if there is no such room.
pub(crate) fn length(connection: &Connection, id: &RoomId) -> Result<u64, SqliteError> {
    let length: i64 = connection
        .prepare_cached(
            "SELECT coalesce(max(number), 0) FROM entries WHERE room_key = (SELECT key FROM rooms WHERE id = ?1)",
        )?
        .query_row([id.as_str()], |row| row.get(0))?;
    Ok(length.max(0) as u64)
}

pub(crate) fn entries_since(
    connection: &Connection,
    id: &RoomId,
    last: u64,
) -> Result<Vec<TimedEntry>, SqliteError> {
    let Some(key) = rooms::key(connection, id)? else { return Ok(Vec::new()) };
    let last = i64::try_from(last).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(
        "SELECT number, at, data, checksum FROM entries WHERE room_key = ?1 AND number > ?2 ORDER BY number",
    )?;
    let mut rows = statement.query([key, last])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let number = last + entries.len() as i64 + 1;
        let invalid = |reason: String| unreadable(id, &InvalidEntry { number: number as usize, reason });
        if row.get::<_, i64>(0)? != number {
            return Err(invalid("it is missing".to_owned()).into());
        }
        let (at, data) = (row.get(1)?, row.get_ref(2)?.as_str().map_err(|error| invalid(error.to_string()))?);
        if row.get::<_, i64>(3)? != checksum(number, at, data.as_bytes()) {
            return Err(invalid("its checksum is wrong".to_owned()).into());
        }
        let entry = serde_json::from_str(data).map_err(|error| invalid(error.to_string()))?;
        entries.push(TimedEntry { at, entry });
    }
    // Read after the entries. Both are written together, so none of these entries lacks its personal data unless it was erased.
    let personal_data = PersonalData::read(connection, key, last)?;
    for (index, timed) in entries.iter_mut().enumerate() {
        personal_data.restore(last + index as i64 + 1, &mut timed.entry);
    }
    Ok(entries)
}

fn unreadable(room: &RoomId, error: &InvalidEntry) -> StoreError {
    StoreError::Unreadable { room: room.clone(), reason: error.to_string() }
}
