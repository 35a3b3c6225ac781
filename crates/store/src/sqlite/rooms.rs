//! Rooms and their entries.

use cafe_room::{Clock, Millis, RoomId, VisitorId};
use rusqlite::{Connection, OptionalExtension, Params, params};

use super::write_cache::LogEnd;
use super::{SqliteError, log};
use crate::change::CreateRoom;
use crate::{ListedRoom, RoomState, RoomSummary, StoreError};

/// A running game without activity for this long does not count against its host's limit: without a clock it might never
/// end. It can still be continued.
const ABANDONED_AFTER_MILLIS: Millis = 90 * 24 * 60 * 60 * 1000;
/// Accuracy of the stored activity.
const ACTIVITY_RESOLUTION_MILLIS: Millis = 60 * 1000;

/// Rooms whose personal data mentions a visitor.
pub(super) const MENTIONING: &str = "SELECT room_key FROM personal_data WHERE visitor = ?1
     UNION SELECT room_key FROM room_visitors WHERE visitor = ?1";

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
    log::insert_entries(connection, key, 1, entries)?;
    let end = LogEnd { key, last: entries.len() as i64, active_at: at };
    let last_at = entries.last().map_or(at, |last| last.at);
    update_summary(connection, &end, last_at, summary)?;
    Ok(())
}

fn count_open(connection: &Connection, host: &VisitorId, now: Millis) -> Result<usize, SqliteError> {
    let count: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM rooms WHERE host = ?1 AND state < 2 AND (state = 0 OR active_at > ?2)",
        )?
        .query_row(params![host.as_str(), now - ABANDONED_AFTER_MILLIS], |row| row.get(0))?;
    Ok(count as usize)
}

/// Stores the summary of a room whose last entry is of this time. Returns the stored time of the last activity.
pub(super) fn update_summary(
    connection: &Connection,
    end: &LogEnd,
    at: Millis,
    summary: &RoomSummary,
) -> Result<Millis, SqliteError> {
    let key = end.key;
    if summary.view.is_none() {
        return update_turn(connection, end, at, summary);
    }
    connection
        .prepare_cached(
            "UPDATE rooms SET host = ?2, state = ?3, active_at = ?4, updated_at = ?4, timer_at = ?5, to_move = ?6,
                 scores = ?7, started = ?8, cafe = ?9
             WHERE key = ?1",
        )?
        .execute(params![
            key,
            summary.host.as_str(),
            summary.state as i64,
            at,
            summary.timer_at,
            summary.to_move,
            to_json(&summary.scores),
            summary.started,
            summary.cafe
        ])?;
    update_view(connection, key, summary)?;
    Ok(at)
}

/// Stores what changes with every turn. The time of the last activity is in indexes, so it is stored only once it is outdated.
fn update_turn(
    connection: &Connection,
    &LogEnd { key, active_at, .. }: &LogEnd,
    at: Millis,
    summary: &RoomSummary,
) -> Result<Millis, SqliteError> {
    let RoomSummary { timer_at, to_move, scores, cafe, .. } = summary;
    connection
        .prepare_cached(
            "UPDATE rooms SET updated_at = ?2, timer_at = ?3, to_move = ?4, scores = ?5, cafe = ?6 WHERE key = ?1",
        )?
        .execute(params![key, at, timer_at, to_move, to_json(scores), cafe])?;
    let oldest = at - ACTIVITY_RESOLUTION_MILLIS;
    if active_at > oldest {
        return Ok(active_at);
    }
    let changed = connection
        .prepare_cached("UPDATE rooms SET active_at = ?2 WHERE key = ?1 AND active_at <= ?3")?
        .execute(params![key, at, oldest])?;
    Ok(if changed > 0 { at } else { active_at })
}

/// Stores what changes rarely, if it is part of the summary.
pub(super) fn update_view(
    connection: &Connection,
    key: i64,
    summary: &RoomSummary,
) -> Result<(), SqliteError> {
    let Some(view) = &summary.view else { return Ok(()) };
    connection
        .prepare_cached(
            "INSERT INTO room_views (room_key, view, result) VALUES (?1, ?2, ?3)
             ON CONFLICT (room_key) DO UPDATE SET view = excluded.view, result = excluded.result",
        )?
        .execute(params![key, to_json(view), summary.result.as_ref().map(to_json)])?;
    connection.prepare_cached("DELETE FROM room_visitors WHERE room_key = ?1")?.execute([key])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO room_visitors (visitor, room_key, over) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    )?;
    let mut mark_used =
        connection.prepare_cached("UPDATE visitors SET used = 1 WHERE id = ?1 AND used = 0")?;
    mark_used.execute([summary.host.as_str()])?;
    let is_over = summary.state == RoomState::Over;
    for visitor in summary.visitors.iter().filter(|visitor| **visitor != VisitorId::erased()) {
        insert.execute(params![visitor.as_str(), key, is_over])?;
        mark_used.execute([visitor.as_str()])?;
    }
    Ok(())
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it has only string keys")
}

pub(super) fn mark_active(connection: &Connection, room: &RoomId, at: Millis) -> Result<(), SqliteError> {
    connection
        .prepare_cached("UPDATE rooms SET active_at = max(active_at, ?2) WHERE id = ?1")?
        .execute(params![room.as_str(), at])?;
    Ok(())
}

pub(super) fn quarantine(connection: &Connection, room: &RoomId, end: bool) -> Result<(), SqliteError> {
    let Some(key) = key(connection, room)? else { return Ok(()) };
    connection.execute("UPDATE rooms SET timer_at = NULL WHERE key = ?1", [key])?;
    // The room cannot be played, so no list shows it.
    connection.execute("DELETE FROM room_views WHERE room_key = ?1", [key])?;
    if end {
        connection.execute("UPDATE rooms SET state = ?2 WHERE key = ?1", [key, RoomState::Over as i64])?;
        connection.execute("UPDATE room_visitors SET over = 1 WHERE room_key = ?1", [key])?;
    }
    Ok(())
}

/// Deletes rooms that are over and had no activity since this time.
pub(super) fn delete(
    connection: &Connection,
    rooms: &[RoomId],
    inactive_since: Millis,
) -> Result<(), SqliteError> {
    // Cascades to everything that is stored of the room.
    let mut delete =
        connection.prepare_cached("DELETE FROM rooms WHERE id = ?1 AND state = 2 AND active_at <= ?2")?;
    for room in rooms {
        delete.execute(params![room.as_str(), inactive_since])?;
    }
    Ok(())
}

pub(crate) fn expired_rooms(
    connection: &Connection,
    started: bool,
    inactive_since: Millis,
    limit: usize,
) -> Result<Vec<RoomId>, SqliteError> {
    let mut statement = connection.prepare_cached(EXPIRED)?;
    ids(statement.query(params![started, inactive_since, limit as i64])?)
}

/// Rooms that are over, with or without a game, and had no activity since a time.
pub(super) const EXPIRED: &str = "SELECT id FROM rooms WHERE state = 2 AND started = ?1 AND active_at <= ?2
     ORDER BY active_at LIMIT ?3";

/// Returns the key of a room.
pub(super) fn key(connection: &Connection, id: &RoomId) -> Result<Option<i64>, SqliteError> {
    let mut query = connection.prepare_cached("SELECT key FROM rooms WHERE id = ?1")?;
    Ok(query.query_row([id.as_str()], |row| row.get(0)).optional()?)
}

pub(crate) fn exists(connection: &Connection, id: &RoomId) -> Result<bool, SqliteError> {
    Ok(key(connection, id)?.is_some())
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
        let (id, active_at) = (row.get::<_, String>(0)?, row.get(1)?);
        rooms.extend(RoomId::parse(&id).map(|id| ListedRoom { id, active_at }));
    }
    Ok(rooms)
}

fn ids(mut rows: rusqlite::Rows<'_>) -> Result<Vec<RoomId>, SqliteError> {
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        ids.extend(RoomId::parse(&row.get::<_, String>(0)?));
    }
    Ok(ids)
}
