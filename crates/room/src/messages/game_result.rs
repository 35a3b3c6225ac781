//! The result of a game.

use cafe_rules::Outcome;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameResult {
    /// Why the game ended.
    pub why: String,
    /// By player: the penalty for the cards left, as a positive number.
    pub penalties: Vec<i16>,
    /// By player: the final score.
    #[serde(rename = "final")]
    pub finals: Vec<i16>,
    /// The winners, ascending; several if they tie.
    pub winners: Vec<u8>,
    /// By player: the place, from 1. Players who tie share a place, and the following places are skipped.
    pub places: Vec<u8>,
}

impl GameResult {
    /// Returns the result for an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> GameResult {
        GameResult {
            why: outcome.why.as_str().to_owned(),
            penalties: outcome.penalties.to_vec(),
            finals: outcome.final_scores.to_vec(),
            winners: outcome.winners.to_vec(),
            places: outcome.places.to_vec(),
        }
    }
}
