//! What the value network sees of a position.

mod board;
mod card;
mod single_tile;

use cafe_rules::Nation;

pub use self::board::*;
pub use self::card::*;

/// Number of nations.
pub const NATION_COUNT: usize = Nation::ALL.len();

/// The features of a position, numbers of about the size of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features<const NATION: usize, const GLOBAL: usize> {
    /// By nation: its guests and its tables.
    pub nations: [[f32; NATION]; NATION_COUNT],
    /// Scores, stocks, hand sizes and everything else that concerns the whole game.
    pub global: [f32; GLOBAL],
}
