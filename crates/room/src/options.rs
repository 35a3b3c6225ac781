//! The settings of a room, chosen when it is opened.

use cafe_rules::{Kind, Options, PlayerCountError};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A time in milliseconds since 1970.
pub type Millis = i64;

// Unchecked, as it arrives in messages. `check` validates it.
/// The settings of a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoomOptions {
    /// `card` or `board`.
    #[ts(type = "\"card\" | \"board\"")]
    pub game: String,
    /// Number of players.
    pub players: u8,
    /// Whether the party variant is played.
    #[serde(default)]
    pub parties: bool,
    /// Time limit for a turn.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the room is listed publicly. A private room is found by its link only.
    #[serde(default)]
    pub public: bool,
    /// Whether others may watch the game.
    #[serde(default = "enabled")]
    pub spectators: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// Whether players may undo actions.
    #[serde(default = "enabled")]
    pub undo: bool,
    /// Whether the deal is chosen to be friendly to the first player (docs/shuffle.md): for a first game. Only bots may have the
    /// other seats.
    #[serde(default)]
    pub friendly_deal: bool,
}

const fn enabled() -> bool {
    true
}

/// Time limit for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No limit.
    #[default]
    None,
    /// 15 to 600 seconds.
    Seconds {
        /// Seconds per turn.
        per_turn: u32,
    },
    /// 1 to 14 days: correspondence play.
    Days {
        /// Days per turn.
        per_turn: u32,
    },
}

/// The longest limit for a turn, in days.
const MAX_DAYS: u32 = 14;

impl Clock {
    /// The longest limit for a turn, in milliseconds.
    pub const MAX_LIMIT_MILLIS: Millis = MAX_DAYS as Millis * 24 * 60 * 60 * 1000;

    /// Returns the limit for a turn in milliseconds.
    #[must_use]
    pub const fn limit_millis(self) -> Option<Millis> {
        match self {
            Clock::None => None,
            Clock::Seconds { per_turn } => Some(per_turn as Millis * 1000),
            Clock::Days { per_turn } => Some(per_turn as Millis * 24 * 60 * 60 * 1000),
        }
    }
}

/// Why a room cannot be opened with these options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidOptions {
    /// Unknown game.
    #[error("game must be card or board")]
    Game,
    /// The game does not support this number of players.
    #[error(transparent)]
    Players(#[from] PlayerCountError),
    /// The time limit is out of range.
    #[error("a turn limit must be 15 to 600 seconds or 1 to 14 days")]
    Clock,
    /// A friendly deal in a game that is not between one visitor and bots.
    #[error("a friendly deal needs bots in all seats but the first")]
    FriendlyDeal,
}

impl RoomOptions {
    /// Returns the options of a private room without a clock.
    #[must_use]
    pub fn new(options: Options) -> RoomOptions {
        RoomOptions {
            game: options.kind().as_str().to_owned(),
            players: options.players(),
            parties: options.parties(),
            clock: Clock::None,
            public: false,
            spectators: true,
            hints: false,
            undo: true,
            friendly_deal: false,
        }
    }

    /// Validates the settings and returns the options of the game.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<Options, InvalidOptions> {
        let kind = Kind::parse(&self.game).ok_or(InvalidOptions::Game)?;
        let clock_in_range = match self.clock {
            Clock::None => true,
            Clock::Seconds { per_turn } => (15..=600).contains(&per_turn),
            Clock::Days { per_turn } => (1..=MAX_DAYS).contains(&per_turn),
        };
        if !clock_in_range {
            return Err(InvalidOptions::Clock);
        }
        Ok(Options::new(kind, self.players, self.parties)?)
    }
}
