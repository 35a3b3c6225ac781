//! Speed of the bots: `cargo bench -p cafe-bots`, or `cargo bench -p cafe-bots -- one_turn` for a part.
//!
//! Every figure is per item: a position from the middle of a game between experts, or one turn in it. `master` uses
//! [`PLAYOUTS`].

use cafe_bots::endgame::solve;
use cafe_bots::{Budget, Level, Searchable, Turn, Weights, all_turns, candidate_turns, evaluate};
use cafe_rules::{
    BAG_END_TILES, BoardGame, BoardView, CardGame, Deal, Game, Kind, Options, Seed, View, Viewer,
};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

const PLAYOUTS: Budget = Budget::Playouts(200);
/// Number of games that the positions come from.
const DEALS: u8 = 16;

fn main() {
    divan::main();
}

fn own_view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

/// Returns one position from the middle of each of [`DEALS`] games between experts.
fn middle_positions(kind: Kind) -> Vec<Game> {
    let options = Options::new(kind, 2, false).expect("a game for two");
    let middle = |number| {
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed([number; 32])));
        let mut positions = Vec::new();
        while game.ending().is_none() {
            positions.push(game);
            let turn = Level::Expert.choose(&own_view(&game), PLAYOUTS, 0).expect("a turn");
            turn.actions.iter().for_each(|&action| game.play_unchecked(action));
        }
        positions[positions.len() / 2]
    };
    (0..DEALS).map(middle).collect()
}

/// Measures `work` on every item.
fn bench_each<T, U>(bencher: Bencher<'_, '_>, items: &[T], work: impl Fn(&T) -> U) {
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        for item in items {
            black_box(work(black_box(item)));
        }
    });
}

fn one_turn(bencher: Bencher<'_, '_>, kind: Kind, level: &str) {
    let level = Level::parse(level).expect("a level");
    let views: Vec<View> = middle_positions(kind).iter().map(own_view).collect();
    bench_each(bencher, &views, |view| level.choose(view, PLAYOUTS, 0));
}

const LEVELS: [&str; 5] = ["novice", "casual", "regular", "expert", "master"];

#[divan::bench(args = LEVELS, sample_count = 10)]
fn one_turn_card(bencher: Bencher<'_, '_>, level: &str) {
    one_turn(bencher, Kind::Card, level);
}

#[divan::bench(args = LEVELS, sample_count = 10)]
fn one_turn_board(bencher: Bencher<'_, '_>, level: &str) {
    one_turn(bencher, Kind::Board, level);
}

#[divan::bench(args = Kind::BOTH)]
fn all_turns_of_a_position(bencher: Bencher<'_, '_>, kind: Kind) {
    bench_each(bencher, &middle_positions(kind), |game| match game {
        Game::Card(game) => all_turns(game).len(),
        Game::Board(game) => all_turns(game).len(),
    });
}

/// Measures the evaluation of single turns.
fn bench_evaluate<G: Searchable>(bencher: Bencher<'_, '_>, games: &[G], kind: Kind) {
    let net = Weights::embedded(kind).net(2);
    let of_game = |game: &G| candidate_turns(game).into_iter().map(|turn| (*game, turn)).collect::<Vec<_>>();
    let all: Vec<(G, Turn)> = games.iter().flat_map(of_game).step_by(11).collect();
    bench_each(bencher, &all, |(game, turn)| evaluate(game, turn, net));
}

#[divan::bench]
fn evaluate_card_turn(bencher: Bencher<'_, '_>) {
    let of_kind = |game| if let Game::Card(game) = game { Some(game) } else { None };
    let games: Vec<CardGame> = middle_positions(Kind::Card).into_iter().filter_map(of_kind).collect();
    bench_evaluate(bencher, &games, Kind::Card);
}

#[divan::bench]
fn evaluate_board_turn(bencher: Bencher<'_, '_>) {
    let of_kind = |game| if let Game::Board(game) = game { Some(game) } else { None };
    let games: Vec<BoardGame> = middle_positions(Kind::Board).into_iter().filter_map(of_kind).collect();
    bench_evaluate(bencher, &games, Kind::Board);
}

/// Returns the position with only this many tiles in the bag.
fn with_bag_of(tiles: usize, game: &Game) -> Option<BoardView> {
    let mut setup = game.setup();
    setup.guest_stock.truncate(tiles);
    match setup.to_game() {
        Ok(Game::Board(game)) => Some(BoardView::of(&game, Viewer::Player(game.turn()))),
        _ => None,
    }
}

#[divan::bench(args = [BAG_END_TILES, BAG_END_TILES + 1], sample_count = 10)]
fn solve_endgame_with_bag(bencher: Bencher<'_, '_>, tiles: usize) {
    let views: Vec<BoardView> =
        middle_positions(Kind::Board).iter().filter_map(|game| with_bag_of(tiles, game)).collect();
    bench_each(bencher, &views, |view| solve(view, usize::MAX).map(|turns| turns.len()));
}
