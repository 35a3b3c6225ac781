//! Shared by the fuzz targets: choices derived from the input bytes, and invariants of a game.

use cafe_rules::{Board, Game, SCORE_LIMIT};

pub use commands::engine;
use commands::seeds;

/// The engine as a part of this program: the whole command would bring dependencies that take minutes to compile.
#[allow(dead_code, unreachable_pub, unused_imports, reason = "other commands use it too")]
#[path = "../../crates/cli/src"]
mod commands {
    pub mod engine;
    pub mod seeds;
}

/// Action limit of a game; a longer one is assumed not to end.
const MAX_ACTIONS: usize = 5_000;

/// Input bytes, consumed as choices. When they are used up, all choices are zero.
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// Returns true if all bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns a number below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        let high = if count > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (high | usize::from(self.byte())) % count
    }
}

/// Checks that the derived state is right, and that an action is legal unless the game is over.
pub fn check_invariants(game: &Game) {
    assert!(game.recomputed() == *game, "{}", game.position());
    assert_eq!(game.legal().is_empty(), game.ending().is_some(), "{}", game.position());
}

/// Checks that the position round-trips. Skips scores beyond the limit, which play can reach from an extreme position.
pub fn check_position(game: &Game, board: &'static Board) {
    if game.scores().iter().any(|score| score.abs() > SCORE_LIMIT) {
        return;
    }
    let text = game.position().to_string();
    let parsed = serde_json::from_str(&text).expect("a position is JSON");
    match Game::from_position(&parsed, board) {
        Ok(parsed) => assert!(parsed == *game, "{text} becomes {}", parsed.position()),
        Err(faults) => panic!("{text} is refused: {faults}"),
    }
}

/// Plays legal actions until the game is over and checks every position.
pub fn play_to_the_end(mut game: Game, board: &'static Board, choices: &mut Choices<'_>) {
    for _ in 0..MAX_ACTIONS {
        check_invariants(&game);
        check_position(&game, board);
        let legal = game.legal();
        if legal.is_empty() {
            return;
        }
        let action = legal.get(choices.below(legal.len())).expect("the index is below the count");
        let mut unchecked = game;
        unchecked.play_unchecked(action);
        game.play(action).expect("a legal action is accepted");
        assert!(game == unchecked, "{action:?} leads to {} or {}", game.position(), unchecked.position());
    }
    panic!("the game does not end: {}", game.position());
}
