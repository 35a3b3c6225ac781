//! A game cut into the moments at which somebody had to decide.

use cafe_rules::{Game, Log, Step};

use crate::state::State;
use crate::turn::Turn;

/// A moment at which a player had to decide, and what was decided.
pub(super) struct Moment<'l> {
    pub(super) turn: usize,
    pub(super) part: usize,
    pub(super) player: u8,
    pub(super) before: &'l Game,
    pub(super) after: &'l Game,
    pub(super) played: Turn,
}

/// All moments of a game whose decision was played to its end.
pub(super) fn moments(log: &Log) -> Vec<Moment<'_>> {
    let mut found = Vec::new();
    let mut before = log.start();
    for (index, turn) in log.turns().enumerate() {
        let mut left = turn;
        let mut part = 0;
        while let Some((steps, rest)) = first_decision(before, left) {
            part += 1;
            let player = steps[0].player;
            let last = &steps[steps.len() - 1];
            let after = &last.after;
            let seat = usize::from(player);
            let played = Turn {
                actions: steps.iter().map(|step| step.action).collect(),
                points: after.scores()[seat] - before.scores()[seat],
                goes_on: !last.ends_turn(),
            };
            found.push(Moment { turn: index + 1, part, player, before, after, played });
            (before, left) = (after, rest);
        }
    }
    found
}

/// The steps up to where the turn ends or something hidden comes to light, and the rest; nothing if neither happens.
fn first_decision<'l>(before: &Game, steps: &'l [Step]) -> Option<(&'l [Step], &'l [Step])> {
    let last = steps.iter().position(|step| step.ends_turn() || hidden(&step.after) != hidden(before))?;
    Some(steps.split_at(last + 1))
}

fn hidden(game: &Game) -> usize {
    match game {
        Game::Card(game) => game.hidden(),
        Game::Board(game) => game.hidden(),
    }
}
