//! What the fuzz targets share: choices out of bytes, and what must hold at every moment of a game.

use cafe_rules::{Board, Game, SCORE_LIMIT};

/// The longest game: after so many actions something goes in circles.
const MOST_ACTIONS: usize = 5_000;

/// Bytes that make the choices of a game, one after the other; when they are used up, all choices are zero.
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// Whether a choice is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        let wide = if count > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (wide | usize::from(self.byte())) % count
    }
}

/// What holds at every moment: what is kept up to date is right, and there is something to do unless the game is
/// over.
pub fn check_moment(game: &Game) {
    assert!(game.recomputed() == *game, "{}", game.position());
    assert_eq!(game.legal().is_empty(), game.ending().is_some(), "{}", game.position());
}

/// Every moment can be written and read. Only an absurd score that came from outside can be played past the limit of
/// what is read.
pub fn check_position(game: &Game, board: &'static Board) {
    if game.scores().iter().any(|score| score.abs() > SCORE_LIMIT) {
        return;
    }
    let text = game.position().to_string();
    let read = serde_json::from_str(&text).expect("what was written is JSON");
    match Game::from_position(&read, board) {
        Ok(again) => assert!(again == *game, "{text} becomes {}", again.position()),
        Err(faults) => panic!("{text} is refused: {faults}"),
    }
}

/// Plays legal actions until the game is over, and looks at every moment.
pub fn play_to_the_end(mut game: Game, board: &'static Board, choices: &mut Choices<'_>) {
    for _ in 0..MOST_ACTIONS {
        check_moment(&game);
        check_position(&game, board);
        let legal = game.legal();
        if legal.is_empty() {
            return;
        }
        let action = legal.get(choices.below(legal.len())).expect("a number below their count");
        let mut unchecked = game;
        unchecked.play_unchecked(action);
        game.play(action).expect("a legal action is accepted");
        assert!(game == unchecked, "{action:?} leads to {} or {}", game.position(), unchecked.position());
    }
    panic!("the game does not end: {}", game.position());
}
