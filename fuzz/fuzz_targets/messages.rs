//! Parses arbitrary text as everything that clients send: socket messages, HTTP bodies, queries, ids, names, chat. What is accepted
//! round-trips and can be used.

#![no_main]

use cafe_room::messages::{
    ClientMessage, MyRoomsQuery, NameBody, NewRoomBody, ServerMessage, StudyBody, StudyResult,
};
use cafe_room::{
    Bot, CHAT_MAX_CHARACTERS, Entry, NAME_MAX_CHARACTERS, Name, NewRoom, Room, RoomId, Token, VisitorId,
    is_displayable,
};
use cafe_rules::{Board, Game, Secret};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum number of actions of a study, as on the server.
const MAX_STUDY_ACTIONS: usize = 40;

fuzz_target!(|data: &[u8]| {
    let Some((kind, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match kind % 9 {
        0 => _ = round_trip::<ClientMessage>(text),
        1 => open_room(text),
        2 => name(text),
        3 => study(text),
        4 => query(text),
        5 => ids(text),
        6 => assert!(!is_displayable(text) || text.chars().count() <= 8 * CHAT_MAX_CHARACTERS),
        7 => _ = round_trip::<Entry>(text),
        _ => _ = round_trip::<ServerMessage>(text),
    }
});

/// Parses JSON. What is accepted is the same after it was written and read again.
fn round_trip<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
    let value: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&value).expect("it can be written");
    let read: T = serde_json::from_str(&written).expect("it can be read again");
    assert_eq!(value, read, "{text}");
    Some(value)
}

fn open_room(text: &str) {
    let Some(NewRoomBody { options, bots }) = round_trip(text) else { return };
    let (id, host) = (RoomId::from_random([1; 16]), VisitorId::from_random([2; 12]));
    let mut new = NewRoom::new(id, host, options, Secret([3; 32]));
    new.bots = bots.iter().map(|bot| (bot.player, Bot::unnamed(bot.level))).collect();
    if let Ok(room) = Room::create(new, 1_000) {
        assert!(room.last_number() <= 1 + room.occupants.len() as u64);
    }
}

fn name(text: &str) {
    if let Some(NameBody { name }) = round_trip(text)
        && let Ok(chosen) = Name::choose(&name)
    {
        assert!(chosen.as_str().chars().count() <= 8 * NAME_MAX_CHARACTERS, "{chosen:?}");
        assert_eq!(Name::choose(chosen.as_str()).as_ref(), Ok(&chosen), "a chosen name can be chosen");
    }
}

fn study(text: &str) {
    let Ok(body) = serde_json::from_str::<StudyBody>(text) else { return };
    if body.actions.len() <= MAX_STUDY_ACTIONS
        && let Ok(game) = Game::from_position(&body.position, Board::standard())
        && body.player.is_none_or(|player| player < game.options().players())
    {
        let _ = StudyResult::of(&game, &body.actions, body.player);
    }
}

fn query(text: &str) {
    if let Ok(query) = serde_urlencoded::from_str::<MyRoomsQuery>(text) {
        let written = serde_urlencoded::to_string(&query).expect("it can be written");
        assert_eq!(serde_urlencoded::from_str(&written), Ok(query), "{text}");
    }
}

fn ids(text: &str) {
    if let Some(id) = RoomId::parse(text) {
        assert_eq!(id.as_str(), text);
    }
    if let Some(id) = VisitorId::parse(text) {
        assert_eq!(id.as_str(), text);
    }
    if let Some(token) = Token::parse(text) {
        assert_eq!(token.reveal(), text);
    }
}
