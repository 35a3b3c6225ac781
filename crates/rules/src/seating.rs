//! Seating in a turn: the seating rule of [`Cafe`] for one hand at one moment, once as sets (what is legal) and once
//! as reasons (why not). A property test holds the two together.

use crate::refusal::{Alone, NamedTable, NamedTables, NotAParty, Refusal};
use crate::{Cafe, Guest, Hand, Party, Seat, SeatSet, Sex, Table, TableSet};

/// The moment of a turn, as far as seating goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Where an opener waits for company; empty if none does.
    pub(crate) pending: TableSet,
    /// Whether a placement would be left after this one, so that it may be an opener.
    pub(crate) may_open: bool,
    /// Board game: the very first guest may sit alone and owes nothing.
    pub(crate) very_first: bool,
}

/// What a party does to the tables beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Neighbours {
    /// Card game: nothing, since its guests leave at once.
    Ignored,
    /// Board game: its guests stay, so every one must be balanced.
    MustBalance,
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Cafe<S, SEATS, TABLES> {
    /// By sex: the free seats that balance and company allow. A guest may take those of its nation among them.
    #[inline]
    pub(crate) fn allowed(&self, hand: Hand, moment: Moment) -> [S; 2] {
        let room = self.room();
        if moment.very_first {
            return room.balanced;
        }
        if !moment.pending.is_empty() {
            let waiting = self.plan().seats_at(moment.pending);
            return room.balanced.map(|seats| seats & waiting);
        }
        let joining = room.balanced.map(|seats| seats & room.company);
        if !moment.may_open || self.empty_tables().is_empty() {
            return joining;
        }
        let reach = self.reach(hand);
        Sex::BOTH.map(|sex| {
            let partner = sex.other().index();
            let opening = self.opener_seats(&room, reach[partner] & room.balanced[partner]);
            joining[sex.index()] | (room.balanced[sex.index()] & opening)
        })
    }

    /// By sex: the seats, free or not, where some guest of this hand would be at home.
    #[inline]
    fn reach(&self, hand: Hand) -> [S; 2] {
        let mut reach = [S::default(); 2];
        for tile in self.at_home(hand.kinds()) {
            let sex = tile.sex().index();
            reach[sex] =
                reach[sex] | tile.nation().map_or(self.plan().all(), |nation| self.seats_of_nation(nation));
        }
        reach
    }

    /// Steps 4 and 5 of a refusal: seat, nation, balance, company.
    pub(crate) fn check_seating(
        &self,
        hand: Hand,
        guest: Guest,
        seat: Seat,
        moment: Moment,
    ) -> Result<(), Refusal> {
        self.check_free(seat)?;
        self.check_nation(guest, seat)?;
        if let Some(table) = self.unbalanced_by(guest.sex(), seat) {
            let mut company = self.company_at(table);
            company[guest.sex().index()] += 1;
            return Err(self.unbalanced_refusal(table, company));
        }
        let touched = self.plan().touching(seat);
        let why_alone = if moment.very_first || self.anyone_at(touched) {
            None
        } else if !moment.may_open {
            Some(Alone::LastPlacement)
        } else if !self.someone_could_join(hand, guest.sex(), seat) {
            Some(Alone::NobodyToJoin)
        } else {
            None
        };
        if let Some(why) = why_alone {
            let (seat, tables) = (self.plan().seat_cell(seat), self.named(touched));
            return Err(Refusal::Alone { guest, seat, tables, why });
        }
        if !moment.pending.is_empty() && (moment.pending & touched).is_empty() {
            let (seat, tables) = (self.plan().seat_cell(seat), self.named(moment.pending));
            return Err(Refusal::AwayFromOpener { guest, seat, tables });
        }
        Ok(())
    }

    /// Whether the hand holds someone who could sit down with a guest of this sex on this seat, where every table
    /// touched is empty.
    pub(crate) fn someone_could_join(&self, hand: Hand, opener: Sex, seat: Seat) -> bool {
        let partner = opener.other();
        let seats = self.room().balanced[partner.index()]
            & self.plan().seats_at(self.plan().touching(seat))
            & !S::of(seat);
        !(self.reach(hand)[partner.index()] & seats).is_empty()
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

    /// The nation rule, for a seat of this plan.
    pub(crate) fn check_nation(&self, guest: Guest, seat: Seat) -> Result<(), Refusal> {
        if self.is_at_home(guest.nation(), seat) {
            return Ok(());
        }
        let (cell, tables) = (self.plan().seat_cell(seat), self.named(self.plan().touching(seat)));
        Err(if guest.is_joker() {
            Refusal::JokerNation { nation: guest.nation(), seat: cell, tables }
        } else {
            Refusal::WrongNation { tile: guest.tile(), seat: cell, tables }
        })
    }

    /// By sex: the tables that enough guests of this hand could fill in a party, whoever of them fits.
    pub(crate) fn party_tables(&self, hand: Hand, neighbours: Neighbours) -> [TableSet; 2] {
        let reach = self.reach(hand);
        Sex::BOTH.map(|sex| {
            let held = hand.count_of_sex(sex);
            let mut tables = TableSet::EMPTY;
            for table in self.plan().tables() & !self.with_any(sex.other()) {
                let seats = self.plan().seats_of(table) & self.free();
                let fills =
                    !seats.is_empty() && (seats & !reach[sex.index()]).is_empty() && seats.len() <= held;
                let balanced = || match neighbours {
                    Neighbours::Ignored => true,
                    Neighbours::MustBalance => self.unbalanced_by_party(table, seats, sex).is_none(),
                };
                if fills && balanced() {
                    tables = tables | TableSet::of(table);
                }
            }
            tables
        })
    }

    /// Steps 4 and 5 of a refusal, for a party.
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
            return Err(Refusal::NotAParty(NotAParty::NoTable));
        }
        let named = self.name(table);
        let free = self.plan().seats_of(table) & !self.taken();
        if !free.iter().eq(guests.iter().map(|&(_, seat)| seat)) {
            return Err(Refusal::NotAParty(NotAParty::Seats { table: named, free: free.len() as u8 }));
        }
        let sex = guests[0].0.sex();
        if guests.iter().any(|(guest, _)| guest.sex() != sex) {
            return Err(Refusal::NotAParty(NotAParty::BothSexes));
        }
        if self.with_any(sex.other()).contains(table) {
            return Err(Refusal::NotAParty(NotAParty::OtherSexThere { table: named }));
        }
        for joker in [true, false] {
            for &(guest, seat) in guests.iter().filter(|(guest, _)| guest.is_joker() == joker) {
                self.check_nation(guest, seat)?;
            }
        }
        match neighbours {
            Neighbours::Ignored => Ok(()),
            Neighbours::MustBalance => match self.unbalanced_by_party(table, free, sex) {
                Some((table, company)) => Err(self.unbalanced_refusal(table, company)),
                None => Ok(()),
            },
        }
    }

    /// The first table beside a party that its guests would unbalance, and who would sit there.
    fn unbalanced_by_party(&self, table: Table, seats: S, sex: Sex) -> Option<(Table, [usize; 2])> {
        let touched = seats.iter().fold(TableSet::EMPTY, |all, seat| all | self.plan().touching(seat));
        (touched & !TableSet::of(table)).find_map(|beside| {
            let mut company = self.company_at(beside);
            company[sex.index()] += (seats & self.plan().seats_of(beside)).len();
            (!Self::is_balanced(company)).then_some((beside, company))
        })
    }

    fn unbalanced_refusal(&self, table: Table, [ladies, gentlemen]: [usize; 2]) -> Refusal {
        let [ladies, gentlemen] = [ladies as u8, gentlemen as u8];
        Refusal::Unbalanced { table: self.name(table), ladies, gentlemen }
    }

    pub(crate) fn name(&self, table: Table) -> NamedTable {
        NamedTable { cell: self.plan().table_cell(table), nation: self.nation(table) }
    }

    pub(crate) fn named(&self, tables: TableSet) -> NamedTables {
        tables.take(3).map(|table| self.name(table)).collect()
    }
}
