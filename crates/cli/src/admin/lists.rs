//! Tables and visitors, listed.

use std::time::{SystemTime, UNIX_EPOCH};

use cafe_server::room::{Holder, Room};
use cafe_server::store::{Summary, TableSeen, TableState, VisitorSeen};
use serde_json::{Value, json};

use crate::files::clean;

/// How far a table has come.
fn state(room: &Room) -> &'static str {
    match Summary::of(room).state {
        _ if room.closed => "closed",
        TableState::Waiting => "waiting",
        TableState::Playing => "playing",
        TableState::Over => "over",
    }
}

/// When a table was opened.
fn opened(room: &Room) -> i64 {
    room.entries().first().map_or(room.touched, |first| first.at)
}

fn seat(holder: &Holder) -> String {
    match holder {
        Holder::Free(_) => "(free)".to_owned(),
        Holder::Bot(bot) => format!("{} (bot)", bot.name()),
        // Names are of others: nothing in them may steer a terminal.
        Holder::Visitor(guest) => clean(guest.name.as_str()),
    }
}

/// The tables, one a line.
pub(super) fn tables(tables: &[TableSeen], most: u32) -> String {
    let now = now();
    let mut lines = vec![["TABLE", "GAME", "STATE", "TURN", "AGE", "WHO"].map(str::to_owned).to_vec()];
    for TableSeen { room, .. } in tables {
        let turn = room.to_move().and_then(|seat| room.seats.get(usize::from(seat)));
        lines.push(vec![
            room.id.to_string(),
            room.game_options.to_string(),
            state(room).to_owned(),
            turn.map_or_else(|| "-".to_owned(), seat),
            age(now - opened(room)),
            room.seats.iter().map(seat).collect::<Vec<_>>().join(", "),
        ]);
    }
    written(&lines, tables.len(), most, "no table")
}

/// The tables, for programs.
pub(super) fn tables_json(tables: &[TableSeen]) -> String {
    let one = |TableSeen { room, touched }: &TableSeen| -> Value {
        json!({
            "id": room.id.as_str(),
            "game": room.game_options.kind().as_str(),
            "players": room.game_options.players(),
            "parties": room.game_options.parties(),
            "public": room.options.public,
            "host": room.host.as_str(),
            "state": state(room),
            "opened": opened(room),
            "touched": touched,
            "to_move": room.to_move(),
            "seats": room.seats.iter().map(|holder| json!({
                "name": holder.name(),
                "visitor": holder.guest().map(|guest| guest.visitor.as_str()),
                "bot": holder.bot(),
            })).collect::<Vec<_>>(),
        })
    };
    format!("{}\n", Value::from(tables.iter().map(one).collect::<Vec<_>>()))
}

/// The visitors, one a line.
pub(super) fn visitors(visitors: &[VisitorSeen], most: u32) -> String {
    let now = now();
    let mut lines = vec![["VISITOR", "KIND", "AGE", "DEVICES", "TABLES", "NAME"].map(str::to_owned).to_vec()];
    for visitor in visitors {
        lines.push(vec![
            visitor.id.to_string(),
            if visitor.program { "program" } else { "person" }.to_owned(),
            age(now - visitor.created),
            visitor.devices.to_string(),
            visitor.tables.to_string(),
            clean(&visitor.name),
        ]);
    }
    written(&lines, visitors.len(), most, "no visitor")
}

/// The visitors, for programs.
pub(super) fn visitors_json(visitors: &[VisitorSeen]) -> String {
    let one = |visitor: &VisitorSeen| -> Value {
        json!({
            "id": visitor.id.as_str(),
            "name": visitor.name,
            "program": visitor.program,
            "created": visitor.created,
            "devices": visitor.devices,
            "tables": visitor.tables,
        })
    };
    format!("{}\n", Value::from(visitors.iter().map(one).collect::<Vec<_>>()))
}

/// Columns side by side, and what may be left out.
fn written(lines: &[Vec<String>], listed: usize, most: u32, none: &str) -> String {
    if listed == 0 {
        return format!("There is {none}.\n");
    }
    let columns = lines[0].len();
    let wide = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(wide).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    if listed == most as usize {
        text.push_str(&format!("At most {most} are listed; --most lists more.\n"));
    }
    text
}

/// How long ago, in the largest unit that fits.
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
    fn an_age_is_told_in_the_largest_unit_that_fits() {
        let told = [-5, 0, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000].map(age);
        assert_eq!(told, ["0 s", "0 s", "59 s", "1 min", "59 min", "1 h", "23 h", "1 d"]);
    }
}
