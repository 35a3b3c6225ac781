//! What a position is worth to the player who leaves it: points ahead of the best opponent at the end, as expected.

use cafe_rules::{BoardGame, BoardView, CardGame, CardView, Hand, Tile};

use crate::board_signs::{BoardSigns, board_signs};
use crate::card_signs::{CardSigns, card_signs};
use crate::dice::Dice;
use crate::endgame::exact;
use crate::guess::guess;
use crate::net::Net;
use crate::search::Candidate;
use crate::state::State;
use crate::turn::Turn;

/// What a player knows of the own hand at the end of a turn, before looking at what was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// Who.
    pub player: usize,
    /// The tiles that were kept.
    pub known: Hand,
    /// How many were drawn.
    pub unknown: u8,
    /// How many guests may still be seated in this turn.
    pub left: u8,
}

impl Kept {
    /// What the player to move in `before` keeps in `after`, at the end of a turn or where it must be planned anew.
    pub fn of<G: State>(before: &G, after: &G, goes_on: bool) -> Kept {
        let player = before.player();
        let mut known = after.hands()[player];
        let drawn = before.stock().len() - after.stock().len();
        before.stock()[..drawn].iter().for_each(|&tile| known.remove(tile));
        // A party seats more than anybody else may.
        let left = if goes_on { G::PLACEMENTS.saturating_sub(after.placed()) } else { 0 };
        Kept { player, known, unknown: drawn as u8, left }
    }
}

/// How many turns are tried at most to work out the end of a game: a few hundredths of a second.
const EXACT_NODES: usize = 20_000;

/// A game that can be weighed.
pub trait Weighed: State {
    /// The signs of a position that a player leaves.
    type Signs: Clone + Send + Sync;
    /// The signs of a position that a player leaves.
    fn signs(&self, kept: &Kept) -> Self::Signs;
    /// What these signs promise: the expected margin at the end, less the margin now.
    fn promise(signs: &Self::Signs, net: &Net) -> f32;
    /// A game that looks like this to the viewer, in which the others hold what they probably hold.
    fn guess(view: &Self::View, net: &Net, dice: &mut Dice) -> Self;
    /// The turns of the viewer with their exact worth, best first, where the end is so near that it can be worked out.
    fn exact(view: &Self::View) -> Option<Vec<Candidate>>;
}

impl Weighed for CardGame {
    type Signs = CardSigns;

    #[inline]
    fn signs(&self, kept: &Kept) -> CardSigns {
        card_signs(self, kept)
    }

    #[inline]
    fn promise(signs: &CardSigns, net: &Net) -> f32 {
        net.value(signs)
    }

    fn guess(view: &CardView, net: &Net, dice: &mut Dice) -> CardGame {
        guess(view, net, dice)
    }

    fn exact(_: &CardView) -> Option<Vec<Candidate>> {
        None
    }
}

impl Weighed for BoardGame {
    type Signs = BoardSigns;

    #[inline]
    fn signs(&self, kept: &Kept) -> BoardSigns {
        board_signs(self, kept)
    }

    #[inline]
    fn promise(signs: &BoardSigns, net: &Net) -> f32 {
        net.value(signs)
    }

    fn guess(view: &BoardView, _: &Net, dice: &mut Dice) -> BoardGame {
        BoardGame::imagine(view, dice)
    }

    fn exact(view: &BoardView) -> Option<Vec<Candidate>> {
        exact(view, EXACT_NODES)
    }
}

/// What a turn is worth to the player who takes it.
pub fn weigh<G: Weighed>(before: &G, turn: &Turn, net: &Net) -> f32 {
    let after = turn.after(before);
    worth(before, &after, turn.goes_on, net)
}

/// What a position at the end of a turn is worth to the player who took it.
pub fn worth<G: Weighed>(before: &G, after: &G, goes_on: bool, net: &Net) -> f32 {
    let player = before.player();
    if after.is_over() {
        return final_margin(after, player);
    }
    let kept = Kept::of(before, after, goes_on);
    f32::from(margin_now(after.scores(), after.eliminated(), player)) + G::promise(&after.signs(&kept), net)
}

/// What an eliminated player's score counts for, however many points it has: further behind than almost anybody who is
/// still in. (A hand of jokers at the end of a game without points is worse by a little.)
const OUT: i16 = -40;

/// How many points a player is ahead of the best opponent.
#[must_use]
pub fn margin_now(scores: &[i16], out: &[u8], player: usize) -> i16 {
    let standing = |player: usize| {
        let order = out.iter().position(|&gone| usize::from(gone) == player);
        order.map_or(scores[player], |order| OUT + order as i16)
    };
    let best = (0..scores.len()).filter(|&other| other != player).map(standing).max();
    standing(player) - best.unwrap_or(0)
}

/// The margin at the end of a finished game.
#[must_use]
pub fn final_margin<G: State>(game: &G, player: usize) -> f32 {
    let mut finals = [0; cafe_rules::MAX_PLAYERS];
    let players = game.scores().len();
    for (player, points) in finals[..players].iter_mut().enumerate() {
        *points = game.scores()[player] - game.penalty(player);
    }
    f32::from(margin_now(&finals[..players], game.eliminated(), player))
}

/// What is in a hand and not in another.
pub(crate) fn without(hand: Hand, known: Hand) -> impl Iterator<Item = Tile> {
    hand.kinds()
        .flat_map(move |tile| std::iter::repeat_n(tile, hand.count(tile).saturating_sub(known.count(tile))))
}
