//! What the strongest player thinks of a position.

use cafe_rules::{BoardGame, CardGame, Game, PublicView, View, Viewer};

use crate::budget::{Budget, Meter};
use crate::evaluate::{Searchable, final_margin};
use crate::rng::Rng;
use crate::search::{Candidate, SearchConfig, name_as_asked, search, shortlist};
use crate::turn::Turn;
use crate::weights::net_for;

/// The promising turns of the seat that looks, best first, each with the margin over the best opponent that is expected
/// at the end. Nothing if it is not its turn.
///
/// The turns of `also` are looked at as closely as the best ones, however bad they look at first.
#[must_use]
pub fn rank_turns(view: &View, also: &[Turn], budget: Budget, seed: u64) -> Vec<Candidate> {
    match view {
        View::Card(view) if may_move(&view.public) => considered::<CardGame>(view, also, budget, seed),
        View::Board(view) if may_move(&view.public) => considered::<BoardGame>(view, also, budget, seed),
        _ => Vec::new(),
    }
}

fn considered<G: Searchable>(view: &G::View, also: &[Turn], budget: Budget, seed: u64) -> Vec<Candidate> {
    look_ahead::<G>(view, also, budget, &mut Rng::new(seed))
}

/// The promising turns, best first: exactly where the end is near and that is quick enough, else by search.
pub(crate) fn look_ahead<G: Searchable>(
    view: &G::View,
    also: &[Turn],
    budget: Budget,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let meter = Meter::start(budget);
    if let Some(mut list) = G::solve_endgame(view) {
        let world = G::sample_world(view, rng);
        for turn in also {
            name_as_asked(&mut list, turn, &world);
        }
        return list;
    }
    let options = G::sample_world(view, rng).options();
    let net = net_for(options);
    search(
        |rng| G::infer_hands(view, net, rng),
        also,
        net,
        SearchConfig::for_game(options.kind()),
        meter,
        rng,
    )
}

/// Puts last the turns that end the game and lose it: a small loss for certain is worse than a game that goes on.
pub(crate) fn hope<G: Searchable>(list: &mut [Candidate], world: &G) {
    list.sort_by_key(|candidate| {
        let after = candidate.turn.after(world);
        after.is_over() && final_margin(&after, world.player()) < 0.0
    });
}

/// The margin that the seat that looks can expect at the end if it plays well, at a glance. Nothing if it is not its
/// turn.
#[must_use]
pub fn expected_margin(view: &View, seed: u64) -> Option<f32> {
    match view {
        View::Card(view) if may_move(&view.public) => glance::<CardGame>(view, seed),
        View::Board(view) if may_move(&view.public) => glance::<BoardGame>(view, seed),
        _ => None,
    }
}

fn glance<G: Searchable>(view: &G::View, seed: u64) -> Option<f32> {
    let mut rng = Rng::new(seed);
    let net = net_for(G::sample_world(view, &mut rng).options());
    shortlist(|rng| G::sample_world(view, rng), &[], net, 4, &mut rng).first().map(|best| best.value)
}

/// What a player would do who sees every card. Not a player: a way to measure what luck leaves to skill.
///
/// All cards being known, one playout to the very end tells what comes of a turn if everybody then plays as they see
/// fit, seeing everything as well. The budget is for more turns of the shortlist than anybody else looks at.
#[must_use]
pub fn perfect_information_turn(game: &Game, seed: u64) -> Option<Turn> {
    match game {
        Game::Card(game) => foreseen(*game, seed),
        Game::Board(game) => foreseen(*game, seed),
    }
}

fn foreseen<G: Searchable>(game: G, seed: u64) -> Option<Turn> {
    if game.is_over() {
        return None;
    }
    let config = SearchConfig {
        shortlist_size: 48,
        playout_turns: usize::MAX,
        prior_weight: 0,
        perfect_information: true,
    };
    let once = Meter::start(Budget::Playouts(1));
    let mut list = search(|_| game, &[], net_for(game.options()), config, once, &mut Rng::new(seed));
    hope(&mut list, &game);
    list.into_iter().next().map(|first| first.turn)
}

/// Whether the viewer is a player whose turn it is.
pub(crate) fn may_move<C>(shown: &PublicView<C>) -> bool {
    shown.outcome.is_none() && shown.viewer == Viewer::Player(shown.turn)
}
