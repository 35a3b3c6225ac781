//! One action of a replay.

use crate::{Action, Event, Events, Game};

/// One action that was played, with its events and the game before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The player who played it.
    pub player: u8,
    /// The action.
    pub action: Action,
    /// The events of the action, in order.
    pub events: Events,
    /// The game before the action.
    pub before: Game,
    /// The game after the action.
    pub after: Game,
}

impl Step {
    /// Returns the sum of the points that the action paid.
    #[must_use]
    pub fn points(&self) -> i16 {
        self.events.iter().filter_map(Event::points).sum()
    }

    /// Returns true if the action ended the turn.
    #[must_use]
    pub fn ends_turn(&self) -> bool {
        self.events.iter().any(Event::ends_turn)
    }

    /// Returns true if the action turned up something hidden, so that it cannot be taken back.
    #[must_use]
    pub fn reveals_hidden(&self) -> bool {
        self.events.iter().any(Event::reveals_hidden)
    }
}
