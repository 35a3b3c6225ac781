//! What the bots have to say: the operations `bot` and `analyse`. They see what the player to move sees, and no more.

use std::time::Duration;

use cafe_analysis::{analyse_position, two_decimals};
use cafe_bots::{Budget, Candidate, Level};
use cafe_rules::{Game, Refusal, Seed, View, Viewer, excerpt};
use serde_json::{Map, Value, json};

use super::Error;
use super::intent::Intent;
use crate::arguments::{MOST_MS, number_of, seed_rule};

/// An analysis takes this long unless it is told otherwise.
pub const ANALYSIS_MS: u64 = 1000;
/// At most so many turns can be asked for.
pub const MOST_TURNS: u64 = 50;
/// So many turns are told unless others are asked for.
const USUAL_TURNS: u64 = 5;

/// The next action of a bot: what it has in mind, or else what it decides now.
pub(super) fn bot(
    game: &Game,
    intent: &mut Option<Intent>,
    fields: &Map<String, Value>,
) -> Result<Value, Error> {
    let mut faults = Vec::new();
    let level = level(fields, &mut faults);
    let ms = number(fields, "ms", 1, MOST_MS, &mut faults);
    let seed = seed(fields, &mut faults);
    let (Some(level), Some(seed), true) = (level, seed, faults.is_empty()) else {
        return Err(Error::request(faults.join("; ")));
    };
    let next = |intent: &Option<Intent>| intent.as_ref().and_then(|intent| intent.next(level, seed));
    if next(intent).is_none() {
        let budget = ms.map_or(Budget::DEFAULT, |ms| Budget::Time(Duration::from_millis(ms)));
        *intent = level.choose(&view(game), budget, seed).map(|turn| Intent::of(level, seed, turn));
    }
    let action = next(intent).ok_or_else(game_over)?;
    Ok(json!({"ok": true, "action": game.format_action(&action)}))
}

/// The best turns of the player to move.
pub(super) fn analyse(game: &Game, fields: &Map<String, Value>) -> Result<Value, Error> {
    let mut faults = Vec::new();
    let ms = number(fields, "ms", 1, MOST_MS, &mut faults).unwrap_or(ANALYSIS_MS);
    let top = number(fields, "top", 1, MOST_TURNS, &mut faults).unwrap_or(USUAL_TURNS);
    let seed = seed(fields, &mut faults);
    let (Some(seed), true) = (seed, faults.is_empty()) else {
        return Err(Error::request(faults.join("; ")));
    };
    let found = analyse_position(&view(game), top as usize, Budget::Time(Duration::from_millis(ms)), seed);
    if found.is_empty() {
        return Err(game_over());
    }
    Ok(json!({"ok": true, "moves": moves(game, &found)}))
}

/// Turns with what is expected of them.
pub(crate) fn moves(game: &Game, found: &[Candidate]) -> Value {
    let one = |candidate: &Candidate| {
        json!({
            "actions": candidate.turn.notation(game),
            "value": two_decimals(candidate.value),
            "points": candidate.turn.points,
        })
    };
    found.iter().map(one).collect()
}

fn view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

fn game_over() -> Error {
    Error { code: Refusal::GameOver.code(), message: Refusal::GameOver.to_string() }
}

fn level(fields: &Map<String, Value>, faults: &mut Vec<String>) -> Option<Level> {
    let levels = Level::ALL.map(Level::as_str).join(", ");
    let fault = match fields.get("level") {
        Some(Value::String(word)) => match Level::parse(word) {
            Some(level) => return Some(level),
            None => format!("there is no level {:?}; there are {levels}", excerpt(word)),
        },
        Some(_) => format!("level must be one of {levels}"),
        None => format!("level is missing; there are {levels}"),
    };
    faults.push(fault);
    None
}

fn number(
    fields: &Map<String, Value>,
    field: &str,
    least: u64,
    most: u64,
    faults: &mut Vec<String>,
) -> Option<u64> {
    let number = fields.get(field)?.as_u64().filter(|number| (least..=most).contains(number));
    if number.is_none() {
        faults.push(format!("{field} must be a whole number from {least} to {most}"));
    }
    number
}

/// A whole number, or as long as the seed of a deal.
fn seed(fields: &Map<String, Value>, faults: &mut Vec<String>) -> Option<u64> {
    let seed = match fields.get("seed") {
        None => Some(0),
        Some(Value::String(digits)) => Seed::parse(digits).map(|seed| number_of(&seed)),
        Some(seed) => seed.as_u64(),
    };
    if seed.is_none() {
        faults.push(format!("seed {}", seed_rule()));
    }
    seed
}
