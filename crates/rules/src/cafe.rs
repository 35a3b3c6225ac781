//! Who sits where, and the one seating rule that both games share (docs/rules.md §1).
//!
//! Nation, balance, company and points are written here and nowhere else; each game adds its own turn, refill and
//! end. What the rule asks of a table is kept up to date with every guest as sets of tables, so that finding all
//! legal seats is a handful of operations on words.

use crate::{FloorPlan, Guest, Nation, Seat, SeatSet, Sex, Table, TableSet, TileSet};

/// The café of one game: seats `S`, at most `SEATS` of them, round `TABLES` tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cafe<S: SeatSet, const SEATS: usize, const TABLES: usize> {
    plan: &'static FloorPlan<S>,
    /// By table: whose it is.
    nations: [Nation; TABLES],
    /// By nation: the seats at its tables.
    seats_of: [S; 12],
    /// The kinds of tiles that have a table here at all.
    at_home: TileSet,
    /// By seat: who sits there. Meaningless, and kept at one value, where nobody does.
    guests: [Guest; SEATS],
    /// By sex: the seats taken.
    sat: [S; 2],
    /// The seats of jokers.
    jokers: S,
    /// By sex: the tables with at least one.
    some: [TableSet; 2],
    /// By sex: the tables with at least two.
    many: [TableSet; 2],
    /// The tables with a guest of another nation than theirs.
    mixed: TableSet,
}

const NOBODY: Guest = Guest::new(Nation::CentralAfrica, Sex::Lady);

/// What one table pays for a guest who has just sat down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableScore {
    /// How many sit there now.
    pub guests: u8,
    /// Whether all of them are of the table's own nation, which doubles the points.
    pub own: bool,
}

impl TableScore {
    /// As many points as guests, doubled at an own-nation table.
    #[must_use]
    pub const fn points(self) -> i16 {
        if self.own { 2 * self.guests as i16 } else { self.guests as i16 }
    }
}

/// Where guests may sit as far as balance and company go; the nation is up to the guest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room<S> {
    /// By sex: the free seats where one more leaves every table balanced.
    pub(crate) balanced: [S; 2],
    /// The seats, free or not, of tables where someone sits.
    pub(crate) company: S,
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Cafe<S, SEATS, TABLES> {
    /// An empty café.
    pub(crate) fn new(plan: &'static FloorPlan<S>, nations: [Nation; TABLES]) -> Self {
        let mut cafe = Cafe {
            plan,
            nations,
            seats_of: [S::default(); 12],
            at_home: TileSet::JOKERS,
            guests: [NOBODY; SEATS],
            sat: [S::default(); 2],
            jokers: S::default(),
            some: [TableSet::EMPTY; 2],
            many: [TableSet::EMPTY; 2],
            mixed: TableSet::EMPTY,
        };
        nations.into_iter().for_each(|nation| cafe.find_home(nation));
        cafe
    }

    /// The floor plan.
    #[must_use]
    pub fn plan(&self) -> &'static FloorPlan<S> {
        self.plan
    }

    /// The nation of a table.
    #[must_use]
    pub fn nation(&self, table: Table) -> Nation {
        self.nations[table.index()]
    }

    /// The seats at the tables of a nation: where its guests may sit as far as nation goes.
    #[inline]
    #[must_use]
    pub fn seats_of_nation(&self, nation: Nation) -> S {
        self.seats_of[nation.index()]
    }

    /// The seats at the tables of a guest's nation.
    #[inline]
    pub(crate) fn seats_of_guest(&self, guest: Guest) -> S {
        self.seats_of[guest.nation_index()]
    }

    /// Those of these kinds that have a table here at all; a joker always has.
    #[inline]
    pub(crate) fn at_home(&self, kinds: TileSet) -> TileSet {
        kinds & self.at_home
    }

    /// The nations of the tables that a seat touches.
    pub fn nations_at(&self, seat: Seat) -> impl Iterator<Item = Nation> {
        self.plan.touching(seat).map(|table| self.nation(table))
    }

    /// Who sits on a seat.
    #[must_use]
    pub fn guest_at(&self, seat: Seat) -> Option<Guest> {
        (self.plan.has_seat(seat) && self.taken().contains(seat)).then(|| self.guests[seat.index()])
    }

    /// All seats taken, with who sits there, in reading order.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, Guest)> {
        self.taken().iter().map(|seat| (seat, self.guests[seat.index()]))
    }

    /// The seats that are taken.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> S {
        self.sat[0] | self.sat[1]
    }

    /// The seats that are free.
    #[inline]
    #[must_use]
    pub fn free(&self) -> S {
        self.plan.all() & !self.taken()
    }

    /// By sex: the seats of jokers.
    #[inline]
    #[must_use]
    pub fn jokers(&self) -> [S; 2] {
        self.sat.map(|sat| sat & self.jokers)
    }

    /// How many ladies and how many gentlemen sit at a table.
    #[must_use]
    pub fn company_at(&self, table: Table) -> [usize; 2] {
        self.sat.map(|sat| (sat & self.plan.seats_of(table)).len())
    }

    /// The tables with someone of this sex.
    #[inline]
    pub(crate) fn with_any(&self, sex: Sex) -> TableSet {
        self.some[sex.index()]
    }

    /// The tables where nobody sits.
    #[inline]
    pub(crate) fn empty_tables(&self) -> TableSet {
        self.plan.tables() & !(self.some[0] | self.some[1])
    }

    /// Whether any of these tables has a guest.
    #[inline]
    pub(crate) fn anyone_at(&self, tables: TableSet) -> bool {
        !((self.some[0] | self.some[1]) & tables).is_empty()
    }

    /// Whether nobody of another nation sits at the table.
    #[inline]
    #[must_use]
    pub fn is_own(&self, table: Table) -> bool {
        !self.mixed.contains(table)
    }

    /// Whether all four seats of a table are taken.
    #[inline]
    #[must_use]
    pub fn is_full(&self, table: Table) -> bool {
        (self.plan.seats_of(table) & !self.taken()).is_empty()
    }

    /// The tables among these with all four seats taken.
    #[inline]
    pub(crate) fn full(&self, among: TableSet) -> TableSet {
        let mut full = TableSet::EMPTY;
        for table in among {
            if self.is_full(table) {
                full = full | TableSet::of(table);
            }
        }
        full
    }

    /// **Nation**: the guest's is that of at least one table the seat touches.
    pub(crate) fn is_at_home(&self, nation: Nation, seat: Seat) -> bool {
        self.seats_of[nation.index()].contains(seat)
    }

    /// **Balance** of a table: one alone, 1+1, 1+2, 2+1 or 2+2, or nobody.
    pub(crate) fn is_balanced(company: [usize; 2]) -> bool {
        let [few, many] = [company[0].min(company[1]), company[0].max(company[1])];
        few + many <= 1 || (few >= 1 && many <= 2)
    }

    /// Balance at one table: one alone, 1+1, 1+2, 2+1 or 2+2 after one more of this sex.
    ///
    /// So nobody may join who would be the third of a sex, or the second where the other sex is missing.
    fn unbalanced(&self, sex: Sex) -> TableSet {
        self.many[sex.index()] | (self.some[sex.index()] & !self.some[sex.other().index()])
    }

    /// The first table in reading order that one more of this sex on the seat would unbalance.
    pub(crate) fn unbalanced_by(&self, sex: Sex, seat: Seat) -> Option<Table> {
        (self.unbalanced(sex) & self.plan.touching(seat)).next()
    }

    /// Where there is room.
    #[inline]
    pub(crate) fn room(&self) -> Room<S> {
        let free = self.free();
        Room {
            balanced: Sex::BOTH.map(|sex| free & !self.plan.seats_at(self.unbalanced(sex))),
            company: self.plan.seats_at(self.some[0] | self.some[1]),
        }
    }

    /// The seats where an opener would find its partner: those where every table touched is empty, and where one of
    /// these tables has *another* seat in `followers`.
    ///
    /// The partner is always of the other sex than the opener, since two of one sex are never balanced. So seating
    /// the opener changes nothing about where its partner may sit, and `followers` can be worked out before.
    pub(crate) fn opener_seats(&self, room: &Room<S>, followers: S) -> S {
        let mut seats = S::default();
        for table in self.empty_tables() {
            let at = self.plan.seats_of(table);
            let followers = followers & at;
            if followers.is_empty() {
                continue;
            }
            let only_one = followers.rest().is_empty();
            seats = seats | if only_one { at & !followers } else { at };
        }
        seats & !room.company
    }

    /// **Points**: what a table pays for a guest who has just sat down there, if it has company.
    #[inline]
    pub(crate) fn score(&self, table: Table) -> Option<TableScore> {
        let guests = (self.taken() & self.plan.seats_of(table)).len() as u8;
        (guests >= 2).then(|| TableScore { guests, own: self.is_own(table) })
    }

    /// What a guest would score on a free seat, as things are. Whether it may sit there is another question.
    #[inline]
    #[must_use]
    pub fn points_for(&self, guest: Guest, seat: Seat) -> i16 {
        let points = |table: Table| {
            let guests = 1 + (self.taken() & self.plan.seats_of(table)).len() as u8;
            let own = self.is_own(table) && self.nation(table) == guest.nation();
            if guests >= 2 { TableScore { guests, own }.points() } else { 0 }
        };
        self.plan.touching(seat).map(points).sum()
    }

    /// By sex: the free seats where one more finds company and leaves every table balanced. Those of a guest's nation
    /// among them are open to it, whoever holds it.
    #[inline]
    #[must_use]
    pub fn joinable(&self) -> [S; 2] {
        let room = self.room();
        room.balanced.map(|seats| seats & room.company)
    }

    /// Seats a guest on a free seat.
    #[inline]
    pub(crate) fn seat(&mut self, guest: Guest, seat: Seat) {
        debug_assert!(!self.taken().contains(seat));
        let sex = guest.sex().index();
        let tables = self.plan.touching(seat);
        self.guests[seat.index()] = guest;
        self.sat[sex] = self.sat[sex] | S::of(seat);
        if guest.is_joker() {
            self.jokers = self.jokers | S::of(seat);
        }
        self.many[sex] = self.many[sex] | (self.some[sex] & tables);
        self.some[sex] = self.some[sex] | tables;
        for table in tables {
            if self.nation(table) != guest.nation() {
                self.mixed = self.mixed | TableSet::of(table);
            }
        }
    }

    /// Puts another guest of the same sex where a joker sits. Returns the joker.
    pub(crate) fn exchange(&mut self, guest: Guest, seat: Seat) -> Guest {
        let joker = std::mem::replace(&mut self.guests[seat.index()], guest);
        debug_assert!(joker.is_joker() && joker.sex() == guest.sex());
        self.jokers = self.jokers & !S::of(seat);
        self.count_again(self.plan.touching(seat));
        joker
    }

    /// All guests of these tables leave the café.
    pub(crate) fn clear(&mut self, tables: TableSet) {
        let leaving = self.plan.seats_at(tables);
        let mut touched = TableSet::EMPTY;
        for seat in leaving.iter() {
            self.guests[seat.index()] = NOBODY;
            touched = touched | self.plan.touching(seat);
        }
        self.sat = self.sat.map(|sat| sat & !leaving);
        self.jokers = self.jokers & !leaving;
        self.count_again(touched);
    }

    /// Lays another table in the place of one that was cleared.
    pub(crate) fn lay(&mut self, table: Table, nation: Nation) {
        debug_assert!(!self.anyone_at(TableSet::of(table)));
        let old = std::mem::replace(&mut self.nations[table.index()], nation);
        self.find_home(old);
        self.find_home(nation);
    }

    /// Works out where a nation has its tables.
    fn find_home(&mut self, nation: Nation) {
        let own = self.plan.tables().filter(|&table| self.nation(table) == nation);
        let seats = own.fold(S::default(), |seats, table| seats | self.plan.seats_of(table));
        self.seats_of[nation.index()] = seats;
        self.at_home = if seats.is_empty() {
            self.at_home.without_nation(nation)
        } else {
            self.at_home.with_nation(nation)
        };
    }

    /// Works out from the seats what is kept about these tables.
    fn count_again(&mut self, tables: TableSet) {
        for table in tables {
            let this = TableSet::of(table);
            let with = |set: TableSet, holds: bool| if holds { set | this } else { set & !this };
            for (sex, count) in self.company_at(table).into_iter().enumerate() {
                self.some[sex] = with(self.some[sex], count >= 1);
                self.many[sex] = with(self.many[sex], count >= 2);
            }
            let nation = self.nation(table);
            let seats = self.taken() & self.plan.seats_of(table);
            let strangers = seats.iter().any(|seat| self.guests[seat.index()].nation() != nation);
            self.mixed = with(self.mixed, strangers);
        }
    }

    /// The same café, worked out anew from nothing but the plan, the nations and the guests. It must always be equal.
    #[must_use]
    pub fn recomputed(&self) -> Self {
        let mut cafe = Cafe::new(self.plan, self.nations);
        for (seat, guest) in self.seated() {
            cafe.guests[seat.index()] = guest;
            let sex = guest.sex().index();
            cafe.sat[sex] = cafe.sat[sex] | S::of(seat);
            cafe.jokers = cafe.jokers | if guest.is_joker() { S::of(seat) } else { S::default() };
        }
        cafe.count_again(cafe.plan.tables());
        cafe
    }
}
