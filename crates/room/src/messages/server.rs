//! Messages from the server.

use cafe_rules::Viewer;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{GameView, HintTurn, RoomEvent, RoomEventKind, RoomView};
use crate::chat::CHAT_SHOWN;
use crate::room::PlayerIndex;
use crate::{AppliedEntry, Entry, Reaction, Room, RoomError};

/// Most messages are shorter than this.
const TYPICAL_BYTES: usize = 2048;
/// Number of entries that a viewer can catch up with one by one. A long game with much chat has fewer. A viewer who is further
/// behind is sent the game as it stands.
const MAX_MISSED: u64 = 500;
/// Size of the past chat messages that a viewer is sent, in bytes.
const CHAT_SHOWN_BYTES: usize = 32 * 1024;
/// Number of other events in a condensed update.
const OTHER_EVENTS_SHOWN: usize = 100;

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
    /// The answer to a request for a past view.
    PastView {
        /// Id of the request.
        id: u32,
        /// The game as you saw it then, without legal actions. Its `seq` is the number of actions.
        view: Box<GameView>,
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
    /// Whether `events` replace all earlier ones, because too much happened: the actions that were not undone, and the newest
    /// other events.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, type = "boolean")]
    pub condensed: bool,
    /// Settings and occupants, if they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub room: Option<RoomView>,
    /// The game as you see it, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<GameView>,
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
            condensed: false,
            room: room_changed.then(|| RoomView::of(room)),
            view: GameView::of(room, viewer),
        }
    }

    /// Returns the update for a viewer who reconnects and has seen the entries up to `last`, or 0 for a new viewer. Its size and
    /// cost are bounded by the length of a game, not by the length of the log.
    #[must_use]
    pub fn since(room: &Room, last: u64, viewer: Viewer) -> RoomUpdate {
        // A number above the last entry belongs to another room.
        let last = if last > room.last_number() { 0 } else { last };
        let condensed = room.last_number() - last > MAX_MISSED;
        let mut events = if condensed {
            condensed_events(room, viewer)
        } else {
            room.applied_since(last).filter_map(|applied| RoomEvent::of(room, &applied, viewer)).collect()
        };
        drop_old_chat(&mut events);
        RoomUpdate {
            number: room.last_number(),
            id: None,
            events,
            condensed,
            room: Some(RoomView::of(room)),
            view: GameView::of(room, viewer),
        }
    }
}

/// Returns the events of a room with too many entries: the actions that were not undone, and the newest other events. Their
/// number does not depend on the length of the log.
fn condensed_events(room: &Room, viewer: Viewer) -> Vec<RoomEvent> {
    let first_missed = room.last_number() - MAX_MISSED + 1;
    let is_other = |number: &u64| {
        let entry = room.entry(*number).map(|timed| &timed.entry);
        !matches!(entry, Some(Entry::ActionPlayed { .. } | Entry::Undone { .. } | Entry::Chat { .. }))
    };
    let other = (first_missed..=room.last_number()).rev().filter(is_other).take(OTHER_EVENTS_SHOWN);
    let public = other.chain(room.recent_chat.iter().copied());
    let public = public.map(|number| AppliedEntry { number, played: None });
    let mut events: Vec<RoomEvent> = room
        .applied_steps()
        .chain(public)
        .filter_map(|applied| RoomEvent::of(room, &applied, viewer))
        .collect();
    events.sort_unstable_by_key(|event| event.number);
    events
}

/// Drops the oldest chat messages if there are too many.
fn drop_old_chat(events: &mut Vec<RoomEvent>) {
    let (mut count, mut bytes) = (0, 0);
    let mut first_shown = 0;
    for event in events.iter().rev() {
        if let RoomEventKind::Chat { text, .. } = &event.kind {
            (count, bytes) = (count + 1, bytes + text.len());
            if count > CHAT_SHOWN || bytes > CHAT_SHOWN_BYTES {
                first_shown = event.number + 1;
                break;
            }
        }
    }
    events.retain(|event| event.number >= first_shown || !matches!(event.kind, RoomEventKind::Chat { .. }));
}
