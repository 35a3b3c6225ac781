//! A hand: how many of each kind of tile.

use std::fmt;

use crate::word_set::word_set;
use crate::{Nation, Sex, Tile};

/// A multiset of tiles, with up to seven of a kind, in twelve bytes.
///
/// The counts are kept as bit planes: bit `k` of the three words together is the count of kind `k`. So the set of
/// kinds held is two instructions away, which is what finding legal actions asks for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Hand {
    ones: u32,
    twos: u32,
    fours: u32,
}

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand { ones: 0, twos: 0, fours: 0 };

    /// How many tiles are held.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones()) as usize
    }

    /// Whether nothing is held.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.kinds().0 == 0
    }

    /// How many of this kind are held.
    #[must_use]
    pub const fn count(self, tile: Tile) -> usize {
        let k = tile.index();
        ((self.ones >> k & 1) + 2 * (self.twos >> k & 1) + 4 * (self.fours >> k & 1)) as usize
    }

    /// How many ladies, or gentlemen, are held.
    #[must_use]
    pub const fn count_of_sex(self, sex: Sex) -> usize {
        let of = TileSet::LADIES << sex as u32;
        Hand { ones: self.ones & of, twos: self.twos & of, fours: self.fours & of }.len()
    }

    /// Whether at least one of this kind is held.
    #[must_use]
    pub const fn has(self, tile: Tile) -> bool {
        self.kinds().contains(tile)
    }

    /// The kinds of which at least one is held.
    #[must_use]
    pub const fn kinds(self) -> TileSet {
        TileSet(self.ones | self.twos | self.fours)
    }

    /// Takes one more into the hand.
    pub fn add(&mut self, tile: Tile) {
        debug_assert!(self.count(tile) < 7);
        let one = 1 << tile.index();
        let two = self.ones & one;
        self.ones ^= one;
        let four = self.twos & two;
        self.twos ^= two;
        self.fours ^= four;
    }

    /// Takes one out of the hand, which must hold it.
    pub fn remove(&mut self, tile: Tile) {
        debug_assert!(self.has(tile));
        let one = 1 << tile.index();
        self.ones ^= one;
        let two = self.ones & one;
        self.twos ^= two;
        let four = self.twos & two;
        self.fours ^= four;
    }

    /// Every tile held, in the order in which hands are written.
    ///
    /// ```
    /// use cafe_rules::{Hand, Tile};
    /// let hand: Hand = ["RUm", "JKf", "DEf", "RUm"].into_iter().filter_map(Tile::parse).collect();
    /// assert_eq!(hand.to_string(), "DEf JKf RUm RUm");
    /// ```
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        Tile::written_order().flat_map(move |tile| std::iter::repeat_n(tile, self.count(tile)))
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

/// A set of kinds of tiles. It iterates over them by [`Tile::index`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct TileSet(u32);

word_set!(TileSet of Tile, from Tile::from_index);

impl TileSet {
    const LADIES: u32 = 0x0155_5555;
    const GUESTS: u32 = 0x00ff_ffff;
    /// Both jokers.
    pub const JOKERS: TileSet = TileSet(!TileSet::GUESTS & 0x03ff_ffff);

    /// Only those of one sex.
    #[must_use]
    pub const fn of_sex(self, sex: Sex) -> TileSet {
        TileSet(self.0 & (TileSet::LADIES << sex as u32))
    }

    /// With the lady and the gentleman of a nation.
    #[must_use]
    pub const fn with_nation(self, nation: Nation) -> TileSet {
        TileSet(self.0 | 3 << (2 * nation as u32))
    }

    /// Without the lady and the gentleman of a nation.
    #[must_use]
    pub const fn without_nation(self, nation: Nation) -> TileSet {
        TileSet(self.0 & !(3 << (2 * nation as u32)))
    }

    /// Only the jokers.
    #[must_use]
    pub const fn jokers(self) -> TileSet {
        TileSet(self.0 & !TileSet::GUESTS)
    }

    /// Without the jokers.
    #[must_use]
    pub const fn guests(self) -> TileSet {
        TileSet(self.0 & TileSet::GUESTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_counts_up_to_four_of_a_kind_and_back() {
        for tile in Tile::written_order() {
            let mut hand: Hand = Tile::written_order().collect();
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
    fn hands_are_written_in_the_order_of_their_bytes() {
        let names: Vec<String> = Tile::written_order().map(|tile| tile.to_string()).collect();
        assert!(names.is_sorted());
        assert_eq!(names.len(), Tile::KINDS);
    }

    #[test]
    fn ladies_and_gentlemen_are_told_apart() {
        let all = Tile::written_order().collect::<Hand>().kinds();
        for sex in Sex::BOTH {
            assert_eq!(all.of_sex(sex).len(), 13);
            assert!(all.of_sex(sex).all(|tile| tile.sex() == sex));
        }
        assert!(all.guests().all(|tile| !tile.is_joker()));
        assert_eq!(all.guests().len(), 24);
    }
}
