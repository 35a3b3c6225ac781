//! The JSON of an analysis.

use cafe_bots::Candidate;
use serde_json::{Map, Value, json};

use super::{Decision, GameAnalysis, Grade, PlayerSummary};

/// Rounds a number to two decimals, the precision of all analysis JSON.
#[must_use]
pub fn two_decimals(number: f32) -> f64 {
    // Adding 0 turns -0 into 0.
    (f64::from(number) * 100.0).round() / 100.0 + 0.0
}

impl GameAnalysis {
    /// Returns the analysis as one object. Numbers have at most two decimals; averages without a decision are `null`.
    ///
    /// ```json
    /// {"game": "card", "players": 2, "parties": false, "finished": true,
    ///  "decisions": [
    ///   {"turn": 2, "part": 1, "player": 1, "actions": ["draw"], "points": 0, "value": 1.02, "loss": 3.1,
    ///    "word": "inaccuracy", "forced": false,
    ///    "alternatives": [{"actions": ["USm@b5", "FRf@c4", "end"], "points": 2, "value": 4.13, "played": false}]}],
    ///  "summary": [
    ///   {"player": 0, "name": "Ada", "decisions": 14, "forced": 1, "average_loss": 0.72, "accuracy": 89.5,
    ///    "words": {"best": 10, "good": 2, "inaccuracy": 2, "mistake": 0, "blunder": 0}, "luck": -3.4}]}
    /// ```
    ///
    /// `turn` counts from 1 as in a record, `part` the decisions of one turn from 1, players from 0. `word` is the
    /// grade, `only` for a forced decision. `alternatives` are the best turns, best first; the turn that was `played` may be
    /// among them, possibly in another order.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let options = self.game.options();
        let decisions: Vec<Value> =
            self.decisions.iter().map(|decision| self.decision_json(decision)).collect();
        let summary: Vec<Value> = self.players.iter().map(|player| self.summary_json(player)).collect();
        json!({
            "game": options.kind().as_str(),
            "players": options.players(),
            "parties": options.parties(),
            "finished": self.game.ending().is_some(),
            "decisions": decisions,
            "summary": summary,
        })
    }

    fn decision_json(&self, decision: &Decision) -> Value {
        let alternative = |candidate: &Candidate| {
            json!({
                "actions": candidate.turn.notation(&self.game),
                "points": candidate.turn.points,
                "value": two_decimals(candidate.value),
                "played": candidate.turn.is_equivalent(&decision.played),
            })
        };
        let alternatives: Vec<Value> = decision.alternatives.iter().map(alternative).collect();
        json!({
            "turn": decision.turn,
            "part": decision.part,
            "player": decision.player,
            "actions": decision.played.notation(&self.game),
            "points": decision.played.points,
            "value": two_decimals(decision.value),
            "loss": two_decimals(decision.loss),
            "word": decision.grade.as_str(),
            "forced": decision.grade == Grade::Forced,
            "alternatives": alternatives,
        })
    }

    fn summary_json(&self, summary: &PlayerSummary) -> Value {
        let words: Map<String, Value> = Grade::WITH_CHOICE
            .into_iter()
            .zip(summary.grades)
            .map(|(grade, count)| (grade.as_str().to_owned(), json!(count)))
            .collect();
        json!({
            "player": summary.player,
            "name": self.names.get(usize::from(summary.player)),
            "decisions": summary.decisions,
            "forced": summary.forced,
            "average_loss": summary.average_loss.map(two_decimals),
            "accuracy": summary.accuracy.map(two_decimals),
            "words": words,
            "luck": two_decimals(summary.luck),
        })
    }
}
