//! How fast the rules are: `cargo bench -p cafe-rules`, or `cargo bench -p cafe-rules -- random_games` for a part.
//!
//! Every figure is per configuration, and per item: in `random_games` an item is a decision (find what is legal,
//! choose at random, play), elsewhere a moment or an action of such games.

use cafe_rules::{Action, Board, BoardGame, CardGame, Deal, Game, Kind, Options, Seed, View, Viewer};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use serde_json::Value;

/// How many deals each figure is made of, so that no single one decides.
const DEALS: u8 = 64;

fn main() {
    divan::main();
}

fn deals(options: Options) -> Vec<Deal> {
    (0..DEALS).map(|number| Deal::shuffled(options.kind(), Seed([number; 32]))).collect()
}

/// Plays a game of any type at random to the end, and shows every moment. How many decisions it took.
macro_rules! play_at_random {
    ($game:expr, $random:expr, $see:expr) => {{
        let mut game = $game;
        let mut decisions = 0_usize;
        loop {
            let legal = game.legal();
            let Some(action) = legal.get($random.usize(..legal.len().max(1))) else { break decisions };
            $see(&game, action);
            game.play_unchecked(action);
            decisions += 1;
        }
    }};
}

/// Plays a game at random, with the type itself as search would use it. How many decisions it took.
fn random_game(options: Options, deal: &Deal, random: &mut fastrand::Rng) -> usize {
    match options.kind() {
        Kind::Card => play_at_random!(CardGame::new(options, deal), random, |_: &CardGame, _| ()),
        Kind::Board => play_at_random!(BoardGame::new(options, deal), random, |_: &BoardGame, _| ()),
    }
}

/// Some moments of random games, from all their parts, each with an action that is legal there.
fn moments(options: Options) -> Vec<(Game, Action)> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut moments = Vec::new();
    for deal in deals(options) {
        play_at_random!(Game::new(options, &deal), random, |game: &Game, action| moments
            .push((*game, action)));
    }
    moments.into_iter().step_by(17).collect()
}

/// Does something with every one of many things.
fn each<T, U>(bencher: Bencher<'_, '_>, things: &[T], work: impl Fn(&T) -> U) {
    bencher.counter(ItemsCount::new(things.len())).bench_local(|| {
        for thing in things {
            black_box(work(black_box(thing)));
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
    // Other games every time: a processor that has seen the same ones before guesses its branches too well.
    let mut seeds = 0..;
    let next_games = || seeds.next().map(|seed| (seed, play_all(seed))).expect("there are enough numbers");
    bencher
        .with_inputs(next_games)
        .input_counter(|&(_, decisions)| ItemsCount::new(decisions))
        .bench_local_values(|(seed, _)| play_all(seed));
}

#[divan::bench(args = Options::all())]
fn find_legal(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, _)| {
        black_box(game.legal());
    });
}

#[divan::bench(args = Options::all())]
fn count_legal(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, _)| game.legal().len());
}

#[divan::bench(args = Options::all())]
fn copy_and_play_unchecked(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, action)| {
        let mut game = *game;
        game.play_unchecked(*action);
        game
    });
}

#[divan::bench(args = Options::all())]
fn copy_and_play(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, action)| {
        let mut game = *game;
        game.play(*action).map(|_| game)
    });
}

#[divan::bench(args = Options::all())]
fn copy(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, _)| match game {
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
    each(bencher, &moments(options), |(game, _)| View::of(game, Viewer::Player(game.turn())));
}

#[divan::bench(args = Options::all())]
fn write_action(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, action)| game.format_action(action));
}

#[divan::bench(args = Options::all())]
fn read_action(bencher: Bencher<'_, '_>, options: Options) {
    let moments = moments(options);
    let texts: Vec<(&Game, String)> =
        moments.iter().map(|(game, action)| (game, game.format_action(action))).collect();
    each(bencher, &texts, |(game, text)| game.parse_action(text));
}

#[divan::bench(args = Options::all())]
fn write_position(bencher: Bencher<'_, '_>, options: Options) {
    each(bencher, &moments(options), |(game, _)| game.position().to_string());
}

#[divan::bench(args = Options::all())]
fn read_position(bencher: Bencher<'_, '_>, options: Options) {
    let texts: Vec<String> = moments(options).iter().map(|(game, _)| game.position().to_string()).collect();
    each(bencher, &texts, |text| {
        let position: Value = serde_json::from_str(text).expect("JSON");
        Game::from_position(&position, Board::standard())
    });
}
