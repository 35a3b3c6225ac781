//! The bots that can take part in a match.

use cafe_bots::{Budget, Level, Turn, perfect_information_turn};
use cafe_rules::{Game, View, Viewer};
use serde::{Serialize, Serializer};

/// A bot in a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entrant {
    /// A bot that sees what its player can see.
    Level(Level),
    /// The search given every card: the upper limit that luck sets to skill.
    PerfectInformation,
}

impl Entrant {
    /// Returns all entrants, weakest first.
    pub fn all() -> impl Iterator<Item = Entrant> {
        Level::ALL.into_iter().map(Entrant::Level).chain([Entrant::PerfectInformation])
    }

    /// Returns the name of the entrant in commands.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.as_str(),
            Entrant::PerfectInformation => "seer",
        }
    }

    /// Parses the name of an entrant.
    #[must_use]
    pub fn parse(name: &str) -> Option<Entrant> {
        Entrant::all().find(|entrant| entrant.as_str() == name)
    }

    /// Returns the name shown to people.
    #[must_use]
    pub const fn display_name(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.character_name(),
            Entrant::PerfectInformation => "the seer",
        }
    }

    /// Chooses the turn of the player to move. Only perfect information uses more than that player's view.
    pub(super) fn choose(self, game: &Game, budget: Budget, seed: u64) -> Option<Turn> {
        match self {
            Entrant::Level(level) => level.choose(&View::of(game, Viewer::Player(game.turn())), budget, seed),
            Entrant::PerfectInformation => perfect_information_turn(game, seed),
        }
    }
}

impl Serialize for Entrant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
