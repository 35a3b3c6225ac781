//! The actions of a player.

use crate::{Guest, Kind, Seat, Table, Tile};

/// One action of a player. A turn consists of one or more.
///
/// Seats and tables are indexes; [`notation`](crate::notation) parses and formats actions as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Seat a guest: `RUm@c4`, `JKf=ES@n4`.
    Seat(Guest, Seat),
    /// End a turn of seating: `end`.
    End,
    /// Card game: draw the top guest of the stock: `draw`.
    Draw,
    /// Card game: lay a card face down: `down DEf`.
    Down(Tile),
    /// Card game: end the game with an empty hand: `close`.
    Close,
    /// Board game: send a guest to the bar: `bar DEf`.
    Bar(Tile),
    /// Board game: swap a guest in hand for a seated joker: `swap ESm@n4`.
    Swap(Tile, Seat),
    /// Board game: pass, legal only if no other action is: `pass`.
    Pass,
    /// Variant: fill a table with guests of one sex: `party b4 FRf@b5 FRf@a4 DEf@c4 FRf@b3`.
    Party(Party),
}

impl Action {
    /// Returns true if the action exists in this game. The card game has no bar and no jokers; in the board game
    /// drawing is not an action.
    #[must_use]
    pub fn belongs_to(&self, kind: Kind) -> bool {
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

/// A ladies' party or a regulars' table: the guests who fill the free seats of one table, in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Party {
    table: Table,
    length: u8,
    guests: [(Guest, Seat); Party::MAX_GUESTS],
}

impl Party {
    /// Most guests of a party: all four seats.
    pub const MAX_GUESTS: usize = 4;

    /// Creates a party of one to four guests; `None` for any other number.
    #[must_use]
    pub fn new(table: Table, guests: &[(Guest, Seat)]) -> Option<Party> {
        let &first = guests.first()?;
        // Unused entries repeat the first guest, so that the derived equality and hash work.
        let mut filled = [first; Party::MAX_GUESTS];
        filled.get_mut(..guests.len())?.copy_from_slice(guests);
        Some(Party { table, length: guests.len() as u8, guests: filled })
    }

    /// The table that the party fills.
    #[must_use]
    pub const fn table(&self) -> Table {
        self.table
    }

    /// The guests with their seats, in reading order.
    #[must_use]
    pub fn guests(&self) -> &[(Guest, Seat)] {
        &self.guests[..usize::from(self.length)]
    }
}
