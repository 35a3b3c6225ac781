//! Forgetting somebody: what others have played stays as it was, under no name.

use rusqlite::{Connection, params};

use super::StoreFault;
use super::writer::written;
use crate::room::Entry;
use crate::{Name, VisitorId};

/// The tables that know anything of a visitor.
pub(super) const ABOUT: &str =
    "SELECT table_key FROM seats WHERE visitor = ?1 UNION SELECT table_key FROM named WHERE visitor = ?1";

/// Takes a visitor's name and words out of every table, and then the visitor out of everything.
pub(super) fn forget(connection: &Connection, visitor: &VisitorId) -> Result<(), StoreFault> {
    let mut tables = connection.prepare_cached(ABOUT)?;
    let keys: Vec<i64> = tables.query_map([visitor.as_str()], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for key in keys {
        forget_at(connection, key, visitor)?;
    }
    connection.execute("DELETE FROM seats WHERE visitor = ?1", [visitor.as_str()])?;
    connection.execute("DELETE FROM named WHERE visitor = ?1", [visitor.as_str()])?;
    let named = [visitor.as_str(), VisitorId::nobody().as_str()].map(str::to_owned);
    connection.execute("UPDATE tables SET host = ?2 WHERE host = ?1", named)?;
    // Devices and links go with the visitor.
    connection.execute("DELETE FROM visitors WHERE id = ?1", [visitor.as_str()])?;
    Ok(())
}

/// What is left of an entry that nobody can read: it may have named whoever is to be forgotten.
const UNREADABLE: &str = "null";

fn forget_at(connection: &Connection, key: i64, visitor: &VisitorId) -> Result<(), StoreFault> {
    let mut entries =
        connection.prepare_cached("SELECT n, data FROM entries WHERE table_key = ?1 ORDER BY n")?;
    let all: Vec<(i64, String)> =
        entries.query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut update =
        connection.prepare_cached("UPDATE entries SET data = ?3 WHERE table_key = ?1 AND n = ?2")?;
    let mut seats: Vec<u8> = Vec::new();
    for (n, data) in all {
        let Ok(mut entry) = serde_json::from_str::<Entry>(&data) else {
            // The table cannot be opened because of it. What it says of anybody is lost with it, rather than kept for ever.
            update.execute(params![key, n, UNREADABLE])?;
            continue;
        };
        if leave_out(&mut entry, visitor, &mut seats) {
            update.execute(params![key, n, written(&entry)])?;
        }
    }
    Ok(())
}

/// Leaves somebody out of an entry. Returns whether that changes it. The seats are those where they sit.
fn leave_out(entry: &mut Entry, visitor: &VisitorId, seats: &mut Vec<u8>) -> bool {
    match entry {
        Entry::Sat { seat, visitor: who, name, .. } if who == visitor => {
            seats.push(*seat);
            *who = VisitorId::nobody();
            *name = Name::new("Somebody").expect("a name");
            true
        }
        Entry::Sat { seat, .. } => {
            seats.retain(|own| own != seat);
            false
        }
        Entry::Said { seat, text } if seats.contains(seat) => {
            *text = "…".to_owned();
            true
        }
        Entry::Opened { host, kept_for, .. } => {
            let mut found = *host == *visitor;
            if found {
                *host = VisitorId::nobody();
            }
            // A seat that was kept for them is free.
            for kept in kept_for.iter_mut().filter(|kept| kept.as_ref() == Some(visitor)) {
                (*kept, found) = (None, true);
            }
            found
        }
        _ => false,
    }
}
