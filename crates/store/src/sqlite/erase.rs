//! Erasing a visitor. The games of others stay as they were played, without the visitor's name and words.

use cafe_room::{Entry, Name, PlayerIndex, VisitorId};
use rusqlite::{Connection, Row, params};

use super::SqliteError;
use super::rooms::{MENTIONING, to_json};

/// The name that replaces the name of an erased visitor.
const ERASED_NAME: &str = "Somebody";
/// The text that replaces the chat of an erased visitor.
const ERASED_TEXT: &str = "…";
/// Replaces an entry that cannot be read, because it may mention the erased visitor.
const UNREADABLE: &str = "null";

/// Removes a visitor's name and words from all entries, then the visitor.
pub(super) fn erase_visitor(connection: &Connection, visitor: &VisitorId) -> Result<(), SqliteError> {
    let mut rooms = connection.prepare_cached(MENTIONING)?;
    let keys: Vec<i64> = rooms.query_map([visitor.as_str()], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for key in keys {
        erase_in_room(connection, key, visitor)?;
    }
    connection.execute("DELETE FROM room_visitors WHERE visitor = ?1", [visitor.as_str()])?;
    connection.execute("DELETE FROM room_mentions WHERE visitor = ?1", [visitor.as_str()])?;
    let erased = VisitorId::erased();
    connection.execute("UPDATE rooms SET host = ?2 WHERE host = ?1", [visitor.as_str(), erased.as_str()])?;
    // Cascades to devices and links.
    connection.execute("DELETE FROM visitors WHERE id = ?1", [visitor.as_str()])?;
    Ok(())
}

fn erase_in_room(connection: &Connection, key: i64, visitor: &VisitorId) -> Result<(), SqliteError> {
    let mut select =
        connection.prepare_cached("SELECT number, data FROM entries WHERE room_key = ?1 ORDER BY number")?;
    // None for an entry that cannot be read.
    let parse = |row: &Row<'_>| -> rusqlite::Result<(i64, Option<Entry>)> {
        let data = row.get_ref(1)?.as_str().ok();
        Ok((row.get(0)?, data.and_then(|data| serde_json::from_str(data).ok())))
    };
    let entries = select.query_map([key], parse)?.collect::<Result<Vec<_>, _>>()?;
    let mut update =
        connection.prepare_cached("UPDATE entries SET data = ?3 WHERE room_key = ?1 AND number = ?2")?;
    let mut seats: Vec<PlayerIndex> = Vec::new();
    for (number, entry) in entries {
        match entry {
            Some(mut entry) => {
                if erase_in_entry(&mut entry, visitor, &mut seats) {
                    update.execute(params![key, number, to_json(&entry)])?;
                }
            }
            // The room cannot be opened because of this entry. Losing it is better than keeping the visitor's data for ever.
            None => _ = update.execute(params![key, number, UNREADABLE])?,
        }
    }
    Ok(())
}

/// Removes a visitor from an entry and returns true if the entry changed. `seats` tracks the seats of the visitor from entry to
/// entry.
fn erase_in_entry(entry: &mut Entry, visitor: &VisitorId, seats: &mut Vec<PlayerIndex>) -> bool {
    match entry {
        Entry::SeatTaken { player, visitor: seated, name, .. } if seated == visitor => {
            seats.push(*player);
            *seated = VisitorId::erased();
            *name = Name::new(ERASED_NAME).expect("a valid name");
            true
        }
        Entry::SeatTaken { player, .. } => {
            seats.retain(|seat| seat != player);
            false
        }
        Entry::Chat { player, text } if seats.contains(player) => {
            *text = ERASED_TEXT.to_owned();
            true
        }
        Entry::Opened { host, reserved_for, .. } => {
            let mut changed = *host == *visitor;
            if changed {
                *host = VisitorId::erased();
            }
            // A seat that was reserved for the visitor is free.
            for reserved in reserved_for.iter_mut().filter(|reserved| reserved.as_ref() == Some(visitor)) {
                (*reserved, changed) = (None, true);
            }
            changed
        }
        _ => false,
    }
}
