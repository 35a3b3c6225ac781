//! The truth about a table: a list of entries that only ever grows. Everything else follows from it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Bot;
use super::options::{Millis, TableOptions};
use crate::{Name, TableId, VisitorId};

/// Something that happened at a table, as it is stored. Nobody outside ever sees one: the first holds the secret of the
/// deal, and an action may name a hidden card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are what the sentence above them names")]
pub enum Entry {
    /// Somebody opened the table. The seats may be kept for somebody, and the order of the cards may be written down: then
    /// it is no secret of the dealer's.
    Opened {
        options: TableOptions,
        host: VisitorId,
        secret: String,
        kept_for: Vec<Option<VisitorId>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deal: Option<WrittenDeal>,
    },
    /// Somebody took a seat and added a share to the seed. `program`: it is a bot from outside.
    Sat { seat: u8, visitor: VisitorId, name: Name, program: bool, share: Option<String> },
    /// The seat is free again. `host`: it was the host who left, and the next one has the table. Absent in old entries: then the
    /// next one had it whenever the host had no seat, whoever left.
    Left {
        seat: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host: Option<bool>,
    },
    /// A bot of the house took a seat.
    BotSat {
        seat: u8,
        #[serde(flatten)]
        bot: Bot,
    },
    /// Cards were dealt.
    Dealt { date: String },
    /// An action was played, in the notation.
    Acted { seat: u8, action: String, by: By },
    /// The last actions were taken back.
    Undone { seat: u8, steps: u16 },
    /// Somebody asked the others to take back so many actions.
    UndoAsked { seat: u8, steps: u16 },
    /// Somebody agreed.
    UndoAgreed { seat: u8 },
    /// Somebody would rather not, or things went on.
    UndoDeclined { seat: u8 },
    /// A bot looks after the seat.
    Minded { seat: u8 },
    /// The player is back. `anew`: it was their turn and its time had run out meanwhile, so it begins anew. Absent in old entries:
    /// then it always began anew.
    Returned {
        seat: u8,
        #[serde(default = "yes")]
        anew: bool,
    },
    /// Somebody said something.
    Said { seat: u8, text: String },
    /// The host muted somebody, or let them speak again.
    Muted { seat: u8, muted: bool },
    /// The same people go on at another table.
    Followed { table: TableId },
    /// A player lets everybody who has the link see the finished game.
    Shared { seat: u8 },
    /// The table was closed before the end: by whoever runs the house, who perhaps said why, by its host before the game,
    /// or because nobody is left whom it could wait for.
    Closed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

const fn yes() -> bool {
    true
}

/// A deal that somebody wrote down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenDeal {
    /// All guests in drawing order.
    pub guests: Vec<String>,
    /// Card game: all tables in drawing order.
    pub tables: Vec<String>,
}

/// Who played an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The player.
    Player,
    /// A bot of the house in its own seat, or looking after one.
    Bot,
    /// A bot, because the time was up.
    Clock,
}

/// An entry and when it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamped {
    /// When.
    pub at: Millis,
    /// What.
    pub entry: Entry,
}
