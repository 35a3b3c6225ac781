//! Visitors, their devices and links.

use cafe_room::{Millis, Name, TokenHash, Visitor, VisitorId};
use rusqlite::{Connection, OptionalExtension, params};

use super::SqliteError;
use crate::{Device, NewDevice, NewLink, Session, StoreError};

/// Maximum number of devices of a visitor. A cleared browser leaves a device behind that can no longer be used, so the
/// oldest devices are removed instead of refusing new ones.
const MAX_DEVICES: i64 = 20;

pub(super) fn create(
    connection: &Connection,
    visitor: &Visitor,
    device: &NewDevice,
    at: Millis,
) -> Result<(), SqliteError> {
    let Visitor { id, name, is_program } = visitor;
    connection
        .prepare_cached("INSERT INTO visitors (id, name, is_program, created_at) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id.as_str(), name.as_str(), is_program, at])?;
    add_device(connection, device, id.as_str(), at)
}

fn add_device(
    connection: &Connection,
    device: &NewDevice,
    visitor: &str,
    at: Millis,
) -> Result<(), SqliteError> {
    let NewDevice { token, browser, system, has_host_cookie } = device;
    connection
        .prepare_cached(
            "INSERT INTO tokens (hash, visitor, created_at, renewed_at, used_at, browser, system, has_host_cookie)
             VALUES (?1, ?2, ?3, ?3, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![token, visitor, at, browser, system, has_host_cookie])?;
    Ok(())
}

/// Fails if the device is not signed in.
pub(super) fn require_device(connection: &Connection, device: &TokenHash) -> Result<(), SqliteError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM tokens WHERE hash = ?1")?;
    if statement.exists([device])? { Ok(()) } else { Err(StoreError::SignedOut.into()) }
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

pub(super) fn mark_device_used(
    connection: &Connection,
    token: &TokenHash,
    at: Millis,
    has_host_cookie: bool,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached(
            "UPDATE tokens SET used_at = max(used_at, ?2), has_host_cookie = has_host_cookie OR ?3 WHERE hash = ?1",
        )?
        .execute(params![token, at, has_host_cookie])?;
    Ok(())
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
    device: &NewDevice,
    at: Millis,
) -> Result<(), SqliteError> {
    let visitor: Option<String> = connection
        .prepare_cached("DELETE FROM links WHERE hash = ?1 AND expires_at > ?2 RETURNING visitor")?
        .query_row(params![link, at], |row| row.get(0))
        .optional()?;
    let visitor = visitor.ok_or(StoreError::Conflict)?;
    connection.prepare_cached("UPDATE visitors SET used = 1 WHERE id = ?1")?.execute([&visitor])?;
    add_device(connection, device, &visitor, at)
}

pub(super) fn sign_out_others(
    connection: &Connection,
    visitor: &VisitorId,
    keep: &TokenHash,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached("DELETE FROM tokens WHERE visitor = ?1 AND hash <> ?2")?
        .execute(params![visitor.as_str(), keep])?;
    revoke_link(connection, visitor)
}

pub(super) fn sign_out_device(
    connection: &Connection,
    visitor: &VisitorId,
    device: &TokenHash,
) -> Result<(), SqliteError> {
    connection
        .prepare_cached("DELETE FROM tokens WHERE visitor = ?1 AND hash = ?2")?
        .execute(params![visitor.as_str(), device])?;
    // The device may have made the link.
    revoke_link(connection, visitor)
}

fn revoke_link(connection: &Connection, visitor: &VisitorId) -> Result<(), SqliteError> {
    connection.prepare_cached("DELETE FROM links WHERE visitor = ?1")?.execute([visitor.as_str()])?;
    Ok(())
}

pub(crate) fn devices(connection: &Connection, visitor: &VisitorId) -> Result<Vec<Device>, SqliteError> {
    let mut statement = connection.prepare_cached(
        "SELECT hash, created_at, used_at, browser, system FROM tokens WHERE visitor = ?1
         ORDER BY used_at DESC, created_at DESC, hash",
    )?;
    let devices = statement.query_map([visitor.as_str()], |row| {
        Ok(Device {
            token: row.get(0)?,
            created_at: row.get(1)?,
            used_at: row.get(2)?,
            browser: row.get(3)?,
            system: row.get(4)?,
        })
    })?;
    Ok(devices.collect::<Result<_, _>>()?)
}

pub(crate) fn session(connection: &Connection, token: &TokenHash) -> Result<Option<Session>, SqliteError> {
    let row = connection
        .prepare_cached(
            "SELECT id, name, is_program, renewed_at, used_at, has_host_cookie
             FROM visitors JOIN tokens ON visitor = id WHERE hash = ?1",
        )?
        .query_row([token], |row| {
            let (id, name): (String, String) = (row.get(0)?, row.get(1)?);
            Ok((id, name, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
        })
        .optional()?;
    Ok(row.and_then(|(id, name, is_program, renewed_at, used_at, has_host_cookie)| {
        let visitor = Visitor { id: VisitorId::parse(&id)?, name: Name::new(&name).ok()?, is_program };
        Some(Session { visitor, renewed_at, used_at, has_host_cookie })
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
