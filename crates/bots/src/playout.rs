//! Playouts: what a turn leads to in one sampled world.

use std::cmp::Reverse;

use crate::evaluate::{Searchable, evaluate, final_margin};
use crate::net::Net;
use crate::rng::Rng;
use crate::search::SearchConfig;
use crate::turn::{Turn, candidate_turns};

/// Plays a turn and at least `playout_turns` after it, each the best by evaluation for its player, and returns the last
/// evaluation from the view of the player of the first turn.
///
/// The last turn is one of that player's own, unless two play with open hands: only then is one player's expectation the
/// negative of the other's.
pub(crate) fn playout<G: Searchable>(
    world: &G,
    turn: &Turn,
    net: &Net,
    config: SearchConfig,
    rng: &mut Rng,
) -> f32 {
    let searcher = world.player();
    let is_zero_sum = world.scores().len() == 2 && !G::HIDDEN_HANDS;
    let mut game = turn.after(world);
    let mut turns_played = 0;
    while !game.is_over() {
        let player = game.player();
        let believed = if config.perfect_information { game } else { hide_unseen(&game, rng) };
        let reply = best_reply(&believed, net);
        turns_played += usize::from(!reply.continues);
        if turns_played >= config.playout_turns {
            if player == searcher {
                return evaluate(&game, &reply, net);
            }
            if is_zero_sum {
                return -evaluate(&game, &reply, net);
            }
        }
        game = reply.after(&game);
    }
    final_margin(&game, searcher)
}

/// Size of the bag from which on the next tile drawn may matter to a board player: it may end the game.
const DRAW_MATTERS_BAG: usize = 12;

/// Returns the game as the player to move may believe it to be: a choice must not depend on the table or tile that comes
/// next. In the board game that matters only near the end.
pub(crate) fn hide_unseen<G: Searchable>(game: &G, rng: &mut Rng) -> G {
    if G::HIDDEN_HANDS || game.stock().len() <= DRAW_MATTERS_BAG {
        return G::sample_world(&game.view(), rng);
    }
    *game
}

/// Returns the turn with the best evaluation for the player to move.
pub(crate) fn best_reply<G: Searchable>(world: &G, net: &Net) -> Turn {
    let turns = limit_turns(candidate_turns(world)).into_iter();
    let evaluated = turns.map(|turn| (evaluate(world, &turn, net), turn));
    let best = evaluated.max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("the player to move has a turn").1
}

/// Maximum number of seating turns that a playout evaluates. Evaluating all of them gains less than a twentieth of a
/// point per turn and takes several times as long with a large hand.
const MAX_EVALUATED: usize = 48;

/// Keeps the turns that seat no guest, and those with the most points of the others.
fn limit_turns(mut turns: Vec<Turn>) -> Vec<Turn> {
    if turns.len() > MAX_EVALUATED {
        turns.sort_by_key(|turn| Reverse(if turn.guests_seated() == 0 { i16::MAX } else { turn.points }));
        let waiting = turns.iter().take_while(|turn| turn.guests_seated() == 0).count();
        turns.truncate(waiting + MAX_EVALUATED);
    }
    turns
}
