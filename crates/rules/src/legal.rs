//! All legal actions of a moment, as sets rather than lists.

use crate::{Action, Cafe, Guest, Hand, Party, Seat, SeatSet, Sex, Table, TableSet, Tile, TileSet};

/// The legal actions of the player to move. Cheap to make, to count, to walk through and to pick from: it holds where
/// ladies and gentlemen may sit, and works out the rest from the café and the hand when asked.
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
    /// By sex: the seats that balance and company allow; a guest's own are those of its nation among them.
    pub(crate) allowed: [S; 2],
    pub(crate) end: bool,
    pub(crate) draw: bool,
    pub(crate) close: bool,
    pub(crate) pass: bool,
    pub(crate) down: TileSet,
    pub(crate) bar: TileSet,
    /// By sex: the seats of jokers that may be taken.
    pub(crate) swappable: [S; 2],
    /// By sex: the tables that could be filled by a party, as far as it does not depend on who comes.
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

    /// Which guest may take which seats. A joker appears once for each nation it can be.
    pub fn seatings(&self) -> impl Iterator<Item = (Guest, S)> {
        self.attempts().filter(|(_, seats)| !seats.is_empty())
    }

    /// Which guest may take which seats, and which may take none: to count and to pick, looking twice costs more
    /// than it saves.
    #[inline]
    fn attempts(&self) -> impl Iterator<Item = (Guest, S)> {
        let guests = self.cafe.at_home(self.hand.kinds()).guests().map(Guest::of_tile);
        let seats = |guest: Guest| self.cafe.seats_of_guest(guest) & self.allowed[guest.sex().index()];
        guests.chain(self.jokers()).map(move |guest| (guest, seats(guest)))
    }

    /// Each joker in hand as each nation.
    #[inline]
    fn jokers(&self) -> impl Iterator<Item = Guest> {
        let jokers = self.hand.kinds().jokers();
        jokers.flat_map(|tile| crate::Nation::ALL.map(|nation| Guest::joker(nation, tile.sex())))
    }

    /// How many actions there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.attempts().map(|(_, seats)| seats.len()).sum::<usize>()
            + usize::from(self.end)
            + usize::from(self.draw)
            + usize::from(self.close)
            + usize::from(self.pass)
            + self.down.len()
            + self.bar.len()
            + self.swaps().map(|(_, seats)| seats.len()).sum::<usize>()
            + self.parties().count()
    }

    /// Whether there is none: the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.get(0).is_none()
    }

    /// All of them, each once.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        self.attempts()
            .flat_map(|(guest, seats)| seats.iter().map(move |seat| Action::Seat(guest, seat)))
            .chain(self.words())
            .chain(self.down.map(Action::Down))
            .chain(self.bar.map(Action::Bar))
            .chain(
                self.swaps().flat_map(|(tile, seats)| seats.iter().map(move |seat| Action::Swap(tile, seat))),
            )
            .chain(self.parties().map(Action::Party))
    }

    /// The action with this number in [`Legal::iter`], found without walking there.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Action> {
        let mut left = index;
        let seating = self
            .attempts()
            .find_map(|(guest, seats)| nth_seat(seats, &mut left).map(|seat| Action::Seat(guest, seat)));
        if seating.is_some() {
            return seating;
        }
        let mut others = self.words().chain(self.down.map(Action::Down)).chain(self.bar.map(Action::Bar));
        let other = others.find(|_| {
            let here = left == 0;
            left = left.wrapping_sub(1);
            here
        });
        if other.is_some() {
            return other;
        }
        let swap = self
            .swaps()
            .find_map(|(tile, seats)| nth_seat(seats, &mut left).map(|seat| Action::Swap(tile, seat)));
        swap.or_else(|| self.parties().nth(left).map(Action::Party))
    }

    fn words(&self) -> impl Iterator<Item = Action> {
        let end = self.end.then_some(Action::End);
        let draw = self.draw.then_some(Action::Draw);
        let close = self.close.then_some(Action::Close);
        let pass = self.pass.then_some(Action::Pass);
        [end, draw, close, pass].into_iter().flatten()
    }

    /// Which guest may take the place of which jokers.
    #[inline]
    pub fn swaps(&self) -> impl Iterator<Item = (Tile, S)> {
        let any = !(self.swappable[0] | self.swappable[1]).is_empty();
        let tiles = if any { self.hand.kinds().guests() } else { TileSet::EMPTY };
        tiles.filter_map(|tile| {
            let seats = self.cafe.seats_of_nation(tile.nation()?) & self.swappable[tile.sex().index()];
            (!seats.is_empty()).then_some((tile, seats))
        })
    }

    /// The parties.
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
            places: [(Seat::NOWHERE, 0); Party::MOST],
            length: free.len(),
            next: Some([0; Party::MOST]),
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

/// The seat with this number, or a number that is less by as many as there are.
#[inline]
fn nth_seat<S: SeatSet>(seats: S, number: &mut usize) -> Option<Seat> {
    let here = seats.len();
    if *number < here {
        return seats.iter().nth(*number);
    }
    *number -= here;
    None
}

/// All parties at one table: its free places as an odometer, less those for which the hand is too small.
struct Parties {
    table: Table,
    hand: Hand,
    /// The free seats in reading order, each with the set of guests, by [`Guest::index`], who may sit there.
    places: [(Seat, u64); Party::MOST],
    length: usize,
    /// By place: the guest who sits there in the next party.
    next: Option<[u8; Party::MOST]>,
}

impl Parties {
    /// Turns the odometer by one, the last place fastest.
    fn turn(&self, mut digits: [u8; Party::MOST]) -> Option<[u8; Party::MOST]> {
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
            self.next = self.turn(digits);
            let mut left = self.hand;
            let mut guests = [(Guest::from_index(0), Seat::NOWHERE); Party::MOST];
            let held = (0..self.length).all(|place| {
                let guest = Guest::from_index(digits[place]);
                guests[place] = (guest, self.places[place].0);
                let held = left.has(guest.tile());
                if held {
                    left.remove(guest.tile());
                }
                held
            });
            if held {
                return Party::new(self.table, &guests[..self.length]);
            }
        }
        None
    }
}
