//! The seated guests, and the seating rule that both games share (docs/rules.md §1).
//!
//! Nation, balance, company and points are implemented only here; each game adds its own turn, refill and end. The
//! state of the tables is kept as table sets that every seating updates, so that finding all legal seats takes a
//! few integer operations.

use crate::{FloorPlan, Guest, Nation, Seat, SeatSet, Sex, Table, TableSet, TileSet};

/// The café of one game: `TABLES` tables and at most `SEATS` seats, with `S` as the type of seat sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cafe<S: SeatSet, const SEATS: usize, const TABLES: usize> {
    plan: &'static FloorPlan<S>,
    /// By table: its nation.
    nations: [Nation; TABLES],
    /// By nation: the seats at its tables.
    seats_of: [S; 12],
    /// The kinds of tiles whose nation has a table, and the jokers.
    seatable: TileSet,
    /// By seat: the guest; [`NO_GUEST`] on free seats, so that the derived equality works.
    guests: [Guest; SEATS],
    /// By sex: the seats taken.
    taken_by_sex: [S; 2],
    /// The seats of jokers.
    jokers: S,
    /// By sex: the tables with at least one guest of it.
    with_one: [TableSet; 2],
    /// By sex: the tables with at least two guests of it.
    with_two: [TableSet; 2],
    /// The tables with a guest of another nation than theirs.
    mixed: TableSet,
}

const NO_GUEST: Guest = Guest::new(Nation::CentralAfrica, Sex::Lady);

/// The score of one table for a guest who has just been seated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableScore {
    /// Number of guests at the table.
    pub guests: u8,
    /// True if all of them are of the table's nation, which doubles the points.
    pub own: bool,
}

impl TableScore {
    /// Returns one point per guest, doubled at an own-nation table.
    #[must_use]
    pub const fn points(self) -> i16 {
        if self.own { 2 * self.guests as i16 } else { self.guests as i16 }
    }
}

/// The seats that balance and company allow, for guests of any nation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSeats<S> {
    /// By sex: the free seats where one more guest leaves every table balanced.
    pub(crate) balanced: [S; 2],
    /// All seats, free or taken, of tables with a guest.
    pub(crate) company: S,
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Cafe<S, SEATS, TABLES> {
    /// Creates an empty café.
    pub(crate) fn new(plan: &'static FloorPlan<S>, nations: [Nation; TABLES]) -> Self {
        let mut cafe = Cafe {
            plan,
            nations,
            seats_of: [S::default(); 12],
            seatable: TileSet::JOKERS,
            guests: [NO_GUEST; SEATS],
            taken_by_sex: [S::default(); 2],
            jokers: S::default(),
            with_one: [TableSet::EMPTY; 2],
            with_two: [TableSet::EMPTY; 2],
            mixed: TableSet::EMPTY,
        };
        nations.into_iter().for_each(|nation| cafe.update_nation_seats(nation));
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

    /// The seats at the tables of a nation, free or taken: those that the nation rule allows its guests.
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

    /// Returns the kinds whose nation has a table; jokers always qualify.
    #[inline]
    pub(crate) fn seatable(&self, kinds: TileSet) -> TileSet {
        kinds & self.seatable
    }

    /// The nations of the tables that a seat touches.
    pub fn nations_at(&self, seat: Seat) -> impl Iterator<Item = Nation> {
        self.plan.tables_touching(seat).map(|table| self.nation(table))
    }

    /// Returns the guest on a seat.
    #[must_use]
    pub fn guest_at(&self, seat: Seat) -> Option<Guest> {
        (self.plan.has_seat(seat) && self.taken().contains(seat)).then(|| self.guests[seat.index()])
    }

    /// Iterates over the taken seats with their guests, in reading order.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, Guest)> {
        self.taken().iter().map(|seat| (seat, self.guests[seat.index()]))
    }

    /// The taken seats.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> S {
        self.taken_by_sex[0] | self.taken_by_sex[1]
    }

    /// The free seats.
    #[inline]
    #[must_use]
    pub fn free(&self) -> S {
        self.plan.seats() & !self.taken()
    }

    /// By sex: the seats of jokers.
    #[inline]
    #[must_use]
    pub fn jokers(&self) -> [S; 2] {
        self.taken_by_sex.map(|taken| taken & self.jokers)
    }

    /// Number of ladies and of gentlemen at a table.
    #[must_use]
    pub fn guests_by_sex(&self, table: Table) -> [usize; 2] {
        self.taken_by_sex.map(|taken| (taken & self.plan.seats_of(table)).len())
    }

    /// The tables with a guest of this sex.
    #[inline]
    pub(crate) fn with_any(&self, sex: Sex) -> TableSet {
        self.with_one[sex.index()]
    }

    /// The tables without guests.
    #[inline]
    pub(crate) fn empty_tables(&self) -> TableSet {
        self.plan.tables() & !(self.with_one[0] | self.with_one[1])
    }

    /// Returns true if any of these tables has a guest.
    #[inline]
    pub(crate) fn has_guest_at(&self, tables: TableSet) -> bool {
        !((self.with_one[0] | self.with_one[1]) & tables).is_empty()
    }

    /// Returns true if no guest of another nation sits at the table.
    #[inline]
    #[must_use]
    pub fn is_own_nation(&self, table: Table) -> bool {
        !self.mixed.contains(table)
    }

    /// Returns true if all four seats of a table are taken.
    #[inline]
    #[must_use]
    pub fn is_full(&self, table: Table) -> bool {
        (self.plan.seats_of(table) & !self.taken()).is_empty()
    }

    /// Returns the full tables among these.
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

    /// **Nation** rule: at least one table that the seat touches is of the guest's nation.
    pub(crate) fn touches_nation(&self, nation: Nation, seat: Seat) -> bool {
        self.seats_of[nation.index()].contains(seat)
    }

    /// **Balance** rule for the guests of a table by sex: empty, one alone, 1+1, 1+2, 2+1 or 2+2.
    pub(crate) fn is_balanced(guests: [usize; 2]) -> bool {
        let (fewer, more) = (guests[0].min(guests[1]), guests[0].max(guests[1]));
        fewer + more <= 1 || (fewer >= 1 && more <= 2)
    }

    /// Returns the tables that one more guest of this sex would unbalance: it would be the third of its sex, or the
    /// second where the other sex is missing.
    fn unbalanced(&self, sex: Sex) -> TableSet {
        self.with_two[sex.index()] | (self.with_one[sex.index()] & !self.with_one[sex.other().index()])
    }

    /// Returns the first table in reading order that a guest of this sex on the seat would unbalance.
    pub(crate) fn unbalanced_by(&self, sex: Sex, seat: Seat) -> Option<Table> {
        (self.unbalanced(sex) & self.plan.tables_touching(seat)).next()
    }

    /// Returns the seats that balance and company allow.
    #[inline]
    pub(crate) fn open_seats(&self) -> OpenSeats<S> {
        let free = self.free();
        OpenSeats {
            balanced: Sex::BOTH.map(|sex| free & !self.plan.seats_at(self.unbalanced(sex))),
            company: self.plan.seats_at(self.with_one[0] | self.with_one[1]),
        }
    }

    /// Returns the seats for an opener: every table touched is empty, and one of these tables has *another* seat in
    /// `followers`.
    ///
    /// The follower is always of the other sex, since two guests of one sex are not balanced. Seating the opener
    /// therefore does not change where the follower may sit, and `followers` can be computed beforehand.
    pub(crate) fn opener_seats(&self, open: &OpenSeats<S>, followers: S) -> S {
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
        seats & !open.company
    }

    /// **Points** rule: the score of a table for a guest who has just been seated there; `None` without company.
    #[inline]
    pub(crate) fn score(&self, table: Table) -> Option<TableScore> {
        let guests = (self.taken() & self.plan.seats_of(table)).len() as u8;
        (guests >= 2).then(|| TableScore { guests, own: self.is_own_nation(table) })
    }

    /// Returns the points that a guest would score on a free seat, without checking that the seat is legal.
    #[inline]
    #[must_use]
    pub fn points_for(&self, guest: Guest, seat: Seat) -> i16 {
        let points = |table: Table| {
            let guests = 1 + (self.taken() & self.plan.seats_of(table)).len() as u8;
            let own = self.is_own_nation(table) && self.nation(table) == guest.nation();
            if guests >= 2 { TableScore { guests, own }.points() } else { 0 }
        };
        self.plan.tables_touching(seat).map(points).sum()
    }

    /// By sex: the free seats where one more guest has company and leaves every table balanced. A guest may take
    /// those at tables of its nation.
    #[inline]
    #[must_use]
    pub fn joinable(&self) -> [S; 2] {
        let open = self.open_seats();
        open.balanced.map(|seats| seats & open.company)
    }

    /// Seats a guest on a free seat.
    #[inline]
    pub(crate) fn seat(&mut self, guest: Guest, seat: Seat) {
        debug_assert!(!self.taken().contains(seat));
        let sex = guest.sex().index();
        let tables = self.plan.tables_touching(seat);
        self.guests[seat.index()] = guest;
        self.taken_by_sex[sex] = self.taken_by_sex[sex] | S::of(seat);
        if guest.is_joker() {
            self.jokers = self.jokers | S::of(seat);
        }
        self.with_two[sex] = self.with_two[sex] | (self.with_one[sex] & tables);
        self.with_one[sex] = self.with_one[sex] | tables;
        for table in tables {
            if self.nation(table) != guest.nation() {
                self.mixed = self.mixed | TableSet::of(table);
            }
        }
    }

    /// Replaces a seated joker by a guest of the same sex and returns the joker.
    pub(crate) fn exchange(&mut self, guest: Guest, seat: Seat) -> Guest {
        let joker = std::mem::replace(&mut self.guests[seat.index()], guest);
        debug_assert!(joker.is_joker() && joker.sex() == guest.sex());
        self.jokers = self.jokers & !S::of(seat);
        self.update_table_sets(self.plan.tables_touching(seat));
        joker
    }

    /// Removes all guests at these tables.
    pub(crate) fn clear(&mut self, tables: TableSet) {
        let leaving = self.plan.seats_at(tables);
        let mut touched = TableSet::EMPTY;
        for seat in leaving.iter() {
            self.guests[seat.index()] = NO_GUEST;
            touched = touched | self.plan.tables_touching(seat);
        }
        self.taken_by_sex = self.taken_by_sex.map(|taken| taken & !leaving);
        self.jokers = self.jokers & !leaving;
        self.update_table_sets(touched);
    }

    /// Replaces a cleared table by one of another nation.
    pub(crate) fn lay(&mut self, table: Table, nation: Nation) {
        debug_assert!(!self.has_guest_at(TableSet::of(table)));
        let old = std::mem::replace(&mut self.nations[table.index()], nation);
        self.update_nation_seats(old);
        self.update_nation_seats(nation);
    }

    /// Recomputes the seats at the tables of a nation.
    fn update_nation_seats(&mut self, nation: Nation) {
        let own = self.plan.tables().filter(|&table| self.nation(table) == nation);
        let seats = own.fold(S::default(), |seats, table| seats | self.plan.seats_of(table));
        self.seats_of[nation.index()] = seats;
        self.seatable = if seats.is_empty() {
            self.seatable.without_nation(nation)
        } else {
            self.seatable.with_nation(nation)
        };
    }

    /// Recomputes the table sets for these tables from the seats.
    fn update_table_sets(&mut self, tables: TableSet) {
        for table in tables {
            let this = TableSet::of(table);
            let with = |set: TableSet, contains: bool| if contains { set | this } else { set & !this };
            for (sex, count) in self.guests_by_sex(table).into_iter().enumerate() {
                self.with_one[sex] = with(self.with_one[sex], count >= 1);
                self.with_two[sex] = with(self.with_two[sex], count >= 2);
            }
            let nation = self.nation(table);
            let seats = self.taken() & self.plan.seats_of(table);
            let has_foreigners = seats.iter().any(|seat| self.guests[seat.index()].nation() != nation);
            self.mixed = with(self.mixed, has_foreigners);
        }
    }

    /// Recomputes all derived state from the plan, the nations and the guests, for tests: the result must be equal.
    #[must_use]
    pub fn recomputed(&self) -> Self {
        let mut cafe = Cafe::new(self.plan, self.nations);
        for (seat, guest) in self.seated() {
            cafe.guests[seat.index()] = guest;
            let sex = guest.sex().index();
            cafe.taken_by_sex[sex] = cafe.taken_by_sex[sex] | S::of(seat);
            cafe.jokers = cafe.jokers | if guest.is_joker() { S::of(seat) } else { S::default() };
        }
        cafe.update_table_sets(cafe.plan.tables());
        cafe
    }
}
