//! The schema of a bot's level.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

// Messages hold `cafe_bots::Level` itself. This mirror exists because that crate has no schema derives; a test keeps the two
// in step.
/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "Level")]
#[schema(as = Level)]
pub enum LevelName {
    /// Plays random legal turns.
    Novice,
    /// Takes the best single placement, or a pair where a guest may not sit alone.
    Casual,
    /// Takes the turn that scores most.
    Regular,
    /// Also evaluates the position after the turn.
    Expert,
    /// Searches ahead.
    Master,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_the_levels_of_the_bots() {
        use LevelName::{Casual, Expert, Master, Novice, Regular};
        let names = serde_json::to_string(&[Novice, Casual, Regular, Expert, Master]).unwrap();
        assert_eq!(names, serde_json::to_string(&cafe_bots::Level::ALL).unwrap());
    }
}
