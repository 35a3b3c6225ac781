//! Actions as text, exactly as docs/protocol.md writes them.
//!
//! ```
//! use cafe_rules::{notation, FloorPlan, Kind};
//! let cross = FloorPlan::cross();
//! let action = notation::parse("RUm@c4", Kind::Card, cross)?;
//! assert_eq!(notation::written(&action, cross).to_string(), "RUm@c4");
//! assert!(notation::parse("rum@C4", Kind::Card, cross).is_err());
//! # Ok::<(), cafe_rules::Refusal>(())
//! ```

use std::fmt;

use arrayvec::ArrayVec;

use crate::refusal::{NotAnAction, Refusal};
use crate::{Action, Cell, FloorPlan, Guest, Kind, Party, Seat, SeatSet, Table, Tile};

/// Reads an action of this game.
///
/// A cell that the plan has no seat at becomes [`Seat::NOWHERE`], so that playing the action is refused as
/// `no_such_seat`, and in its turn: other reasons come first.
///
/// # Errors
/// [`Refusal::NotAnAction`] for anything that is not spelled exactly as actions are written, or is an action of the
/// other game.
pub fn parse<S: SeatSet>(text: &str, kind: Kind, plan: &FloorPlan<S>) -> Result<Action, Refusal> {
    let action = parse_any(text, plan).ok_or(Refusal::NotAnAction(NotAnAction::Spelling))?;
    if action.is_of(kind) { Ok(action) } else { Err(Refusal::NotAnAction(NotAnAction::OtherGame)) }
}

fn parse_any<S: SeatSet>(text: &str, plan: &FloorPlan<S>) -> Option<Action> {
    let seat = |cell: Cell| plan.seat_at(cell).unwrap_or(Seat::NOWHERE);
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
        let table = plan.table_at(Cell::parse(words.next()?)?).unwrap_or(Table::NOWHERE);
        let mut guests = ArrayVec::<(Guest, Cell), { Party::MOST }>::new();
        for word in words {
            guests.try_push(placement(word)?).ok()?;
        }
        // Seats out of reading order are a spelling that nobody is shown.
        if !guests.iter().map(|&(_, cell)| cell).is_sorted_by(|a, b| a < b) {
            return None;
        }
        let seated: ArrayVec<_, { Party::MOST }> =
            guests.iter().map(|&(guest, cell)| (guest, seat(cell))).collect();
        return Party::new(table, &seated).map(Action::Party);
    }
    placement(text).map(|(guest, cell)| Action::Seat(guest, seat(cell)))
}

/// The action as text, on the plan it is an action of.
pub fn written<'a, S: SeatSet>(action: &'a Action, plan: &'a FloorPlan<S>) -> Written<'a, S> {
    Written { action, plan }
}

/// An action that can be shown; see [`written`].
#[derive(Clone, Copy, Debug)]
pub struct Written<'a, S> {
    action: &'a Action,
    plan: &'a FloorPlan<S>,
}

impl<S: SeatSet> fmt::Display for Written<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is nowhere has no name; such an action can be refused, but not read again.
        let cell = |seat: &Seat| Named(self.plan.seat_cells().get(seat.index()).copied());
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
                write!(f, "party {}", Named(self.plan.table_cells().get(party.table().index()).copied()))?;
                party.guests().iter().try_for_each(|(guest, seat)| write!(f, " {guest}@{}", cell(seat)))
            }
        }
    }
}

struct Named(Option<Cell>);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(cell) => write!(f, "{cell}"),
            None => f.write_str("nowhere"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_nowhere_can_still_be_written_for_a_log() {
        let cross = FloorPlan::cross();
        for text in ["RUm@z9", "party z9 RUf@b5"] {
            let action = parse(text, Kind::Card, cross).unwrap();
            assert!(written(&action, cross).to_string().contains("nowhere"), "{text}");
        }
    }
}
