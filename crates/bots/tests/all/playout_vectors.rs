//! Test vectors: with a budget of playouts, the same position, level and seed give the same turn on every machine.
//!
//! `vectors/playouts.json` is the list of cases; other implementations and the engine protocol can use it too.
//! `UPDATE_VECTORS=1 cargo test -p cafe-bots --test all playout_vectors` writes it again after an intended change.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use cafe_bots::{Budget, Level, Rng};
use cafe_rules::{Board, Deal, Game, Kind, Options, Seed, View, Viewer};
use serde_json::{Value, json};

/// Chooses the turn of a case and returns it in the notation of the protocol.
fn choose(case: &Value) -> Vec<String> {
    let game = Game::from_position(&case["position"], Board::standard()).unwrap();
    let level = Level::parse(case["level"].as_str().unwrap()).unwrap();
    let budget = Budget::Playouts(case["playouts"].as_u64().unwrap());
    let view = View::of(&game, Viewer::Player(game.turn()));
    level.choose(&view, budget, case["seed"].as_u64().unwrap()).unwrap().notation(&game)
}

/// Builds cases from positions of games between `regular` bots.
fn build_cases() -> Vec<Value> {
    let mut cases = Vec::new();
    for (number, (kind, players, parties)) in
        [(Kind::Card, 2, false), (Kind::Card, 4, true), (Kind::Board, 2, false), (Kind::Board, 3, true)]
            .into_iter()
            .enumerate()
    {
        let options = Options::new(kind, players, parties).unwrap();
        let mut rng = Rng::new(number as u64);
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed(rng.next_bytes())));
        let mut turns = 0;
        while game.ending().is_none() && turns < 40 {
            if turns % 13 == 4 {
                for (level, playouts) in [
                    ("novice", 1),
                    ("casual", 1),
                    ("regular", 1),
                    ("expert", 1),
                    ("master", 1),
                    ("master", 300),
                ] {
                    let seed = rng.next_seed() >> 32;
                    let position = game.position();
                    let mut case =
                        json!({"position": position, "level": level, "seed": seed, "playouts": playouts});
                    case["turn"] = json!(choose(&case));
                    cases.push(case);
                }
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
fn turns_match_the_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/playouts.json");
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        let lines: Vec<String> = build_cases().iter().map(Value::to_string).collect();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(cases.len() >= 40);
    for (index, case) in cases.iter().enumerate() {
        assert_eq!(json!(choose(case)), case["turn"], "case {index}: {case}");
    }
}
