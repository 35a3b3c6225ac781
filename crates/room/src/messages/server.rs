//! Messages from the server.

use cafe_rules::Viewer;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{GameView, RoomEvent, RoomEventKind, RoomView};
use crate::room::PlayerIndex;
use crate::{AppliedEntry, Entry, Reaction, Room, RoomError};

/// Most messages are shorter than this.
const TYPICAL_BYTES: usize = 2048;
/// Number of past chat messages that a new viewer is sent.
const CHAT_SHOWN: usize = 200;

/// A message to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message on a connection.
    Welcome {
        /// The server's [`PROTOCOL_VERSION`](super::PROTOCOL_VERSION). A client with another one does not read on: it may not
        /// understand the messages.
        protocol: u32,
        /// The server's time in milliseconds since 1970, for the clocks.
        now: i64,
        /// Your visitor id.
        visitor: String,
    },
    /// What happened since the last update, and the state now.
    Update(Box<RoomUpdate>),
    /// Your request changed nothing: it had been done before, or needs no entry.
    Done {
        /// Id of the request.
        id: u32,
    },
    /// Your request is refused.
    Refused {
        /// Id of the request.
        id: u32,
        /// Code for programs.
        code: String,
        /// English text for people.
        message: String,
        /// The café tables that are in the way, for a refusal of the rules.
        tables: Vec<String>,
    },
    /// The answer to a hint request.
    Hint {
        /// Id of the request.
        id: u32,
        /// The best turns, best first.
        turns: Vec<HintTurn>,
    },
    /// A player sent a reaction.
    Reaction {
        /// The player.
        #[schema(value_type = u8)]
        player: PlayerIndex,
        /// Which one.
        reaction: Reaction,
    },
    /// Who is connected.
    Presence {
        /// By player: whether the visitor in the seat is connected.
        online: Vec<bool>,
        /// Number of other viewers.
        spectators: u32,
    },
    /// The server is shutting down; reconnect soon.
    Closing,
}

/// What happened since the last update, and the state now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomUpdate {
    /// Number of the last entry. Send it as `last` when you reconnect.
    pub number: u64,
    /// Id of your request, if this answers one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<u32>,
    /// What happened since the last update.
    pub events: Vec<RoomEvent>,
    /// Settings and occupants, if they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub room: Option<RoomView>,
    /// The game as you see it, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<GameView>,
}

/// A turn that a hint suggests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HintTurn {
    /// Actions in notation, in order.
    pub actions: Vec<String>,
    /// Points scored at once.
    pub points: i16,
    /// Expected final margin over the best opponent.
    pub value: f32,
}

impl ServerMessage {
    /// Returns the message as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = Vec::with_capacity(TYPICAL_BYTES);
        serde_json::to_writer(&mut json, self).expect("a message has only string keys");
        String::from_utf8(json).expect("JSON is UTF-8")
    }

    /// Returns the refusal of a request.
    #[must_use]
    pub fn refused(id: u32, error: &RoomError) -> ServerMessage {
        let tables = match error {
            RoomError::Rules(refusal) => {
                refusal.tables().iter().map(|table| table.cell.to_string()).collect()
            }
            _ => Vec::new(),
        };
        ServerMessage::Refused { id, code: error.code().to_owned(), message: error.to_string(), tables }
    }
}

impl RoomUpdate {
    /// Returns the update for a viewer who has seen everything before these entries.
    #[must_use]
    pub fn of(room: &Room, applied: &[AppliedEntry], viewer: Viewer, id: Option<u32>) -> RoomUpdate {
        let changes_room = |applied: &AppliedEntry| {
            room.entry(applied.number).is_some_and(|timed| {
                !matches!(timed.entry, Entry::ActionPlayed { .. } | Entry::Chat { .. } | Entry::Undone { .. })
            })
        };
        let room_changed = room.is_over() || applied.iter().any(changes_room);
        RoomUpdate {
            number: room.last_number(),
            id,
            events: applied.iter().filter_map(|applied| RoomEvent::of(room, applied, viewer)).collect(),
            room: room_changed.then(|| RoomView::of(room)),
            view: GameView::of(room, viewer),
        }
    }

    /// Returns the update for a viewer who reconnects and has seen the entries up to `last`, or 0 for a new viewer.
    #[must_use]
    pub fn since(room: &Room, last: u64, viewer: Viewer) -> RoomUpdate {
        // A number above the last entry belongs to another room.
        let last = if last > room.last_number() { 0 } else { last };
        let mut update = RoomUpdate::of(room, &room.applied_since(last), viewer, None);
        update.room = Some(RoomView::of(room));
        let is_chat = |event: &RoomEvent| matches!(event.kind, RoomEventKind::Chat { .. });
        let chat_count = update.events.iter().filter(|event| is_chat(event)).count();
        let mut surplus = chat_count.saturating_sub(CHAT_SHOWN);
        update.events.retain(|event| {
            let drop = surplus > 0 && is_chat(event);
            surplus -= usize::from(drop);
            !drop
        });
        update
    }
}
