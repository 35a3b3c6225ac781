//! Seats and tables as numbers, and sets of them as words of bits.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use crate::word_set::word_set;

/// A seat of a floor plan, by its place in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub(crate) u8);

impl Seat {
    /// What a cell is called that the café has no seat at. Whoever plays it is told `no_such_seat`.
    pub const NOWHERE: Seat = Seat(u8::MAX);

    /// The place in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of a floor plan, by its place in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Table(pub(crate) u8);

impl Table {
    /// What a cell is called that the café has no table at.
    pub const NOWHERE: Table = Table(u8::MAX);

    /// The place in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats in one machine word: `u16` for the twelve of the card game, `u128` for those of the board.
pub trait SeatSet:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The set of this seat alone.
    fn of(seat: Seat) -> Self;
    /// How many seats are in the set.
    fn len(self) -> usize;
    /// Whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::default()
    }
    /// Whether the seat is in the set.
    fn contains(self, seat: Seat) -> bool {
        !(self & Self::of(seat)).is_empty()
    }
    /// The first seat in reading order.
    fn first(self) -> Option<Seat>;
    /// The set without its first seat.
    #[must_use]
    fn rest(self) -> Self;
    /// The seats in reading order.
    fn iter(self) -> SeatIter<Self> {
        SeatIter(self)
    }
}

macro_rules! seat_set {
    ($word:ty) => {
        impl SeatSet for $word {
            #[inline]
            fn of(seat: Seat) -> Self {
                1 << seat.0
            }
            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> Option<Seat> {
                (self != 0).then(|| Seat(self.trailing_zeros() as u8))
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
seat_set!(u16);
seat_set!(u128);

/// The seats of a [`SeatSet`] in reading order.
#[derive(Clone, Copy, Debug)]
pub struct SeatIter<S>(S);

impl<S: SeatSet> Iterator for SeatIter<S> {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.0.first()?;
        self.0 = self.0.rest();
        Some(seat)
    }
}

/// A set of tables. It iterates over them in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct TableSet(u32);

word_set!(TableSet of Table, from Table);

impl TableSet {
    /// The set of this table alone.
    #[must_use]
    pub const fn of(table: Table) -> TableSet {
        TableSet(1 << table.0)
    }

    /// The first `count` tables.
    pub(crate) const fn first(count: usize) -> TableSet {
        TableSet((1 << count) - 1)
    }

    /// Eight tables to a byte, the first ones first.
    #[inline]
    pub(crate) const fn bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }
}

impl BitOr for TableSet {
    type Output = TableSet;
    #[inline]
    fn bitor(self, other: TableSet) -> TableSet {
        TableSet(self.0 | other.0)
    }
}

impl Not for TableSet {
    type Output = TableSet;
    #[inline]
    fn not(self) -> TableSet {
        TableSet(!self.0)
    }
}
