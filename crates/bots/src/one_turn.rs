//! The three players who do not look beyond their own turn.

use cafe_rules::Action;

use crate::rng::Rng;
use crate::state::State;
use crate::turn::{Turn, candidate_turns};

/// Seats somebody somewhere, if anybody can be seated at all, and does not count.
pub(crate) fn novice_turn<G: State>(game: &G, rng: &mut Rng) -> Option<Turn> {
    let mut turns = candidate_turns(game);
    rng.shuffle(&mut turns);
    turns.into_iter().max_by_key(|turn| turn.guests_seated() > 0)
}

/// Takes the whole turn that scores most, by chance if there are several.
#[must_use]
pub fn greedy_turn<G: State>(game: &G, rng: &mut Rng) -> Option<Turn> {
    let mut turns = candidate_turns(game);
    rng.shuffle(&mut turns);
    turns.into_iter().max_by_key(|turn| turn.points)
}

/// Takes the best single placement, and a second one only where the first may not sit alone.
pub(crate) fn casual_turn<G: State>(game: &G, rng: &mut Rng) -> Option<Turn> {
    let mut turns = candidate_turns(game);
    let is_simple = |turn: &Turn| match turn.guests_seated() {
        // After the first guest that is enough.
        0 => true,
        _ if game.placed() > 0 => false,
        _ if matches!(turn.actions[0], Action::Party(_)) => true,
        1 => true,
        2 => needs_company(game, turn),
        _ => false,
    };
    rng.shuffle(&mut turns);
    // Where nothing is simple, because somebody waits for company, as little as possible.
    turns.into_iter().max_by_key(|turn| match is_simple(turn) {
        true => (0, turn.points),
        false => (-turn.guests_seated(), turn.points),
    })
}

/// Whether the turn cannot stop after its first action.
fn needs_company<G: State>(game: &G, turn: &Turn) -> bool {
    let mut after = *game;
    after.play(turn.actions[0]);
    let mut may_stop = false;
    after.for_each_action(&mut |action| may_stop |= matches!(action, Action::End));
    !may_stop
}
