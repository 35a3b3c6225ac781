//! Perft: the number of action sequences from a position, compared with `perft.json`.
//!
//! The n-th of a position's `counts` is the number of sequences of n legal actions. The position fixes the order of the
//! stocks; sequences that end the game earlier do not count. The positions are starts and rare cases of every
//! configuration.
//!
//! To add a position, append it to the file with a zero in `counts` for every depth wanted. Then, or after a change
//! of the rules that is meant to change the counts,
//!
//! ```text
//! PERFT_WRITE=1 cargo test -p cafe-rules --test cases
//! ```
//!
//! recomputes all counts; review the diff before committing it.

use std::path::PathBuf;

use cafe_rules::{Board, Game};
use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value, json};

/// Most sequences that are also counted by text, which is slow.
const MAX_BY_TEXT: u64 = 4_000;

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |(name, entry): (String, Value)| {
        Trial::test(format!("perft::{name}"), move || compare(&entry).map_err(Failed::from))
    };
    positions().into_iter().map(trial).collect()
}

fn positions() -> Map<String, Value> {
    let text = std::fs::read_to_string(path()).expect("a readable file");
    let positions: Map<String, Value> = serde_json::from_str(&text).expect("an object of positions");
    assert!(!positions.is_empty());
    positions
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/perft.json")
}

fn game(entry: &Value) -> Result<Game, String> {
    Game::from_position(&entry["position"], Board::standard()).map_err(|faults| faults.to_string())
}

fn counts(entry: &Value) -> impl Iterator<Item = (u32, u64)> {
    let counts = entry["counts"].as_array().expect("a list of counts");
    (1..).zip(counts.iter().map(|count| count.as_u64().expect("a count")))
}

fn compare(entry: &Value) -> Result<(), String> {
    let game = game(entry)?;
    for (depth, expected) in counts(entry) {
        let found = count_unchecked(&game, depth);
        if found != expected {
            return Err(format!("{found} sequences of {depth} actions, not {expected}"));
        }
        if expected <= MAX_BY_TEXT {
            let found = count_by_text(&game, depth)?;
            if found != expected {
                return Err(format!("{found} sequences of {depth} actions by text, not {expected}"));
            }
        }
    }
    Ok(())
}

/// Counts like a search: without checks, and without playing the last actions.
fn count_unchecked(game: &Game, depth: u32) -> u64 {
    let legal = game.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |action| {
        let mut next = *game;
        next.play_unchecked(action);
        count_unchecked(&next, depth - 1)
    };
    legal.iter().map(after).sum()
}

/// Counts like a client: every action is parsed from its text, checked and played.
fn count_by_text(game: &Game, depth: u32) -> Result<u64, String> {
    if depth == 0 {
        return Ok(1);
    }
    let mut sum = 0;
    for text in game.legal_action_strings() {
        let mut next = *game;
        game.parse_action(&text)
            .and_then(|action| next.play(action))
            .map_err(|refusal| format!("{text}: {refusal}"))?;
        sum += count_by_text(&next, depth - 1)?;
    }
    Ok(sum)
}

/// Recomputes all counts, one position per line.
pub(crate) fn write() {
    let line = |(name, entry): (String, Value)| {
        let game = game(&entry).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let counts: Vec<u64> = counts(&entry).map(|(depth, _)| count_unchecked(&game, depth)).collect();
        format!("{}: {}", json!(name), json!({ "counts": counts, "position": game.position() }))
    };
    let lines: Vec<String> = positions().into_iter().map(line).collect();
    std::fs::write(path(), format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("a writable file");
}
