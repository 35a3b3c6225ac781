//! What the server tells.

use axum::extract::ws::Utf8Bytes;
use cafe_rules::Viewer;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Happening, Reaction, RoomShown, Scene, What};
use crate::room::{Applied, Entry, LINES_SHOWN, Problem, Room};

/// Most messages are shorter than this.
const USUAL_BYTES: usize = 2048;

/// A message to a client.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "tell", rename_all = "snake_case")]
pub enum Tell {
    /// The first message: when it is, for the clocks, and which seat is yours.
    Welcome {
        /// Milliseconds since 1970.
        now: i64,
        /// Your visitor's id.
        visitor: String,
    },
    /// What has happened since, and how things are now.
    Now(Box<Now>),
    /// What you asked was done before, or needed no doing.
    Done {
        /// The client's number of the question.
        id: u32,
    },
    /// What you asked cannot be done.
    Refused {
        /// The client's number of the question.
        id: u32,
        /// For programs.
        code: String,
        /// For people, in English.
        message: String,
        /// The tables that are in the way, if the rules are.
        tables: Vec<String>,
    },
    /// What the house would play.
    Hint {
        /// The client's number of the question.
        id: u32,
        /// The best turns, best first.
        turns: Vec<HintedTurn>,
    },
    /// A friendly gesture.
    Reacted {
        /// From whom.
        seat: u8,
        /// Which.
        with: Reaction,
    },
    /// Who is here.
    Presence {
        /// By seat: whether its player looks at the table.
        here: Vec<bool>,
        /// How many others watch.
        watching: u32,
    },
    /// The house closes for a moment: come back soon.
    Closing,
}

/// How things are now.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Now {
    /// The number of this push: name it when you come back.
    pub n: u64,
    /// If this answers a question of yours, its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<u32>,
    /// What has happened since the push you saw last.
    pub happened: Vec<Happening>,
    /// Who sits at the table and what is agreed, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub room: Option<RoomShown>,
    /// The café as you see it, once the cards are dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scene: Option<Scene>,
}

impl Tell {
    /// As it goes over the socket.
    #[must_use]
    pub fn written(&self) -> Utf8Bytes {
        let mut text = Vec::with_capacity(USUAL_BYTES);
        serde_json::to_writer(&mut text, self).expect("a message has only strings for keys");
        Utf8Bytes::try_from(text).expect("JSON is text")
    }

    /// That something cannot be done, and why.
    #[must_use]
    pub fn refused(id: u32, problem: &Problem) -> Tell {
        let tables = match problem {
            Problem::Rules(refusal) => refusal.tables().iter().map(|table| table.cell.to_string()).collect(),
            _ => Vec::new(),
        };
        Tell::Refused { id, code: problem.code().to_owned(), message: problem.to_string(), tables }
    }
}

impl Now {
    /// How things are now for a viewer who has seen everything but what these entries brought.
    #[must_use]
    pub fn of(room: &Room, applied: &[Applied], viewer: Viewer, id: Option<u32>) -> Now {
        let changes_room = |applied: &Applied| {
            let entry = &room.entries()[applied.number as usize - 1].entry;
            !matches!(entry, Entry::Acted { .. } | Entry::Said { .. } | Entry::Undone { .. })
        };
        let room_changed = room.is_over() || applied.iter().any(changes_room);
        Now {
            n: room.number(),
            id,
            happened: applied.iter().filter_map(|one| Happening::of(room, one, viewer)).collect(),
            room: room_changed.then(|| RoomShown::of(room)),
            scene: Scene::of(room, viewer),
        }
    }

    /// How things are now for a viewer who comes back and has seen so much, or nothing.
    #[must_use]
    pub fn since(room: &Room, last: u64, viewer: Viewer) -> Now {
        // Who has seen more than there is saw another table.
        let last = if last > room.number() { 0 } else { last };
        let mut now = Now::of(room, &room.applied_since(last), viewer, None);
        now.room = Some(RoomShown::of(room));
        let lines = now.happened.iter().filter(|one| matches!(one.what, What::Said { .. })).count();
        let mut left_out = lines.saturating_sub(LINES_SHOWN);
        now.happened.retain(|one| {
            let leave_out = left_out > 0 && matches!(one.what, What::Said { .. });
            left_out -= usize::from(leave_out);
            !leave_out
        });
        now
    }
}

/// A turn that the house would play.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct HintedTurn {
    /// What to play, in order.
    pub actions: Vec<String>,
    /// The points it scores at once.
    pub points: i16,
    /// How far ahead of the best opponent one can hope to be at the end.
    pub value: f32,
}
