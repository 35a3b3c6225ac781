//! Test vectors: with a budget of playouts, the same position and seed give the same analysis on every machine.
//!
//! `vectors/playouts.json` is the list of cases, with `moves` as the engine protocol answers them.
//! `UPDATE_VECTORS=1 cargo test -p cafe-analysis --test all playout_vectors` writes it again after an intended change.

use std::path::Path;

use cafe_analysis::{analyse_position, two_decimals};
use cafe_bots::{Budget, Candidate, Level, Rng};
use cafe_rules::{Board, Deal, Game, Kind, Options, Seed, View, Viewer};
use serde_json::{Value, json};

/// Analyses the position of a case and returns its moves as the protocol writes them.
fn moves(case: &Value) -> Value {
    let game = Game::from_position(&case["position"], Board::standard()).unwrap();
    let [seed, playouts, top] = ["seed", "playouts", "top"].map(|field| case[field].as_u64().unwrap());
    let view = View::of(&game, Viewer::Player(game.turn()));
    let found = analyse_position(&view, top as usize, Budget::Playouts(playouts), seed);
    let one = |candidate: &Candidate| {
        json!({
            "actions": candidate.turn.notation(&game),
            "value": two_decimals(candidate.value),
            "points": candidate.turn.points,
        })
    };
    found.iter().map(one).collect()
}

/// Builds cases from positions of games between `regular` bots.
fn build_cases() -> Vec<Value> {
    let mut cases = Vec::new();
    for (kind, players, parties) in
        [(Kind::Card, 2, false), (Kind::Card, 3, true), (Kind::Board, 2, true), (Kind::Board, 4, false)]
    {
        let options = Options::new(kind, players, parties).unwrap();
        let mut rng = Rng::new(players.into());
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed(rng.next_bytes())));
        let mut turns = 0;
        while game.ending().is_none() && turns < 30 {
            if turns % 14 == 7 {
                let position = game.position();
                let mut case = json!({"position": position, "seed": turns, "playouts": 200, "top": 4});
                case["moves"] = moves(&case);
                cases.push(case);
            }
            let view = View::of(&game, Viewer::Player(game.turn()));
            let turn = Level::Regular.choose(&view, Budget::Playouts(1), rng.next_seed()).unwrap();
            turn.actions.iter().for_each(|&action| _ = game.play(action).unwrap());
            turns += 1;
        }
    }
    cases
}

#[test]
fn analysis_matches_the_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/playouts.json");
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        let lines: Vec<String> = build_cases().iter().map(Value::to_string).collect();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(cases.len() >= 6);
    for (index, case) in cases.iter().enumerate() {
        assert_eq!(moves(case), case["moves"], "case {index}: {case}");
    }
}
