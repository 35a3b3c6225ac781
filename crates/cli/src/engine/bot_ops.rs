//! The operations `bot` and `analyse`. They see only the view of the player to move.

use std::time::Duration;

use cafe_analysis::{analyse_position, two_decimals};
use cafe_bots::{Budget, Candidate, Level};
use cafe_rules::{Game, Refusal, Seed, View, Viewer, excerpt};
use serde_json::{Map, Value, json};

use super::Error;
use super::planned_turn::PlannedTurn;
use crate::seeds::{seed_rule, seed_to_number};

/// Default thinking time of an analysis.
pub const DEFAULT_ANALYSIS_MS: u64 = 1000;
/// Maximum thinking time of a bot for one turn.
pub const MAX_MS: u64 = 600_000;
/// Maximum number of turns in an analysis.
pub const MAX_TOP: u64 = 50;
const DEFAULT_TOP: u64 = 5;
/// Maximum number of playouts per request: minutes on a slow machine, like the longest `ms`.
const MAX_REQUEST_PLAYOUTS: u64 = 10_000_000;

/// Answers `bot`: the next action of the planned turn, or of a new plan.
pub(super) fn bot(
    game: &Game,
    planned_turn: &mut Option<PlannedTurn>,
    fields: &Map<String, Value>,
) -> Result<Value, Error> {
    let mut faults = Vec::new();
    let level = level(fields, &mut faults);
    let budget = budget(fields, &mut faults).unwrap_or(Budget::DEFAULT);
    let seed = seed(fields, &mut faults);
    let (Some(level), Some(seed), true) = (level, seed, faults.is_empty()) else {
        return Err(Error::request(faults.join("; ")));
    };
    let next = |planned: &Option<PlannedTurn>| planned.as_ref().and_then(|planned| planned.next(level, seed));
    if next(planned_turn).is_none() {
        let turn = level.choose(&view(game), budget, seed);
        *planned_turn = turn.map(|turn| PlannedTurn::new(level, seed, turn));
    }
    let action = next(planned_turn).ok_or_else(game_over)?;
    Ok(json!({"ok": true, "action": game.format_action(&action)}))
}

/// Answers `analyse`: the best turns of the player to move.
pub(super) fn analyse(game: &Game, fields: &Map<String, Value>) -> Result<Value, Error> {
    let mut faults = Vec::new();
    let default_budget = Budget::Time(Duration::from_millis(DEFAULT_ANALYSIS_MS));
    let budget = budget(fields, &mut faults).unwrap_or(default_budget);
    let top = number(fields, "top", MAX_TOP, &mut faults).unwrap_or(DEFAULT_TOP);
    let seed = seed(fields, &mut faults);
    let (Some(seed), true) = (seed, faults.is_empty()) else {
        return Err(Error::request(faults.join("; ")));
    };
    let candidates = analyse_position(&view(game), top as usize, budget, seed);
    if candidates.is_empty() {
        return Err(game_over());
    }
    Ok(json!({"ok": true, "moves": candidates_json(game, &candidates)}))
}

/// Formats turns with their expected values.
pub(crate) fn candidates_json(game: &Game, candidates: &[Candidate]) -> Value {
    let to_json = |candidate: &Candidate| {
        json!({
            "actions": candidate.turn.notation(game),
            "value": two_decimals(candidate.value),
            "points": candidate.turn.points,
        })
    };
    candidates.iter().map(to_json).collect()
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
        Some(Value::String(name)) => match Level::parse(name) {
            Some(level) => return Some(level),
            None => format!("there is no level {:?}; there are {levels}", excerpt(name)),
        },
        Some(_) => format!("level must be one of {levels}"),
        None => format!("level is missing; there are {levels}"),
    };
    faults.push(fault);
    None
}

/// Reads `ms` or `playouts`; `None` if both are missing or wrong.
fn budget(fields: &Map<String, Value>, faults: &mut Vec<String>) -> Option<Budget> {
    let ms = number(fields, "ms", MAX_MS, faults);
    let playouts = number(fields, "playouts", MAX_REQUEST_PLAYOUTS, faults);
    if fields.contains_key("ms") && fields.contains_key("playouts") {
        faults.push("the budget is given by ms or by playouts, not by both".to_owned());
    }
    playouts.map(Budget::Playouts).or_else(|| ms.map(|ms| Budget::Time(Duration::from_millis(ms))))
}

/// Reads a whole number from 1 to `max`.
fn number(fields: &Map<String, Value>, field: &str, max: u64, faults: &mut Vec<String>) -> Option<u64> {
    let number = fields.get(field)?.as_u64().filter(|number| (1..=max).contains(number));
    if number.is_none() {
        faults.push(format!("{field} must be a whole number from 1 to {max}"));
    }
    number
}

/// Reads a whole number or 64 hexadecimal digits; 0 if the field is missing.
fn seed(fields: &Map<String, Value>, faults: &mut Vec<String>) -> Option<u64> {
    let seed = match fields.get("seed") {
        None => Some(0),
        Some(Value::String(digits)) => Seed::parse(digits).map(|seed| seed_to_number(&seed)),
        Some(seed) => seed.as_u64(),
    };
    if seed.is_none() {
        faults.push(format!("seed {}", seed_rule()));
    }
    seed
}
