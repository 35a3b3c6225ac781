//! Short constructors of requests.

use cafe_bots::Level;
use cafe_room::{Reaction, RoomRequest};
use serde_json::Value;

pub(crate) fn take_seat(player: u8) -> RoomRequest {
    RoomRequest::TakeSeat { player: Some(player), share: None }
}

pub(crate) fn take_any_seat() -> RoomRequest {
    RoomRequest::TakeSeat { player: None, share: None }
}

pub(crate) fn take_seat_with_share(player: u8, share: &str) -> RoomRequest {
    RoomRequest::TakeSeat { player: Some(player), share: Some(share.to_owned()) }
}

pub(crate) fn add_bot(player: u8, level: Level) -> RoomRequest {
    RoomRequest::AddBot { player, level }
}

pub(crate) fn remove(player: u8) -> RoomRequest {
    RoomRequest::Remove { player }
}

/// Plays one action.
pub(crate) fn play(seq: u32, action: &str) -> RoomRequest {
    play_all(seq, &[action])
}

/// Plays several actions.
pub(crate) fn play_all(seq: u32, actions: &[&str]) -> RoomRequest {
    RoomRequest::Play { seq, actions: actions.iter().map(|&action| action.to_owned()).collect() }
}

pub(crate) fn undo(seq: u32) -> RoomRequest {
    RoomRequest::Undo { seq }
}

pub(crate) fn answer_undo(seq: u32, vote: u64, agree: bool) -> RoomRequest {
    RoomRequest::AnswerUndo { seq, vote, agree }
}

pub(crate) fn hint(seq: u32) -> RoomRequest {
    RoomRequest::Hint { seq }
}

pub(crate) fn past_view(actions: u32) -> RoomRequest {
    RoomRequest::PastView { actions }
}

pub(crate) fn chat(text: &str) -> RoomRequest {
    RoomRequest::Chat { text: text.to_owned() }
}

pub(crate) fn react(reaction: Reaction) -> RoomRequest {
    RoomRequest::React { reaction }
}

pub(crate) fn mute(player: u8, muted: bool) -> RoomRequest {
    RoomRequest::Mute { player, muted }
}

/// Returns a `seq` from JSON.
pub(crate) fn seq_of(value: &Value) -> u32 {
    value.as_u64().unwrap().try_into().unwrap()
}

/// Returns a string from JSON.
pub(crate) fn text_of(value: &Value) -> &str {
    value.as_str().unwrap()
}
