//! Cells of the grid that floor plans are drawn on.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

/// A cell of the grid, written as file and rank: `c4`.
///
/// Cells are in reading order: the top rank first, each rank from left to right.
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
    /// Creates a cell from its file (0 is `a`, 25 is `z`) and rank (1 to 99).
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Cell> {
        if file < 26 && 1 <= rank && rank <= 99 { Some(Cell { file, rank }) } else { None }
    }

    /// Parses a letter `a`–`z` and a number 1–99 without a leading zero.
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

    /// Writes the name into the buffer and returns it.
    fn name(self, buffer: &mut [u8; 3]) -> &str {
        let (file, tens, ones) = (b'a' + self.file, b'0' + self.rank / 10, b'0' + self.rank % 10);
        *buffer = [file, tens, ones];
        if tens == b'0' {
            buffer[1] = ones;
        }
        let length = if tens == b'0' { 2 } else { 3 };
        std::str::from_utf8(&buffer[..length]).expect("a letter and digits")
    }

    /// Column, 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.file
    }

    /// Row, 1 at the bottom.
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
        f.write_str(self.name(&mut [0; 3]))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name(&mut [0; 3]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_round_trips() {
        let cells = (0..26).flat_map(|file| (1..=99).filter_map(move |rank| Cell::new(file, rank)));
        for cell in cells {
            assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
            assert_eq!(serde_json::to_string(&cell).unwrap(), format!("\"{cell}\""));
        }
        assert_eq!(Cell::new(25, 99).map(|cell| cell.to_string()).as_deref(), Some("z99"));
    }
}
