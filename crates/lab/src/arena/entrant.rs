//! Who can be measured.

use cafe_bots::{Budget, Level, Turn, perfect_information_turn};
use cafe_rules::{Game, View, Viewer};
use serde::{Serialize, Serializer};

/// Who takes part in an arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entrant {
    /// A bot, which sees what its seat sees.
    Level(Level),
    /// The strongest search given every card. Not a player: it shows the ceiling that luck sets to skill.
    PerfectInformation,
}

impl Entrant {
    /// Every entrant there is, from the weakest.
    pub fn all() -> impl Iterator<Item = Entrant> {
        Level::ALL.into_iter().map(Entrant::Level).chain([Entrant::PerfectInformation])
    }

    /// The word for it in commands.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.as_str(),
            Entrant::PerfectInformation => "seer",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Entrant> {
        Entrant::all().find(|entrant| entrant.as_str() == word)
    }

    /// The name of the character.
    #[must_use]
    pub const fn display_name(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.character_name(),
            Entrant::PerfectInformation => "the seer",
        }
    }

    /// What the player to move plays. Only the seer looks at more than the view of that seat.
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
