//! Exact play at the end of the board game, against a reckoning that knows nothing of turns: it goes action by action,
//! and tries every single tile of the bag as the next one.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::endgame::solve;
use cafe_bots::{Rng, all_turns, final_margin};
use cafe_rules::{
    Action, BAG_END_TILES, Board, BoardGame, BoardView, Deal, Game, Kind, Options, Seed, Tile, Viewer,
};
use serde_json::{Value, json};

/// By player: the margin expected at the end.
type Margins = Vec<f64>;

/// What comes of a position if everybody chooses what is best for themselves, before they know what they draw.
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

/// First the own margin counts, then how small those of the next players are.
fn prefers(me: usize, one: &Margins, other: &Margins) -> bool {
    for step in 0..one.len() {
        let player = (me + step) % one.len();
        let gain = if step == 0 { one[player] - other[player] } else { other[player] - one[player] };
        if gain.abs() > 1e-7 {
            return gain > 0.0;
        }
    }
    false
}

/// The mean over everything that an action may draw.
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

/// The bag with each tile as the next one, and then each other tile as the one after it, and so on.
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

/// Whether the exact search says the same of every turn.
fn agrees(game: &BoardGame) {
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

/// Positions from the middle of games played at random, where there is much to do, with the bag suddenly as good as
/// empty: the end would come too seldom, and with too little left to decide. Tiles of the hands above `most` are taken
/// away too, so that brute force comes to an end.
fn late_positions(players: u8, parties: bool, most: usize, count: usize) -> Vec<BoardGame> {
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
            let shorten = |tiles: &mut Value, most: usize| tiles.as_array_mut().unwrap().truncate(most);
            position["hands"].as_array_mut().unwrap().iter_mut().for_each(|hand| shorten(hand, most));
            shorten(&mut position["guest_stock"], BAG_END_TILES + found.len() % 2);
            // Whoever owes a partner may just have lost it.
            if let Ok(Game::Board(game)) = Game::from_position(&position, Board::standard()) {
                found.push(game);
            }
        }
    }
    let ways: usize = found.iter().map(|game| all_turns(game).len()).sum();
    assert!(ways > 15 * count, "only {ways} turns: there is too little to decide");
    found
}

fn board_game(position: &Value) -> BoardGame {
    match Game::from_position(position, Board::standard()).unwrap() {
        Game::Board(game) => game,
        Game::Card(_) => unreachable!("a board game"),
    }
}

#[test]
fn two_players_reckon_as_brute_force_does() {
    late_positions(2, false, 4, 20).iter().for_each(agrees);
}

#[test]
fn three_players_reckon_as_brute_force_does() {
    late_positions(3, false, 4, 20).iter().for_each(agrees);
}

#[test]
fn four_players_with_parties_reckon_as_brute_force_does() {
    late_positions(4, true, 4, 20).iter().for_each(agrees);
}

/// Three Spaniards, one of them a joker, wait for the fourth. Whoever completes the table draws nothing, and whoever
/// swaps draws nothing, so the game goes on.
fn spanish_table(bag: &[&str]) -> BoardGame {
    board_game(&json!({
        "game": "board", "players": 2, "turns": 40, "scores": [30, 30],
        "seated": {"l4": "ESf", "m5": "ESm", "n4": "JKf=ES"},
        "hands": [["ESf", "ESm", "USf"], ["DEf", "ESm"]], "guest_stock": bag,
    }))
}

#[test]
fn swaps_and_own_tables_that_prolong_the_game_are_reckoned_to_its_end() {
    // A Chinese or an American gentleman would find company, if his turn comes.
    let bag = ["JKm", "CNm", "DEf", "USm", "RUf"];
    for size in 0..=bag.len() {
        let game = spanish_table(&bag[..size]);
        agrees(&game);
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
            "he takes the last chair, and the turn ends"
        );
    }
}

#[test]
fn what_is_drawn_may_be_a_joker_which_costs_more() {
    // Nobody can do anything but pay at the bar and draw: a joker one time in four.
    let game = board_game(&json!({
        "game": "board", "players": 2, "turns": 40, "scores": [50, 50],
        "hands": [["DEf"], ["ITf"]], "guest_stock": ["JKm", "FRf", "GBm", "RUf"],
    }));
    let turns = solve(&BoardView::of(&game, Viewer::Player(0)), 100).unwrap();
    let worths: Vec<f32> = turns.iter().map(|candidate| candidate.value).collect();
    assert_eq!(worths, [1.0 - (3.0 * 5.0 + 10.0) / 4.0 + 5.0]);
    assert_eq!(turns[0].worlds, 0);
}

#[test]
fn nothing_is_said_of_a_game_that_is_over_or_far_from_it_or_too_rich() {
    let exact_for = |game: &BoardGame, nodes| solve(&BoardView::of(game, Viewer::Player(0)), nodes);
    let near = spanish_table(&["DEf", "DEf", "ITm", "ITm", "RUf"]);
    assert!(exact_for(&near, 1_000_000).is_some());
    assert!(exact_for(&near, 100).is_none(), "too many nodes");
    let far = spanish_table(&["DEf", "DEf", "ITm", "ITm", "RUf", "RUf"]);
    assert!(exact_for(&far, 1_000_000).is_none(), "nobody can draw one of the last four");
    let mut over = spanish_table(&["DEf"]);
    let guest = over.hands()[0].tiles().find(|tile| tile.to_string() == "USf").unwrap();
    over.play(Action::Bar(guest)).unwrap();
    assert!(over.ending().is_some() && exact_for(&over, 1_000_000).is_none());
}
