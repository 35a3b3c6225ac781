//! The three players who do not look beyond their own turn.

use cafe_rules::Action;

use crate::dice::Dice;
use crate::state::State;
use crate::turn::{Turn, sane_turns};

/// How many turns a novice notices.
const NOVICE_SEES: usize = 2;

/// Looks at a few turns picked by chance and takes the one that scores most.
pub(crate) fn novice<G: State>(game: &G, dice: &mut Dice) -> Option<Turn> {
    let mut turns = sane_turns(game);
    dice.shuffle(&mut turns);
    turns.truncate(NOVICE_SEES);
    turns.into_iter().max_by_key(|turn| turn.points)
}

/// Takes the whole turn that scores most, by chance if there are several.
pub(crate) fn regular<G: State>(game: &G, dice: &mut Dice) -> Option<Turn> {
    let mut turns = sane_turns(game);
    dice.shuffle(&mut turns);
    turns.into_iter().max_by_key(|turn| turn.points)
}

/// Takes the best single placement, and no second one unless the first waits for company.
pub(crate) fn casual<G: State>(game: &G, dice: &mut Dice) -> Option<Turn> {
    let mut turns = sane_turns(game);
    let fewest = |turn: &Turn| turn.seated().max(1);
    let least = turns.iter().map(fewest).min()?;
    turns.retain(|turn| fewest(turn) == least || matches!(turn.actions[0], Action::Party(_)));
    dice.shuffle(&mut turns);
    turns.into_iter().max_by_key(|turn| turn.points)
}
