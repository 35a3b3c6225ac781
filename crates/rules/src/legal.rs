//! The legal actions of a player, as sets instead of lists.

use crate::{Action, Cafe, Guest, Hand, Party, Seat, SeatSet, Sex, Table, TableSet, Tile, TileSet};

/// The legal actions of the player to move. It holds the seats open to ladies and gentlemen and derives the actions
/// from the café and the hand on demand, so that creating, counting, iterating and picking are cheap.
///
/// ```
/// use cafe_rules::{CardGame, Deal, Kind, Options, Seed};
/// let options = Options::new(Kind::Card, 2, false).expect("two players");
/// let game = CardGame::new(options, &Deal::shuffled(Kind::Card, Seed([7; 32])));
/// let legal = game.legal();
/// assert_eq!(legal.iter().count(), legal.len());
/// assert_eq!(legal.get(0), legal.iter().next());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Legal<'g, S: SeatSet, const SEATS: usize, const TABLES: usize> {
    pub(crate) cafe: &'g Cafe<S, SEATS, TABLES>,
    pub(crate) hand: Hand,
    /// By sex: the seats that balance and company allow; a guest may take those at tables of its nation.
    pub(crate) allowed: [S; 2],
    pub(crate) end: bool,
    pub(crate) draw: bool,
    pub(crate) close: bool,
    pub(crate) pass: bool,
    pub(crate) down: TileSet,
    pub(crate) bar: TileSet,
    /// By sex: the seats of jokers that may be swapped.
    pub(crate) swappable: [S; 2],
    /// By sex: the tables that a party might fill; which guests fit is checked by [`Parties`].
    pub(crate) parties: [TableSet; 2],
}

impl<'g, S: SeatSet, const SEATS: usize, const TABLES: usize> Legal<'g, S, SEATS, TABLES> {
    #[inline]
    pub(crate) fn none(cafe: &'g Cafe<S, SEATS, TABLES>, hand: Hand) -> Self {
        Legal {
            cafe,
            hand,
            allowed: [S::default(); 2],
            end: false,
            draw: false,
            close: false,
            pass: false,
            down: TileSet::EMPTY,
            bar: TileSet::EMPTY,
            swappable: [S::default(); 2],
            parties: [TableSet::EMPTY; 2],
        }
    }

    /// Iterates over the guests with the seats they may take. A joker appears once for each nation it can take.
    pub fn seatings(&self) -> impl Iterator<Item = (Guest, S)> {
        self.all_seatings().filter(|(_, seats)| !seats.is_empty())
    }

    /// Like [`Legal::seatings`], but includes guests without a seat: counting and picking are faster without the filter.
    #[inline]
    fn all_seatings(&self) -> impl Iterator<Item = (Guest, S)> {
        let guests = self.cafe.seatable(self.hand.kinds()).guests().map(Guest::of_tile);
        let seats = |guest: Guest| self.cafe.seats_of_guest(guest) & self.allowed[guest.sex().index()];
        guests.chain(self.jokers()).map(move |guest| (guest, seats(guest)))
    }

    /// Returns the most points that seating one guest scores; `None` if no guest can be seated.
    #[must_use]
    pub fn best_seating_points(&self) -> Option<i16> {
        let points =
            |(guest, seats): (Guest, S)| seats.iter().map(move |seat| self.cafe.points_for(guest, seat));
        self.all_seatings().flat_map(points).max()
    }

    /// Iterates over the jokers in hand, each with each nation.
    #[inline]
    fn jokers(&self) -> impl Iterator<Item = Guest> {
        let jokers = self.hand.kinds().jokers();
        jokers.flat_map(|tile| crate::Nation::ALL.map(|nation| Guest::joker(nation, tile.sex())))
    }

    /// Number of legal actions.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.all_seatings().map(|(_, seats)| seats.len()).sum::<usize>()
            + usize::from(self.end)
            + usize::from(self.draw)
            + usize::from(self.close)
            + usize::from(self.pass)
            + self.down.len()
            + self.bar.len()
            + self.swaps().map(|(_, seats)| seats.len()).sum::<usize>()
            + self.parties().count()
    }

    /// Returns true if no action is legal, which means that the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.get(0).is_none()
    }

    /// Iterates over the legal actions, each once.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        self.all_seatings()
            .flat_map(|(guest, seats)| seats.iter().map(move |seat| Action::Seat(guest, seat)))
            .chain(self.plain_actions())
            .chain(self.down.map(Action::Down))
            .chain(self.bar.map(Action::Bar))
            .chain(
                self.swaps().flat_map(|(tile, seats)| seats.iter().map(move |seat| Action::Swap(tile, seat))),
            )
            .chain(self.parties().map(Action::Party))
    }

    /// Returns the action with this index in [`Legal::iter`], without iterating over all actions before it.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Action> {
        let mut left = index;
        let seating = self
            .all_seatings()
            .find_map(|(guest, seats)| nth_seat(seats, &mut left).map(|seat| Action::Seat(guest, seat)));
        if seating.is_some() {
            return seating;
        }
        let mut others =
            self.plain_actions().chain(self.down.map(Action::Down)).chain(self.bar.map(Action::Bar));
        let other = others.find(|_| {
            let found = left == 0;
            left = left.wrapping_sub(1);
            found
        });
        if other.is_some() {
            return other;
        }
        let swap = self
            .swaps()
            .find_map(|(tile, seats)| nth_seat(seats, &mut left).map(|seat| Action::Swap(tile, seat)));
        swap.or_else(|| self.parties().nth(left).map(Action::Party))
    }

    /// Iterates over the legal actions without arguments.
    fn plain_actions(&self) -> impl Iterator<Item = Action> {
        let end = self.end.then_some(Action::End);
        let draw = self.draw.then_some(Action::Draw);
        let close = self.close.then_some(Action::Close);
        let pass = self.pass.then_some(Action::Pass);
        [end, draw, close, pass].into_iter().flatten()
    }

    /// Iterates over the guests with the seats of jokers they may be swapped for.
    #[inline]
    pub fn swaps(&self) -> impl Iterator<Item = (Tile, S)> {
        let any = !(self.swappable[0] | self.swappable[1]).is_empty();
        let tiles = if any { self.hand.kinds().guests() } else { TileSet::EMPTY };
        tiles.filter_map(|tile| {
            let seats = self.cafe.seats_of_nation(tile.nation()?) & self.swappable[tile.sex().index()];
            (!seats.is_empty()).then_some((tile, seats))
        })
    }

    /// Iterates over the legal parties.
    #[inline]
    pub fn parties(&self) -> impl Iterator<Item = Party> {
        let tables = |sex: Sex| self.parties[sex.index()].map(move |table| (table, sex));
        Sex::BOTH.into_iter().flat_map(tables).flat_map(|(table, sex)| self.parties_at(table, sex))
    }

    fn parties_at(&self, table: Table, sex: Sex) -> Parties {
        let free = self.cafe.plan().seats_of(table) & self.cafe.free();
        let kinds = self.hand.kinds();
        let mut parties = Parties {
            table,
            hand: self.hand,
            places: [(Seat::NONE, 0); Party::MAX_GUESTS],
            length: free.len(),
            next: Some([0; Party::MAX_GUESTS]),
        };
        for (place, seat) in free.iter().enumerate() {
            let mut guests = 0_u64;
            for nation in self.cafe.nations_at(seat) {
                if kinds.contains(Tile::guest(nation, sex)) {
                    guests |= 1 << Guest::new(nation, sex).index();
                }
                if kinds.contains(Tile::joker(sex)) {
                    guests |= 1 << Guest::joker(nation, sex).index();
                }
            }
            parties.places[place] = (seat, guests);
            match &mut parties.next {
                Some(first) if guests != 0 => first[place] = guests.trailing_zeros() as u8,
                next => *next = None,
            }
        }
        parties
    }
}

/// Returns the seat with this index, or reduces the index by the number of seats.
#[inline]
fn nth_seat<S: SeatSet>(seats: S, index: &mut usize) -> Option<Seat> {
    let len = seats.len();
    if *index < len {
        return seats.iter().nth(*index);
    }
    *index -= len;
    None
}

/// Iterates over the parties at one table: all combinations of guests for its free seats that the hand can provide.
struct Parties {
    table: Table,
    hand: Hand,
    /// The free seats in reading order, each with the guests who may sit there as bits by [`Guest::index`].
    places: [(Seat, u64); Party::MAX_GUESTS],
    length: usize,
    /// By place: the guest index in the next combination.
    next: Option<[u8; Party::MAX_GUESTS]>,
}

impl Parties {
    /// Returns the next combination, counting up like digits with the last place fastest.
    fn increment(&self, mut digits: [u8; Party::MAX_GUESTS]) -> Option<[u8; Party::MAX_GUESTS]> {
        for place in (0..self.length).rev() {
            let guests = self.places[place].1;
            let above = guests & (u64::MAX << (digits[place] + 1));
            if above != 0 {
                digits[place] = above.trailing_zeros() as u8;
                return Some(digits);
            }
            digits[place] = guests.trailing_zeros() as u8;
        }
        None
    }
}

impl Iterator for Parties {
    type Item = Party;

    fn next(&mut self) -> Option<Party> {
        while let Some(digits) = self.next {
            self.next = self.increment(digits);
            let mut left = self.hand;
            let mut guests = [(Guest::from_index(0), Seat::NONE); Party::MAX_GUESTS];
            let is_held = (0..self.length).all(|place| {
                let guest = Guest::from_index(digits[place]);
                guests[place] = (guest, self.places[place].0);
                let held = left.has(guest.tile());
                if held {
                    left.remove(guest.tile());
                }
                held
            });
            if is_held {
                return Party::new(self.table, &guests[..self.length]);
            }
        }
        None
    }
}
