//! Hands of tiles and sets of tile kinds.

use std::fmt;

use crate::bit_set::bit_set;
use crate::{Nation, Sex, Tile};

/// A multiset of tiles, with up to seven of a kind, in twelve bytes.
///
/// Counts are stored as bit planes: bit `k` of the three integers is the count of kind `k`. Finding legal actions needs
/// the set of kinds held, which takes two instructions this way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Hand {
    ones: u32,
    twos: u32,
    fours: u32,
}

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand { ones: 0, twos: 0, fours: 0 };

    /// Number of tiles.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones()) as usize
    }

    /// Returns true if the hand is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.kinds().0 == 0
    }

    /// Number of tiles of this kind.
    #[must_use]
    pub const fn count(self, tile: Tile) -> usize {
        let k = tile.index();
        ((self.ones >> k & 1) + 2 * (self.twos >> k & 1) + 4 * (self.fours >> k & 1)) as usize
    }

    /// Number of tiles of this sex.
    #[must_use]
    pub const fn count_of_sex(self, sex: Sex) -> usize {
        let of = TileSet::LADIES << sex as u32;
        Hand { ones: self.ones & of, twos: self.twos & of, fours: self.fours & of }.len()
    }

    /// Returns true if the hand holds at least one tile of this kind.
    #[must_use]
    pub const fn has(self, tile: Tile) -> bool {
        self.kinds().contains(tile)
    }

    /// The kinds in the hand.
    #[must_use]
    pub const fn kinds(self) -> TileSet {
        TileSet(self.ones | self.twos | self.fours)
    }

    /// Adds a tile.
    pub fn add(&mut self, tile: Tile) {
        debug_assert!(self.count(tile) < 7);
        let one = 1 << tile.index();
        let two = self.ones & one;
        self.ones ^= one;
        let four = self.twos & two;
        self.twos ^= two;
        self.fours ^= four;
    }

    /// Removes a tile that the hand holds.
    pub fn remove(&mut self, tile: Tile) {
        debug_assert!(self.has(tile));
        let one = 1 << tile.index();
        self.ones ^= one;
        let two = self.ones & one;
        self.twos ^= two;
        let four = self.twos & two;
        self.fours ^= four;
    }

    /// Iterates over the tiles in the byte order of their codes.
    ///
    /// ```
    /// use cafe_rules::{Hand, Tile};
    /// let hand: Hand = ["RUm", "JKf", "DEf", "RUm"].into_iter().filter_map(Tile::parse).collect();
    /// assert_eq!(hand.to_string(), "DEf JKf RUm RUm");
    /// ```
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        Tile::in_code_order().flat_map(move |tile| std::iter::repeat_n(tile, self.count(tile)))
    }
}

impl FromIterator<Tile> for Hand {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Hand {
        let mut hand = Hand::EMPTY;
        tiles.into_iter().for_each(|tile| hand.add(tile));
        hand
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.tiles().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{tile}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A set of tile kinds. Iteration is by [`Tile::index`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct TileSet(u32);

bit_set!(TileSet of Tile, from Tile::from_index);

impl TileSet {
    const LADIES: u32 = 0x0155_5555;
    const GUESTS: u32 = 0x00ff_ffff;
    /// Both jokers.
    pub const JOKERS: TileSet = TileSet(!TileSet::GUESTS & 0x03ff_ffff);

    /// Returns the kinds of one sex.
    #[must_use]
    pub const fn of_sex(self, sex: Sex) -> TileSet {
        TileSet(self.0 & (TileSet::LADIES << sex as u32))
    }

    /// Adds the lady and the gentleman of a nation.
    #[must_use]
    pub const fn with_nation(self, nation: Nation) -> TileSet {
        TileSet(self.0 | 3 << (2 * nation as u32))
    }

    /// Removes the lady and the gentleman of a nation.
    #[must_use]
    pub const fn without_nation(self, nation: Nation) -> TileSet {
        TileSet(self.0 & !(3 << (2 * nation as u32)))
    }

    /// Returns the jokers of the set.
    #[must_use]
    pub const fn jokers(self) -> TileSet {
        TileSet(self.0 & !TileSet::GUESTS)
    }

    /// Returns the set without the jokers.
    #[must_use]
    pub const fn guests(self) -> TileSet {
        TileSet(self.0 & TileSet::GUESTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_up_to_four_of_a_kind() {
        for tile in Tile::in_code_order() {
            let mut hand: Hand = Tile::in_code_order().collect();
            for count in 2..=4 {
                hand.add(tile);
                assert_eq!(hand.count(tile), count);
                assert_eq!(hand.len(), Tile::KINDS + count - 1);
            }
            for count in (0..4).rev() {
                hand.remove(tile);
                assert_eq!(hand.count(tile), count);
                assert_eq!(hand.has(tile), count > 0);
            }
            assert_eq!(hand.len(), Tile::KINDS - 1);
        }
    }

    #[test]
    fn tiles_are_in_byte_order_of_their_codes() {
        let names: Vec<String> = Tile::in_code_order().map(|tile| tile.to_string()).collect();
        assert!(names.is_sorted());
        assert_eq!(names.len(), Tile::KINDS);
    }

    #[test]
    fn filters_kinds_by_sex_and_joker() {
        let all = Tile::in_code_order().collect::<Hand>().kinds();
        for sex in Sex::BOTH {
            assert_eq!(all.of_sex(sex).len(), 13);
            assert!(all.of_sex(sex).all(|tile| tile.sex() == sex));
        }
        assert!(all.guests().all(|tile| !tile.is_joker()));
        assert_eq!(all.guests().len(), 24);
    }
}
