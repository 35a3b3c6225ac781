//! The append-only log of a room. All other state is derived from it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::room::PlayerIndex;
use crate::{Bot, Millis, Name, RoomId, RoomOptions, VisitorId};

/// One event of a room, as it is stored. Entries never leave the server: the first one holds the secret of the deal, and an
/// action may name a hidden card. Viewers get [`RoomEvent`](crate::messages::RoomEvent) values instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum Entry {
    /// The room was opened. Seats may be reserved, and the deal may be fixed instead of derived from secret and shares.
    Opened {
        options: RoomOptions,
        host: VisitorId,
        secret: String,
        reserved_for: Vec<Option<VisitorId>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deal: Option<FixedDeal>,
    },
    /// A visitor took a seat and contributed a share to the seed.
    SeatTaken { player: PlayerIndex, visitor: VisitorId, name: Name, is_program: bool, share: Option<String> },
    /// A seat became free. `host_left`: the host left, so the next seated visitor becomes host. Entries of old versions do
    /// not have the field: then the next visitor became host whenever the host had no seat, no matter which player left.
    /// `removed`: by the host, so the visitor may not return.
    SeatLeft {
        player: PlayerIndex,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host_left: Option<bool>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        removed: bool,
    },
    /// A bot took a seat.
    BotSeated {
        player: PlayerIndex,
        #[serde(flatten)]
        bot: Bot,
    },
    /// The cards were dealt and the game started.
    Started { date: String },
    /// An action was played, in notation.
    ActionPlayed {
        player: PlayerIndex,
        action: String,
        #[serde(default, skip_serializing_if = "PlayedBy::is_player")]
        by: PlayedBy,
    },
    /// The last `count` actions were undone.
    Undone { player: PlayerIndex, count: u16 },
    /// A player asked the others to undo the last `count` actions.
    UndoRequested { player: PlayerIndex, count: u16 },
    /// A player agreed to the undo.
    UndoAgreed { player: PlayerIndex },
    /// A player declined the undo.
    UndoDeclined { player: PlayerIndex },
    /// A bot took over for an absent visitor, or because the visitor wanted it to.
    BotTookOver {
        player: PlayerIndex,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_choice: bool,
    },
    /// The visitor returned. `restart_turn`: the turn's time had run out meanwhile, so it starts again. Entries of old versions
    /// do not have the field: then the turn always started again.
    PlayerReturned {
        player: PlayerIndex,
        #[serde(default = "restart_turn_default")]
        restart_turn: bool,
    },
    /// A player resigned, or another one claimed the end because the player was silent. `ends_game`: nobody plays on; otherwise
    /// a bot plays on in the seat.
    Resigned {
        player: PlayerIndex,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claimed_by: Option<PlayerIndex>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ends_game: bool,
    },
    /// A player nudged the player to move.
    Nudged { player: PlayerIndex, to: PlayerIndex },
    /// A player proposed to end the game.
    EndProposed { player: PlayerIndex },
    /// A player agreed to end the game.
    EndAgreed { player: PlayerIndex },
    /// A player declined to end the game, or withdrew the own proposal.
    EndDeclined { player: PlayerIndex },
    /// The game ended without a winner, as this player proposed and all others agreed.
    EndedByAgreement { player: PlayerIndex },
    /// A chat message.
    Chat { player: PlayerIndex, text: String },
    /// The host muted or unmuted a player.
    Muted { player: PlayerIndex, muted: bool },
    /// A rematch was opened in another room.
    RematchOpened { room: RoomId },
    /// A player made the finished game visible to everybody with the link.
    ReplayShared { player: PlayerIndex },
    /// The room was closed before the end of the game: by an administrator, by its host before the game, or because it was
    /// abandoned.
    Closed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

const fn restart_turn_default() -> bool {
    true
}

/// A deal in a given order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FixedDeal {
    /// All guests in drawing order.
    pub guests: Vec<String>,
    /// Card game: all tables in drawing order.
    pub tables: Vec<String>,
}

/// What played an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayedBy {
    /// The visitor in the seat.
    #[default]
    Player,
    /// A bot, in its own seat or for an absent visitor.
    Bot,
    /// A bot, because the turn's time ran out.
    Clock,
}

impl PlayedBy {
    fn is_player(&self) -> bool {
        *self == PlayedBy::Player
    }
}

/// An entry and its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedEntry {
    /// When it was appended.
    pub at: Millis,
    /// The entry.
    pub entry: Entry,
}
