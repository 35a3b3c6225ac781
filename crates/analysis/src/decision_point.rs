//! A game cut into the moments at which somebody had to decide.

use cafe_bots::Turn;
use cafe_rules::{Game, Record, Step};

/// A moment at which a player had to decide, and what was decided.
#[derive(Debug)]
pub(super) struct DecisionPoint<'l> {
    pub(super) turn: usize,
    pub(super) part: usize,
    pub(super) player: u8,
    pub(super) before: &'l Game,
    pub(super) after: &'l Game,
    pub(super) played: Turn,
}

/// All moments of a game whose decision was played to its end.
pub(super) fn decision_points(log: &Record) -> Vec<DecisionPoint<'_>> {
    let mut found = Vec::new();
    for (index, turn) in log.turns().enumerate() {
        let mut left = turn;
        let mut part = 0;
        while let Some((steps, rest)) = first_decision(left) {
            part += 1;
            let player = steps[0].player;
            let last = &steps[steps.len() - 1];
            let (before, after) = (&steps[0].before, &last.after);
            let seat = usize::from(player);
            let played = Turn {
                actions: steps.iter().map(|step| step.action).collect(),
                points: after.scores()[seat] - before.scores()[seat],
                continues: !last.ends_turn(),
            };
            found.push(DecisionPoint { turn: index + 1, part, player, before, after, played });
            left = rest;
        }
    }
    found
}

/// The steps up to where the turn ends or something hidden comes to light, and the rest; nothing if neither happens.
fn first_decision(steps: &[Step]) -> Option<(&[Step], &[Step])> {
    let last = steps.iter().position(|step| step.ends_turn() || step.reveals_hidden())?;
    Some(steps.split_at(last + 1))
}
