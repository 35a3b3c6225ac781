//! Seats and tables as indexes, and sets of them as bit sets.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use crate::bit_set::bit_set;

/// A seat of a floor plan, as its index in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub(crate) u8);

impl Seat {
    /// Stands for a cell without a seat. An action on it is refused as `no_such_seat`.
    pub const NONE: Seat = Seat(u8::MAX);

    /// Index in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of a floor plan, as its index in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Table(pub(crate) u8);

impl Table {
    /// Stands for a cell without a table.
    pub const NONE: Table = Table(u8::MAX);

    /// Index in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats in one integer: `u16` for the twelve seats of the card game, `u128` for those of the board game.
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
    /// Creates a set of one seat.
    fn of(seat: Seat) -> Self;
    /// Number of seats.
    fn len(self) -> usize;
    /// Returns true if the set is empty.
    fn is_empty(self) -> bool {
        self == Self::default()
    }
    /// Returns true if the set contains `seat`.
    fn contains(self, seat: Seat) -> bool {
        !(self & Self::of(seat)).is_empty()
    }
    /// Returns the first seat in reading order.
    fn first(self) -> Option<Seat>;
    /// Returns the set without its first seat.
    #[must_use]
    fn rest(self) -> Self;
    /// Iterates over the seats in reading order.
    fn iter(self) -> SeatIter<Self> {
        SeatIter(self)
    }
}

macro_rules! seat_set {
    ($int:ty) => {
        impl SeatSet for $int {
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

/// Iterator over the seats of a [`SeatSet`] in reading order.
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

/// A set of tables. Iteration is in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct TableSet(u32);

bit_set!(TableSet of Table, from Table);

impl TableSet {
    /// Creates a set of one table.
    #[must_use]
    pub const fn of(table: Table) -> TableSet {
        TableSet(1 << table.0)
    }

    /// Creates the set of the first `count` tables.
    pub(crate) const fn first(count: usize) -> TableSet {
        TableSet((1 << count) - 1)
    }

    /// Returns the set as bytes, eight tables per byte, the first tables first.
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
