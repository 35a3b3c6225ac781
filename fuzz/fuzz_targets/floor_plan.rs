//! Parses arbitrary JSON as a floor plan: an accepted one round-trips, and a game can be played on it.

#![no_main]

use cafe_fuzz::{Choices, play_to_the_end};
use cafe_rules::{Board, Deal, Game, Kind, Options, Seed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let board = match Board::from_json(text) {
        Ok(board) => board,
        Err(faults) => return assert!(!faults.to_string().is_empty()),
    };
    let json = board.to_json();
    assert_eq!(Board::from_json(&json).as_ref(), Ok(&board), "{json}");
    // Boards are interned for the lifetime of the process, so their number is limited.
    if let Ok(board) = board.intern() {
        let options = Options::new(Kind::Board, 2, true).expect("two players");
        let game = Game::with_board(board, options, &Deal::shuffled(Kind::Board, Seed([3; 32])));
        play_to_the_end(game, board, &mut Choices(data));
    }
});
