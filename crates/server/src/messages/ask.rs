//! What a client asks.

use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::LevelWord;

/// A message from a client: what it asks, and a number of its own by which it knows the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Asked {
    /// The client's number for it.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub id: u32,
    /// What it asks.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What a client can ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Ask {
    /// Take a seat; the first free one if none is named. The share is 64 hexadecimal digits, random, for the deal.
    Sit {
        /// Which seat.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<u8>,
        /// The share of the seed.
        #[serde(default)]
        #[ts(optional = nullable)]
        share: Option<String>,
    },
    /// Leave the seat; in a game a bot looks after it until one sits down again.
    Leave,
    /// Host: let a bot of the house sit down.
    AddBot {
        /// Where.
        seat: u8,
        /// How well it plays.
        #[ts(as = "LevelWord")]
        #[schema(value_type = LevelWord)]
        level: Level,
    },
    /// Host: free a seat before the game.
    Remove {
        /// Which.
        seat: u8,
    },
    /// Deal the cards.
    Start,
    /// Play one action, or a whole turn at once.
    Act {
        /// The number of moves that the client has seen: what this answers.
        seq: u32,
        /// In the notation, in order.
        actions: Vec<String>,
    },
    /// Take back the last action, or ask the others to.
    Undo {
        /// The number of moves that the client has seen.
        seq: u32,
    },
    /// Answer somebody who asked to take back.
    AnswerUndo {
        /// The number of moves that the client has seen: whoever has gone on since asks about something else.
        seq: u32,
        /// Yes or no.
        agree: bool,
    },
    /// I am back: no bot needs to play for me.
    Back,
    /// Say something.
    Say {
        /// A line of 1 to 300 characters.
        text: String,
    },
    /// A friendly gesture. It is shown and forgotten.
    React {
        /// Which.
        with: Reaction,
    },
    /// Host: mute somebody, or let them speak again.
    Mute {
        /// Whom.
        seat: u8,
        /// Whether to mute.
        muted: bool,
    },
    /// Ask the house what it would play.
    Hint {
        /// The number of moves that the client has seen.
        seq: u32,
    },
    /// Play again with the same people, the next player beginning.
    Rematch,
    /// Let everybody who has the table's link see the finished game. It cannot be taken back.
    Share,
    /// Host: close the table before the game.
    Close,
    /// Nothing but an answer.
    Ping,
}

/// A friendly gesture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// A wave.
    Hello,
    /// Hands that clap.
    Bravo,
    /// A cup raised.
    Cheers,
    /// A face that wonders.
    Hmm,
    /// A hand on the heart.
    Thanks,
}
