//! The rest of a turn that a bot has planned.

use cafe_bots::{Level, Turn};
use cafe_rules::Action;

/// The rest of a bot's turn, starting from the current state of the game.
#[derive(Clone, Debug)]
pub(super) struct PlannedTurn {
    level: Level,
    seed: u64,
    turn: Turn,
}

impl PlannedTurn {
    pub(super) fn new(level: Level, seed: u64, turn: Turn) -> PlannedTurn {
        PlannedTurn { level, seed, turn }
    }

    /// Returns the next action if the plan is of this level and seed.
    pub(super) fn next(&self, level: Level, seed: u64) -> Option<Action> {
        if (level, seed) == (self.level, self.seed) { self.turn.actions.first().copied() } else { None }
    }

    /// Returns the rest of the plan after an action; `None` if the action was not the planned one.
    pub(super) fn after(mut self, action: Action) -> Option<PlannedTurn> {
        (self.turn.actions.pop_at(0) == Some(action)).then_some(self)
    }
}
