//! How long bots think: `cargo bench -p cafe-bots`, or `cargo bench -p cafe-bots -- one_turn` for a part.
//!
//! Every figure is per item: a position from the middle of a game between experts, or one turn in it. `master` has
//! [`PLAYOUTS`]; in play its time is given by the clock.

use cafe_bots::endgame::solve;
use cafe_bots::{Budget, Level, Searchable, Turn, Weights, all_turns, candidate_turns, evaluate};
use cafe_rules::{
    BAG_END_TILES, BoardGame, BoardView, CardGame, Deal, Game, Kind, Options, Seed, View, Viewer,
};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

const PLAYOUTS: Budget = Budget::Playouts(200);
/// How many games the positions come from.
const DEALS: u8 = 16;

fn main() {
    divan::main();
}

fn own_view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

/// One position from the middle of each of some games between experts.
fn middles(kind: Kind) -> Vec<Game> {
    let options = Options::new(kind, 2, false).expect("a game for two");
    let middle = |number| {
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed([number; 32])));
        let mut moments = Vec::new();
        while game.ending().is_none() {
            moments.push(game);
            let turn = Level::Expert.choose(&own_view(&game), PLAYOUTS, 0).expect("a turn");
            turn.actions.iter().for_each(|&action| game.play_unchecked(action));
        }
        moments[moments.len() / 2]
    };
    (0..DEALS).map(middle).collect()
}

/// Does something with every one of many things.
fn each<T, U>(bencher: Bencher<'_, '_>, things: &[T], work: impl Fn(&T) -> U) {
    bencher.counter(ItemsCount::new(things.len())).bench_local(|| {
        for thing in things {
            black_box(work(black_box(thing)));
        }
    });
}

fn one_turn(bencher: Bencher<'_, '_>, kind: Kind, level: &str) {
    let level = Level::parse(level).expect("the word for a level");
    let views: Vec<View> = middles(kind).iter().map(own_view).collect();
    each(bencher, &views, |view| level.choose(view, PLAYOUTS, 0));
}

const LEVELS: [&str; 5] = ["novice", "casual", "regular", "expert", "master"];

#[divan::bench(args = LEVELS, sample_count = 10)]
fn one_turn_of_the_card_game(bencher: Bencher<'_, '_>, level: &str) {
    one_turn(bencher, Kind::Card, level);
}

#[divan::bench(args = LEVELS, sample_count = 10)]
fn one_turn_of_the_board_game(bencher: Bencher<'_, '_>, level: &str) {
    one_turn(bencher, Kind::Board, level);
}

#[divan::bench(args = Kind::BOTH)]
fn find_turns(bencher: Bencher<'_, '_>, kind: Kind) {
    each(bencher, &middles(kind), |game| match game {
        Game::Card(game) => all_turns(game).len(),
        Game::Board(game) => all_turns(game).len(),
    });
}

/// Weighs many turns of every position, one by one.
fn weigh_each<G: Searchable>(bencher: Bencher<'_, '_>, games: &[G], kind: Kind) {
    let net = Weights::embedded(kind).net(2);
    let of_game = |game: &G| candidate_turns(game).into_iter().map(|turn| (*game, turn)).collect::<Vec<_>>();
    let all: Vec<(G, Turn)> = games.iter().flat_map(of_game).step_by(11).collect();
    each(bencher, &all, |(game, turn)| evaluate(game, turn, net));
}

#[divan::bench]
fn weigh_a_turn_of_the_card_game(bencher: Bencher<'_, '_>) {
    let of_kind = |game| if let Game::Card(game) = game { Some(game) } else { None };
    let games: Vec<CardGame> = middles(Kind::Card).into_iter().filter_map(of_kind).collect();
    weigh_each(bencher, &games, Kind::Card);
}

#[divan::bench]
fn weigh_a_turn_of_the_board_game(bencher: Bencher<'_, '_>) {
    let of_kind = |game| if let Game::Board(game) = game { Some(game) } else { None };
    let games: Vec<BoardGame> = middles(Kind::Board).into_iter().filter_map(of_kind).collect();
    weigh_each(bencher, &games, Kind::Board);
}

/// A position from the middle of a game, but with only so many tiles in the bag.
fn with_bag_of(tiles: usize, game: &Game) -> Option<BoardView> {
    let mut setup = game.setup();
    setup.guest_stock.truncate(tiles);
    match setup.to_game() {
        Ok(Game::Board(game)) => Some(BoardView::of(&game, Viewer::Player(game.turn()))),
        _ => None,
    }
}

#[divan::bench(args = [BAG_END_TILES, BAG_END_TILES + 1], sample_count = 10)]
fn reckon_the_end_with_a_bag_of(bencher: Bencher<'_, '_>, tiles: usize) {
    let views: Vec<BoardView> =
        middles(Kind::Board).iter().filter_map(|game| with_bag_of(tiles, game)).collect();
    each(bencher, &views, |view| solve(view, usize::MAX).map(|turns| turns.len()));
}
