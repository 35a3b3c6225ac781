//! Thousands of whole games: bots play legal actions, avoid needless elimination, and every game ends.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Budget, Level, Rng, perfect_information_turn};
use cafe_rules::{Action, Board, Deal, Event, Game, Kind, Options, Seed, Tile, View, Viewer};
use rayon::prelude::*;
use serde_json::json;

/// Far more actions than any sensible game takes.
const MAX_GAME_ACTIONS: usize = 5_000;

/// Returns true if every action of the player to move eliminates the player.
fn is_doomed(game: &Game) -> bool {
    game.legal().iter().all(|action| {
        let events = { *game }.play(action).unwrap();
        events.iter().any(|event| matches!(event, Event::Eliminated { .. }))
    })
}

/// Plays one game and checks every turn.
fn play(options: Options, number: u64, level_of: impl Fn(u8) -> Level, budget: Budget) {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    let mut actions = 0;
    while game.ending().is_none() {
        let player = game.turn();
        let level = level_of(player);
        let context = || format!("{} in game {number} of {options}: {}", level.as_str(), game.position());
        let view = View::of(&game, Viewer::Player(player));
        let turn = level
            .choose(&view, budget, rng.next_seed())
            .unwrap_or_else(|| panic!("no turn by {}", context()));
        let mut after = game;
        for &action in &turn.actions {
            let before = after;
            let events = after.play(action).unwrap_or_else(|refusal| panic!("{refusal} by {}", context()));
            let eliminated = events.iter().any(|event| matches!(event, Event::Eliminated { .. }));
            assert!(!eliminated || is_doomed(&before), "needlessly eliminated: {}", context());
            actions += 1;
        }
        let index = usize::from(player);
        assert_eq!(after.scores()[index] - game.scores()[index], turn.points, "points of {}", context());
        let still_on = after.ending().is_none() && after.turn() == player && after.placed() > 0;
        assert_eq!(still_on, turn.continues, "end of the turn of {}", context());
        assert!(actions > 0 && actions < MAX_GAME_ACTIONS, "an endless game of {}", context());
        game = after;
    }
}

/// Plays this many games of each of the fourteen configurations on all cores and returns their number.
fn play_all(each: u64, level_of: impl Fn(Options, u64, u8) -> Level + Sync, budget: Budget) -> u64 {
    let configurations: Vec<Options> = Options::all().collect();
    let games: Vec<(Options, u64)> =
        (0..each).flat_map(|number| configurations.iter().map(move |&options| (options, number))).collect();
    games.par_iter().for_each(|&(options, number)| {
        play(options, number, |player| level_of(options, number, player), budget);
    });
    games.len() as u64
}

#[test]
fn novice_plays_1400_legal_games() {
    assert_eq!(play_all(100, |_, _, _| Level::Novice, Budget::DEFAULT), 1_400);
}

#[test]
fn casual_plays_1400_legal_games() {
    assert_eq!(play_all(100, |_, _, _| Level::Casual, Budget::DEFAULT), 1_400);
}

#[test]
fn regular_plays_1400_legal_games() {
    assert_eq!(play_all(100, |_, _, _| Level::Regular, Budget::DEFAULT), 1_400);
}

#[test]
fn expert_plays_140_legal_games() {
    // Experts are slow; the next test plays more games with a single one.
    assert_eq!(play_all(10, |_, _, _| Level::Expert, Budget::DEFAULT), 140);
}

#[test]
fn one_expert_among_others_plays_2100_legal_games() {
    let level_of = |options: Options, number: u64, player: u8| {
        let is_expert = number % u64::from(options.players()) == u64::from(player);
        if is_expert { Level::Expert } else { Level::ALL[(number + u64::from(player)) as usize % 3] }
    };
    assert_eq!(play_all(150, level_of, Budget::DEFAULT), 2_100);
}

#[test]
fn master_plays_28_legal_games_with_few_playouts() {
    let played = [1, 5].map(|playouts| play_all(1, |_, _, _| Level::Master, Budget::Playouts(playouts)));
    assert_eq!(played, [14, 14]);
}

#[test]
fn mixed_levels_play_70_legal_games() {
    let level_of = |_, number: u64, player: u8| Level::ALL[(number as usize + usize::from(player)) % 5];
    assert_eq!(play_all(5, level_of, Budget::Playouts(3)), 70);
}

#[test]
fn party_of_four_that_empties_the_hand_is_evaluated() {
    // Four guests exceed the placements of a turn, and the turn still needs `close` or `end`.
    let position = json!({
        "game": "card", "players": 2, "parties": true,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "hands": [["RUf", "RUf", "RUf", "RUf"], ["CUm", "CUm"]],
        "guest_stock": ["CFm", "CFf", "INm", "ITf", "ESf"], "table_stock": ["US", "TR"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    let view = View::of(&game, Viewer::Player(0));
    for level in [Level::Regular, Level::Expert, Level::Master] {
        assert_eq!(level.choose(&view, Budget::Playouts(30), 0).unwrap().points, 40, "{}", level.as_str());
    }
}

/// Returns the game with one point for the player to move, and with the five places of the bar taken that pay.
fn with_one_point(game: &Game) -> Game {
    let mut setup = game.setup();
    setup.scores[usize::from(setup.turn)] = 1;
    let (jokers, mut guests): (Vec<Tile>, Vec<Tile>) =
        setup.guest_stock.into_iter().partition(|tile| tile.is_joker());
    let free = 5_usize.saturating_sub(setup.bar.len());
    setup.bar.extend(guests.drain(..free.min(guests.len())));
    setup.guest_stock = [guests, jokers].concat();
    setup.to_game().unwrap()
}

#[test]
fn player_who_cannot_pay_avoids_the_bar() {
    let mut positions = Vec::new();
    for options in Options::all().filter(|options| options.kind() == Kind::Board) {
        let mut rng = Rng::new(7);
        let mut game = Game::new(options, &Deal::shuffled(Kind::Board, Seed(rng.next_bytes())));
        while game.ending().is_none() {
            let poor = with_one_point(&game);
            let at_bar = poor.legal().iter().any(|action| matches!(action, Action::Bar(_)));
            if at_bar && !is_doomed(&poor) {
                positions.push((poor, rng.next_seed()));
            }
            let actions: Vec<Action> = game.legal().iter().collect();
            game.play(actions[rng.below(actions.len())]).unwrap();
        }
    }
    assert!(positions.len() > 100, "only {} positions", positions.len());
    positions.par_iter().for_each(|(game, seed)| {
        for level in Level::ALL {
            let view = View::of(game, Viewer::Player(game.turn()));
            let turn = level.choose(&view, Budget::Playouts(1), *seed).unwrap();
            let pays = matches!(turn.actions[0], Action::Bar(_));
            assert!(!pays, "{} goes to the bar: {}", level.as_str(), game.position());
        }
    });
}

#[test]
fn perfect_information_plays_legal_turns() {
    for kind in Kind::BOTH {
        let options = Options::new(kind, 3, true).unwrap();
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed([3; 32])));
        for seed in 0..3 {
            let turn = perfect_information_turn(&game, seed).unwrap();
            turn.actions.iter().for_each(|&action| _ = game.play(action).unwrap());
        }
    }
}
