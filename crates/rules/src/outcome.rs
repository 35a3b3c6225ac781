//! The result of a finished game.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::Ending;

/// Most players of either game.
pub const MAX_PLAYERS: usize = 5;

/// The result of a game: reason, penalties, final scores and winners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// Reason for the end.
    #[serde(serialize_with = "serialize_ending")]
    pub why: Ending,
    /// By player: penalty for the tiles left, as a positive number.
    pub penalties: ArrayVec<i16, MAX_PLAYERS>,
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
        penalties: ArrayVec<i16, MAX_PLAYERS>,
        rank_key: impl Fn(usize, i16, i16) -> K,
    ) -> Outcome {
        let final_scores: ArrayVec<i16, MAX_PLAYERS> =
            scores.iter().zip(&penalties).map(|(score, penalty)| score - penalty).collect();
        let keys: Vec<K> = (0..scores.len())
            .map(|player| rank_key(player, final_scores[player], penalties[player]))
            .collect();
        let place = |own: &K| 1 + keys.iter().filter(|other| *other > own).count() as u8;
        let places: ArrayVec<u8, MAX_PLAYERS> = keys.iter().map(place).collect();
        let winners = (0..scores.len() as u8).filter(|&player| places[usize::from(player)] == 1).collect();
        Outcome { why, penalties, final_scores, winners, places }
    }
}
