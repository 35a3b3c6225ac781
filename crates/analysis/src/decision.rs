//! The verdict on one decision.

use cafe_bots::{Candidate, Turn, all_turns, current_margin};
use cafe_rules::{Game, View, Viewer};

use crate::decision_point::DecisionPoint;
use crate::game_analyser::AnalysisSettings;
use crate::grade::Grade;
use crate::position::rank_with_falling_values;

/// One judged decision of a player.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Number of the turn, from 1.
    pub turn: usize,
    /// Number of the decision within the turn, from 1.
    pub part: usize,
    /// The player.
    pub player: u8,
    /// The turn that was played.
    pub played: Turn,
    /// The expected margin of the turn played.
    pub value: f32,
    /// The margin given away, compared with the best turn.
    pub loss: f32,
    /// The grade of that loss.
    pub grade: Grade,
    /// The best turns, best first.
    pub alternatives: Vec<Candidate>,
}

/// Compares the turn that was played with the best ones.
pub(crate) fn judge(point: &DecisionPoint, settings: &AnalysisSettings, seed: u64) -> Decision {
    let view = View::of(point.before, Viewer::Player(point.player));
    let played = &point.played;
    let mut alternatives =
        rank_with_falling_values(&view, std::slice::from_ref(played), settings.budget, seed);
    let best = alternatives.first().map(|best| best.value);
    let found = alternatives.iter().find(|candidate| candidate.turn.is_equivalent(played));
    let value = match found {
        Some(candidate) => candidate.value - f32::from(candidate.turn.points - played.points),
        // Never searched: the player pays more at the bar than there is and is eliminated.
        None => margin_after(point),
    };
    // A search is no more precise than tenths, and the loss shown then agrees with its grade.
    let loss = best.map_or(0.0, |best| ((best - value).max(0.0) * 10.0).round() / 10.0);
    let grade = if is_forced(point.before) { Grade::Forced } else { Grade::of(loss) };
    alternatives.truncate(settings.top);
    Decision {
        turn: point.turn,
        part: point.part,
        player: point.player,
        played: played.clone(),
        value,
        loss: if grade == Grade::Forced { 0.0 } else { loss },
        grade,
        alternatives,
    }
}

/// Returns the margin right after the decision.
fn margin_after(point: &DecisionPoint) -> f32 {
    let eliminated = match point.after {
        Game::Card(_) => &[],
        Game::Board(game) => game.eliminated(),
    };
    f32::from(current_margin(point.after.scores(), eliminated, usize::from(point.player)))
}

/// Returns true if there is only one turn.
fn is_forced(game: &Game) -> bool {
    let turns = match game {
        Game::Card(game) => all_turns(game).len(),
        Game::Board(game) => all_turns(game).len(),
    };
    turns == 1
}
