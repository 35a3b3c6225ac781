//! What comes of a turn in one world.

use crate::dice::Dice;
use crate::net::Net;
use crate::turn::{Turn, sane_turns};
use crate::weigh::{Weighed, final_margin, weigh};

/// Plays a turn and so many after it, each as it looks best to whoever takes it, and weighs the last of them for the
/// player who took the first.
pub(crate) fn playout<G: Weighed>(world: &G, turn: &Turn, net: &Net, turns: usize, dice: &mut Dice) -> f32 {
    let me = world.player();
    let two = world.scores().len() == 2;
    let mut game = turn.after(world);
    let mut taken = 0;
    while !game.is_over() {
        let player = game.player();
        let reply = reply(&game, net, dice);
        taken += usize::from(!reply.goes_on);
        if taken >= turns && player == me {
            return weigh(&game, &reply, net);
        }
        // Between two, what one can expect is what the other must fear; but only where no hand is hidden do both weigh
        // the same things.
        if taken >= turns && two && !G::HANDS_ARE_HIDDEN {
            return -weigh(&game, &reply, net);
        }
        game = reply.after(&game);
    }
    final_margin(&game, me)
}

/// The turn that looks best to the player to move, who sees no more than a player sees.
pub(crate) fn reply<G: Weighed>(game: &G, net: &Net, dice: &mut Dice) -> Turn {
    // Who chooses must not know which table comes next. In the board game nothing that is hidden is weighed at all.
    let world = if G::HANDS_ARE_HIDDEN { G::imagine(&game.view(), dice) } else { *game };
    let turns = sane_turns(&world).into_iter();
    let weighed = turns.map(|turn| (weigh(&world, &turn, net), turn));
    let best = weighed.max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("who is to move has a turn").1
}
