//! Migrations of the schema.

mod version_3;
mod version_4;
mod version_6;

use rusqlite::Connection;

use super::SqliteError;
use crate::Cause;

/// Changes the data of a migration.
type Conversion = fn(&Connection) -> Result<(), SqliteError>;

/// A step to the next version of the schema.
#[derive(Clone, Copy)]
pub(super) struct Migration {
    /// Changes the schema.
    pub(super) sql: &'static str,
    /// Changes the data, where SQL is not enough.
    pub(super) convert: Option<Conversion>,
}

/// All steps: number `n`, from 1, makes version `n`. A released step is never changed.
pub(super) const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("schema/1.sql"), convert: None },
    Migration { sql: include_str!("schema/2.sql"), convert: None },
    Migration { sql: include_str!("schema/3.sql"), convert: Some(version_3::convert_entries) },
    Migration { sql: include_str!("schema/4.sql"), convert: Some(version_4::convert) },
    Migration { sql: include_str!("schema/5.sql"), convert: None },
    Migration { sql: include_str!("schema/6.sql"), convert: Some(version_6::fill_cafes) },
];

/// The version of the schema that this program writes.
pub(super) const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Applies the steps that a database of this version lacks, all of them or none.
pub(super) fn migrate(
    connection: &mut Connection,
    version: i64,
    steps: &[Migration],
) -> Result<(), SqliteError> {
    let done = usize::try_from(version)
        .map_err(|_| Cause::Damaged(format!("the version of its schema is {version}")))?;
    let Some(missing) = steps.get(done..).filter(|missing| !missing.is_empty()) else { return Ok(()) };
    if version > 0 {
        tracing::info!(from = version, to = steps.len(), "migrating the database");
    }
    let transaction = connection.transaction()?;
    for Migration { sql, convert } in missing {
        transaction.execute_batch(sql)?;
        if let Some(convert) = convert {
            convert(&transaction)?;
        }
    }
    transaction.pragma_update(None, "user_version", steps.len() as i64)?;
    Ok(transaction.commit()?)
}
