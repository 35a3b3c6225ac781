//! Analysis on several threads.

use cafe_analysis::AnalysisSettings;
use cafe_bots::{Budget, Level};
use cafe_lab::analyse_game;
use cafe_rules::{DealSource, Header, Kind, Options, Record, Seed, View, Viewer};

const SETTINGS: AnalysisSettings =
    AnalysisSettings { budget: Budget::Playouts(60), top: 3, seed: 0, player: None };

/// A card game between two `regular` bots, up to `actions` actions.
fn regular_game(actions: usize) -> Record {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let mut record = Record::new(Header::new(options, DealSource::Seed(Seed([6; 32]))));
    while record.game().ending().is_none() && record.steps().len() < actions {
        let view = View::of(record.game(), Viewer::Player(record.game().turn()));
        let turn = Level::Regular.choose(&view, Budget::DEFAULT, 0).unwrap();
        turn.actions.iter().for_each(|&action| _ = record.play(action).unwrap());
    }
    record
}

#[test]
fn analysis_does_not_depend_on_the_number_of_threads() {
    let record = regular_game(12);
    let on_threads = |threads: usize, settings: &AnalysisSettings| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| analyse_game(&record, settings, |_, _| {})).to_json()
    };
    let sequential = cafe_analysis::analyse_game(&record, &SETTINGS, |_, _| {}).to_json();
    assert_eq!(on_threads(1, &SETTINGS), sequential);
    assert_eq!(on_threads(3, &SETTINGS), sequential);
    let other_seed = AnalysisSettings { seed: 1, ..SETTINGS };
    assert_ne!(on_threads(1, &other_seed), sequential);
}
