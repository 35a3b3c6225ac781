//! Why a tile in hand has no legal seat at the moment.

use arrayvec::ArrayVec;

use crate::refusal::{AloneReason, NamedTable, NamedTables};
use crate::seating::SeatingContext;
use crate::{Cafe, Cell, Hand, Seat, SeatSet, Table, TableSet, Tile};

/// A tile in hand that has no legal seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseatable {
    /// The tile.
    pub tile: Tile,
    /// Why no seat is legal.
    pub reason: UnseatableReason,
}

/// Why no seat is legal for a tile: the refusal of a seat that comes nearest to being legal, which is the last one in the
/// order of docs/protocol.md.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum UnseatableReason {
    /// The café has no table of the guest's nation.
    NoTable,
    /// All seats at the tables of the guest's nation are taken.
    NoFreeSeat { tables: NamedTables },
    /// Every free seat would unbalance a table. This one would have so many ladies and gentlemen.
    Unbalanced { seat: Cell, table: NamedTable, ladies: u8, gentlemen: u8 },
    /// Nobody sits at these tables, and the guest would stay alone there.
    Alone { seat: Cell, tables: NamedTables, reason: AloneReason },
    /// The guest could sit there, but first a guest must join the opener at one of these tables.
    AwayFromOpener { seat: Cell, tables: NamedTables },
}

/// The tiles without a legal seat, at most one for each kind in hand.
pub type UnseatableTiles = ArrayVec<Unseatable, { Tile::KINDS }>;

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Cafe<S, SEATS, TABLES> {
    /// Returns the kinds of the hand that have no legal seat, in the byte order of their codes, with the reasons.
    pub(crate) fn unseatable(&self, hand: Hand, context: SeatingContext) -> UnseatableTiles {
        let allowed = self.allowed(hand, context);
        let has_no_seat = |tile: &Tile| (self.seats_for(*tile) & allowed[tile.sex().index()]).is_empty();
        let kinds = Tile::in_code_order().filter(|tile| hand.has(*tile));
        kinds
            .filter(has_no_seat)
            .map(|tile| Unseatable { tile, reason: self.unseatable_reason(hand, tile, context) })
            .collect()
    }

    /// The seats that the nation rule allows to a tile, free or taken.
    fn seats_for(&self, tile: Tile) -> S {
        tile.nation().map_or(self.plan().seats(), |nation| self.seats_of_nation(nation))
    }

    /// Returns the reason for a tile without a legal seat.
    fn unseatable_reason(&self, hand: Hand, tile: Tile, context: SeatingContext) -> UnseatableReason {
        let (sex, nation) = (tile.sex(), tile.nation());
        let seats = self.seats_for(tile);
        if seats.is_empty() {
            return UnseatableReason::NoTable;
        }
        let is_of_nation = |table: &Table| nation.is_none_or(|nation| self.nation(*table) == nation);
        let free = seats & self.free();
        let balanced = free & self.open_seats().balanced[sex.index()];
        let touched = |seat: &Seat| self.plan().tables_touching(*seat);
        // A seat with company, or with a follower in hand, is refused only while an opener waits.
        let is_away = |seat: &Seat| {
            !context.pending.is_empty()
                && (self.has_guest_at(touched(seat))
                    || context.may_open && self.has_follower(hand, sex, *seat))
        };
        if let Some(seat) = balanced.iter().find(is_away) {
            let (seat, tables) = (self.plan().seat_cell(seat), self.named_tables(context.pending));
            return UnseatableReason::AwayFromOpener { seat, tables };
        }
        // A seat at one table only is the easiest to explain.
        if let Some(seat) = balanced.iter().min_by_key(|seat| touched(seat).len()) {
            let (seat, tables) = (self.plan().seat_cell(seat), self.named_tables(touched(&seat)));
            let reason = if context.may_open { AloneReason::NoFollower } else { AloneReason::LastPlacement };
            return UnseatableReason::Alone { seat, tables, reason };
        }
        let mut unbalanced = free.iter().filter_map(|seat| Some((seat, self.unbalanced_by(sex, seat)?)));
        // What is missing at a table of the guest's own nation helps most.
        let at_own = unbalanced.clone().find(|(_, table)| is_of_nation(table));
        if let Some((seat, table)) = at_own.or_else(|| unbalanced.next()) {
            let mut guests = self.guests_by_sex(table);
            guests[sex.index()] += 1;
            let [ladies, gentlemen] = guests.map(|count| count as u8);
            let (seat, table) = (self.plan().seat_cell(seat), self.named_table(table));
            return UnseatableReason::Unbalanced { seat, table, ladies, gentlemen };
        }
        let tables = self
            .plan()
            .tables()
            .filter(is_of_nation)
            .fold(TableSet::EMPTY, |all, table| all | TableSet::of(table));
        UnseatableReason::NoFreeSeat { tables: self.named_tables(tables) }
    }
}
