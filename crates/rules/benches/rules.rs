//! Speed of the rules: `cargo bench -p cafe-rules`, or `cargo bench -p cafe-rules -- random_games` for one benchmark.
//!
//! Results are per configuration and per item. In `random_games` an item is a decision (list the legal actions, choose at
//! random, play), elsewhere a position or an action of such games.

use cafe_rules::{Action, Board, BoardGame, CardGame, Deal, Game, Kind, Options, Seed, View, Viewer};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use serde_json::Value;

/// Deals per benchmark, so that no single one dominates.
const DEALS: u8 = 64;

fn main() {
    divan::main();
}

fn deals(options: Options) -> Vec<Deal> {
    (0..DEALS).map(|number| Deal::shuffled(options.kind(), Seed([number; 32]))).collect()
}

/// Plays random actions to the end, calls `$visit` with every position and action, and returns the number of decisions.
macro_rules! play_at_random {
    ($game:expr, $random:expr, $visit:expr) => {{
        let mut game = $game;
        let mut decisions = 0_usize;
        loop {
            let legal = game.legal();
            let Some(action) = legal.get($random.usize(..legal.len().max(1))) else { break decisions };
            $visit(&game, action);
            game.play_unchecked(action);
            decisions += 1;
        }
    }};
}

/// Plays random actions on the concrete game type, as a search does, and returns the number of decisions.
fn random_game(options: Options, deal: &Deal, random: &mut fastrand::Rng) -> usize {
    match options.kind() {
        Kind::Card => play_at_random!(CardGame::new(options, deal), random, |_: &CardGame, _| ()),
        Kind::Board => play_at_random!(BoardGame::new(options, deal), random, |_: &BoardGame, _| ()),
    }
}

/// Returns positions from all phases of random games, each with a legal action.
fn positions(options: Options) -> Vec<(Game, Action)> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::new();
    for deal in deals(options) {
        play_at_random!(Game::new(options, &deal), random, |game: &Game, action| positions
            .push((*game, action)));
    }
    positions.into_iter().step_by(17).collect()
}

/// Benchmarks a function over all items.
fn each<T, U>(bencher: Bencher<'_, '_>, items: &[T], work: impl Fn(&T) -> U) {
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        for item in items {
            black_box(work(black_box(item)));
        }
    });
}

#[divan::bench(args = Options::all())]
fn random_games(bencher: Bencher<'_, '_>, options: Options) {
    let deals = deals(options);
    let play_all = |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        deals.iter().map(|deal| random_game(options, deal, &mut random)).sum::<usize>()
    };
    // Different games every time: repeated games would train the branch predictor.
    let mut seeds = 0..;
    let next_games = || seeds.next().map(|seed| (seed, play_all(seed))).expect("the range is unbounded");
    bencher
        .with_inputs(next_games)
        .input_counter(|&(_, decisions)| ItemsCount::new(decisions))
        .bench_local_values(|(seed, _)| play_all(seed));
}

#[divan::bench(args = Options::all())]
fn list_legal(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, _)| {
        black_box(game.legal());
    });
}

#[divan::bench(args = Options::all())]
fn count_legal(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, _)| game.legal().len());
}

#[divan::bench(args = Options::all())]
fn copy_and_play_unchecked(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, action)| {
        let mut game = *game;
        game.play_unchecked(*action);
        game
    });
}

#[divan::bench(args = Options::all())]
fn copy_and_play(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, action)| {
        let mut game = *game;
        game.play(*action).map(|_| game)
    });
}

#[divan::bench(args = Options::all())]
fn copy(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, _)| match game {
        Game::Card(game) => {
            black_box(*game);
        }
        Game::Board(game) => {
            black_box(*game);
        }
    });
}

#[divan::bench(args = Options::all())]
fn make_view(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, _)| View::of(game, Viewer::Player(game.turn())));
}

#[divan::bench(args = Options::all())]
fn format_action(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, action)| game.format_action(action));
}

#[divan::bench(args = Options::all())]
fn parse_action(bencher: Bencher<'_, '_>, options: Options) {
    let positions = positions(options);
    let texts: Vec<(&Game, String)> =
        positions.iter().map(|(game, action)| (game, game.format_action(action))).collect();
    each(bencher, &texts, |(game, text)| game.parse_action(text));
}

#[divan::bench(args = Options::all())]
fn format_position(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &positions(options), |(game, _)| game.position().to_string());
}

#[divan::bench(args = Options::all())]
fn parse_position(bencher: Bencher<'_, '_>, options: Options) {
    let texts: Vec<String> = positions(options).iter().map(|(game, _)| game.position().to_string()).collect();
    each(bencher, &texts, |text| {
        let position: Value = serde_json::from_str(text).expect("JSON");
        Game::from_position(&position, Board::standard())
    });
}
