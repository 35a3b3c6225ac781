//! Parses arbitrary JSON as a position: an accepted one round-trips and can be played to its end. The bytes after the JSON
//! choose the actions.

#![no_main]

use cafe_fuzz::{Choices, play_to_the_end};
use cafe_rules::{Board, Game};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let mut values = serde_json::Deserializer::from_slice(data).into_iter::<Value>();
    let Some(Ok(position)) = values.next() else { return };
    let choices = &data[values.byte_offset()..];
    let board = Board::standard();
    match Game::from_position(&position, board) {
        Ok(game) => play_to_the_end(game, board, &mut Choices(choices)),
        Err(faults) => assert!(!faults.to_string().is_empty()),
    }
});
