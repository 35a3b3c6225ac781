//! Lists of rooms. They read rows that are written with the entries; no room is replayed.

use cafe_room::messages::{RoomListing, RoomView};
use cafe_room::{Millis, RoomId};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use super::SqliteError;
use crate::{ListPage, PublicCursor, RoomsOf};

/// How many times the number of rooms asked for is scanned to find rooms of other hosts.
const SCAN_FACTOR: usize = 10;

/// Public rooms that are not over, the last active first, after a room with this activity and id. The third column tells whether
/// the host has five rooms before this one: then it is not listed, so that one host cannot fill the list.
pub(super) const PUBLIC: &str = "SELECT r.active_at, r.id,
         EXISTS (
             SELECT 1 FROM rooms o WHERE o.public = 1 AND o.state < 2 AND o.host = r.host
                 AND (o.active_at, o.id) > (r.active_at, r.id)
             LIMIT 1 OFFSET 4
         ),
         view, result, opened_at, updated_at, to_move, scores, timer_at, cafe
     FROM rooms r JOIN room_views v ON v.room_key = r.key
     WHERE r.public = 1 AND r.state < 2 AND (r.active_at, r.id) < (?1, ?2)
     ORDER BY r.active_at DESC, r.id DESC LIMIT ?3";

/// Rooms of a visitor, the last opened first, opened before one with this key.
pub(super) const OF_VISITOR: &str =
    "SELECT r.id, view, result, opened_at, updated_at, to_move, scores, timer_at, cafe
     FROM room_visitors s JOIN rooms r ON r.key = s.room_key JOIN room_views v ON v.room_key = s.room_key
     WHERE s.visitor = ?1 AND s.room_key < ?2
     ORDER BY s.room_key DESC LIMIT ?3";

/// Like [`OF_VISITOR`], but only rooms that are over, or only those that are not.
pub(super) const OF_VISITOR_BY_STATE: &str =
    "SELECT r.id, view, result, opened_at, updated_at, to_move, scores, timer_at, cafe
     FROM room_visitors s JOIN rooms r ON r.key = s.room_key JOIN room_views v ON v.room_key = s.room_key
     WHERE s.visitor = ?1 AND s.over = ?4 AND s.room_key < ?2
     ORDER BY s.room_key DESC LIMIT ?3";

const ONE: &str = "SELECT view, result, opened_at, updated_at, to_move, scores, timer_at, cafe
     FROM rooms r JOIN room_views v ON v.room_key = r.key WHERE r.id = ?1";

pub(crate) fn public_rooms(
    connection: &Connection,
    after: Option<&PublicCursor>,
    limit: usize,
) -> Result<ListPage<PublicCursor>, SqliteError> {
    let max_scanned = limit * SCAN_FACTOR;
    let (active_at, id) = after.map_or((Millis::MAX, ""), |after| (after.active_at, after.id.as_str()));
    let mut statement = connection.prepare_cached(PUBLIC)?;
    let mut rows = statement.query(params![active_at, id, max_scanned as i64 + 1])?;
    let (mut rooms, mut scanned, mut last) = (Vec::new(), 0, None);
    while let Some(row) = rows.next()? {
        if rooms.len() == limit || scanned == max_scanned {
            return Ok(ListPage { rooms, next: last });
        }
        scanned += 1;
        let id = RoomId::parse(&row.get::<_, String>(1)?);
        last = id.map(|id| Ok::<_, SqliteError>(PublicCursor { active_at: row.get(0)?, id })).transpose()?;
        if !row.get::<_, bool>(2)? {
            rooms.extend(listing(row, 3)?);
        }
    }
    Ok(ListPage { rooms, next: None })
}

pub(crate) fn rooms_of(
    connection: &Connection,
    query: &RoomsOf,
) -> Result<Option<ListPage<RoomId>>, SqliteError> {
    let RoomsOf { visitor, over, after, limit } = query;
    let before: Option<i64> = match after {
        None => Some(i64::MAX),
        Some(after) => connection
            .prepare_cached(
                "SELECT room_key FROM rooms JOIN room_visitors ON room_key = key WHERE id = ?1 AND visitor = ?2",
            )?
            .query_row([after.as_str(), visitor.as_str()], |row| row.get(0))
            .optional()?,
    };
    let Some(before) = before else { return Ok(None) };
    let max_rows = *limit as i64 + 1;
    let (mut of_visitor, mut by_state);
    let mut rows = match over {
        None => {
            of_visitor = connection.prepare_cached(OF_VISITOR)?;
            of_visitor.query(params![visitor.as_str(), before, max_rows])?
        }
        Some(over) => {
            by_state = connection.prepare_cached(OF_VISITOR_BY_STATE)?;
            by_state.query(params![visitor.as_str(), before, max_rows, over])?
        }
    };
    let (mut rooms, mut scanned, mut last) = (Vec::new(), 0, None);
    while let Some(row) = rows.next()? {
        if scanned == *limit {
            return Ok(Some(ListPage { rooms, next: last }));
        }
        scanned += 1;
        last = RoomId::parse(&row.get::<_, String>(0)?);
        rooms.extend(listing(row, 1)?);
    }
    Ok(Some(ListPage { rooms, next: None }))
}

pub(crate) fn room_listing(connection: &Connection, id: &RoomId) -> Result<Option<RoomListing>, SqliteError> {
    let mut statement = connection.prepare_cached(ONE)?;
    let mut rows = statement.query([id.as_str()])?;
    rows.next()?.map_or(Ok(None), |row| listing(row, 0))
}

/// Reads a listing from the columns that start with this one. None if the stored view cannot be read.
fn listing(row: &Row<'_>, first: usize) -> Result<Option<RoomListing>, SqliteError> {
    let parsed = parse(row, first).and_then(|room| {
        let result = match row.get_ref(first + 1) {
            Ok(ValueRef::Null) => None,
            _ => Some(parse(row, first + 1)?),
        };
        Ok((room, result, parse(row, first + 5)?))
    });
    let (room, result, scores): (RoomView, _, _) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            tracing::error!(%error, "stored view of a room left out of a list");
            return Ok(None);
        }
    };
    let (opened_at, updated_at, to_move) = (row.get(first + 2)?, row.get(first + 3)?, row.get(first + 4)?);
    let deadline = room.deadline(to_move, row.get(first + 6)?);
    let cafe = row.get(first + 7)?;
    Ok(Some(RoomListing { room, opened_at, updated_at, deadline, to_move, scores, cafe, result }))
}

/// Parses the JSON in a column.
fn parse<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<T, String> {
    let value = row.get_ref(column).map_err(|error| error.to_string())?;
    let json = value.as_str().map_err(|error| error.to_string())?;
    serde_json::from_str(json).map_err(|error| error.to_string())
}
