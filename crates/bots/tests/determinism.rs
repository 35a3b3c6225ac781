//! A bot's choice follows from what it sees, its seed and its budget, and from nothing else.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Budget, Level, Rng};
use cafe_rules::{Action, CardView, Deal, Game, Kind, Nation, Options, Seed, Tile, View, Viewer};

const BUDGET: Budget = Budget::Playouts(30);

fn own_view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

/// Some moments of a game played at random, also from the middle of turns.
fn moments(options: Options, number: u64) -> Vec<Game> {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    let mut moments = Vec::new();
    while game.ending().is_none() && moments.len() < 60 {
        moments.push(game);
        let actions: Vec<Action> = game.legal().iter().collect();
        game.play(actions[rng.below(actions.len())]).unwrap();
    }
    moments.into_iter().step_by(7).collect()
}

fn some_moments() -> Vec<Game> {
    let options =
        [(Kind::Card, 2, false), (Kind::Card, 4, true), (Kind::Board, 2, true), (Kind::Board, 4, false)];
    let options = options.map(|(kind, players, parties)| Options::new(kind, players, parties).unwrap());
    options.into_iter().flat_map(|options| moments(options, 5)).collect()
}

/// A game that looks the same to the player to move: all that is hidden is the other way round.
fn dealt_otherwise(game: &Game) -> Game {
    match own_view(game) {
        View::Card(view) => Game::Card(turned_round(&view)),
        View::Board(view) => {
            let Game::Board(game) = game else { unreachable!("a view of a board game") };
            let bag: Vec<Tile> = game.bag().iter().rev().copied().collect();
            Game::Board(view.game(&bag).unwrap())
        }
    }
}

fn turned_round(view: &CardView) -> cafe_rules::CardGame {
    let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
    unseen.reverse();
    let tables: Vec<Nation> = view.tables_left.iter().rev().copied().collect();
    view.game(&unseen, &tables).unwrap()
}

#[test]
fn the_same_view_seed_and_playouts_give_the_same_turn() {
    for game in some_moments() {
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
fn games_that_look_the_same_to_a_seat_give_the_same_turn() {
    let mut other_games = 0;
    for game in some_moments() {
        let other = dealt_otherwise(&game);
        assert_eq!(own_view(&game), own_view(&other));
        other_games += usize::from(game != other);
        for level in Level::ALL {
            let turn = level.choose(&own_view(&game), BUDGET, 3);
            assert_eq!(turn, level.choose(&own_view(&other), BUDGET, 3), "{}", level.as_str());
        }
    }
    assert!(other_games > 20, "only {other_games} games were really others");
}

#[test]
fn another_seed_can_give_another_turn() {
    let games = some_moments();
    let turns = |seed| games.iter().map(move |game| Level::Novice.choose(&own_view(game), BUDGET, seed));
    assert!(!turns(1).eq(turns(2)));
}
