//! How a file of an earlier version becomes one of this: step by step, all of them or none.

use rusqlite::Connection;

use super::StoreFault;

/// The steps. Number `n`, from 1, makes version `n` of the one before it; a step that was ever released is never changed.
pub(super) const MIGRATIONS: [&str; 2] = [include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// The version of the schema that this program writes.
pub(super) const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// Takes the steps that a file of this version still lacks.
pub(super) fn migrate(connection: &mut Connection, version: i64, steps: &[&str]) -> Result<(), StoreFault> {
    let done = usize::try_from(version)
        .map_err(|_| StoreFault::Damaged(format!("its schema has the number {version}")))?;
    let Some(left) = steps.get(done..).filter(|left| !left.is_empty()) else { return Ok(()) };
    if version > 0 {
        tracing::info!(from = version, to = steps.len(), "the file is brought to a later version");
    }
    let change = connection.transaction()?;
    for step in left {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "user_version", steps.len() as i64)?;
    Ok(change.commit()?)
}
