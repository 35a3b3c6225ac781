//! Lists of rooms and visitors, as text and as JSON.

use std::time::{SystemTime, UNIX_EPOCH};

use cafe_room::{Occupant, Room};
use cafe_store::{RoomOverview, RoomState, RoomSummary, VisitorOverview};
use serde_json::{Value, json};

use crate::text_file::sanitize;

fn state(room: &Room) -> &'static str {
    match RoomSummary::of(room).state {
        _ if room.closed => "closed",
        RoomState::Waiting => "waiting",
        RoomState::Playing => "playing",
        RoomState::Over => "over",
    }
}

fn occupant_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Free { .. } => "(free)".to_owned(),
        Occupant::Bot(bot) => format!("{} (bot)", bot.name()),
        Occupant::Visitor(visitor) => sanitize(visitor.name.as_str()),
    }
}

/// Lists rooms, one per line.
pub(super) fn rooms(rooms: &[RoomOverview], limit: u32) -> String {
    let now = now();
    let mut rows = vec![["ID", "GAME", "STATE", "TO MOVE", "AGE", "PLAYERS"].map(str::to_owned).to_vec()];
    for RoomOverview { room, .. } in rooms {
        let to_move = room.to_move().and_then(|player| room.occupants.get(usize::from(player)));
        rows.push(vec![
            room.id.to_string(),
            room.game_options.to_string(),
            state(room).to_owned(),
            to_move.map_or_else(|| "-".to_owned(), occupant_name),
            age(now - room.opened_at()),
            room.occupants.iter().map(occupant_name).collect::<Vec<_>>().join(", "),
        ]);
    }
    format_table(&rows, limit, "No games.")
}

/// Lists rooms as JSON.
pub(super) fn rooms_json(rooms: &[RoomOverview]) -> String {
    let to_json = |RoomOverview { room, active_at }: &RoomOverview| -> Value {
        json!({
            "id": room.id.as_str(),
            "game": room.game_options.kind().as_str(),
            "players": room.game_options.players(),
            "parties": room.game_options.parties(),
            "public": room.options.public,
            "host": room.host.as_str(),
            "state": state(room),
            "opened_at": room.opened_at(),
            "active_at": active_at,
            "to_move": room.to_move(),
            "occupants": room.occupants.iter().map(|occupant| json!({
                "name": occupant.name(),
                "visitor": occupant.visitor().map(|visitor| visitor.id.as_str()),
                "bot": occupant.bot_level(),
            })).collect::<Vec<_>>(),
        })
    };
    format!("{}\n", Value::from(rooms.iter().map(to_json).collect::<Vec<_>>()))
}

/// Lists visitors, one per line.
pub(super) fn visitors(visitors: &[VisitorOverview], limit: u32) -> String {
    let now = now();
    let mut rows = vec![["ID", "KIND", "AGE", "DEVICES", "GAMES", "NAME"].map(str::to_owned).to_vec()];
    for visitor in visitors {
        rows.push(vec![
            visitor.id.to_string(),
            if visitor.is_program { "program" } else { "person" }.to_owned(),
            age(now - visitor.created_at),
            visitor.devices.to_string(),
            visitor.rooms.to_string(),
            sanitize(&visitor.name),
        ]);
    }
    format_table(&rows, limit, "No visitors.")
}

/// Lists visitors as JSON.
pub(super) fn visitors_json(visitors: &[VisitorOverview]) -> String {
    let to_json = |visitor: &VisitorOverview| -> Value {
        json!({
            "id": visitor.id.as_str(),
            "name": visitor.name,
            "is_program": visitor.is_program,
            "created_at": visitor.created_at,
            "devices": visitor.devices,
            "rooms": visitor.rooms,
        })
    };
    format!("{}\n", Value::from(visitors.iter().map(to_json).collect::<Vec<_>>()))
}

/// Formats rows, the first of which are headings, in aligned columns.
fn format_table(rows: &[Vec<String>], limit: u32, empty: &str) -> String {
    let count = rows.len() - 1;
    if count == 0 {
        return format!("{empty}\n");
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    if count == limit as usize {
        text.push_str(&format!("There may be more than {limit}; raise --limit.\n"));
    }
    text
}

/// Formats a duration in the largest unit that fits.
fn age(millis: i64) -> String {
    let seconds = (millis / 1000).max(0);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..86_400 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_uses_the_largest_unit_that_fits() {
        let ages = [-5, 0, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000].map(age);
        assert_eq!(ages, ["0 s", "0 s", "59 s", "1 min", "59 min", "1 h", "23 h", "1 d"]);
    }
}
