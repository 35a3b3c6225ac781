//! The points of a game at which a player had to decide.

use cafe_bots::Turn;
use cafe_rules::{Game, Record, Step};

/// A point at which a player had to decide, and what was played.
#[derive(Debug)]
pub(crate) struct DecisionPoint<'r> {
    /// Number of the turn, from 1.
    pub(crate) turn: usize,
    /// Number of the decision within the turn, from 1.
    pub(crate) part: usize,
    pub(crate) player: u8,
    pub(crate) before: &'r Game,
    pub(crate) after: &'r Game,
    pub(crate) played: Turn,
}

/// Returns all decisions of a game that were played to their end.
pub(crate) fn decision_points(record: &Record) -> Vec<DecisionPoint<'_>> {
    let mut points = Vec::new();
    for (index, turn) in record.turns().enumerate() {
        let mut rest = turn;
        let mut part = 0;
        while let Some((steps, later)) = split_first_decision(rest) {
            part += 1;
            let (first, last) = (&steps[0], &steps[steps.len() - 1]);
            let player = first.player;
            let score = |game: &Game| game.scores()[usize::from(player)];
            let played = Turn {
                actions: steps.iter().map(|step| step.action).collect(),
                points: score(&last.after) - score(&first.before),
                continues: !last.ends_turn(),
            };
            let (before, after) = (&first.before, &last.after);
            points.push(DecisionPoint { turn: index + 1, part, player, before, after, played });
            rest = later;
        }
    }
    points
}

/// Splits off the steps up to the end of the turn or to where something hidden is revealed. Returns `None` if the steps
/// end before that.
fn split_first_decision(steps: &[Step]) -> Option<(&[Step], &[Step])> {
    let last = steps.iter().position(|step| step.ends_turn() || step.reveals_hidden())?;
    Some(steps.split_at(last + 1))
}
