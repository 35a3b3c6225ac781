//! Seating in a turn: the seating rule of [`Cafe`] for one hand, as sets of legal seats and as refusals of illegal ones.
//! A property test checks that the two agree.

use crate::refusal::{AloneReason, NamedTable, NamedTables, NotAPartyReason, Refusal};
use crate::{Cafe, Guest, Hand, Party, Seat, SeatSet, Sex, Table, TableSet};

/// The part of the turn's state that seating depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatingContext {
    /// The tables at one of which an opener needs company; empty without an opener.
    pub(crate) pending: TableSet,
    /// True if a placement is left after this one, so that the guest may be an opener.
    pub(crate) may_open: bool,
    /// Board game: true for the first guest of the game, who may sit alone.
    pub(crate) is_first_guest: bool,
}

/// Balance of the tables next to a party (docs/rules.md §2, §3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Neighbours {
    /// Card game: not checked, since the guests leave at once.
    Ignored,
    /// Board game: the guests stay, so every table must be balanced.
    MustBalance,
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Cafe<S, SEATS, TABLES> {
    /// By sex: the free seats that balance and company allow. A guest may take those at tables of its nation.
    #[inline]
    pub(crate) fn allowed(&self, hand: Hand, context: SeatingContext) -> [S; 2] {
        let open = self.open_seats();
        if context.is_first_guest {
            return open.balanced;
        }
        if !context.pending.is_empty() {
            let pending_seats = self.plan().seats_at(context.pending);
            return open.balanced.map(|seats| seats & pending_seats);
        }
        let joining = open.balanced.map(|seats| seats & open.company);
        if !context.may_open || self.empty_tables().is_empty() {
            return joining;
        }
        let reachable = self.reachable(hand);
        Sex::BOTH.map(|sex| {
            let follower = sex.other().index();
            let opening = self.opener_seats(&open, reachable[follower] & open.balanced[follower]);
            joining[sex.index()] | (open.balanced[sex.index()] & opening)
        })
    }

    /// By sex: the seats, free or taken, that the nation rule allows to some guest of this hand.
    #[inline]
    fn reachable(&self, hand: Hand) -> [S; 2] {
        let mut seats = [S::default(); 2];
        for tile in self.seatable(hand.kinds()) {
            let sex = tile.sex().index();
            seats[sex] =
                seats[sex] | tile.nation().map_or(self.plan().seats(), |nation| self.seats_of_nation(nation));
        }
        seats
    }

    /// Checks steps 4 (seat) and 5 (nation, balance, company) of the refusal order in docs/protocol.md.
    pub(crate) fn check_seating(
        &self,
        hand: Hand,
        guest: Guest,
        seat: Seat,
        context: SeatingContext,
    ) -> Result<(), Refusal> {
        self.check_free(seat)?;
        self.check_nation(guest, seat)?;
        if let Some(table) = self.unbalanced_by(guest.sex(), seat) {
            let mut guests = self.guests_by_sex(table);
            guests[guest.sex().index()] += 1;
            return Err(self.unbalanced_refusal(table, guests));
        }
        let touched = self.plan().tables_touching(seat);
        let alone = if context.is_first_guest || self.has_guest_at(touched) {
            None
        } else if !context.may_open {
            Some(AloneReason::LastPlacement)
        } else if !self.has_follower(hand, guest.sex(), seat) {
            Some(AloneReason::NoFollower)
        } else {
            None
        };
        if let Some(reason) = alone {
            let (seat, tables) = (self.plan().seat_cell(seat), self.named_tables(touched));
            return Err(Refusal::Alone { guest, seat, tables, reason });
        }
        if !context.pending.is_empty() && (context.pending & touched).is_empty() {
            let (seat, tables) = (self.plan().seat_cell(seat), self.named_tables(context.pending));
            return Err(Refusal::AwayFromOpener { guest, seat, tables });
        }
        Ok(())
    }

    /// Returns true if the hand holds a guest who could join an opener of this sex on this seat, where every table
    /// touched is empty.
    pub(crate) fn has_follower(&self, hand: Hand, opener: Sex, seat: Seat) -> bool {
        let follower = opener.other();
        let seats = self.open_seats().balanced[follower.index()]
            & self.plan().seats_at(self.plan().tables_touching(seat))
            & !S::of(seat);
        !(self.reachable(hand)[follower.index()] & seats).is_empty()
    }

    fn check_free(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.plan().has_seat(seat) {
            return Err(Refusal::NoSuchSeat);
        }
        match self.guest_at(seat) {
            Some(by) => Err(Refusal::SeatTaken { seat: self.plan().seat_cell(seat), by }),
            None => Ok(()),
        }
    }

    /// Checks the nation rule for a seat of this plan.
    pub(crate) fn check_nation(&self, guest: Guest, seat: Seat) -> Result<(), Refusal> {
        if self.touches_nation(guest.nation(), seat) {
            return Ok(());
        }
        let (cell, tables) =
            (self.plan().seat_cell(seat), self.named_tables(self.plan().tables_touching(seat)));
        Err(if guest.is_joker() {
            Refusal::JokerNation { nation: guest.nation(), seat: cell, tables }
        } else {
            Refusal::WrongNation { tile: guest.tile(), seat: cell, tables }
        })
    }

    /// By sex: the tables that a party might fill, judged by the number of guests in hand and the seats they can reach.
    pub(crate) fn party_tables(&self, hand: Hand, neighbours: Neighbours) -> [TableSet; 2] {
        let reachable = self.reachable(hand);
        Sex::BOTH.map(|sex| {
            let in_hand = hand.count_of_sex(sex);
            let mut tables = TableSet::EMPTY;
            for table in self.plan().tables() & !self.with_any(sex.other()) {
                let seats = self.plan().seats_of(table) & self.free();
                let can_fill = !seats.is_empty()
                    && (seats & !reachable[sex.index()]).is_empty()
                    && seats.len() <= in_hand;
                let is_balanced = || match neighbours {
                    Neighbours::Ignored => true,
                    Neighbours::MustBalance => self.unbalanced_by_party(table, seats, sex).is_none(),
                };
                if can_fill && is_balanced() {
                    tables = tables | TableSet::of(table);
                }
            }
            tables
        })
    }

    /// Checks steps 4 and 5 of the refusal order for a party.
    pub(crate) fn check_party(&self, party: &Party, neighbours: Neighbours) -> Result<(), Refusal> {
        let guests = party.guests();
        if guests.iter().any(|&(_, seat)| !self.plan().has_seat(seat)) {
            return Err(Refusal::NoSuchSeat);
        }
        for &(_, seat) in guests {
            self.check_free(seat)?;
        }
        let table = party.table();
        if !self.plan().has_table(table) {
            return Err(Refusal::NotAParty(NotAPartyReason::NoTable));
        }
        let named = self.named_table(table);
        let free = self.plan().seats_of(table) & !self.taken();
        if !free.iter().eq(guests.iter().map(|&(_, seat)| seat)) {
            return Err(Refusal::NotAParty(NotAPartyReason::Seats { table: named, free: free.len() as u8 }));
        }
        let sex = guests[0].0.sex();
        if guests.iter().any(|(guest, _)| guest.sex() != sex) {
            return Err(Refusal::NotAParty(NotAPartyReason::BothSexes));
        }
        if self.with_any(sex.other()).contains(table) {
            return Err(Refusal::NotAParty(NotAPartyReason::OtherSexAtTable { table: named }));
        }
        for joker in [true, false] {
            for &(guest, seat) in guests.iter().filter(|(guest, _)| guest.is_joker() == joker) {
                self.check_nation(guest, seat)?;
            }
        }
        match neighbours {
            Neighbours::Ignored => Ok(()),
            Neighbours::MustBalance => match self.unbalanced_by_party(table, free, sex) {
                Some((table, guests)) => Err(self.unbalanced_refusal(table, guests)),
                None => Ok(()),
            },
        }
    }

    /// Returns the first table next to a party that its guests would unbalance, with the guests by sex it would have.
    fn unbalanced_by_party(&self, table: Table, seats: S, sex: Sex) -> Option<(Table, [usize; 2])> {
        let touched = seats.iter().fold(TableSet::EMPTY, |all, seat| all | self.plan().tables_touching(seat));
        (touched & !TableSet::of(table)).find_map(|neighbour| {
            let mut guests = self.guests_by_sex(neighbour);
            guests[sex.index()] += (seats & self.plan().seats_of(neighbour)).len();
            (!Self::is_balanced(guests)).then_some((neighbour, guests))
        })
    }

    fn unbalanced_refusal(&self, table: Table, [ladies, gentlemen]: [usize; 2]) -> Refusal {
        let [ladies, gentlemen] = [ladies as u8, gentlemen as u8];
        Refusal::Unbalanced { table: self.named_table(table), ladies, gentlemen }
    }

    pub(crate) fn named_table(&self, table: Table) -> NamedTable {
        NamedTable { cell: self.plan().table_cell(table), nation: self.nation(table) }
    }

    pub(crate) fn named_tables(&self, tables: TableSet) -> NamedTables {
        tables.take(3).map(|table| self.named_table(table)).collect()
    }
}
