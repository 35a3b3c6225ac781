//! Test vectors for a budget of playouts: the answers are the same on every machine.
//!
//! `data/playouts.json` has requests of the engine protocol and their exact answers. After an intended change of the bots, write
//! the new answers with `UPDATE_VECTORS=1 cargo test -p cafe --test all engine_vectors`.

use std::path::Path;

use cafe_cli::engine::Engine;
use cafe_rules::Board;
use serde_json::Value;

#[test]
fn answers_match_the_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playouts.json");
    let mut vectors: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let is_update = std::env::var_os("UPDATE_VECTORS").is_some();
    let mut compared = 0;
    for case in vectors["cases"].as_array_mut().unwrap() {
        let name = case["name"].clone();
        let mut engine = Engine::new(Board::standard());
        for exchange in case["exchanges"].as_array_mut().unwrap() {
            let request = exchange["request"].to_string();
            let answer = engine.answer(request.as_bytes()).json;
            assert_eq!(answer["ok"], true, "{name}: {answer}");
            // The answer that repeats the position is left out.
            let Some(expected) = exchange.get_mut("answer") else { continue };
            if is_update {
                *expected = answer;
            } else {
                assert_eq!(answer, *expected, "{name}: {request}");
                compared += 1;
            }
        }
    }
    if is_update {
        std::fs::write(&path, format_vectors(&vectors)).unwrap();
    } else {
        assert!(compared >= 28, "{compared} answers");
    }
}

/// Formats the file with one request or answer per line.
fn format_vectors(vectors: &Value) -> String {
    let format_exchange = |exchange: &Value| {
        let answer = exchange.get("answer").map(|answer| format!(",\n       \"answer\": {answer}"));
        format!("      {{\"request\": {}{}}}", exchange["request"], answer.unwrap_or_default())
    };
    let format_case = |case: &Value| {
        let exchanges = case["exchanges"].as_array().unwrap().iter().map(format_exchange);
        let exchanges = exchanges.collect::<Vec<_>>().join(",\n");
        format!("    {{\"name\": {}, \"exchanges\": [\n{exchanges}\n    ]}}", case["name"])
    };
    let cases: Vec<String> = vectors["cases"].as_array().unwrap().iter().map(format_case).collect();
    format!("{{\n  \"about\": {},\n  \"cases\": [\n{}\n  ]\n}}\n", vectors["about"], cases.join(",\n"))
}
