//! What comes of a turn in one world.

use std::cmp::Reverse;

use crate::dice::Dice;
use crate::net::Net;
use crate::search::Manner;
use crate::turn::{Turn, sane_turns};
use crate::weigh::{Weighed, final_margin, weigh};

/// Plays a turn and at least so many after it, each as it looks best to whoever takes it, and weighs the last of them
/// for the player who took the first. Where hands are hidden, or more than two play, the last is one of that player's
/// own.
pub(crate) fn playout<G: Weighed>(world: &G, turn: &Turn, net: &Net, manner: Manner, dice: &mut Dice) -> f32 {
    let me = world.player();
    let two = world.scores().len() == 2;
    let mut game = turn.after(world);
    let mut taken = 0;
    while !game.is_over() {
        let player = game.player();
        let world = if manner.all_seeing { game } else { seen(&game, dice) };
        let reply = reply(&world, net);
        taken += usize::from(!reply.goes_on);
        if taken >= manner.turns && player == me {
            return weigh(&game, &reply, net);
        }
        // Between two, what one can expect is what the other must fear; but only where no hand is hidden do both weigh
        // the same things.
        if taken >= manner.turns && two && !G::HANDS_ARE_HIDDEN {
            return -weigh(&game, &reply, net);
        }
        game = reply.after(&game);
    }
    final_margin(&game, me)
}

/// The bag of the board game may end the game with the tile drawn when it is this small.
const DRAWS_MAY_END: usize = 12;

/// The game as the player to move may think it is: whoever chooses must not know which table or tile comes next. In the
/// board game that matters at the end only.
pub(crate) fn seen<G: Weighed>(game: &G, dice: &mut Dice) -> G {
    if G::HANDS_ARE_HIDDEN || game.stock().len() <= DRAWS_MAY_END {
        return G::imagine(&game.view(), dice);
    }
    *game
}

/// The turn that looks best to the player to move.
pub(crate) fn reply<G: Weighed>(world: &G, net: &Net) -> Turn {
    let turns = promising(sane_turns(world)).into_iter();
    let weighed = turns.map(|turn| (weigh(world, &turn, net), turn));
    let best = weighed.max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("who is to move has a turn").1
}

/// How many of the turns that seat guests are weighed in a playout. Weighing all of them instead is worth less than a
/// twentieth of a point a turn, and takes several times as long with a large hand.
const WEIGHED: usize = 48;

/// The turns that seat nobody, and of the others those that score most.
fn promising(mut turns: Vec<Turn>) -> Vec<Turn> {
    if turns.len() > WEIGHED {
        turns.sort_by_key(|turn| Reverse(if turn.seated() == 0 { i16::MAX } else { turn.points }));
        let waiting = turns.iter().take_while(|turn| turn.seated() == 0).count();
        turns.truncate(waiting + WEIGHED);
    }
    turns
}
