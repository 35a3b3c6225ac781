//! Actions as text (docs/protocol.md).
//!
//! ```
//! use cafe_rules::{notation, FloorPlan, Kind};
//! let plan = FloorPlan::card_game();
//! let action = notation::parse("RUm@c4", Kind::Card, plan)?;
//! assert_eq!(notation::display(&action, plan).to_string(), "RUm@c4");
//! assert!(notation::parse("rum@C4", Kind::Card, plan).is_err());
//! # Ok::<(), cafe_rules::Refusal>(())
//! ```

use std::fmt;

use arrayvec::ArrayVec;

use crate::refusal::{NotAnActionReason, Refusal};
use crate::{Action, Cell, FloorPlan, Guest, Kind, Party, Seat, SeatSet, Table, Tile};

/// Parses an action of this game.
///
/// A cell without a seat becomes [`Seat::NONE`]: playing the action is then refused as `no_such_seat`, after all
/// reasons that come first in docs/protocol.md.
///
/// # Errors
/// [`Refusal::NotAnAction`] for any other spelling than that of [`display`], and for an action of the other game.
pub fn parse<S: SeatSet>(text: &str, kind: Kind, plan: &FloorPlan<S>) -> Result<Action, Refusal> {
    let action = parse_any(text, plan).ok_or(Refusal::NotAnAction(NotAnActionReason::Spelling))?;
    if action.belongs_to(kind) { Ok(action) } else { Err(Refusal::NotAnAction(NotAnActionReason::OtherGame)) }
}

fn parse_any<S: SeatSet>(text: &str, plan: &FloorPlan<S>) -> Option<Action> {
    let seat = |cell: Cell| plan.seat_at(cell).unwrap_or(Seat::NONE);
    match text {
        "end" => return Some(Action::End),
        "draw" => return Some(Action::Draw),
        "close" => return Some(Action::Close),
        "pass" => return Some(Action::Pass),
        _ => {}
    }
    if let Some(tile) = text.strip_prefix("down ") {
        return Tile::parse(tile).map(Action::Down);
    }
    if let Some(tile) = text.strip_prefix("bar ") {
        return Tile::parse(tile).map(Action::Bar);
    }
    if let Some(placed) = text.strip_prefix("swap ") {
        let (tile, cell) = placed.split_once('@')?;
        return Some(Action::Swap(Tile::parse(tile)?, seat(Cell::parse(cell)?)));
    }
    let placement = |text: &str| {
        let (guest, cell) = text.split_once('@')?;
        Some((Guest::parse(guest)?, Cell::parse(cell)?))
    };
    if let Some(party) = text.strip_prefix("party ") {
        let mut words = party.split(' ');
        let table = plan.table_at(Cell::parse(words.next()?)?).unwrap_or(Table::NONE);
        let mut guests = ArrayVec::<(Guest, Cell), { Party::MAX_GUESTS }>::new();
        for word in words {
            guests.try_push(placement(word)?).ok()?;
        }
        // Seats out of reading order are X.
        if !guests.iter().map(|&(_, cell)| cell).is_sorted_by(|a, b| a < b) {
            return None;
        }
        let seated: ArrayVec<_, { Party::MAX_GUESTS }> =
            guests.iter().map(|&(guest, cell)| (guest, seat(cell))).collect();
        return Party::new(table, &seated).map(Action::Party);
    }
    placement(text).map(|(guest, cell)| Action::Seat(guest, seat(cell)))
}

/// Returns the action as text; `plan` names its seats and tables.
pub fn display<'a, S: SeatSet>(action: &'a Action, plan: &'a FloorPlan<S>) -> DisplayAction<'a, S> {
    DisplayAction { action, plan }
}

/// Displays an action; see [`display`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayAction<'a, S> {
    action: &'a Action,
    plan: &'a FloorPlan<S>,
}

impl<S: SeatSet> fmt::Display for DisplayAction<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Seat::NONE` has no cell. The text of such an action serves error messages; it does not parse.
        let cell = |seat: &Seat| CellName(self.plan.seat_cells().get(seat.index()).copied());
        match self.action {
            Action::Seat(guest, seat) => write!(f, "{guest}@{}", cell(seat)),
            Action::End => f.write_str("end"),
            Action::Draw => f.write_str("draw"),
            Action::Down(tile) => write!(f, "down {tile}"),
            Action::Close => f.write_str("close"),
            Action::Bar(tile) => write!(f, "bar {tile}"),
            Action::Swap(tile, seat) => write!(f, "swap {tile}@{}", cell(seat)),
            Action::Pass => f.write_str("pass"),
            Action::Party(party) => {
                write!(f, "party {}", CellName(self.plan.table_cells().get(party.table().index()).copied()))?;
                party.guests().iter().try_for_each(|(guest, seat)| write!(f, " {guest}@{}", cell(seat)))
            }
        }
    }
}

struct CellName(Option<Cell>);

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(cell) => write!(f, "{cell}"),
            None => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_an_action_on_an_unknown_cell() {
        let plan = FloorPlan::card_game();
        for text in ["RUm@z9", "party z9 RUf@b5"] {
            let action = parse(text, Kind::Card, plan).unwrap();
            assert!(display(&action, plan).to_string().contains("none"), "{text}");
        }
    }
}
