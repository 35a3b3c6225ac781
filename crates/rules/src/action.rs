//! What a player can do.

use crate::{Guest, Kind, Seat, Table, Tile};

/// One action of a player. A turn is one or more of them.
///
/// Actions name seats and tables by number; [`notation`](crate::notation) reads and writes them as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Seat a guest: `RUm@c4`, `JKf=ES@n4`.
    Seat(Guest, Seat),
    /// End a turn of seating: `end`.
    End,
    /// Card game: draw the top guest of the stock: `draw`.
    Draw,
    /// Card game: lay a guest face down: `down DEf`.
    Down(Tile),
    /// Card game: with no card in hand, end the game: `close`.
    Close,
    /// Board game: put a guest at the bar: `bar DEf`.
    Bar(Tile),
    /// Board game: take a joker from the café for a guest in hand: `swap ESm@n4`.
    Swap(Tile, Seat),
    /// Board game: do nothing, when nothing can be done: `pass`.
    Pass,
    /// Variant: fill a table with guests of one sex: `party b4 FRf@b5 FRf@a4 DEf@c4 FRf@b3`.
    Party(Party),
}

impl Action {
    /// Whether the action exists in this game. The card game has no bar and no jokers; the board game has no draw of
    /// one's own.
    #[must_use]
    pub fn is_of(&self, kind: Kind) -> bool {
        match (self, kind) {
            (Action::End, _) | (Action::Seat(..) | Action::Party(_), Kind::Board) => true,
            (Action::Draw | Action::Close, _) => kind == Kind::Card,
            (Action::Bar(_) | Action::Swap(..) | Action::Pass, _) => kind == Kind::Board,
            (Action::Down(tile), _) => kind == Kind::Card && !tile.is_joker(),
            (Action::Seat(guest, _), Kind::Card) => !guest.is_joker(),
            (Action::Party(party), Kind::Card) => !party.guests().iter().any(|(guest, _)| guest.is_joker()),
        }
    }
}

/// A ladies' party or a regulars' table: who takes which free seat of one table, in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Party {
    table: Table,
    length: u8,
    guests: [(Guest, Seat); Party::MOST],
}

impl Party {
    /// The most guests of a party: all four seats.
    pub const MOST: usize = 4;

    /// A party at this table of one to four guests; `None` for any other number.
    #[must_use]
    pub fn new(table: Table, guests: &[(Guest, Seat)]) -> Option<Party> {
        let &first = guests.first()?;
        // Unused places repeat the first guest, so that equal parties are equal bytes.
        let mut filled = [first; Party::MOST];
        filled.get_mut(..guests.len())?.copy_from_slice(guests);
        Some(Party { table, length: guests.len() as u8, guests: filled })
    }

    /// The table that is filled.
    #[must_use]
    pub const fn table(&self) -> Table {
        self.table
    }

    /// Who sits down where.
    #[must_use]
    pub fn guests(&self) -> &[(Guest, Seat)] {
        &self.guests[..usize::from(self.length)]
    }
}
