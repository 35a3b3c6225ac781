//! What a visitor can ask of a room.

use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::LevelName;
use crate::room::PlayerIndex;

/// A request to a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RoomRequest {
    /// Take a seat; without `player`, the one reserved for you or the first free one.
    TakeSeat {
        /// Which seat.
        #[serde(default)]
        #[ts(optional = nullable)]
        #[schema(value_type = Option<u8>)]
        player: Option<PlayerIndex>,
        /// Share of the seed: 64 random hexadecimal digits.
        #[serde(default)]
        #[ts(optional = nullable)]
        share: Option<String>,
    },
    /// Leave the seat. During the game a bot plays until you return.
    Leave {},
    /// Host, before the game: seat a bot.
    AddBot {
        /// Which seat.
        #[schema(value_type = u8)]
        player: PlayerIndex,
        /// Playing strength.
        #[ts(as = "LevelName")]
        #[schema(value_type = LevelName)]
        level: Level,
    },
    /// Host, before the game: free a seat.
    Remove {
        /// Which seat.
        #[schema(value_type = u8)]
        player: PlayerIndex,
    },
    /// Deal the cards and start the game.
    Start {},
    /// Play one action or a whole turn.
    Play {
        /// The `seq` of the view this answers.
        seq: u32,
        /// Actions in notation, in order.
        actions: Vec<String>,
    },
    /// Undo your last action, or ask the others to agree to it.
    Undo {
        /// The `seq` of the view this answers.
        seq: u32,
    },
    /// Answer another player's undo request.
    AnswerUndo {
        /// The `seq` of the view this answers: after further moves the answer is stale.
        seq: u32,
        /// The `id` of the undo request: once another one has replaced it, the answer is stale.
        #[ts(type = "number")]
        vote: u64,
        /// Whether you agree.
        agree: bool,
    },
    /// Take over from the bot that plays for you.
    Resume {},
    /// Let a bot play for you until you send `resume`.
    HandOver {},
    /// Resign. It ends a game of two; otherwise a bot plays on in your seat and you rank last.
    Resign {},
    /// Remind the player to move, in a game without a clock or with days per turn.
    Nudge {},
    /// Propose to end a game without a clock, without a winner.
    ProposeEnd {},
    /// Answer another player's proposal to end the game, or withdraw your own.
    AnswerEnd {
        /// The `id` of the proposal: once another one has replaced it, the answer is stale.
        #[ts(type = "number")]
        vote: u64,
        /// Whether you agree.
        agree: bool,
    },
    /// In a game without a clock: let the player to move resign, because the player has been silent for days.
    ClaimEnd {},
    /// Send a chat message.
    Chat {
        /// 1 to 300 characters.
        text: String,
    },
    /// Send a reaction. It is shown once and not stored.
    React {
        /// Which one.
        reaction: Reaction,
    },
    /// Host: mute or unmute a player.
    Mute {
        /// Whose seat.
        #[schema(value_type = u8)]
        player: PlayerIndex,
        /// Whether to mute.
        muted: bool,
    },
    /// Ask for a hint.
    Hint {
        /// The `seq` of the view this answers.
        seq: u32,
    },
    /// Ask for the game as it was after its first actions.
    PastView {
        /// Number of actions; undone ones do not count.
        actions: u32,
    },
    /// Play again with the same players; the next one starts.
    Rematch {},
    /// Let everybody who has the room's link see the finished game. This cannot be revoked.
    Share {},
    /// Host: close the room before the game.
    Close {},
    /// Keep the connection alive.
    Ping {},
}

/// A reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Waving hand.
    Hello,
    /// Clapping hands.
    Bravo,
    /// Raised cup.
    Cheers,
    /// Puzzled face.
    Hmm,
    /// Hand on heart.
    Thanks,
}
