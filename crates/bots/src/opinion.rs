//! What the strongest player thinks of a position.

use cafe_rules::{BoardGame, CardGame, Game, Shown, View, Viewer};

use crate::budget::Budget;
use crate::dice::Dice;
use crate::search::{Candidate, Manner, search, shortlist};
use crate::turn::Turn;
use crate::weigh::{Weighed, final_margin};
use crate::weights::net_for;

/// The promising turns of the seat that looks, best first, each with the margin over the best opponent that is expected
/// at the end. Nothing if it is not its turn.
///
/// The turns of `also` are looked at as closely as the best ones, however bad they look at first.
#[must_use]
pub fn consider(view: &View, also: &[Turn], budget: Budget, seed: u64) -> Vec<Candidate> {
    match view {
        View::Card(view) if may_move(&view.shown) => considered::<CardGame>(view, also, budget, seed),
        View::Board(view) if may_move(&view.shown) => considered::<BoardGame>(view, also, budget, seed),
        _ => Vec::new(),
    }
}

fn considered<G: Weighed>(view: &G::View, also: &[Turn], budget: Budget, seed: u64) -> Vec<Candidate> {
    look_ahead::<G>(view, also, budget, &mut Dice::new(seed))
}

/// The promising turns, best first: exactly where the end is near, else by search.
pub(crate) fn look_ahead<G: Weighed>(
    view: &G::View,
    also: &[Turn],
    budget: Budget,
    dice: &mut Dice,
) -> Vec<Candidate> {
    if let Some(list) = G::exact(view) {
        return list;
    }
    let world = G::imagine(view, dice);
    let options = world.options();
    let net = net_for(options);
    let mut list =
        search(|dice| G::guess(view, net, dice), also, net, Manner::of(options.kind()), budget, dice);
    hope(&mut list, &world);
    list
}

/// Puts last the turns that end the game and lose it: a small loss for certain is worse than a game that goes on.
pub(crate) fn hope<G: Weighed>(list: &mut [Candidate], world: &G) {
    list.sort_by_key(|candidate| {
        let after = candidate.turn.after(world);
        after.is_over() && final_margin(&after, world.player()) < 0.0
    });
}

/// The margin that the seat that looks can expect at the end if it plays well, at a glance. Nothing if it is not its
/// turn.
#[must_use]
pub fn outlook(view: &View, seed: u64) -> Option<f32> {
    match view {
        View::Card(view) if may_move(&view.shown) => glance::<CardGame>(view, seed),
        View::Board(view) if may_move(&view.shown) => glance::<BoardGame>(view, seed),
        _ => None,
    }
}

fn glance<G: Weighed>(view: &G::View, seed: u64) -> Option<f32> {
    let mut dice = Dice::new(seed);
    let net = net_for(G::imagine(view, &mut dice).options());
    shortlist(|dice| G::imagine(view, dice), &[], net, 4, &mut dice).first().map(|best| best.worth)
}

/// What the strongest player would do who sees every card. Not a player: a way to measure what luck leaves to skill.
#[must_use]
pub fn seer(game: &Game, budget: Budget, seed: u64) -> Option<Turn> {
    match game {
        Game::Card(game) => seen(*game, budget, seed),
        Game::Board(game) => seen(*game, budget, seed),
    }
}

fn seen<G: Weighed>(game: G, budget: Budget, seed: u64) -> Option<Turn> {
    if game.is_over() {
        return None;
    }
    let options = game.options();
    let list =
        search(|_| game, &[], net_for(options), Manner::of(options.kind()), budget, &mut Dice::new(seed));
    list.into_iter().next().map(|first| first.turn)
}

/// Whether the viewer is a player whose turn it is.
pub(crate) fn may_move<C>(shown: &Shown<C>) -> bool {
    shown.outcome.is_none() && shown.viewer == Viewer::Seat(shown.turn)
}
