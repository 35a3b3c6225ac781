//! Analysis of a position.

use cafe_bots::{Budget, Candidate, Turn, rank_turns};
use cafe_rules::View;

/// Returns the best turns of the viewer, best first and at most `top`, each with the expected margin over the best
/// opponent at the end of the game. Returns an empty list if it is not the viewer's turn.
///
/// Only shortlisted turns are searched, so there may be fewer.
///
/// ```
/// use cafe_analysis::analyse_position;
/// use cafe_bots::Budget;
/// use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
///
/// let options = Options::new(Kind::Board, 2, false)?;
/// let game = Game::new(options, &Deal::shuffled(Kind::Board, Seed([3; 32])));
/// let turns = analyse_position(&View::of(&game, Viewer::Player(0)), 3, Budget::Playouts(50), 0);
/// assert!(turns[0].value >= turns[1].value);
/// # Ok::<(), cafe_rules::PlayerCountError>(())
/// ```
#[must_use]
pub fn analyse_position(view: &View, top: usize, budget: Budget, seed: u64) -> Vec<Candidate> {
    let mut ranked = rank_with_falling_values(view, &[], budget, seed);
    ranked.truncate(top);
    ranked
}

/// Ranks turns with values that never rise along the list: a turn that was pruned after a few lucky worlds is not better
/// than those that were searched longer. The turns of `also`, which are never pruned, are inserted by their values.
pub(crate) fn rank_with_falling_values(
    view: &View,
    also: &[Turn],
    budget: Budget,
    seed: u64,
) -> Vec<Candidate> {
    let was_asked_for = |candidate: &Candidate| also.iter().any(|turn| turn.is_equivalent(&candidate.turn));
    let ranked = rank_turns(view, also, budget, seed);
    let (asked_for, mut list): (Vec<_>, Vec<_>) = ranked.into_iter().partition(was_asked_for);
    let mut lowest = f32::INFINITY;
    for candidate in &mut list {
        lowest = lowest.min(candidate.value);
        candidate.value = lowest;
    }
    for candidate in asked_for {
        let place = list.partition_point(|other| other.value >= candidate.value);
        list.insert(place, candidate);
    }
    list
}
