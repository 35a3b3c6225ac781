//! Step 4 for the stored data: personal data moves out of the entries, entries get checksums, and lists get their rows.

use cafe_room::{Entry, RoomId};
use rusqlite::{Connection, params};

use crate::sqlite::SqliteError;
use crate::sqlite::checksum::checksum;
use crate::sqlite::personal_data::{self, without_personal_data};
use crate::sqlite::{log, rooms};
use crate::{RoomSummary, StoreError};

/// Number of rows read before they are changed: a bound for the memory of the migration.
const CHUNK: usize = 1000;
/// Progress is logged after this number of entries.
const PROGRESS: usize = 100_000;
/// Replaces an entry that cannot be read.
const UNREADABLE: &str = "null";

/// An entry as it is stored before this step.
struct StoredEntry {
    room_key: i64,
    number: i64,
    at: i64,
    data: String,
}

pub(super) fn convert(connection: &Connection) -> Result<(), SqliteError> {
    convert_entries(connection)?;
    fill_rows(connection)?;
    connection.execute_batch(
        "UPDATE visitors SET used = 1
         WHERE id IN (SELECT visitor FROM personal_data WHERE visitor IS NOT NULL)
            OR EXISTS (SELECT 1 FROM tokens WHERE visitor = id AND renewed_at > visitors.created_at)",
    )?;
    Ok(connection.execute_batch(include_str!("../schema/4_end.sql"))?)
}

/// Moves personal data out of the entries, and adds checksums.
fn convert_entries(connection: &Connection) -> Result<(), SqliteError> {
    let mut select = connection.prepare(
        "SELECT room_key, number, at, data FROM entries WHERE (room_key, number) > (?1, ?2)
         ORDER BY room_key, number LIMIT ?3",
    )?;
    let mut update = connection
        .prepare("UPDATE entries SET data = ?3, checksum = ?4 WHERE room_key = ?1 AND number = ?2")?;
    let (mut last, mut total, mut unreadable) = ((i64::MIN, i64::MIN), 0, 0);
    loop {
        let mut chunk: Vec<StoredEntry> = Vec::with_capacity(CHUNK);
        let mut rows = select.query(params![last.0, last.1, CHUNK as i64])?;
        while let Some(row) = rows.next()? {
            // A damaged entry need not be valid text.
            let data = String::from_utf8_lossy(row.get_ref(3)?.as_bytes().unwrap_or_default());
            let (room_key, number, at) = (row.get(0)?, row.get(1)?, row.get(2)?);
            chunk.push(StoredEntry { room_key, number, at, data: data.into_owned() });
        }
        for entry in &chunk {
            let StoredEntry { room_key, number, at, .. } = *entry;
            let data = split(connection, entry)?;
            unreadable += usize::from(data.is_none());
            let data = data.as_deref().unwrap_or(UNREADABLE);
            update.execute(params![room_key, number, data, checksum(number, at, data.as_bytes())])?;
        }
        let Some(end) = chunk.last() else { break };
        last = (end.room_key, end.number);
        total += chunk.len();
        if total % PROGRESS == 0 {
            tracing::info!(entries = total, "moving names and chat out of entries");
        }
    }
    if unreadable > 0 {
        tracing::warn!(unreadable, "entries that cannot be read were moved out of the log");
    }
    Ok(())
}

/// Stores the personal data of an entry beside the log, and returns the data that stays in it. None if the entry cannot be read:
/// then all of it counts as personal.
fn split(connection: &Connection, stored: &StoredEntry) -> Result<Option<String>, SqliteError> {
    let StoredEntry { room_key, number, data, .. } = stored;
    let Ok(entry) = serde_json::from_str::<Entry>(data) else {
        personal_data::insert_unreadable(connection, *room_key, *number, data)?;
        if *number == 1 {
            // Only this table knows whom the entry mentions.
            connection.execute(
                "INSERT INTO personal_data (room_key, seat, number, visitor, text)
                 SELECT room_key, row_number() OVER (ORDER BY visitor), 1, visitor, '' FROM room_mentions
                 WHERE room_key = ?1",
                [room_key],
            )?;
        }
        return Ok(None);
    };
    if !personal_data::is_in(&entry) {
        return Ok(Some(data.clone()));
    }
    personal_data::insert(connection, *room_key, *number, &entry)?;
    Ok(Some(log::to_json(&without_personal_data(&entry))))
}

/// Fills what lists show of the rooms. A room that cannot be read is in no list.
fn fill_rows(connection: &Connection) -> Result<(), SqliteError> {
    let mut select = connection.prepare("SELECT key, id FROM rooms WHERE key > ?1 ORDER BY key LIMIT ?2")?;
    let mut update = connection.prepare(
        "UPDATE rooms SET started = ?2, updated_at = ?3, to_move = ?4, scores = ?5 WHERE key = ?1",
    )?;
    let mut last = i64::MIN;
    loop {
        let rows = select.query_map(params![last, CHUNK as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let chunk: Vec<(i64, String)> = rows.collect::<Result<_, _>>()?;
        let Some((end, _)) = chunk.last() else { return Ok(()) };
        last = *end;
        for (key, id) in chunk {
            let Some(id) = RoomId::parse(&id) else { continue };
            let room = match log::room(connection, &id).map_err(StoreError::from) {
                Ok(Some(room)) => room,
                Ok(None) => continue,
                Err(error @ StoreError::Unreadable { .. }) => {
                    tracing::warn!(%error, "room left out of lists");
                    // Its game may have started, so it is kept as one.
                    connection.execute("UPDATE rooms SET started = 1 WHERE key = ?1", [key])?;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let summary = RoomSummary::of(&room);
            let scores = serde_json::to_string(&summary.scores).expect("numbers");
            update.execute(params![key, summary.started, room.updated_at, summary.to_move, scores])?;
            rooms::update_view(connection, key, &summary)?;
        }
    }
}
