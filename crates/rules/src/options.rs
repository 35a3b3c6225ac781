//! What is agreed before a game.

use std::fmt;
use std::ops::RangeInclusive;

/// Which of the two games.
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

    /// `card` or `board`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Card => "card",
            Kind::Board => "board",
        }
    }

    /// The game with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::BOTH.into_iter().find(|kind| kind.word() == word)
    }

    /// How many can play.
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
        f.write_str(self.word())
    }
}

/// The game, the number of players and the variant. Once made, they go together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    kind: Kind,
    players: u8,
    parties: bool,
}

impl Options {
    /// Agrees on a game.
    ///
    /// # Errors
    /// If that many cannot play it.
    ///
    /// ```
    /// use cafe_rules::{Kind, Options};
    /// assert!(Options::new(Kind::Card, 5, true).is_ok());
    /// let refused = Options::new(Kind::Board, 5, true).unwrap_err();
    /// assert_eq!(refused.to_string(), "the board game is for 2 to 4 players, not 5");
    /// ```
    pub fn new(kind: Kind, players: u8, parties: bool) -> Result<Options, WrongPlayers> {
        if kind.players().contains(&players) {
            Ok(Options { kind, players, parties })
        } else {
            Err(WrongPlayers { kind, players: players.into() })
        }
    }

    /// Every way to play: both games, every number of players, with and without parties.
    pub fn all() -> impl Iterator<Item = Options> {
        Kind::BOTH.into_iter().flat_map(|kind| {
            kind.players()
                .flat_map(move |players| [false, true].map(|parties| Options { kind, players, parties }))
        })
    }

    /// Which game.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// How many play.
    #[must_use]
    pub const fn players(self) -> u8 {
        self.players
    }

    /// Whether parties are played.
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

/// The game is not for that many players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongPlayers {
    /// Which game.
    pub kind: Kind,
    /// How many were asked for.
    pub players: u64,
}

impl fmt::Display for WrongPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = self.kind.players();
        write!(
            f,
            "the {} game is for {} to {} players, not {}",
            self.kind,
            range.start(),
            range.end(),
            self.players
        )
    }
}

impl std::error::Error for WrongPlayers {}
