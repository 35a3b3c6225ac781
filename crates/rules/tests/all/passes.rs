//! `passes` counts passes in a row: any other action sets it to 0 at once (docs/protocol.md).

use cafe_rules::{Action, Board, Ending, Game};
use serde_json::{Value, json};

/// Player 0 has an empty hand and can only pass.
fn game_before_a_pass(guest_stock: &Value) -> Game {
    let position = json!({
        "game": "board", "players": 2, "turns": 8, "hands": [[], ["DEf", "DEm", "ITf"]], "guest_stock": guest_stock,
    });
    Game::from_position(&position, Board::standard()).unwrap()
}

fn play(game: &mut Game, action: &str) {
    game.play(game.parse_action(action).unwrap()).unwrap();
}

#[test]
fn first_seating_after_a_pass_resets_passes() {
    let mut game = game_before_a_pass(&json!(["FRm", "FRf", "FRm", "FRf", "FRm", "FRf", "FRm"]));
    play(&mut game, "pass");
    assert_eq!(game.position()["passes"], 1);
    let seating = game.legal().iter().find(|action| matches!(action, Action::Seat(..))).unwrap();
    game.play(seating).unwrap();
    assert_eq!(game.position()["placed"], 1, "the turn goes on");
    assert_eq!(game.position()["passes"], 0);
}

#[test]
fn ending_the_game_by_another_action_resets_passes() {
    let mut game = game_before_a_pass(&json!(["FRm", "FRf"]));
    play(&mut game, "pass");
    play(&mut game, "bar DEf");
    assert_eq!(game.ending(), Some(Ending::Bag));
    assert_eq!(game.position()["passes"], 0);
    assert_eq!(Game::from_position(&game.position(), Board::standard()), Ok(game));
}

#[test]
fn ending_the_game_by_a_pass_keeps_passes() {
    let position = json!({
        "game": "board", "players": 2, "turns": 8, "hands": [[], []], "guest_stock": ["FRm"],
    });
    let mut game = Game::from_position(&position, Board::standard()).unwrap();
    play(&mut game, "pass");
    play(&mut game, "pass");
    assert_eq!(game.ending(), Some(Ending::Stuck));
    assert_eq!(game.position()["passes"], 2);
    assert_eq!(Game::from_position(&game.position(), Board::standard()), Ok(game));
}
