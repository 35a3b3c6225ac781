//! How a game ended, as everybody sees it.

use cafe_rules::Outcome;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct ResultShown {
    /// Why, in one word.
    pub why: String,
    /// By player: what the cards left cost, as a positive number.
    pub penalties: Vec<i16>,
    /// By player: the points at the end.
    #[serde(rename = "final")]
    pub finals: Vec<i16>,
    /// Who won, ascending; several if they share the win.
    pub winners: Vec<u8>,
    /// By player: 1 for the winners, and so on; players who share a place leave the next ones out.
    pub places: Vec<u8>,
}

impl ResultShown {
    /// How a game ended, as everybody sees it.
    #[must_use]
    pub fn of(outcome: &Outcome) -> ResultShown {
        ResultShown {
            why: outcome.why.as_str().to_owned(),
            penalties: outcome.penalties.to_vec(),
            finals: outcome.final_scores.to_vec(),
            winners: outcome.winners.to_vec(),
            places: outcome.places.to_vec(),
        }
    }
}
