//! What a bot has in mind: the rest of its turn, which it decided about as a whole.

use cafe_bots::{Level, Turn};
use cafe_rules::Action;

/// The rest of a bot's turn, from the game as it stands.
#[derive(Clone, Debug)]
pub(super) struct Intent {
    level: Level,
    seed: u64,
    turn: Turn,
}

impl Intent {
    /// What this bot has decided.
    pub(super) fn of(level: Level, seed: u64, turn: Turn) -> Intent {
        Intent { level, seed, turn }
    }

    /// The next action, if it is this bot that is asked: another one, or another throw of its dice, decides anew.
    pub(super) fn next(&self, level: Level, seed: u64) -> Option<Action> {
        if (level, seed) == (self.level, self.seed) { self.turn.actions.first().copied() } else { None }
    }

    /// What is left of it after an action; nothing after one that was not meant.
    pub(super) fn after(mut self, action: Action) -> Option<Intent> {
        (self.turn.actions.pop_at(0) == Some(action)).then_some(self)
    }
}
