//! Version 6: fills the café of the games that have started.

use cafe_room::RoomId;
use rusqlite::{Connection, params};

use crate::StoreError;
use crate::sqlite::{SqliteError, log};

/// Number of rooms that are in memory at the same time.
const CHUNK: i64 = 200;

/// A room that cannot be read is in no list and stays as it is.
pub(super) fn fill_cafes(connection: &Connection) -> Result<(), SqliteError> {
    let mut select = connection
        .prepare("SELECT key, id FROM rooms WHERE started = 1 AND key > ?1 ORDER BY key LIMIT ?2")?;
    let mut update = connection.prepare("UPDATE rooms SET cafe = ?2 WHERE key = ?1")?;
    let mut last = i64::MIN;
    loop {
        let rows = select.query_map(params![last, CHUNK], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let chunk: Vec<(i64, String)> = rows.collect::<Result<_, _>>()?;
        let Some((end, _)) = chunk.last() else { return Ok(()) };
        last = *end;
        for (key, id) in chunk {
            let Some(id) = RoomId::parse(&id) else { continue };
            match log::room(connection, &id).map_err(StoreError::from) {
                Ok(Some(room)) => {
                    update.execute(params![key, room.cafe_summary()])?;
                }
                Ok(None) | Err(StoreError::Unreadable { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
