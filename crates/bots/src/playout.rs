//! What comes of a turn in one world.

use std::cmp::Reverse;

use crate::evaluate::{Searchable, evaluate, final_margin};
use crate::net::Net;
use crate::rng::Rng;
use crate::search::SearchConfig;
use crate::turn::{Turn, candidate_turns};

/// Plays a turn and at least so many after it, each as it looks best to whoever takes it, and weighs the last of them
/// for the player who took the first. Where hands are hidden, or more than two play, the last is one of that player's
/// own.
pub(crate) fn playout<G: Searchable>(
    world: &G,
    turn: &Turn,
    net: &Net,
    config: SearchConfig,
    rng: &mut Rng,
) -> f32 {
    let me = world.player();
    let two = world.scores().len() == 2;
    let mut game = turn.after(world);
    let mut taken = 0;
    while !game.is_over() {
        let player = game.player();
        let world = if config.perfect_information { game } else { seen(&game, rng) };
        let reply = reply(&world, net);
        taken += usize::from(!reply.continues);
        if taken >= config.playout_turns && player == me {
            return evaluate(&game, &reply, net);
        }
        // Between two, what one can expect is what the other must fear; but only where no hand is hidden do both weigh
        // the same things.
        if taken >= config.playout_turns && two && !G::HIDDEN_HANDS {
            return -evaluate(&game, &reply, net);
        }
        game = reply.after(&game);
    }
    final_margin(&game, me)
}

/// The bag of the board game may end the game with the tile drawn when it is this small.
const DRAWS_MAY_END: usize = 12;

/// The game as the player to move may think it is: whoever chooses must not know which table or tile comes next. In the
/// board game that matters at the end only.
pub(crate) fn seen<G: Searchable>(game: &G, rng: &mut Rng) -> G {
    if G::HIDDEN_HANDS || game.stock().len() <= DRAWS_MAY_END {
        return G::sample_world(&game.view(), rng);
    }
    *game
}

/// The turn that looks best to the player to move.
pub(crate) fn reply<G: Searchable>(world: &G, net: &Net) -> Turn {
    let turns = promising(candidate_turns(world)).into_iter();
    let weighed = turns.map(|turn| (evaluate(world, &turn, net), turn));
    let best = weighed.max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("who is to move has a turn").1
}

/// How many of the turns that seat guests are weighed in a playout. Weighing all of them instead is worth less than a
/// twentieth of a point a turn, and takes several times as long with a large hand.
const WEIGHED: usize = 48;

/// The turns that seat nobody, and of the others those that score most.
fn promising(mut turns: Vec<Turn>) -> Vec<Turn> {
    if turns.len() > WEIGHED {
        turns.sort_by_key(|turn| Reverse(if turn.guests_seated() == 0 { i16::MAX } else { turn.points }));
        let waiting = turns.iter().take_while(|turn| turn.guests_seated() == 0).count();
        turns.truncate(waiting + WEIGHED);
    }
    turns
}
