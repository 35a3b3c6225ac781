//! Who can be measured.

use cafe_bots::{Budget, Level, Turn, seer};
use cafe_rules::{Game, View, Viewer};
use serde::{Serialize, Serializer};

/// Who takes part in an arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entrant {
    /// A bot, which sees what its seat sees.
    Level(Level),
    /// The strongest search given every card. Not a player: it shows the ceiling that luck sets to skill.
    Seer,
}

impl Entrant {
    /// Every entrant there is, from the weakest.
    pub fn all() -> impl Iterator<Item = Entrant> {
        Level::ALL.into_iter().map(Entrant::Level).chain([Entrant::Seer])
    }

    /// The word for it in commands.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.word(),
            Entrant::Seer => "seer",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Entrant> {
        Entrant::all().find(|entrant| entrant.word() == word)
    }

    /// The name of the character.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.name(),
            Entrant::Seer => "the seer",
        }
    }

    /// What the player to move plays. Only the seer looks at more than the view of that seat.
    pub(super) fn choose(self, game: &Game, budget: Budget, seed: u64) -> Option<Turn> {
        match self {
            Entrant::Level(level) => level.choose(&View::of(game, Viewer::Player(game.turn())), budget, seed),
            Entrant::Seer => seer(game, seed),
        }
    }
}

impl Serialize for Entrant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
