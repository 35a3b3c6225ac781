//! Erasing a visitor. The games of others stay as they were played, without the visitor's name and words.

use cafe_room::VisitorId;
use cafe_room::messages::RoomView;
use rusqlite::{Connection, OptionalExtension, params};

use super::SqliteError;
use super::rooms::MENTIONING;

/// Removes a visitor and everything that identifies the visitor. The log has nothing of it.
pub(super) fn erase_visitor(connection: &Connection, visitor: &VisitorId) -> Result<(), SqliteError> {
    let mut rooms = connection.prepare_cached(MENTIONING)?;
    let keys: Vec<i64> = rooms.query_map([visitor.as_str()], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut delete_unknown =
        connection.prepare_cached("DELETE FROM personal_data WHERE room_key = ?1 AND visitor IS NULL")?;
    for key in keys {
        erase_in_view(connection, key, visitor)?;
        // Data without a visitor may be of this one. Losing it is better than keeping the visitor's data for ever.
        delete_unknown.execute([key])?;
    }
    connection.execute("DELETE FROM personal_data WHERE visitor = ?1", [visitor.as_str()])?;
    connection.execute("DELETE FROM room_visitors WHERE visitor = ?1", [visitor.as_str()])?;
    let erased = VisitorId::erased();
    connection.execute("UPDATE rooms SET host = ?2 WHERE host = ?1", [visitor.as_str(), erased.as_str()])?;
    // Cascades to devices and links.
    connection.execute("DELETE FROM visitors WHERE id = ?1", [visitor.as_str()])?;
    Ok(())
}

/// Removes a visitor from what lists show of a room.
fn erase_in_view(connection: &Connection, key: i64, visitor: &VisitorId) -> Result<(), SqliteError> {
    let view: Option<String> = connection
        .prepare_cached("SELECT view FROM room_views WHERE room_key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    let Some(view) = view else { return Ok(()) };
    match serde_json::from_str::<RoomView>(&view) {
        Ok(mut view) => {
            view.erase_visitor(visitor);
            let view = serde_json::to_string(&view).expect("it has only string keys");
            connection
                .prepare_cached("UPDATE room_views SET view = ?2 WHERE room_key = ?1")?
                .execute(params![key, view])?;
        }
        // It may name the visitor. Lists leave such a room out anyway.
        Err(_) => _ = connection.execute("DELETE FROM room_views WHERE room_key = ?1", [key])?,
    }
    Ok(())
}
