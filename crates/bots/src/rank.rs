//! The strongest opinion on a position: ranked turns and expected margins.

use cafe_rules::{BoardGame, CardGame, Game, PublicView, View, Viewer};

use crate::budget::{Budget, Meter};
use crate::evaluate::{Searchable, final_margin};
use crate::rng::Rng;
use crate::search::{SearchConfig, search};
use crate::shortlist::{Candidate, replace_symmetric, shortlist};
use crate::turn::Turn;
use crate::weights::net_for;

/// Searches the turns of the viewer and returns them best first, each with the expected margin over the best opponent at
/// the end of the game. Returns an empty list if it is not the viewer's turn.
///
/// The turns of `also` are searched as thoroughly as the best ones, however bad they look at first.
#[must_use]
pub fn rank_turns(view: &View, also: &[Turn], budget: Budget, seed: u64) -> Vec<Candidate> {
    let mut rng = Rng::new(seed);
    match view {
        View::Card(view) if may_move(&view.public) => search_view::<CardGame>(view, also, budget, &mut rng),
        View::Board(view) if may_move(&view.public) => search_view::<BoardGame>(view, also, budget, &mut rng),
        _ => Vec::new(),
    }
}

/// Ranks the turns exactly where the end of the game is near enough, else by search.
pub(crate) fn search_view<G: Searchable>(
    view: &G::View,
    also: &[Turn],
    budget: Budget,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let meter = Meter::start(budget);
    if let Some(mut list) = G::solve_endgame(view) {
        let world = G::sample_world(view, rng);
        for turn in also {
            replace_symmetric(&mut list, turn, &world);
        }
        return list;
    }
    let options = G::sample_world(view, rng).options();
    let net = net_for(options);
    let config = SearchConfig::for_game(options.kind());
    search(|rng| G::infer_hands(view, net, rng), also, net, config, meter, rng)
}

/// Moves the turns that end the game with a loss to the end of the list: a game that goes on can still be won.
pub(crate) fn move_lost_endings_last<G: Searchable>(list: &mut [Candidate], world: &G) {
    list.sort_by_key(|candidate| {
        let after = candidate.turn.after(world);
        after.is_over() && final_margin(&after, world.player()) < 0.0
    });
}

/// Returns the margin that the viewer can expect at the end of the game with good play, from a quick evaluation. Returns
/// `None` if it is not the viewer's turn.
#[must_use]
pub fn expected_margin(view: &View, seed: u64) -> Option<f32> {
    match view {
        View::Card(view) if may_move(&view.public) => best_evaluation::<CardGame>(view, seed),
        View::Board(view) if may_move(&view.public) => best_evaluation::<BoardGame>(view, seed),
        _ => None,
    }
}

fn best_evaluation<G: Searchable>(view: &G::View, seed: u64) -> Option<f32> {
    let mut rng = Rng::new(seed);
    let net = net_for(G::sample_world(view, &mut rng).options());
    shortlist(|rng| G::sample_world(view, rng), &[], net, 4, &mut rng).first().map(|best| best.value)
}

/// Returns the turn of a player who sees every card. It is no bot, but the upper limit that luck sets to skill.
///
/// With all cards known, one playout to the end of the game shows the result of a turn. The time goes into a longer
/// shortlist instead.
#[must_use]
pub fn perfect_information_turn(game: &Game, seed: u64) -> Option<Turn> {
    match game {
        Game::Card(game) => search_open_game(*game, seed),
        Game::Board(game) => search_open_game(*game, seed),
    }
}

fn search_open_game<G: Searchable>(game: G, seed: u64) -> Option<Turn> {
    if game.is_over() {
        return None;
    }
    let config = SearchConfig {
        shortlist_size: 48,
        playout_turns: usize::MAX,
        prior_weight: 0,
        perfect_information: true,
    };
    let meter = Meter::start(Budget::Playouts(1));
    let mut list = search(|_| game, &[], net_for(game.options()), config, meter, &mut Rng::new(seed));
    move_lost_endings_last(&mut list, &game);
    list.into_iter().next().map(|first| first.turn)
}

/// Returns true if the viewer is the player to move.
pub(crate) fn may_move<C>(public: &PublicView<C>) -> bool {
    public.outcome.is_none() && public.viewer == Viewer::Player(public.turn)
}
