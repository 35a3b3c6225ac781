//! All legal actions of a moment, as sets rather than lists.

use arrayvec::ArrayVec;

use crate::{Action, Guest, Hand, Party, Seat, SeatSet, Table, Tile, TileSet};

/// Every guest there is, and each joker as each nation.
const MOST_GUESTS: usize = 48;
/// Every table as a ladies' party and as a regulars' table.
const MOST_PARTIES: usize = 48;

/// The legal actions of the player to move. Cheap to make, to count, to walk through and to pick from.
///
/// ```
/// use cafe_rules::{CardGame, Deal, Kind, Options, Seed};
/// let options = Options::new(Kind::Card, 2, false).expect("two players");
/// let game = CardGame::new(options, &Deal::shuffled(Kind::Card, Seed([7; 32])));
/// let legal = game.legal();
/// assert_eq!(legal.iter().count(), legal.len());
/// assert_eq!(legal.get(0), legal.iter().next());
/// ```
#[derive(Clone, Debug)]
pub struct Legal<S> {
    pub(crate) seatings: ArrayVec<(Guest, S), MOST_GUESTS>,
    pub(crate) end: bool,
    pub(crate) draw: bool,
    pub(crate) close: bool,
    pub(crate) pass: bool,
    pub(crate) down: TileSet,
    pub(crate) bar: TileSet,
    pub(crate) swaps: ArrayVec<(Tile, S), 24>,
    pub(crate) parties: ArrayVec<PartyTable, MOST_PARTIES>,
    pub(crate) hand: Hand,
}

impl<S: SeatSet> Legal<S> {
    #[inline]
    pub(crate) fn none(hand: Hand) -> Legal<S> {
        Legal {
            seatings: ArrayVec::new_const(),
            end: false,
            draw: false,
            close: false,
            pass: false,
            down: TileSet::EMPTY,
            bar: TileSet::EMPTY,
            swaps: ArrayVec::new_const(),
            parties: ArrayVec::new_const(),
            hand,
        }
    }

    /// Which guest may take which seats.
    #[must_use]
    pub fn seatings(&self) -> &[(Guest, S)] {
        &self.seatings
    }

    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seatings.iter().map(|(_, seats)| seats.len()).sum::<usize>()
            + self.words().count()
            + self.down.len()
            + self.bar.len()
            + self.swaps.iter().map(|(_, seats)| seats.len()).sum::<usize>()
            + self.parties().count()
    }

    /// Whether there is none: the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seatings.is_empty()
            && self.words().next().is_none()
            && self.down.is_empty()
            && self.bar.is_empty()
            && self.swaps.is_empty()
            && self.parties().next().is_none()
    }

    /// All of them, each once.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        let seatings = self.seatings.iter();
        let swaps = self.swaps.iter();
        seatings
            .flat_map(|&(guest, seats)| seats.iter().map(move |seat| Action::Seat(guest, seat)))
            .chain(self.words())
            .chain(self.down.map(Action::Down))
            .chain(self.bar.map(Action::Bar))
            .chain(swaps.flat_map(|&(tile, seats)| seats.iter().map(move |seat| Action::Swap(tile, seat))))
            .chain(self.parties().map(Action::Party))
    }

    /// The action with this number in [`Legal::iter`], found without walking there.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Action> {
        let mut index = index;
        for &(guest, seats) in &self.seatings {
            if index < seats.len() {
                return seats.iter().nth(index).map(|seat| Action::Seat(guest, seat));
            }
            index -= seats.len();
        }
        let mut others = self.words().chain(self.down.map(Action::Down)).chain(self.bar.map(Action::Bar));
        for action in others.by_ref() {
            if index == 0 {
                return Some(action);
            }
            index -= 1;
        }
        for &(tile, seats) in &self.swaps {
            if index < seats.len() {
                return seats.iter().nth(index).map(|seat| Action::Swap(tile, seat));
            }
            index -= seats.len();
        }
        self.parties().nth(index).map(Action::Party)
    }

    fn words(&self) -> impl Iterator<Item = Action> {
        let end = self.end.then_some(Action::End);
        let draw = self.draw.then_some(Action::Draw);
        let close = self.close.then_some(Action::Close);
        let pass = self.pass.then_some(Action::Pass);
        [end, draw, close, pass].into_iter().flatten()
    }

    /// The parties alone.
    pub fn parties(&self) -> impl Iterator<Item = Party> {
        self.parties.iter().flat_map(|at| Parties::new(*at, self.hand))
    }
}

/// A table that could be filled by a party: its free seats and, for each, who may sit there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartyTable {
    pub(crate) table: Table,
    /// The free seats in reading order, each with a set of guests by [`Guest::index`].
    pub(crate) places: [(Seat, u64); Party::MOST],
    pub(crate) length: u8,
}

/// All parties at one table: the places as an odometer, less those for which the hand is too small.
struct Parties {
    at: PartyTable,
    hand: Hand,
    /// By place: the guest who sits there in the next party.
    next: Option<[u8; Party::MOST]>,
}

impl Parties {
    fn new(at: PartyTable, hand: Hand) -> Parties {
        let mut first = [0; Party::MOST];
        for (digit, (_, guests)) in first.iter_mut().zip(&at.places[..usize::from(at.length)]) {
            *digit = guests.trailing_zeros() as u8;
        }
        Parties { at, hand, next: Some(first) }
    }

    /// Turns the odometer by one, the last place fastest.
    fn turn(&self, mut digits: [u8; Party::MOST]) -> Option<[u8; Party::MOST]> {
        for place in (0..usize::from(self.at.length)).rev() {
            let guests = self.at.places[place].1;
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
            let length = usize::from(self.at.length);
            let mut left = self.hand;
            let mut guests = [(Guest::from_index(0), Seat::NOWHERE); Party::MOST];
            let held = (0..length).all(|place| {
                let guest = Guest::from_index(digits[place]);
                guests[place] = (guest, self.at.places[place].0);
                let held = left.has(guest.tile());
                if held {
                    left.remove(guest.tile());
                }
                held
            });
            if held {
                return Party::new(self.at.table, &guests[..length]);
            }
        }
        None
    }
}
