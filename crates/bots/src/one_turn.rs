//! The three levels that look no further than their own turn.

use cafe_rules::Action;

use crate::rng::Rng;
use crate::state::State;
use crate::turn::{Turn, candidate_turns};

/// `novice`: a random turn that seats a guest, if there is one.
pub(crate) fn novice_turn<G: State>(game: &G, rng: &mut Rng) -> Option<Turn> {
    let mut turns = candidate_turns(game);
    rng.shuffle(&mut turns);
    turns.into_iter().max_by_key(|turn| turn.guests_seated() > 0)
}

/// `regular`: the turn with the most points, a random one of equals.
#[must_use]
pub fn greedy_turn<G: State>(game: &G, rng: &mut Rng) -> Option<Turn> {
    let mut turns = candidate_turns(game);
    rng.shuffle(&mut turns);
    turns.into_iter().max_by_key(|turn| turn.points)
}

/// `casual`: the single placement with the most points, with a second guest only where the first may not sit alone.
pub(crate) fn casual_turn<G: State>(game: &G, rng: &mut Rng) -> Option<Turn> {
    let mut turns = candidate_turns(game);
    let is_simple = |turn: &Turn| match turn.guests_seated() {
        0 => true,
        // One guest per turn is enough.
        _ if game.placed() > 0 => false,
        _ if matches!(turn.actions[0], Action::Party(_)) => true,
        1 => true,
        2 => needs_second_guest(game, turn),
        _ => false,
    };
    rng.shuffle(&mut turns);
    // Without a simple turn, because a guest waits for company, as few guests as possible.
    turns.into_iter().max_by_key(|turn| match is_simple(turn) {
        true => (0, turn.points),
        false => (-turn.guests_seated(), turn.points),
    })
}

/// Returns true if the turn may not end after its first action.
fn needs_second_guest<G: State>(game: &G, turn: &Turn) -> bool {
    let mut after = *game;
    after.play(turn.actions[0]);
    let mut may_end = false;
    after.for_each_action(&mut |action| may_end |= matches!(action, Action::End));
    !may_end
}
