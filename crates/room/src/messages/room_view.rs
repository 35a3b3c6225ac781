//! The public state of a room: settings and occupants.

use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::room::PlayerIndex;
use crate::{EndVote, Entry, LevelName, Millis, Name, Occupant, Room, RoomOptions, UndoVote, VisitorId};

/// A room as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomView {
    /// Id of the room.
    pub id: String,
    /// Settings of the room.
    pub options: RoomOptions,
    /// Commitment to the secret of the deal, published before anybody takes a seat.
    pub commitment: String,
    /// The visitor who may add bots, mute players and so on.
    pub host: String,
    /// By player: the occupant of the seat.
    pub occupants: Vec<OccupantView>,
    /// Whether the game has started.
    pub started: bool,
    /// Whether the game is over or the room closed.
    pub over: bool,
    /// Whether the room was closed before the end.
    pub closed: bool,
    /// The room of the rematch.
    #[schema(required)]
    pub next_room: Option<String>,
    /// Whether a player shared the finished game with everybody who has the link.
    pub shared: bool,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OccupantView {
    /// Display name; empty if the seat is free.
    pub name: String,
    /// The visitor in the seat.
    #[schema(required)]
    pub visitor: Option<String>,
    /// The level of the bot in the seat.
    #[ts(as = "Option<LevelName>")]
    #[schema(value_type = Option<LevelName>, required)]
    pub bot: Option<Level>,
    /// Whether the visitor is an external bot.
    pub is_program: bool,
    /// The visitor the seat is reserved for.
    #[schema(required)]
    pub reserved_for: Option<String>,
    /// Whether a bot plays for the visitor.
    pub bot_plays: bool,
    /// Whether the visitor resigned. If the game goes on, a bot plays on in the seat.
    #[serde(default)]
    #[schema(required)]
    pub resigned: bool,
    /// Whether the host muted the visitor.
    pub muted: bool,
    /// Whether the visitor contributed a share to the seed.
    pub has_share: bool,
}

/// An open undo request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct UndoVoteView {
    /// To be sent with an answer.
    #[ts(type = "number")]
    pub id: u64,
    /// The player who asks.
    #[schema(value_type = u8)]
    pub player: PlayerIndex,
    /// Number of actions to undo.
    pub count: u16,
    /// The players who agreed.
    #[schema(value_type = Vec<u8>)]
    pub agreed: Vec<PlayerIndex>,
}

/// An open proposal to end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EndVoteView {
    /// To be sent with an answer.
    #[ts(type = "number")]
    pub id: u64,
    /// The player who proposes it.
    #[schema(value_type = u8)]
    pub player: PlayerIndex,
    /// The players who agreed.
    #[schema(value_type = Vec<u8>)]
    pub agreed: Vec<PlayerIndex>,
    /// The players whose agreement is missing.
    #[schema(value_type = Vec<u8>)]
    pub missing: Vec<PlayerIndex>,
}

impl EndVoteView {
    pub(super) fn of(room: &Room, vote: &EndVote) -> EndVoteView {
        let missing = room.end_voters(vote).collect();
        EndVoteView { id: vote.id, player: vote.player, agreed: vote.agreed.clone(), missing }
    }
}

impl UndoVoteView {
    pub(super) fn of(vote: &UndoVote) -> UndoVoteView {
        UndoVoteView { id: vote.id, player: vote.player, count: vote.count, agreed: vote.agreed.clone() }
    }
}

impl RoomView {
    /// Returns the public state of a room.
    #[must_use]
    pub fn of(room: &Room) -> RoomView {
        RoomView {
            id: room.id.to_string(),
            options: room.options.clone(),
            commitment: room.commitment().to_string(),
            host: room.host.to_string(),
            occupants: (0..).zip(&room.occupants).map(|(player, _)| OccupantView::of(room, player)).collect(),
            started: room.game.is_some(),
            over: room.is_over(),
            closed: room.closed,
            next_room: room.next_room.as_ref().map(ToString::to_string),
            shared: room.shared,
        }
    }
}

impl RoomView {
    /// Returns true if an entry changes the public state of a room, apart from an action that ends the game.
    #[must_use]
    pub fn is_changed_by(entry: &Entry) -> bool {
        match entry {
            Entry::Opened { .. }
            | Entry::SeatTaken { .. }
            | Entry::SeatLeft { .. }
            | Entry::BotSeated { .. }
            | Entry::Started { .. }
            | Entry::BotTookOver { .. }
            | Entry::PlayerReturned { .. }
            | Entry::Resigned { .. }
            | Entry::EndedByAgreement { .. }
            | Entry::Muted { .. }
            | Entry::RematchOpened { .. }
            | Entry::ReplayShared { .. }
            | Entry::Closed { .. } => true,
            Entry::ActionPlayed { .. }
            | Entry::Undone { .. }
            | Entry::UndoRequested { .. }
            | Entry::UndoAgreed { .. }
            | Entry::UndoDeclined { .. }
            | Entry::Nudged { .. }
            | Entry::EndProposed { .. }
            | Entry::EndAgreed { .. }
            | Entry::EndDeclined { .. }
            | Entry::Chat { .. } => false,
        }
    }

    /// Returns the player that a visitor plays as.
    #[must_use]
    pub fn player_of(&self, visitor: &VisitorId) -> Option<PlayerIndex> {
        let is_seat = |occupant: &OccupantView| occupant.visitor.as_deref() == Some(visitor.as_str());
        self.occupants.iter().position(is_seat).map(|player| player as PlayerIndex)
    }

    /// Returns when the turn of the player to move runs out of time, from the stored timer of the room. The timer is also set for
    /// bots, which have no deadline.
    #[must_use]
    pub fn deadline(&self, to_move: Option<PlayerIndex>, timer_at: Option<Millis>) -> Option<Millis> {
        let occupant = self.occupants.get(usize::from(to_move?))?;
        timer_at.filter(|_| occupant.bot.is_none() && !occupant.bot_plays)
    }

    /// Removes the id and the name of a visitor. A seat that was reserved for the visitor is free, and a room of the visitor belongs
    /// to the first one who has a seat.
    pub fn erase_visitor(&mut self, visitor: &VisitorId) {
        let erased = VisitorId::erased();
        for occupant in &mut self.occupants {
            if occupant.visitor.as_deref() == Some(visitor.as_str()) {
                occupant.visitor = Some(erased.to_string());
                occupant.name = Name::erased().to_string();
            }
            occupant.reserved_for.take_if(|reserved_for| reserved_for == visitor.as_str());
        }
        if self.host == visitor.as_str() {
            let mut seated = self.occupants.iter().filter_map(|occupant| occupant.visitor.as_deref());
            self.host =
                seated.find(|seated| *seated != erased.as_str()).unwrap_or(erased.as_str()).to_owned();
        }
    }
}

impl OccupantView {
    fn of(room: &Room, player: PlayerIndex) -> OccupantView {
        let occupant = &room.occupants[usize::from(player)];
        let seated = occupant.visitor();
        OccupantView {
            name: occupant.name().to_owned(),
            visitor: seated.map(|seated| seated.id.to_string()),
            bot: if let Occupant::Bot(bot) = occupant { Some(bot.level) } else { None },
            is_program: seated.is_some_and(|seated| seated.is_program),
            reserved_for: match occupant {
                Occupant::Free { reserved_for } => reserved_for.as_ref().map(ToString::to_string),
                _ => None,
            },
            bot_plays: seated.is_some_and(|seated| seated.bot_plays),
            resigned: room.has_resigned(player),
            muted: seated.is_some_and(|seated| seated.muted),
            has_share: seated.is_some_and(|seated| seated.share.is_some()),
        }
    }
}
