//! A bot's choice depends only on its view, its seed and its budget.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Budget, Level, Rng};
use cafe_rules::{Action, CardView, Deal, Game, Kind, Nation, Options, Seed, Tile, View, Viewer};

const BUDGET: Budget = Budget::Playouts(30);

fn own_view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

/// Returns positions of a random game, also from the middle of turns.
fn positions(options: Options, number: u64) -> Vec<Game> {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    let mut positions = Vec::new();
    while game.ending().is_none() && positions.len() < 60 {
        positions.push(game);
        let actions: Vec<Action> = game.legal().iter().collect();
        game.play(actions[rng.below(actions.len())]).unwrap();
    }
    positions.into_iter().step_by(7).collect()
}

fn sample_positions() -> Vec<Game> {
    let options =
        [(Kind::Card, 2, false), (Kind::Card, 4, true), (Kind::Board, 2, true), (Kind::Board, 4, false)];
    let options = options.map(|(kind, players, parties)| Options::new(kind, players, parties).unwrap());
    options.into_iter().flat_map(|options| positions(options, 5)).collect()
}

/// Returns a game that looks the same to the player to move, with everything hidden in reverse order.
fn with_hidden_reversed(game: &Game) -> Game {
    match own_view(game) {
        View::Card(view) => Game::Card(card_game_reversed(&view)),
        View::Board(view) => {
            let Game::Board(game) = game else { unreachable!("a view of a board game") };
            let bag: Vec<Tile> = game.bag().iter().rev().copied().collect();
            Game::Board(view.game(&bag).unwrap())
        }
    }
}

fn card_game_reversed(view: &CardView) -> cafe_rules::CardGame {
    let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
    unseen.reverse();
    let tables: Vec<Nation> = view.tables_left.iter().rev().copied().collect();
    view.game(&unseen, &tables).unwrap()
}

#[test]
fn same_view_seed_and_playouts_give_the_same_turn() {
    for game in sample_positions() {
        for level in Level::ALL {
            for seed in 0..2 {
                let turn = level.choose(&own_view(&game), BUDGET, seed);
                assert!(turn.is_some());
                assert_eq!(turn, level.choose(&own_view(&game), BUDGET, seed), "{}", level.as_str());
            }
        }
    }
}

#[test]
fn hidden_information_does_not_change_the_turn() {
    let mut other_games = 0;
    for game in sample_positions() {
        let other = with_hidden_reversed(&game);
        assert_eq!(own_view(&game), own_view(&other));
        other_games += usize::from(game != other);
        for level in Level::ALL {
            let turn = level.choose(&own_view(&game), BUDGET, 3);
            assert_eq!(turn, level.choose(&own_view(&other), BUDGET, 3), "{}", level.as_str());
        }
    }
    assert!(other_games > 20, "only {other_games} games differ");
}

#[test]
fn another_seed_can_give_another_turn() {
    let games = sample_positions();
    let turns = |seed| games.iter().map(move |game| Level::Novice.choose(&own_view(game), BUDGET, seed));
    assert!(!turns(1).eq(turns(2)));
}
