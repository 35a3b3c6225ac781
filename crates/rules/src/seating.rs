//! Seating in a turn: the seating rule of [`Cafe`] for one hand at one moment, once as sets (what is legal) and once
//! as reasons (why not). A property test holds the two together.

use crate::legal::{Legal, PartyTable};
use crate::refusal::{Alone, NamedTable, NamedTables, NotAParty, Refusal};
use crate::{Cafe, Guest, Hand, Nation, Party, Seat, SeatSet, Sex, Table, TableSet, Tile};

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
    /// Writes down which guests of the hand may take which seats.
    #[inline]
    pub(crate) fn seatings(&self, hand: Hand, moment: Moment, legal: &mut Legal<S>) {
        let room = self.room();
        let kinds = hand.kinds();
        // By sex: where its guests of this hand would sit, as far as nation and balance go.
        let mut reach = [S::default(); 2];
        for tile in kinds.guests() {
            let Some(nation) = tile.nation() else { continue };
            let sex = tile.sex();
            let seats = self.seats_of_nation(nation) & room.balanced[sex.index()];
            if !seats.is_empty() {
                reach[sex.index()] = reach[sex.index()] | seats;
                legal.seatings.push((Guest::new(nation, sex), seats));
            }
        }
        for sex in kinds.filter(|tile| tile.is_joker()).map(Tile::sex) {
            reach[sex.index()] = room.balanced[sex.index()];
            for nation in Nation::ALL {
                let seats = self.seats_of_nation(nation) & room.balanced[sex.index()];
                if !seats.is_empty() {
                    legal.seatings.push((Guest::joker(nation, sex), seats));
                }
            }
        }
        if moment.very_first {
            return;
        }
        let allowed = if !moment.pending.is_empty() {
            let seats = self.plan().seats_at(moment.pending);
            [seats; 2]
        } else if moment.may_open && !((reach[0] | reach[1]) & !room.company).is_empty() {
            Sex::BOTH.map(|sex| room.company | self.opener_seats(&room, reach[sex.other().index()]))
        } else {
            [room.company; 2]
        };
        legal.seatings.retain(|(guest, seats)| {
            *seats = *seats & allowed[guest.sex().index()];
            !seats.is_empty()
        });
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
        hand.kinds().of_sex(partner).any(|tile| match tile.nation() {
            Some(nation) => !(self.seats_of_nation(nation) & seats).is_empty(),
            None => !seats.is_empty(),
        })
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

    /// The tables at which this sex could hold a party, with who may sit where.
    pub(crate) fn party_tables(&self, hand: Hand, neighbours: Neighbours, legal: &mut Legal<S>) {
        for sex in Sex::BOTH {
            let kinds = hand.kinds().of_sex(sex);
            let held: usize = kinds.map(|tile| hand.count(tile)).sum();
            for table in self.plan().tables() {
                let seats = self.plan().seats_of(table) & !self.taken();
                if seats.is_empty() || seats.len() > held || self.has_any(table, sex.other()) {
                    continue;
                }
                let mut places = [(Seat::NOWHERE, 0); Party::MOST];
                for (place, seat) in places.iter_mut().zip(seats.iter()) {
                    let mut guests = 0_u64;
                    for nation in self.nations_at(seat) {
                        if kinds.contains(Tile::guest(nation, sex)) {
                            guests |= 1 << Guest::new(nation, sex).index();
                        }
                        if kinds.contains(Tile::joker(sex)) {
                            guests |= 1 << Guest::joker(nation, sex).index();
                        }
                    }
                    *place = (seat, guests);
                }
                let length = seats.len();
                let all_fit = places[..length].iter().all(|&(_, guests)| guests != 0);
                let balanced = || match neighbours {
                    Neighbours::Ignored => true,
                    Neighbours::MustBalance => self.unbalanced_by_party(table, seats, sex).is_none(),
                };
                if all_fit && balanced() {
                    legal.parties.push(PartyTable { table, places, length: length as u8 });
                }
            }
        }
    }

    /// Steps 4 and 5 of a refusal, for a party.
    pub(crate) fn check_party(&self, party: &Party, neighbours: Neighbours) -> Result<(), Refusal> {
        let guests = party.guests();
        for &(_, seat) in guests {
            self.plan().has_seat(seat).then_some(()).ok_or(Refusal::NoSuchSeat)?;
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
        if self.has_any(table, sex.other()) {
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
            let [few, many] = [company[0].min(company[1]), company[0].max(company[1])];
            let balanced = few + many == 1 || (few >= 1 && many <= 2);
            (!balanced).then_some((beside, company))
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
