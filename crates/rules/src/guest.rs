//! A tile in a hand ([`Tile`]) and a guest on a seat ([`Guest`]).
//!
//! They differ only for jokers: a joker in a hand has no nation, a seated joker has one.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Nation, Sex};

/// A card or tile in a hand, a stock or at the bar: one of 24 kinds of guests or two kinds of jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(u8);

impl Tile {
    /// Number of kinds.
    pub const KINDS: usize = 26;
    /// The lady joker.
    pub const JOKER_LADY: Tile = Tile(24);
    /// The gentleman joker.
    pub const JOKER_GENTLEMAN: Tile = Tile(25);

    /// Returns the guest of this nation and sex.
    #[must_use]
    pub const fn guest(nation: Nation, sex: Sex) -> Tile {
        Tile(nation as u8 * 2 + sex as u8)
    }

    /// Returns the joker of this sex.
    #[must_use]
    pub const fn joker(sex: Sex) -> Tile {
        Tile(24 + sex as u8)
    }

    /// Returns the kind with this index, below [`Tile::KINDS`].
    pub(crate) const fn from_index(index: u8) -> Tile {
        debug_assert!((index as usize) < Tile::KINDS);
        Tile(index)
    }

    /// Index below [`Tile::KINDS`]: guests by nation, ladies first, then the jokers.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Iterates over all kinds in the byte order of their codes, in which hands are listed.
    pub fn in_code_order() -> impl Iterator<Item = Tile> {
        let russia = Nation::Russia as u8 * 2;
        (0..russia).chain(24..26).chain(russia..24).map(Tile)
    }

    /// Lady or gentleman.
    #[must_use]
    pub const fn sex(self) -> Sex {
        if self.0 & 1 == 0 { Sex::Lady } else { Sex::Gentleman }
    }

    /// Returns true for a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= 24
    }

    /// Nation of the tile; a joker in a hand has none.
    #[must_use]
    pub const fn nation(self) -> Option<Nation> {
        if self.is_joker() { None } else { Some(Nation::ALL[self.0 as usize / 2]) }
    }

    /// Three-letter code: `DEf` or `JKm`.
    #[must_use]
    pub fn code(self) -> &'static str {
        const CODES: &str =
            concat!("CFfCFmCNfCNmCUfCUmDEfDEmESfESmFRfFRmGBfGBm", "INfINmITfITmRUfRUmTRfTRmUSfUSmJKfJKm");
        &CODES[self.index() * 3..][..3]
    }

    /// Parses `DEf` or `JKm`.
    ///
    /// ```
    /// use cafe_rules::{Nation, Sex, Tile};
    /// assert_eq!(Tile::parse("DEf"), Some(Tile::guest(Nation::Germany, Sex::Lady)));
    /// assert_eq!(Tile::parse("JKm"), Some(Tile::JOKER_GENTLEMAN));
    /// assert_eq!(Tile::parse("DEx"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Tile> {
        let (code, sex) = text.split_at_checked(2)?;
        let sex = match sex {
            "f" => Sex::Lady,
            "m" => Sex::Gentleman,
            _ => return None,
        };
        if code == "JK" {
            return Some(Tile::joker(sex));
        }
        Nation::from_code(code).map(|nation| Tile::guest(nation, sex))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// A guest in the café: nation, sex, and whether it is a joker.
///
/// A seated joker counts as a guest of its nation in every respect; only a swap makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guest(u8);

impl Guest {
    const JOKER: u8 = 0x20;

    /// Creates a guest of this nation and sex.
    #[must_use]
    pub const fn new(nation: Nation, sex: Sex) -> Guest {
        Guest(nation as u8 * 2 + sex as u8)
    }

    /// Creates a joker that takes this nation.
    #[must_use]
    pub const fn joker(nation: Nation, sex: Sex) -> Guest {
        Guest(Guest::new(nation, sex).0 | Guest::JOKER)
    }

    pub(crate) const fn from_index(index: u8) -> Guest {
        Guest(index)
    }

    /// Index below 56, jokers last.
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// Creates a guest from a tile that is not a joker.
    pub(crate) const fn of_tile(tile: Tile) -> Guest {
        debug_assert!(!tile.is_joker());
        Guest(tile.0)
    }

    /// Nation of the guest; for a joker, the one it takes.
    #[must_use]
    pub const fn nation(self) -> Nation {
        Nation::ALL[self.nation_index()]
    }

    /// Index of the nation in [`Nation::ALL`], without a table lookup.
    pub(crate) const fn nation_index(self) -> usize {
        ((self.0 & !Guest::JOKER) >> 1) as usize
    }

    /// Lady or gentleman.
    #[must_use]
    pub const fn sex(self) -> Sex {
        if self.0 & 1 == 0 { Sex::Lady } else { Sex::Gentleman }
    }

    /// Returns true for a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 & Guest::JOKER != 0
    }

    /// Returns the tile of the guest.
    #[must_use]
    pub const fn tile(self) -> Tile {
        if self.is_joker() { Tile::joker(self.sex()) } else { Tile(self.0) }
    }

    /// Parses `DEf` or `JKm=ES`; a joker needs a nation.
    #[must_use]
    pub fn parse(text: &str) -> Option<Guest> {
        let (tile, nation) = match text.split_once('=') {
            Some((tile, nation)) => (Tile::parse(tile)?, Some(Nation::from_code(nation)?)),
            None => (Tile::parse(text)?, None),
        };
        match (tile.nation(), nation) {
            (Some(own), None) => Some(Guest::new(own, tile.sex())),
            (None, Some(chosen)) => Some(Guest::joker(chosen, tile.sex())),
            _ => None,
        }
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tile().code())?;
        if self.is_joker() { write!(f, "={}", self.nation()) } else { Ok(()) }
    }
}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Guest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_joker() { serializer.collect_str(self) } else { self.tile().serialize(serializer) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_and_guest_round_trips() {
        for index in 0..Tile::KINDS as u8 {
            let tile = Tile::from_index(index);
            assert_eq!(Tile::parse(tile.code()), Some(tile));
            assert_eq!(tile.code()[..2], *tile.nation().map_or("JK", Nation::code));
        }
        for nation in Nation::ALL {
            for sex in [Sex::Lady, Sex::Gentleman] {
                for guest in [Guest::new(nation, sex), Guest::joker(nation, sex)] {
                    assert_eq!(Guest::parse(&guest.to_string()), Some(guest));
                    assert_eq!(serde_json::to_string(&guest).unwrap(), format!("\"{guest}\""));
                }
            }
        }
    }
}
