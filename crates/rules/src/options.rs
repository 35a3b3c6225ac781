//! The game, the number of players and the variant.

use std::fmt;
use std::ops::RangeInclusive;

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// *Café International – Das Kartenspiel* (2001).
    Card,
    /// *Café International* (1989).
    Board,
}

impl Kind {
    /// Both games.
    pub const BOTH: [Kind; 2] = [Kind::Card, Kind::Board];

    /// Name of the game in positions and records: `card` or `board`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Card => "card",
            Kind::Board => "board",
        }
    }

    /// Returns the game with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::BOTH.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Possible numbers of players.
    #[must_use]
    pub const fn players(self) -> RangeInclusive<u8> {
        match self {
            Kind::Card => 2..=5,
            Kind::Board => 2..=4,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The game, the number of players and the variant, checked to go together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    kind: Kind,
    players: u8,
    parties: bool,
}

impl Options {
    /// Creates options.
    ///
    /// # Errors
    /// If the game is not for this number of players.
    ///
    /// ```
    /// use cafe_rules::{Kind, Options};
    /// assert!(Options::new(Kind::Card, 5, true).is_ok());
    /// let error = Options::new(Kind::Board, 5, true).unwrap_err();
    /// assert_eq!(error.to_string(), "the board game is for 2 to 4 players, not 5");
    /// ```
    pub fn new(kind: Kind, players: u8, parties: bool) -> Result<Options, PlayerCountError> {
        if kind.players().contains(&players) {
            Ok(Options { kind, players, parties })
        } else {
            Err(PlayerCountError { kind, players: players.into() })
        }
    }

    /// Returns all valid options: both games, every number of players, with and without parties.
    pub fn all() -> impl Iterator<Item = Options> {
        Kind::BOTH.into_iter().flat_map(|kind| {
            kind.players()
                .flat_map(move |players| [false, true].map(|parties| Options { kind, players, parties }))
        })
    }

    /// The game.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Number of players.
    #[must_use]
    pub const fn players(self) -> u8 {
        self.players
    }

    /// Returns true if the party variant is played.
    #[must_use]
    pub const fn parties(self) -> bool {
        self.parties
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}{}", self.kind, self.players, if self.parties { "-parties" } else { "" })
    }
}

/// The game cannot be played by this number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the {kind} game is for {} to {} players, not {players}",
    .kind.players().start(),
    .kind.players().end()
)]
pub struct PlayerCountError {
    /// The game.
    pub kind: Kind,
    /// The number of players that was requested.
    pub players: u64,
}
