//! Visitors, their devices and links.

use cafe_room::{Millis, Name, TokenHash, Visitor, VisitorId};
use rusqlite::{Connection, OptionalExtension, params};

use super::SqliteError;
use crate::{NewLink, Session, StoreError};

/// Maximum number of devices of a visitor. A cleared browser leaves a device behind that can no longer be used, so the
/// oldest devices are removed instead of refusing new ones.
const MAX_DEVICES: i64 = 20;

pub(super) fn create(
    connection: &Connection,
    visitor: &Visitor,
    token: &TokenHash,
    at: Millis,
) -> Result<(), SqliteError> {
    let Visitor { id, name, is_program } = visitor;
    connection
        .prepare_cached("INSERT INTO visitors (id, name, is_program, created_at) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id.as_str(), name.as_str(), is_program, at])?;
    add_device(connection, token, id.as_str(), at)
}

fn add_device(
    connection: &Connection,
    token: &TokenHash,
    visitor: &str,
    at: Millis,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached("INSERT INTO tokens (hash, visitor, created_at, renewed_at) VALUES (?1, ?2, ?3, ?3)")?
        .execute(params![token, visitor, at])?;
    Ok(())
}

pub(super) fn rename(connection: &Connection, visitor: &VisitorId, name: &Name) -> Result<(), SqliteError> {
    connection
        .prepare_cached("UPDATE visitors SET name = ?2 WHERE id = ?1")?
        .execute(params![visitor.as_str(), name.as_str()])?;
    Ok(())
}

pub(super) fn renew_session(
    connection: &Connection,
    token: &TokenHash,
    at: Millis,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached("UPDATE tokens SET renewed_at = ?2 WHERE hash = ?1")?
        .execute(params![token, at])?;
    connection
        .prepare_cached(
            "UPDATE visitors SET used = 1 WHERE id = (SELECT visitor FROM tokens WHERE hash = ?1)",
        )?
        .execute([token])?;
    Ok(())
}

/// Visitors whom [`delete_unused`] deletes.
pub(super) const UNUSED: &str = "SELECT id FROM visitors WHERE used = 0 AND is_program = 0 AND created_at <= ?1 ORDER BY created_at LIMIT ?2";

/// Deletes visitors who were created before this time, never opened a room or took a seat, and never returned. Programs stay:
/// their token may be used for the first time at any time.
pub(super) fn delete_unused(
    connection: &Connection,
    created_before: Millis,
    limit: usize,
) -> Result<(), SqliteError> {
    // Cascades to devices and links.
    connection
        .prepare_cached(&format!("DELETE FROM visitors WHERE id IN ({UNUSED})"))?
        .execute(params![created_before, limit as i64])?;
    Ok(())
}

/// Counts the visitors that `delete_unused` would delete, at most up to `limit`.
pub(crate) fn count_unused(
    connection: &Connection,
    created_before: Millis,
    limit: usize,
) -> Result<usize, SqliteError> {
    let count: i64 = connection
        .prepare_cached(&format!("SELECT count(*) FROM ({UNUSED}) AS unused"))?
        .query_row(params![created_before, limit as i64], |row| row.get(0))?;
    Ok(count as usize)
}

pub(super) fn create_link(connection: &Connection, link: &NewLink) -> Result<(), SqliteError> {
    let NewLink { link, visitor, device, expires_at, at } = link;
    // A visitor has one link, and it works once: one place is enough for the device that will claim it.
    connection
        .prepare_cached(
            "DELETE FROM tokens WHERE hash IN (
                 SELECT hash FROM tokens WHERE visitor = ?1
                 ORDER BY hash = ?2 DESC, created_at DESC LIMIT -1 OFFSET ?3
             )",
        )?
        .execute(params![visitor.as_str(), device, MAX_DEVICES - 1])?;
    connection
        .prepare_cached("DELETE FROM links WHERE visitor = ?1 OR expires_at <= ?2")?
        .execute(params![visitor.as_str(), at])?;
    connection
        .prepare_cached("INSERT INTO links (hash, visitor, expires_at) VALUES (?1, ?2, ?3)")?
        .execute(params![link, visitor.as_str(), expires_at])?;
    Ok(())
}

pub(super) fn claim_link(
    connection: &Connection,
    link: &TokenHash,
    token: &TokenHash,
    at: Millis,
) -> Result<(), SqliteError> {
    let visitor: Option<String> = connection
        .prepare_cached("DELETE FROM links WHERE hash = ?1 AND expires_at > ?2 RETURNING visitor")?
        .query_row(params![link, at], |row| row.get(0))
        .optional()?;
    let visitor = visitor.ok_or(StoreError::Conflict)?;
    connection.prepare_cached("UPDATE visitors SET used = 1 WHERE id = ?1")?.execute([&visitor])?;
    add_device(connection, token, &visitor, at)
}

pub(super) fn sign_out_others(
    connection: &Connection,
    visitor: &VisitorId,
    keep: &TokenHash,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached("DELETE FROM tokens WHERE visitor = ?1 AND hash <> ?2")?
        .execute(params![visitor.as_str(), keep])?;
    connection.prepare_cached("DELETE FROM links WHERE visitor = ?1")?.execute([visitor.as_str()])?;
    Ok(())
}

pub(crate) fn session(connection: &Connection, token: &TokenHash) -> Result<Option<Session>, SqliteError> {
    let row = connection
        .prepare_cached(
            "SELECT id, name, is_program, renewed_at FROM visitors JOIN tokens ON visitor = id WHERE hash = ?1",
        )?
        .query_row([token], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    Ok(row.and_then(|(id, name, is_program, renewed_at)| {
        let visitor = Visitor { id: VisitorId::parse(&id)?, name: Name::new(&name).ok()?, is_program };
        Some(Session { visitor, renewed_at })
    }))
}

pub(crate) fn name(connection: &Connection, visitor: &VisitorId) -> Result<Option<Name>, SqliteError> {
    let mut statement = connection.prepare_cached("SELECT name FROM visitors WHERE id = ?1")?;
    let name: Option<String> = statement.query_row([visitor.as_str()], |row| row.get(0)).optional()?;
    Ok(name.and_then(|name| Name::new(&name).ok()))
}

pub(crate) fn exists(connection: &Connection, visitor: &VisitorId) -> Result<bool, SqliteError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM visitors WHERE id = ?1")?;
    Ok(statement.exists([visitor.as_str()])?)
}
