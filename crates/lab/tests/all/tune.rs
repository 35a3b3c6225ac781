//! Training is reproducible and reports its progress.

use std::sync::atomic::{AtomicU64, Ordering};

use cafe_bots::{
    BOARD_GLOBAL_FEATURES, BOARD_NATION_FEATURES, CARD_GLOBAL_FEATURES, CARD_NATION_FEATURES, NATION_WIDTH,
    Net,
};
use cafe_lab::{TuneConfig, tune};
use cafe_rules::Kind;

/// Two generations, because the first one plays without a network.
const CONFIG: TuneConfig = TuneConfig { kind: Kind::Card, players: 3, generations: 2, games: 6, seed: 1 };

fn train(config: &TuneConfig) -> Net {
    tune(config, || {}, |_| {})
}

/// Returns true if a network has the dimensions of its game and only finite weights.
fn is_valid(net: &Net, kind: Kind) -> bool {
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
fn training_does_not_depend_on_the_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (alone, three) = (pool(1), pool(3));
    for kind in Kind::BOTH {
        let config = TuneConfig { kind, ..CONFIG };
        let net = alone.install(|| train(&config));
        assert!(is_valid(&net, kind), "{kind}");
        assert!(net == three.install(|| train(&config)), "{kind}: more threads change the result");
        assert!(
            net != train(&TuneConfig { seed: 2, ..config }),
            "{kind}: another seed gives the same network"
        );
        assert!(
            net != train(&TuneConfig { generations: 1, ..config }),
            "{kind}: the second generation changes nothing"
        );
    }
}

#[test]
fn every_game_and_generation_is_reported() {
    let games = AtomicU64::new(0);
    let mut generations = Vec::new();
    tune(
        &CONFIG,
        || _ = games.fetch_add(1, Ordering::Relaxed),
        |generation| generations.push((generation.number, generation.samples > 100)),
    );
    assert_eq!(games.into_inner(), CONFIG.generations * CONFIG.games);
    assert_eq!(generations, [(1, true), (2, true)], "a game has many positions");
}
