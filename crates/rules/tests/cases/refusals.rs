//! Refusal codes in the order of the protocol. `refusals.json` lists the cases; `ok` marks a legal action for contrast.

use cafe_rules::{Board, Game};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

pub(crate) fn trials() -> Vec<Trial> {
    let table: Value = serde_json::from_str(include_str!("refusals.json")).expect("JSON");
    let cases = table.as_array().expect("a list of cases").clone();
    let trials = cases.into_iter().map(|case| {
        let name = case["name"].as_str().expect("a name").replace(' ', "_");
        Trial::test(format!("refusals::{name}"), move || check(&case).map_err(Failed::from))
    });
    trials.collect()
}

fn check(case: &Value) -> Result<(), String> {
    let game =
        Game::from_position(&case["position"], Board::standard()).map_err(|faults| faults.to_string())?;
    let legal = game.legal_action_strings();
    let mut wrong = Vec::new();
    for pair in case["refused"].as_array().expect("a list") {
        let (text, expected) = (pair[0].as_str().expect("an action"), pair[1].as_str().expect("a code"));
        let mut played = game;
        let refusal = game.parse_action(text).and_then(|action| played.play(action)).err();
        let code = refusal.as_ref().map_or("ok", |refusal| refusal.code());
        if code != expected {
            wrong.push(format!("{text:?} gives {code}, not {expected}"));
        }
        if legal.iter().any(|legal| legal == text) != (code == "ok") {
            wrong.push(format!("{text:?} gives {code}, against the list of legal actions"));
        }
        if refusal.is_some() && played != game {
            wrong.push(format!("{text:?} was refused but changed the game"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}
