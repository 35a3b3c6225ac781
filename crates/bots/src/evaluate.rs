//! What a position is worth to the player who leaves it: points ahead of the best opponent at the end, as expected.

use cafe_rules::{BoardGame, BoardView, CardGame, CardView, Hand, Tile};

use crate::endgame::solve;
use crate::features::{BoardFeatures, CardFeatures, board_features, card_features};
use crate::infer_hands::infer_hands;
use crate::net::Net;
use crate::rng::Rng;
use crate::search::Candidate;
use crate::state::State;
use crate::turn::Turn;

/// What a player knows of the own hand at the end of a turn, before looking at what was drawn.
#[derive(Clone, Copy, Debug)]
pub struct KnownHand {
    /// Who.
    pub player: usize,
    /// The tiles that were kept.
    pub known: Hand,
    /// How many were drawn.
    pub drawn: u8,
    /// How many guests may still be seated in this turn.
    pub placements_left: u8,
}

impl KnownHand {
    /// What the player to move in `before` keeps in `after`, at the end of a turn or where it must be planned anew.
    pub fn after_turn<G: State>(before: &G, after: &G, continues: bool) -> KnownHand {
        let player = before.player();
        let mut known = after.hands()[player];
        let drawn = before.stock().len() - after.stock().len();
        before.stock()[..drawn].iter().for_each(|&tile| known.remove(tile));
        // A party seats more than anybody else may.
        let placements_left = if continues { G::MAX_PLACEMENTS.saturating_sub(after.placed()) } else { 0 };
        KnownHand { player, known, drawn: drawn as u8, placements_left }
    }
}

/// How many turns are tried at most to work out the end of a game: a few hundredths of a second.
const EXACT_NODES: usize = 20_000;

/// A game that can be weighed.
pub trait Searchable: State {
    /// The features of a position that a player leaves.
    type Features: Clone + Send + Sync;
    /// The features of a position that a player leaves.
    fn features(&self, own: &KnownHand) -> Self::Features;
    /// What these features promise: the expected margin at the end, less the margin now.
    fn expected_gain(features: &Self::Features, net: &Net) -> f32;
    /// A game that looks like this to the viewer, in which the others hold what they probably hold.
    fn infer_hands(view: &Self::View, net: &Net, rng: &mut Rng) -> Self;
    /// The turns of the viewer with their exact worth, best first, where the end is so near that it can be worked out.
    fn solve_endgame(view: &Self::View) -> Option<Vec<Candidate>>;
}

impl Searchable for CardGame {
    type Features = CardFeatures;

    #[inline]
    fn features(&self, own: &KnownHand) -> CardFeatures {
        card_features(self, own)
    }

    #[inline]
    fn expected_gain(features: &CardFeatures, net: &Net) -> f32 {
        net.value(features)
    }

    fn infer_hands(view: &CardView, net: &Net, rng: &mut Rng) -> CardGame {
        infer_hands(view, net, rng)
    }

    fn solve_endgame(_: &CardView) -> Option<Vec<Candidate>> {
        None
    }
}

impl Searchable for BoardGame {
    type Features = BoardFeatures;

    #[inline]
    fn features(&self, own: &KnownHand) -> BoardFeatures {
        board_features(self, own)
    }

    #[inline]
    fn expected_gain(features: &BoardFeatures, net: &Net) -> f32 {
        net.value(features)
    }

    fn infer_hands(view: &BoardView, _: &Net, rng: &mut Rng) -> BoardGame {
        BoardGame::sample_world(view, rng)
    }

    fn solve_endgame(view: &BoardView) -> Option<Vec<Candidate>> {
        solve(view, EXACT_NODES)
    }
}

/// What a turn is worth to the player who takes it.
pub fn evaluate<G: Searchable>(before: &G, turn: &Turn, net: &Net) -> f32 {
    let after = turn.after(before);
    evaluate_after(before, &after, turn.continues, net)
}

/// What a position at the end of a turn is worth to the player who took it.
pub fn evaluate_after<G: Searchable>(before: &G, after: &G, continues: bool, net: &Net) -> f32 {
    let player = before.player();
    if after.is_over() {
        return final_margin(after, player);
    }
    let own = KnownHand::after_turn(before, after, continues);
    f32::from(current_margin(after.scores(), after.eliminated(), player))
        + G::expected_gain(&after.features(&own), net)
}

/// What an eliminated player's score counts for, however many points it has: further behind than almost anybody who is
/// still in. (A hand of jokers at the end of a game without points is worse by a little.)
const OUT: i16 = -40;

/// How many points a player is ahead of the best opponent.
#[must_use]
pub fn current_margin(scores: &[i16], out: &[u8], player: usize) -> i16 {
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
    f32::from(current_margin(&finals[..players], game.eliminated(), player))
}

/// What is in a hand and not in another.
pub(crate) fn without(hand: Hand, known: Hand) -> impl Iterator<Item = Tile> {
    hand.kinds()
        .flat_map(move |tile| std::iter::repeat_n(tile, hand.count(tile).saturating_sub(known.count(tile))))
}
