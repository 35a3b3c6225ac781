//! What lies in a hand ([`Tile`]) and who sits on a seat ([`Guest`]).
//!
//! They differ by one thing only: a joker in the hand has no nation, a joker in the café has one.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Nation, Sex};

/// A card or tile as it lies in a hand, a stock or at the bar: one of 24 kinds of guests or two of jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(u8);

impl Tile {
    /// How many kinds there are.
    pub const KINDS: usize = 26;
    /// The lady among the jokers.
    pub const JOKER_LADY: Tile = Tile(24);
    /// The gentleman among the jokers.
    pub const JOKER_GENTLEMAN: Tile = Tile(25);

    /// The guest of this nation and sex.
    #[must_use]
    pub const fn guest(nation: Nation, sex: Sex) -> Tile {
        Tile(nation as u8 * 2 + sex as u8)
    }

    /// The joker of this sex.
    #[must_use]
    pub const fn joker(sex: Sex) -> Tile {
        Tile(24 + sex as u8)
    }

    /// The kind with this number, below [`Tile::KINDS`].
    pub(crate) const fn from_index(index: u8) -> Tile {
        debug_assert!((index as usize) < Tile::KINDS);
        Tile(index)
    }

    /// A number below [`Tile::KINDS`]: guests by nation, ladies first, then the jokers.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every kind in the order in which hands are written: by the bytes of their names.
    pub fn written_order() -> impl Iterator<Item = Tile> {
        let russia = Nation::Russia as u8 * 2;
        (0..russia).chain(24..26).chain(russia..24).map(Tile)
    }

    /// Lady or gentleman.
    #[must_use]
    pub const fn sex(self) -> Sex {
        if self.0 & 1 == 0 { Sex::Lady } else { Sex::Gentleman }
    }

    /// Whether this is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= 24
    }

    /// The nation; a joker in the hand has none.
    #[must_use]
    pub const fn nation(self) -> Option<Nation> {
        if self.is_joker() { None } else { Some(Nation::ALL[self.0 as usize / 2]) }
    }

    /// The three letters that stand for it in every notation: `DEf` or `JKm`.
    #[must_use]
    pub fn code(self) -> &'static str {
        const CODES: &str =
            concat!("CFfCFmCNfCNmCUfCUmDEfDEmESfESmFRfFRmGBfGBm", "INfINmITfITmRUfRUmTRfTRmUSfUSmJKfJKm");
        &CODES[self.index() * 3..][..3]
    }

    /// Reads `DEf` or `JKm`.
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

/// Someone who sits in the café, or is about to: a nation, a sex, and whether it is a joker who plays the part.
///
/// A joker counts as its nation in every respect; only a swap can tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guest(u8);

impl Guest {
    const JOKER: u8 = 0x20;

    /// A guest of this nation and sex.
    #[must_use]
    pub const fn new(nation: Nation, sex: Sex) -> Guest {
        Guest(nation as u8 * 2 + sex as u8)
    }

    /// A joker who sits as this nation.
    #[must_use]
    pub const fn joker(nation: Nation, sex: Sex) -> Guest {
        Guest(Guest::new(nation, sex).0 | Guest::JOKER)
    }

    pub(crate) const fn from_index(index: u8) -> Guest {
        Guest(index)
    }

    /// A number below 56 for each guest, jokers after the others.
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// A tile that is no joker, as itself.
    pub(crate) const fn of_tile(tile: Tile) -> Guest {
        debug_assert!(!tile.is_joker());
        Guest(tile.0)
    }

    /// The nation as which the guest sits.
    #[must_use]
    pub const fn nation(self) -> Nation {
        Nation::ALL[self.nation_index()]
    }

    /// The nation's place in [`Nation::ALL`], without looking there.
    pub(crate) const fn nation_index(self) -> usize {
        ((self.0 & !Guest::JOKER) >> 1) as usize
    }

    /// Lady or gentleman.
    #[must_use]
    pub const fn sex(self) -> Sex {
        if self.0 & 1 == 0 { Sex::Lady } else { Sex::Gentleman }
    }

    /// Whether a joker plays this guest.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 & Guest::JOKER != 0
    }

    /// The tile that was seated.
    #[must_use]
    pub const fn tile(self) -> Tile {
        if self.is_joker() { Tile::joker(self.sex()) } else { Tile(self.0) }
    }

    /// Reads `DEf` or `JKm=ES`; a joker needs its nation.
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
    fn every_tile_and_guest_is_read_as_it_is_written() {
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
