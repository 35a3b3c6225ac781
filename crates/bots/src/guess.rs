//! Guessing what the others hold, from what they have not played.
//!
//! Nobody keeps the guests that would have scored well. A hand dealt at random from all that is unseen is therefore too
//! good: in 200 games of two experts it could seat somebody at once in 53 % of the positions, the real one in 39 %. So a
//! hand is believed if its owner, without one card that may just have been drawn, would have seated nobody in the café
//! as it stands; most others are dealt again.

use cafe_rules::{CardGame, CardView, Nation, Tile, Viewer};

use crate::dice::Dice;
use crate::net::Net;
use crate::playout::{reply, seen};
use crate::state::State;
use crate::turn::Turn;

/// How often a hand is dealt again at most.
const REDEALS: usize = 5;
/// One hand in so many is believed whatever it is: one plays differently than another.
const DOUBT: usize = 8;

/// A game that looks like this to the viewer, in which the others hold what they would have kept.
pub(crate) fn guess(view: &CardView, net: &Net, dice: &mut Dice) -> CardGame {
    let Viewer::Seat(viewer) = view.shown.viewer else { return CardGame::imagine(view, dice) };
    // In the middle of a turn the café is no longer the one that the others saw; in a finished game nobody chooses.
    if view.shown.placed > 0 || view.shown.outcome.is_some() {
        return CardGame::imagine(view, dice);
    }
    let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
    let mut tables = view.tables_left.clone();
    dice.shuffle(&mut tables);
    dice.shuffle(&mut unseen);
    let mut dealt = 0;
    for (player, &size) in view.hand_sizes.iter().enumerate() {
        if player == usize::from(viewer) {
            continue;
        }
        for _ in 0..REDEALS {
            // Without the card that may just have been drawn, a single one tells nothing.
            let believed = size <= 1
                || dice.one_in(DOUBT)
                || would_keep(view, player, &unseen, dealt, &tables, net, dice);
            if believed {
                break;
            }
            dice.shuffle(&mut unseen[dealt..]);
        }
        dealt += size;
    }
    view.game(&unseen, &tables).expect("these are the unseen guests and the tables left")
}

/// Whether a player whose hand begins with the unseen guest number `first` would seat nobody, without that guest.
fn would_keep(
    view: &CardView,
    player: usize,
    unseen: &[Tile],
    first: usize,
    tables: &[Nation],
    net: &Net,
    dice: &mut Dice,
) -> bool {
    let mut then = view.clone();
    then.shown.turn = player as u8;
    then.hand_sizes[player] = then.hand_sizes[player].saturating_sub(1);
    let mut order = unseen.to_vec();
    order[first..].rotate_left(1);
    then.game(&order, tables).is_none_or(|game| {
        let seats_nobody = |turn: &Turn| turn.seated() == 0;
        seats_nobody(&reply(&seen(&game, dice), net))
    })
}
