//! Any JSON as a floor plan: one that is accepted is written as it was read, and a game can be played on it.

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
    let written = board.to_json();
    assert_eq!(Board::from_json(&written).as_ref(), Ok(&board), "{written}");
    // Plans are kept for good, so a process takes only so many.
    if let Ok(board) = board.keep() {
        let options = Options::new(Kind::Board, 2, true).expect("two players");
        let game = Game::on(board, options, &Deal::shuffled(Kind::Board, Seed([3; 32])));
        play_to_the_end(game, board, &mut Choices(data));
    }
});
