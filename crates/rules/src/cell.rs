//! The grid on which a café is drawn.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

/// A square of the grid, written as file and rank: `c4`.
///
/// Cells are ordered as one reads: the top rank first, and from left to right.
///
/// ```
/// use cafe_rules::Cell;
/// let [b5, a4, c4] = ["b5", "a4", "c4"].map(|text| Cell::parse(text).expect("a cell"));
/// assert!(b5 < a4 && a4 < c4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    file: u8,
    rank: u8,
}

impl Cell {
    /// The cell in this file (0 is `a`, 25 is `z`) and rank (1 to 99).
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Cell> {
        if file < 26 && 1 <= rank && rank <= 99 { Some(Cell { file, rank }) } else { None }
    }

    /// Reads a letter `a`–`z` and a number 1–99 without a leading zero.
    #[must_use]
    pub fn parse(text: &str) -> Option<Cell> {
        let rank = match text.as_bytes() {
            [_, ones @ b'1'..=b'9'] => ones - b'0',
            [_, tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + ones - b'0',
            _ => return None,
        };
        let file = text.as_bytes()[0];
        if file.is_ascii_lowercase() { Cell::new(file - b'a', rank) } else { None }
    }

    /// The column, 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The row, 1 at the bottom.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.rank
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> Ordering {
        other.rank.cmp(&self.rank).then(self.file.cmp(&other.file))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
