//! Step 3 for the stored entries: new names for kinds and fields.

use cafe_room::Entry;
use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use crate::sqlite::SqliteError;

/// Number of entries read before they are rewritten: a bound for the memory of the migration.
const CHUNK: usize = 1000;
/// Progress is logged after this number of entries.
const PROGRESS: usize = 100_000;

/// The tag that names the kind of an entry.
const TAG: [&str; 2] = ["is", "type"];

/// By kind of entry: the old name, the new name, and the renamed fields. All other fields keep their names.
const KINDS: [(&str, &str, &[[&str; 2]]); 17] = [
    ("opened", "opened", &[["kept_for", "reserved_for"]]),
    ("sat", "seat_taken", &[["seat", "player"], ["program", "is_program"]]),
    ("left", "seat_left", &[["seat", "player"], ["host", "host_left"]]),
    ("bot_sat", "bot_seated", &[["seat", "player"]]),
    ("dealt", "started", &[]),
    ("acted", "action_played", &[["seat", "player"]]),
    ("undone", "undone", &[["seat", "player"], ["steps", "count"]]),
    ("undo_asked", "undo_requested", &[["seat", "player"], ["steps", "count"]]),
    ("undo_agreed", "undo_agreed", &[["seat", "player"]]),
    ("undo_declined", "undo_declined", &[["seat", "player"]]),
    ("minded", "bot_took_over", &[["seat", "player"]]),
    ("returned", "player_returned", &[["seat", "player"], ["anew", "restart_turn"]]),
    ("said", "chat", &[["seat", "player"]]),
    ("muted", "muted", &[["seat", "player"]]),
    ("followed", "rematch_opened", &[["table", "room"]]),
    ("shared", "replay_shared", &[["seat", "player"]]),
    ("closed", "closed", &[["why", "reason"]]),
];
/// The renamed fields in the options of a room.
const OPTIONS: &[[&str; 2]] = &[["watching", "spectators"]];
/// The renamed fields in the clock of the options.
const CLOCK: &[[&str; 2]] = &[["each", "per_turn"]];

/// Rewrites all entries. An entry that cannot be read is left unchanged, so that nothing in it is lost.
pub(super) fn convert_entries(connection: &Connection) -> Result<(), SqliteError> {
    let mut select = connection.prepare(
        "SELECT room_key, number, data FROM entries WHERE (room_key, number) > (?1, ?2)
         ORDER BY room_key, number LIMIT ?3",
    )?;
    let mut update =
        connection.prepare("UPDATE entries SET data = ?3 WHERE room_key = ?1 AND number = ?2")?;
    let (mut last, mut total, mut unreadable) = ((i64::MIN, i64::MIN), 0, 0);
    loop {
        let mut chunk: Vec<((i64, i64), Option<String>)> = Vec::with_capacity(CHUNK);
        let mut rows = select.query(params![last.0, last.1, CHUNK as i64])?;
        while let Some(row) = rows.next()? {
            let converted = row.get_ref(2)?.as_str().ok().and_then(convert);
            chunk.push(((row.get(0)?, row.get(1)?), converted));
        }
        for ((room_key, number), converted) in &chunk {
            match converted {
                Some(data) => _ = update.execute(params![room_key, number, data])?,
                None => unreadable += 1,
            }
        }
        total += chunk.len();
        match chunk.last() {
            Some((key, _)) => last = *key,
            None => break,
        }
        if total % PROGRESS == 0 {
            tracing::info!(entries = total, "converting entries");
        }
    }
    if unreadable > 0 {
        tracing::warn!(unreadable, "entries that cannot be read were left unchanged");
    }
    if total > 0 {
        tracing::info!(entries = total, "converted entries");
    }
    Ok(())
}

/// Converts an entry. Fields that are not known stay where they are. None if the entry cannot be read.
fn convert(data: &str) -> Option<String> {
    let Ok(Value::Object(entry)) = serde_json::from_str(data) else { return None };
    let old_kind = entry.get(TAG[0])?.as_str()?;
    let (_, new_kind, fields) = KINDS.iter().find(|(old, ..)| *old == old_kind)?;
    let mut entry = rename(entry, &[fields, [TAG].as_slice()].concat())?;
    *entry.get_mut(TAG[1])? = Value::from(*new_kind);
    if let Some(options) = entry.get_mut("options") {
        rename_in(options, OPTIONS)?;
        options.get_mut("clock").map_or(Some(()), |clock| rename_in(clock, CLOCK))?;
    }
    let converted = serde_json::to_string(&entry).ok()?;
    serde_json::from_str::<Entry>(&converted).is_ok().then_some(converted)
}

fn rename_in(value: &mut Value, fields: &[[&str; 2]]) -> Option<()> {
    let Value::Object(map) = value.take() else { return None };
    *value = Value::Object(rename(map, fields)?);
    Some(())
}

/// Renames fields and keeps their order. None if an object has both the old and the new name.
fn rename(map: Map<String, Value>, fields: &[[&str; 2]]) -> Option<Map<String, Value>> {
    let mut renamed = Map::with_capacity(map.len());
    for (name, value) in map {
        let new_name = fields.iter().find(|[old, _]| *old == name).map(|[_, new]| (*new).to_owned());
        if renamed.insert(new_name.unwrap_or(name), value).is_some() {
            return None;
        }
    }
    Some(renamed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renames_kinds_and_fields() {
        let cases = [
            (
                r#"{"is":"sat","seat":1,"visitor":"aaaaaaaaaaaa","name":"Ann","program":false,"share":null}"#,
                r#"{"type":"seat_taken","player":1,"visitor":"aaaaaaaaaaaa","name":"Ann","is_program":false,"share":null}"#,
            ),
            (r#"{"is":"left","seat":0}"#, r#"{"type":"seat_left","player":0}"#),
            (r#"{"is":"left","seat":0,"host":true}"#, r#"{"type":"seat_left","player":0,"host_left":true}"#),
            (r#"{"is":"returned","seat":2}"#, r#"{"type":"player_returned","player":2}"#),
            (r#"{"is":"closed","why":"spam"}"#, r#"{"type":"closed","reason":"spam"}"#),
            (r#"{"is":"said","seat":0,"text":"seat"}"#, r#"{"type":"chat","player":0,"text":"seat"}"#),
        ];
        for (old, new) in cases {
            assert_eq!(convert(old).as_deref(), Some(new));
        }
        for (kind, ..) in KINDS {
            assert_eq!(KINDS.iter().filter(|(old, ..)| *old == kind).count(), 1, "{kind}");
        }
    }

    #[test]
    fn keeps_unknown_fields() {
        let old = r#"{"is":"acted","note":{"seat":1},"seat":0,"action":"pass","by":"clock"}"#;
        let new = r#"{"type":"action_played","note":{"seat":1},"player":0,"action":"pass","by":"clock"}"#;
        assert_eq!(convert(old).as_deref(), Some(new));
    }

    #[test]
    fn leaves_unreadable_entries_alone() {
        let unreadable = [
            "null",
            "not even JSON",
            r#"{"is":"unknown"}"#,
            r#"{"is":"said","seat":0}"#,
            r#"{"is":"said","seat":0,"player":1,"text":"x"}"#,
            r#"{"type":"chat","player":0,"text":"x"}"#,
        ];
        for data in unreadable {
            assert_eq!(convert(data), None, "{data}");
        }
    }
}
