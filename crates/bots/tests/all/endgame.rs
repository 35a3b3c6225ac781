//! The endgame solver, compared with a brute-force search over single actions and single tiles.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::endgame::solve;
use cafe_bots::{Rng, all_turns, final_margin};
use cafe_rules::{
    Action, BAG_END_TILES, Board, BoardGame, BoardView, Deal, Game, Kind, Options, Seed, Tile, Viewer,
};
use serde_json::{Value, json};

/// By player: the expected final margin.
type Margins = Vec<f64>;

/// Returns the margins with best play, where players choose before they know what they draw.
fn expected(game: &BoardGame) -> Margins {
    if game.ending().is_some() {
        return (0..game.scores().len()).map(|player| f64::from(final_margin(game, player))).collect();
    }
    let me = usize::from(game.turn());
    let mut actions: Vec<Action> = game.legal().iter().collect();
    if actions.iter().any(|&action| !is_eliminated(game, action)) {
        actions.retain(|&action| !is_eliminated(game, action));
    }
    let results = actions.into_iter().map(|action| expected_after(game, action));
    results.reduce(|best, other| if prefers(me, &other, &best) { other } else { best }).unwrap()
}

fn is_eliminated(game: &BoardGame, action: Action) -> bool {
    let mut after = *game;
    after.play(action).unwrap();
    after.eliminated().len() > game.eliminated().len()
}

/// Returns true if a player prefers the first margins: their own margin counts first, then the smaller ones of the next
/// players.
fn prefers(player: usize, one: &Margins, other: &Margins) -> bool {
    for step in 0..one.len() {
        let index = (player + step) % one.len();
        let gain = if step == 0 { one[index] - other[index] } else { other[index] - one[index] };
        if gain.abs() > 1e-7 {
            return gain > 0.0;
        }
    }
    false
}

/// Returns the mean over all tiles that an action may draw.
fn expected_after(game: &BoardGame, action: Action) -> Margins {
    let mut after = *game;
    after.play(action).unwrap();
    let drawn = game.bag().len() - after.bag().len();
    let mut sum = vec![0.0; game.scores().len()];
    let mut ways = 0.0;
    for order in orders(game.bag(), drawn) {
        let mut world = BoardView::of(game, Viewer::Spectator).game(&order).unwrap();
        world.play(action).unwrap();
        expected(&world).iter().zip(&mut sum).for_each(|(margin, sum)| *sum += margin);
        ways += 1.0;
    }
    sum.into_iter().map(|sum| sum / ways).collect()
}

/// Returns the bag in all orders of its next `drawn` tiles.
fn orders(bag: &[Tile], drawn: usize) -> Vec<Vec<Tile>> {
    if drawn == 0 {
        return vec![bag.to_vec()];
    }
    let mut all = Vec::new();
    for next in 0..bag.len() {
        let mut rest = bag.to_vec();
        let first = rest.remove(next);
        for mut order in orders(&rest, drawn - 1) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// Asserts that the solver assert_exact with brute force on every turn.
fn assert_exact(game: &BoardGame) {
    let me = usize::from(game.turn());
    let place = Game::Board(*game).position();
    let turns = solve(&BoardView::of(game, Viewer::Player(game.turn())), 10_000_000).unwrap();
    let best = expected(game)[me];
    assert!((f64::from(turns[0].value) - best).abs() < 1e-4, "{} not {best}: {place}", turns[0].value);
    for candidate in &turns {
        let mut before = *game;
        let (&last, first) = candidate.turn.actions.split_last().unwrap();
        first.iter().for_each(|&action| _ = before.play(action).unwrap());
        let value = expected_after(&before, last)[me];
        let said = f64::from(candidate.value);
        assert!((said - value).abs() < 1e-4, "{:?} is value {value}, not {said}: {place}", candidate.turn);
    }
    assert!(turns.is_sorted_by(|a, b| a.value >= b.value), "best first: {place}");
}

/// Returns positions from the middle of random games, cut to an almost empty bag: real endings are rare and offer few
/// choices. Hands are cut to `max_hand` tiles, so that brute force terminates.
fn late_positions(players: u8, parties: bool, max_hand: usize, count: usize) -> Vec<BoardGame> {
    let options = Options::new(Kind::Board, players, parties).unwrap();
    let mut found = Vec::new();
    let mut rng = Rng::new(u64::from(players));
    while found.len() < count {
        let mut game = BoardGame::new(options, &Deal::shuffled(Kind::Board, Seed(rng.next_bytes())));
        for _ in 0..20 + rng.below(40) {
            let actions: Vec<Action> = game.legal().iter().collect();
            if let Some(&action) = actions.get(rng.below(actions.len().max(1))) {
                game.play(action).unwrap();
            }
        }
        if game.ending().is_none() {
            let mut position = Game::Board(game).position();
            let shorten = |tiles: &mut Value, length: usize| tiles.as_array_mut().unwrap().truncate(length);
            position["hands"].as_array_mut().unwrap().iter_mut().for_each(|hand| shorten(hand, max_hand));
            shorten(&mut position["guest_stock"], BAG_END_TILES + found.len() % 2);
            // The cut may have removed the guest that must still be seated.
            if let Ok(Game::Board(game)) = Game::from_position(&position, Board::standard()) {
                found.push(game);
            }
        }
    }
    let ways: usize = found.iter().map(|game| all_turns(game).len()).sum();
    assert!(ways > 15 * count, "only {ways} turns");
    found
}

fn board_game(position: &Value) -> BoardGame {
    match Game::from_position(position, Board::standard()).unwrap() {
        Game::Board(game) => game,
        Game::Card(_) => unreachable!("a board game"),
    }
}

#[test]
fn two_player_endgames_match_brute_force() {
    late_positions(2, false, 4, 20).iter().for_each(assert_exact);
}

#[test]
fn three_player_endgames_match_brute_force() {
    late_positions(3, false, 4, 20).iter().for_each(assert_exact);
}

#[test]
fn four_player_endgames_with_parties_match_brute_force() {
    late_positions(4, true, 4, 20).iter().for_each(assert_exact);
}

/// Returns a position in which three Spaniards, one of them a joker, wait for the fourth. Neither completing the table nor
/// swapping the joker draws a tile, so the game continues.
fn spanish_table(bag: &[&str]) -> BoardGame {
    board_game(&json!({
        "game": "board", "players": 2, "turns": 40, "scores": [30, 30],
        "seated": {"l4": "ESf", "m5": "ESm", "n4": "JKf=ES"},
        "hands": [["ESf", "ESm", "USf"], ["DEf", "ESm"]], "guest_stock": bag,
    }))
}

#[test]
fn turns_without_a_draw_are_solved_to_the_end() {
    // A Chinese or an American gentleman could be seated if drawn in time.
    let bag = ["JKm", "CNm", "DEf", "USm", "RUf"];
    for size in 0..=bag.len() {
        let game = spanish_table(&bag[..size]);
        assert_exact(&game);
        let turns = solve(&BoardView::of(&game, Viewer::Player(0)), 10_000_000).unwrap();
        let continues = |action: Action| {
            let mut after = game;
            after.play(action).unwrap();
            after.ending().is_none() && after.bag() == game.bag()
        };
        let swaps = turns.iter().filter(|candidate| matches!(candidate.turn.actions[0], Action::Swap(..)));
        assert!(swaps.inspect(|swap| assert!(continues(swap.turn.actions[0]))).count() > 0);
        let lone_completion = turns.iter().find(|candidate| candidate.turn.points == 8);
        assert_eq!(
            lone_completion.unwrap().turn.actions.len(),
            2,
            "the last seat is taken and the turn ends"
        );
    }
}

#[test]
fn expectation_includes_drawing_a_joker() {
    // The only turn pays at the bar and draws: a joker with probability 1/4.
    let game = board_game(&json!({
        "game": "board", "players": 2, "turns": 40, "scores": [50, 50],
        "hands": [["DEf"], ["ITf"]], "guest_stock": ["JKm", "FRf", "GBm", "RUf"],
    }));
    let turns = solve(&BoardView::of(&game, Viewer::Player(0)), 100).unwrap();
    let values: Vec<f32> = turns.iter().map(|candidate| candidate.value).collect();
    assert_eq!(values, [1.0 - (3.0 * 5.0 + 10.0) / 4.0 + 5.0]);
    assert_eq!(turns[0].worlds, 0);
}

#[test]
fn solver_declines_finished_distant_and_large_endgames() {
    let solve_for = |game: &BoardGame, nodes| solve(&BoardView::of(game, Viewer::Player(0)), nodes);
    let near = spanish_table(&["DEf", "DEf", "ITm", "ITm", "RUf"]);
    assert!(solve_for(&near, 1_000_000).is_some());
    assert!(solve_for(&near, 100).is_none(), "too many nodes");
    let far = spanish_table(&["DEf", "DEf", "ITm", "ITm", "RUf", "RUf"]);
    assert!(solve_for(&far, 1_000_000).is_none(), "the bag is too full");
    let mut over = spanish_table(&["DEf"]);
    let guest = over.hands()[0].tiles().find(|tile| tile.to_string() == "USf").unwrap();
    over.play(Action::Bar(guest)).unwrap();
    assert!(over.ending().is_some() && solve_for(&over, 1_000_000).is_none());
}
