//! Learning can be repeated, and what comes with the bots says how it was learned.

use std::sync::atomic::{AtomicU64, Ordering};

use cafe_bots::{BOARD_NATION, BOARD_WHOLE, CARD_NATION, CARD_WHOLE, NATION_WIDTH, Net, Weights};
use cafe_lab::{Course, tune};
use cafe_rules::Kind;

/// The second of two generations plays with what the first has learned.
const COURSE: Course = Course { kind: Kind::Card, players: 3, generations: 2, games: 6, seed: 1 };

fn learned(course: &Course) -> Net {
    tune(course, || {}, |_| {})
}

/// Whether a network has a weight for every sign of its game, and every weight is a number.
fn fits(net: &Net, kind: Kind) -> bool {
    let (nation, whole) = match kind {
        Kind::Card => (CARD_NATION, CARD_WHOLE),
        Kind::Board => (BOARD_NATION, BOARD_WHOLE),
    };
    let rows = [net.nation_into.len(), net.into.len(), net.straight.len()];
    let weights = net.nation_into.iter().flatten().chain(net.into.iter().flatten()).chain(&net.straight);
    let weights = weights.chain(&net.nation_start).chain(&net.start).chain(&net.out).chain([&net.base]);
    rows == [nation, NATION_WIDTH + whole, NATION_WIDTH + whole] && weights.copied().all(f32::is_finite)
}

#[test]
fn the_same_seed_teaches_the_same_on_any_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (alone, three) = (pool(1), pool(3));
    for kind in Kind::BOTH {
        let course = Course { kind, ..COURSE };
        let net = alone.install(|| learned(&course));
        assert!(fits(&net, kind), "{kind}");
        assert!(net == three.install(|| learned(&course)), "{kind}: more threads teach something else");
        assert!(net != learned(&Course { seed: 2, ..course }), "{kind}: another seed teaches the same");
        assert!(net != learned(&Course { generations: 1, ..course }), "{kind}: the second teaches nothing");
    }
}

#[test]
fn every_game_and_every_generation_is_told() {
    let games = AtomicU64::new(0);
    let mut generations = Vec::new();
    tune(
        &COURSE,
        || _ = games.fetch_add(1, Ordering::Relaxed),
        |generation| generations.push((generation.number, generation.lessons > 100)),
    );
    assert_eq!(games.into_inner(), COURSE.generations * COURSE.games);
    assert_eq!(generations, [(1, true), (2, true)], "a game has many positions");
}

const LEARNED: [(Kind, &str); 2] = [
    (Kind::Card, include_str!("../../bots/data/card.json")),
    (Kind::Board, include_str!("../../bots/data/board.json")),
];

#[test]
fn the_weights_that_come_with_the_bots_fit_what_they_look_at() {
    for (kind, text) in LEARNED {
        let weights: Weights = serde_json::from_str(text).unwrap();
        assert!(weights.nets.keys().copied().eq(kind.players()), "{kind}: {:?}", weights.nets.keys());
        for (players, net) in &weights.nets {
            assert!(fits(net, kind), "{kind}, {players} players");
        }
    }
}

#[test]
fn the_weights_name_the_command_that_made_them() {
    for (kind, text) in LEARNED {
        let weights: Weights = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&weights).unwrap() + "\n", text, "{kind}: changed by another hand");
        let numbers: Vec<u64> = weights.command.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [generations, games, seed] = numbers[..] else { panic!("{}", weights.command) };
        let game = kind.as_str();
        assert_eq!(
            weights.command,
            format!(
                "cafe tune --game {game} --generations {generations} --games {games} --seed {seed} --save FILE"
            )
        );
    }
}
