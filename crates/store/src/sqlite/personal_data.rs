//! What may have to be erased of an entry: ids, names and words of visitors. It is stored beside the log.
//!
//! In the log every entry is as if its visitors had been erased. Reading puts back what was not.

use std::borrow::Cow;
use std::collections::HashMap;

use cafe_room::{Entry, Name, PlayerIndex, VisitorId};
use rusqlite::{Connection, params};

use super::SqliteError;

/// The text that replaces the chat of an erased visitor.
const ERASED_TEXT: &str = "…";
/// The seat of data that concerns no seat.
const NO_SEAT: i64 = -1;

/// Returns true if an entry may have personal data.
pub(super) fn is_in(entry: &Entry) -> bool {
    matches!(entry, Entry::Opened { .. } | Entry::SeatTaken { .. } | Entry::Chat { .. })
}

/// Returns an entry as the log has it.
pub(super) fn without_personal_data(entry: &Entry) -> Cow<'_, Entry> {
    if !is_in(entry) {
        return Cow::Borrowed(entry);
    }
    let mut erased = entry.clone();
    PersonalData::default().restore(0, &mut erased);
    Cow::Owned(erased)
}

/// Stores the personal data of an entry.
pub(super) fn insert(
    connection: &Connection,
    room_key: i64,
    number: i64,
    entry: &Entry,
) -> Result<(), SqliteError> {
    let insert = |seat: i64, visitor: &VisitorId, text: &str| -> Result<(), SqliteError> {
        if *visitor != VisitorId::erased() {
            connection
                .prepare_cached(
                    "INSERT INTO personal_data (room_key, seat, number, visitor, text)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![room_key, seat, number, visitor.as_str(), text])?;
        }
        Ok(())
    };
    match entry {
        Entry::Opened { host, reserved_for, .. } => {
            insert(NO_SEAT, host, "")?;
            for (seat, visitor) in (0..).zip(reserved_for) {
                if let Some(visitor) = visitor {
                    insert(seat, visitor, "")?;
                }
            }
            Ok(())
        }
        Entry::SeatTaken { player, visitor, name, .. } => insert(i64::from(*player), visitor, name.as_str()),
        Entry::Chat { text, .. } if text == ERASED_TEXT => Ok(()),
        Entry::Chat { player, text } => insert_chat(connection, room_key, number, *player, text),
        _ => Ok(()),
    }
}

/// Stores a chat message with the visitor who took the seat last.
fn insert_chat(
    connection: &Connection,
    room_key: i64,
    number: i64,
    player: PlayerIndex,
    text: &str,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached(
            "INSERT INTO personal_data (room_key, seat, number, visitor, text) VALUES (?1, ?2, ?3,
                 (SELECT visitor FROM personal_data WHERE room_key = ?1 AND seat = ?4 AND number < ?3
                  ORDER BY number DESC LIMIT 1),
                 ?5)",
        )?
        .execute(params![room_key, NO_SEAT, number, i64::from(player), text])?;
    Ok(())
}

/// Stores an entry that cannot be read as a whole.
pub(super) fn insert_unreadable(
    connection: &Connection,
    room_key: i64,
    number: i64,
    data: &str,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached(
            "INSERT INTO personal_data (room_key, seat, number, visitor, text) VALUES (?1, ?2, ?3, NULL, ?4)",
        )?
        .execute(params![room_key, NO_SEAT, number, data])?;
    Ok(())
}

/// The personal data of some entries of a room, by number and seat.
#[derive(Default)]
pub(super) struct PersonalData(HashMap<(i64, i64), (Option<VisitorId>, String)>);

impl PersonalData {
    /// Reads the personal data of the entries with a number greater than `last`.
    pub(super) fn read(
        connection: &Connection,
        room_key: i64,
        last: i64,
    ) -> Result<PersonalData, SqliteError> {
        let mut statement = connection.prepare_cached(
            "SELECT number, seat, visitor, text FROM personal_data WHERE room_key = ?1 AND number > ?2",
        )?;
        let mut rows = statement.query([room_key, last])?;
        let mut data = HashMap::new();
        while let Some(row) = rows.next()? {
            let visitor = row.get::<_, Option<String>>(2)?.and_then(|id| VisitorId::parse(&id));
            data.insert((row.get(0)?, row.get(1)?), (visitor, row.get(3)?));
        }
        Ok(PersonalData(data))
    }

    fn visitor(&self, number: i64, seat: i64) -> Option<VisitorId> {
        self.0.get(&(number, seat)).and_then(|(visitor, _)| visitor.clone())
    }

    fn text(&self, number: i64, seat: i64) -> Option<&str> {
        self.0.get(&(number, seat)).map(|(_, text)| text.as_str())
    }

    /// Puts the personal data back into an entry of the log. What was erased reads as of an erased visitor.
    pub(super) fn restore(&self, number: i64, entry: &mut Entry) {
        match entry {
            Entry::Opened { host, reserved_for, .. } => {
                *host = self.visitor(number, NO_SEAT).unwrap_or_else(VisitorId::erased);
                for (seat, reserved_for) in (0..).zip(reserved_for) {
                    // A seat that was reserved for an erased visitor is free.
                    *reserved_for = self.visitor(number, seat);
                }
            }
            Entry::SeatTaken { player, visitor, name, .. } => {
                let seat = i64::from(*player);
                *visitor = self.visitor(number, seat).unwrap_or_else(VisitorId::erased);
                let stored = self.text(number, seat).and_then(|name| Name::new(name).ok());
                *name = stored.unwrap_or_else(Name::erased);
            }
            Entry::Chat { text, .. } => {
                *text = self.text(number, NO_SEAT).unwrap_or(ERASED_TEXT).to_owned();
            }
            _ => {}
        }
    }
}
