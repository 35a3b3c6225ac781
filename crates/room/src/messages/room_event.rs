//! What happened in a room, as one viewer may know it.

use cafe_rules::{ActionView, Viewer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::GameEvent;
use crate::{AppliedEntry, Entry, Millis, PlayedAction, PlayedBy, Room, TimedEntry};

/// An event of a room: an entry of its log, without what the viewer may not know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomEvent {
    /// Number of the entry.
    pub number: u64,
    /// When, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub kind: RoomEventKind,
}

/// What happened in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum RoomEventKind {
    /// The room was opened.
    Opened,
    /// A visitor or a bot took a seat.
    SeatTaken { player: u8, name: String },
    /// A seat became free.
    SeatLeft { player: u8 },
    /// The game started.
    Started,
    /// An action was played. A hidden part is left out: `down` without the guest.
    ActionPlayed { player: u8, action: String, by: PlayedBy, events: Vec<GameEvent>, scores: Vec<i16> },
    /// The last `count` actions were undone.
    Undone { player: u8, count: u16 },
    /// A player asked to undo the last `count` actions.
    UndoRequested { player: u8, count: u16 },
    /// A player agreed to the undo.
    UndoAgreed { player: u8 },
    /// A player declined the undo.
    UndoDeclined { player: u8 },
    /// A bot took over for an absent player, or because the player wanted it to.
    BotTookOver { player: u8, by_choice: bool },
    /// The player returned.
    PlayerReturned { player: u8 },
    /// A player resigned, or another one claimed it because the player was silent. Either the game is over, or a bot plays on in
    /// the seat.
    Resigned {
        player: u8,
        #[schema(required)]
        claimed_by: Option<u8>,
        ends_game: bool,
    },
    /// A player nudged the player to move.
    Nudged { player: u8, to: u8 },
    /// A player proposed to end the game.
    EndProposed { player: u8 },
    /// A player agreed to end the game.
    EndAgreed { player: u8 },
    /// A player declined to end the game, or withdrew the own proposal.
    EndDeclined { player: u8 },
    /// The game ended without a winner, as this player proposed and all others agreed.
    EndedByAgreement { player: u8 },
    /// A chat message.
    Chat { player: u8, text: String },
    /// The host muted or unmuted a player.
    Muted { player: u8, muted: bool },
    /// A rematch was opened in another room.
    RematchOpened { room: String },
    /// A player shared the finished game with everybody who has the link.
    ReplayShared { player: u8 },
    /// The room was closed before the end of the game. An administrator may have given a reason.
    Closed {
        #[schema(required)]
        reason: Option<String>,
    },
}

impl RoomEvent {
    /// Returns the part of an entry that a viewer may know.
    #[must_use]
    pub fn of(room: &Room, applied: &AppliedEntry, viewer: Viewer) -> Option<RoomEvent> {
        let TimedEntry { at, entry } = room.entry(applied.number)?;
        let kind = match &applied.played {
            Some(played) => RoomEventKind::of_action(played, viewer),
            None => RoomEventKind::of_public_entry(entry)?,
        };
        Some(RoomEvent { number: applied.number, at: *at, kind })
    }
}

impl RoomEventKind {
    /// Returns the public part of an entry; none for an action, whose visibility depends on the viewer.
    fn of_public_entry(entry: &Entry) -> Option<RoomEventKind> {
        Some(match entry {
            Entry::ActionPlayed { .. } => return None,
            Entry::Opened { .. } => RoomEventKind::Opened,
            Entry::SeatTaken { player, name, .. } => {
                RoomEventKind::SeatTaken { player: *player, name: name.to_string() }
            }
            Entry::BotSeated { player, bot } => {
                RoomEventKind::SeatTaken { player: *player, name: bot.name().to_owned() }
            }
            Entry::SeatLeft { player, .. } => RoomEventKind::SeatLeft { player: *player },
            Entry::Started { .. } => RoomEventKind::Started,
            Entry::Undone { player, count } => RoomEventKind::Undone { player: *player, count: *count },
            Entry::UndoRequested { player, count } => {
                RoomEventKind::UndoRequested { player: *player, count: *count }
            }
            Entry::UndoAgreed { player } => RoomEventKind::UndoAgreed { player: *player },
            Entry::UndoDeclined { player } => RoomEventKind::UndoDeclined { player: *player },
            Entry::BotTookOver { player, by_choice } => {
                RoomEventKind::BotTookOver { player: *player, by_choice: *by_choice }
            }
            Entry::PlayerReturned { player, .. } => RoomEventKind::PlayerReturned { player: *player },
            Entry::Resigned { player, claimed_by, ends_game } => {
                RoomEventKind::Resigned { player: *player, claimed_by: *claimed_by, ends_game: *ends_game }
            }
            Entry::Nudged { player, to } => RoomEventKind::Nudged { player: *player, to: *to },
            Entry::EndProposed { player } => RoomEventKind::EndProposed { player: *player },
            Entry::EndAgreed { player } => RoomEventKind::EndAgreed { player: *player },
            Entry::EndDeclined { player } => RoomEventKind::EndDeclined { player: *player },
            Entry::EndedByAgreement { player } => RoomEventKind::EndedByAgreement { player: *player },
            Entry::Chat { player, text } => RoomEventKind::Chat { player: *player, text: text.clone() },
            Entry::Muted { player, muted } => RoomEventKind::Muted { player: *player, muted: *muted },
            Entry::RematchOpened { room } => RoomEventKind::RematchOpened { room: room.to_string() },
            Entry::ReplayShared { player } => RoomEventKind::ReplayShared { player: *player },
            Entry::Closed { reason } => RoomEventKind::Closed { reason: reason.clone() },
        })
    }

    fn of_action(played: &PlayedAction, viewer: Viewer) -> RoomEventKind {
        let PlayedAction { player, action, by, events, before, after } = played;
        let action = match ActionView::of(*action, *player, viewer) {
            ActionView::Full(action) => after.format_action(&action),
            ActionView::Down => "down".to_owned(),
        };
        let events = events.iter().map(|&event| GameEvent::of(event, before, after, viewer)).collect();
        let scores = after.scores().to_vec();
        RoomEventKind::ActionPlayed { player: *player, action, by: *by, events, scores }
    }
}
