//! Points of an action and where they come from.

use cafe_rules::{Event, Game, Table, TableScore};

use super::capitalize;

/// The points of an action with their reasons.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PointsText {
    /// All points.
    pub total: i16,
    /// `Russia: 3 guests × 2 = 6 · France: 2`
    pub long: String,
    /// `RU 3×2 · FR 2`
    pub short: String,
}

/// Explains the points of an action from the game before it and its events.
#[must_use]
pub fn explain_points(before: &Game, events: &[Event]) -> PointsText {
    let (mut long, mut short, mut total) = (Vec::new(), Vec::new(), 0);
    let mut add = |points: i16, long_text: String, short_text: String| {
        total += points;
        long.push(long_text);
        short.push(short_text);
    };
    for event in events {
        match *event {
            Event::Scored { table, score, .. } => {
                let nation = before.nation(table);
                let mut name = capitalize(nation.english_name());
                if scores_twice(before, events, table) {
                    name = format!("{name} {}", before.table_cell(table));
                }
                let TableScore { guests, own } = score;
                let points = score.points();
                if own {
                    let long_text = format!("{name}: {guests} guests × 2 = {points}");
                    add(points, long_text, format!("{nation} {guests}×2"));
                } else {
                    add(points, format!("{name}: {guests}"), format!("{nation} {guests}"));
                }
            }
            Event::PartyScored { table, own, points, .. } => {
                let nation = before.nation(table);
                let note = if own { ", all of this nation" } else { "" };
                let long_text = format!("Party at {}{note}: {points}", nation.english_name());
                add(points, long_text, format!("{nation} party {points}"));
            }
            Event::SentToBar { place, points, .. } => {
                let place = place + 1;
                add(points, format!("Bar, place {place}: {points:+}"), format!("place {place}"));
            }
            _ => {}
        }
    }
    PointsText { total, long: long.join(" · "), short: short.join(" · ") }
}

/// Returns true if another table of the same nation scores too, so that the name alone is ambiguous.
fn scores_twice(before: &Game, events: &[Event], table: Table) -> bool {
    let nation = before.nation(table);
    let is_same =
        |event: &&Event| matches!(event, Event::Scored { table, .. } if before.nation(*table) == nation);
    events.iter().filter(is_same).count() > 1
}
