//! The words for the levels of the bots.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

// It is `cafe_bots::Level` as it is written, and only there to be described: messages hold the level itself.
/// How well a bot of the house plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "Level")]
#[schema(as = Level)]
pub enum LevelWord {
    /// Seats guests wherever they may sit.
    Novice,
    /// Takes the best single placement, or a couple where one may not sit alone.
    Casual,
    /// Takes the whole turn that scores most.
    Regular,
    /// Weighs what a turn leaves as well as what it scores.
    Expert,
    /// Looks ahead.
    Master,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_bots() {
        use LevelWord::{Casual, Expert, Master, Novice, Regular};
        let words = serde_json::to_string(&[Novice, Casual, Regular, Expert, Master]).unwrap();
        assert_eq!(words, serde_json::to_string(&cafe_bots::Level::ALL).unwrap());
    }
}
