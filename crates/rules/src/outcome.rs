//! The result of a finished game.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::Ending;

/// Most players of either game.
pub const MAX_PLAYERS: usize = 5;

/// By player: the penalty for the tiles left, as a positive number.
pub type Penalties = ArrayVec<i16, MAX_PLAYERS>;

/// The result of a game: reason, penalties, final scores and winners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// Reason for the end.
    #[serde(serialize_with = "serialize_ending")]
    pub why: Ending,
    /// By player: penalty for the tiles left.
    pub penalties: Penalties,
    /// By player: score minus penalty.
    #[serde(rename = "final")]
    pub final_scores: ArrayVec<i16, MAX_PLAYERS>,
    /// The winners in ascending order; several on a tie.
    pub winners: ArrayVec<u8, MAX_PLAYERS>,
    /// By player: place from 1. Ties share a place, and the following places are skipped.
    #[serde(skip)]
    pub places: ArrayVec<u8, MAX_PLAYERS>,
}

fn serialize_ending<S: serde::Serializer>(why: &Ending, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(why.as_str())
}

impl Outcome {
    /// Computes winners and places. `rank_key` orders players by player, final score and penalty; a greater key is better,
    /// equal keys tie.
    pub(crate) fn new<K: Ord>(
        why: Ending,
        scores: &[i16],
        penalties: Penalties,
        rank_key: impl Fn(usize, i16, i16) -> K,
    ) -> Outcome {
        let final_scores: ArrayVec<i16, MAX_PLAYERS> =
            scores.iter().zip(&penalties).map(|(score, penalty)| score - penalty).collect();
        let keys: Vec<K> = (0..scores.len())
            .map(|player| rank_key(player, final_scores[player], penalties[player]))
            .collect();
        let places = places(&keys);
        Outcome { why, penalties, final_scores, winners: winners(&places), places }
    }

    /// Ranks players who resigned behind all others, whatever their points: those who resigned later ahead of those who
    /// resigned earlier. `resigned` is in the order of resigning.
    ///
    /// ```
    /// use cafe_rules::{Deal, Game, Kind, Options, Seed};
    /// let mut game = Game::new(Options::new(Kind::Card, 3, false)?, &Deal::shuffled(Kind::Card, Seed([5; 32])));
    /// while game.ending().is_none() {
    ///     game.play(game.legal().get(0).expect("a game that goes on has a legal action"))?;
    /// }
    /// let outcome = game.outcome().expect("the game is over").rank_resigned_last(&[2, 0]);
    /// assert_eq!(outcome.places.as_slice(), [2, 1, 3]);
    /// assert_eq!(outcome.winners.as_slice(), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rank_resigned_last(mut self, resigned: &[u8]) -> Outcome {
        let rank_key = |(player, place): (u8, &u8)| match resigned.iter().position(|&other| other == player) {
            None => (resigned.len(), Reverse(*place)),
            Some(order) => (order, Reverse(0)),
        };
        let keys: Vec<_> = (0..).zip(&self.places).map(rank_key).collect();
        self.places = places(&keys);
        self.winners = winners(&self.places);
        self
    }
}

/// Returns the place of each player. A greater key is better, equal keys share a place.
fn places<K: Ord>(keys: &[K]) -> ArrayVec<u8, MAX_PLAYERS> {
    keys.iter().map(|own| 1 + keys.iter().filter(|other| *other > own).count() as u8).collect()
}

fn winners(places: &[u8]) -> ArrayVec<u8, MAX_PLAYERS> {
    (0..).zip(places).filter(|(_, place)| **place == 1).map(|(player, _)| player).collect()
}
