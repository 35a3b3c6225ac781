//! What is agreed when a table is opened.

use std::fmt;

use cafe_rules::{Kind, Options, PlayerCountError};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A time, in milliseconds since 1970.
pub type Millis = i64;

// As it is written in messages: `check` makes it sound.
/// What is agreed when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableOptions {
    /// `card` or `board`.
    #[ts(type = "\"card\" | \"board\"")]
    pub game: String,
    /// How many play.
    pub players: u8,
    /// Whether ladies' parties and regulars' tables are played.
    #[serde(default)]
    pub parties: bool,
    /// How long a turn may take.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the table is listed for everybody; else only those who know its link find it.
    #[serde(default)]
    pub public: bool,
    /// Whether others may watch.
    #[serde(default = "yes")]
    pub watching: bool,
    /// Whether players may ask the house for a hint.
    #[serde(default)]
    pub hints: bool,
    /// Whether players may take back.
    #[serde(default = "yes")]
    pub undo: bool,
}

const fn yes() -> bool {
    true
}

/// How long a turn may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// As long as it takes.
    #[default]
    None,
    /// So many seconds, 15 to 600.
    Seconds {
        /// How many.
        each: u32,
    },
    /// So many days, 1 to 14: correspondence play.
    Days {
        /// How many.
        each: u32,
    },
}

impl Clock {
    /// How long a turn may take, in milliseconds.
    #[must_use]
    pub const fn limit_millis(self) -> Option<Millis> {
        match self {
            Clock::None => None,
            Clock::Seconds { each } => Some(each as Millis * 1000),
            Clock::Days { each } => Some(each as Millis * 24 * 60 * 60 * 1000),
        }
    }
}

/// Why a table cannot be opened like this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrongOptions {
    /// There is no such game.
    Game,
    /// The game is not for so many.
    Players(PlayerCountError),
    /// The clock is too fast or too slow.
    Clock,
}

impl TableOptions {
    /// A private table without a clock.
    #[must_use]
    pub fn new(options: Options) -> TableOptions {
        TableOptions {
            game: options.kind().as_str().to_owned(),
            players: options.players(),
            parties: options.parties(),
            clock: Clock::None,
            public: false,
            watching: true,
            hints: false,
            undo: true,
        }
    }

    /// The game that is agreed on.
    ///
    /// # Errors
    /// Why nobody could play like this.
    pub fn check(&self) -> Result<Options, WrongOptions> {
        let kind = Kind::parse(&self.game).ok_or(WrongOptions::Game)?;
        let sound = match self.clock {
            Clock::None => true,
            Clock::Seconds { each } => (15..=600).contains(&each),
            Clock::Days { each } => (1..=14).contains(&each),
        };
        if !sound {
            return Err(WrongOptions::Clock);
        }
        Options::new(kind, self.players, self.parties).map_err(WrongOptions::Players)
    }
}

impl fmt::Display for WrongOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongOptions::Game => f.write_str("the games are card and board"),
            WrongOptions::Players(wrong) => wrong.fmt(f),
            WrongOptions::Clock => f.write_str("a turn takes 15 to 600 seconds or 1 to 14 days"),
        }
    }
}

impl std::error::Error for WrongOptions {}
