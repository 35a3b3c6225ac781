//! Who sits at a table, as everybody sees it.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::LevelWord;
use crate::room::{Holder, Room, TableOptions, Vote};

/// A table, as everybody sees it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RoomShown {
    /// Its name.
    pub id: String,
    /// What is agreed.
    pub options: TableOptions,
    /// What the dealer has committed to, before anybody sat down.
    pub commitment: String,
    /// Who may add bots and so on.
    pub host: String,
    /// Who sits where.
    pub seats: Vec<SeatShown>,
    /// Whether the cards are dealt.
    pub started: bool,
    /// Whether the game is over, or the table closed.
    pub over: bool,
    /// Whether the table was closed before the end.
    pub closed: bool,
    /// Where the same people went on.
    #[schema(required)]
    pub followed: Option<String>,
    /// Whether a player has let everybody who has the link see the finished game.
    pub shared: bool,
}

/// A seat.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SeatShown {
    /// Nothing if it is free.
    pub name: String,
    /// The visitor in it.
    #[schema(required)]
    pub visitor: Option<String>,
    /// The level of the bot of the house in it.
    #[ts(as = "Option<LevelWord>")]
    #[schema(value_type = Option<LevelWord>, required)]
    pub bot: Option<cafe_bots::Level>,
    /// Whether it is a bot from outside.
    pub program: bool,
    /// Whether the seat is kept for somebody.
    #[schema(required)]
    pub kept_for: Option<String>,
    /// Whether a bot looks after it.
    pub minded: bool,
    /// Whether the host has muted its player.
    pub muted: bool,
}

/// Somebody asks to take back.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct VoteShown {
    /// Who asks.
    pub seat: u8,
    /// How many actions.
    pub steps: u16,
    /// Who has agreed.
    pub agreed: Vec<u8>,
}

impl VoteShown {
    pub(super) fn of(vote: &Vote) -> VoteShown {
        VoteShown { seat: vote.seat, steps: vote.steps, agreed: vote.agreed.clone() }
    }
}

impl RoomShown {
    /// What everybody sees of a table.
    #[must_use]
    pub fn of(room: &Room) -> RoomShown {
        RoomShown {
            id: room.id.to_string(),
            options: room.options.clone(),
            commitment: room.commitment().to_string(),
            host: room.host.to_string(),
            seats: room.seats.iter().map(SeatShown::of).collect(),
            started: room.play.is_some(),
            over: room.is_over(),
            closed: room.closed,
            followed: room.followed.as_ref().map(ToString::to_string),
            shared: room.shared,
        }
    }
}

impl SeatShown {
    fn of(holder: &Holder) -> SeatShown {
        let guest = holder.guest();
        SeatShown {
            name: holder.name().to_owned(),
            visitor: guest.map(|guest| guest.visitor.to_string()),
            bot: if let Holder::Bot(bot) = holder { Some(bot.level) } else { None },
            program: guest.is_some_and(|guest| guest.program),
            kept_for: if let Holder::Free(Some(visitor)) = holder { Some(visitor.to_string()) } else { None },
            minded: guest.is_some_and(|guest| guest.minded),
            muted: guest.is_some_and(|guest| guest.muted),
        }
    }
}
