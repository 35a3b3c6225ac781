//! Learning can be repeated, and what comes with the bots says how it was learned.

use std::sync::atomic::{AtomicU64, Ordering};

use cafe_bots::{
    BOARD_GLOBAL_FEATURES, BOARD_NATION_FEATURES, CARD_GLOBAL_FEATURES, CARD_NATION_FEATURES, NATION_WIDTH,
    Net, Weights,
};
use cafe_lab::{TuneConfig, tune};
use cafe_rules::Kind;

/// The second of two generations plays with what the first has learned.
const COURSE: TuneConfig = TuneConfig { kind: Kind::Card, players: 3, generations: 2, games: 6, seed: 1 };

fn learned(course: &TuneConfig) -> Net {
    tune(course, || {}, |_| {})
}

/// Whether a network has a weight for every feature of its game, and every weight is a number.
fn fits(net: &Net, kind: Kind) -> bool {
    let (nation, whole) = match kind {
        Kind::Card => (CARD_NATION_FEATURES, CARD_GLOBAL_FEATURES),
        Kind::Board => (BOARD_NATION_FEATURES, BOARD_GLOBAL_FEATURES),
    };
    let rows = [net.nation_weights.len(), net.hidden_weights.len(), net.skip_weights.len()];
    let weights = net
        .nation_weights
        .iter()
        .flatten()
        .chain(net.hidden_weights.iter().flatten())
        .chain(&net.skip_weights);
    let weights = weights
        .chain(&net.nation_biases)
        .chain(&net.hidden_biases)
        .chain(&net.output_weights)
        .chain([&net.output_bias]);
    rows == [nation, NATION_WIDTH + whole, NATION_WIDTH + whole] && weights.copied().all(f32::is_finite)
}

#[test]
fn the_same_seed_teaches_the_same_on_any_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (alone, three) = (pool(1), pool(3));
    for kind in Kind::BOTH {
        let course = TuneConfig { kind, ..COURSE };
        let net = alone.install(|| learned(&course));
        assert!(fits(&net, kind), "{kind}");
        assert!(net == three.install(|| learned(&course)), "{kind}: more threads teach something else");
        assert!(net != learned(&TuneConfig { seed: 2, ..course }), "{kind}: another seed teaches the same");
        assert!(
            net != learned(&TuneConfig { generations: 1, ..course }),
            "{kind}: the second teaches nothing"
        );
    }
}

#[test]
fn every_game_and_every_generation_is_told() {
    let games = AtomicU64::new(0);
    let mut generations = Vec::new();
    tune(
        &COURSE,
        || _ = games.fetch_add(1, Ordering::Relaxed),
        |generation| generations.push((generation.number, generation.samples > 100)),
    );
    assert_eq!(games.into_inner(), COURSE.generations * COURSE.games);
    assert_eq!(generations, [(1, true), (2, true)], "a game has many positions");
}

#[test]
fn embedded_weights_cover_every_number_of_players() {
    for kind in Kind::BOTH {
        let weights = Weights::embedded(kind);
        assert!(weights.nets.keys().copied().eq(kind.players()), "{kind}: {:?}", weights.nets.keys());
        for (players, net) in &weights.nets {
            assert!(fits(net, kind), "{kind}, {players} players");
        }
    }
}

#[test]
fn embedded_weights_name_the_command_that_made_them() {
    for kind in Kind::BOTH {
        let weights = Weights::embedded(kind);
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
