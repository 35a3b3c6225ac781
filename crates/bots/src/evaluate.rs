//! Evaluation: the expected margin over the best opponent at the end of the game, for the player who leaves a position.

use cafe_rules::{BoardGame, BoardView, CardGame, CardView, Hand, Tile};

use crate::endgame::solve;
use crate::features::{BoardFeatures, CardFeatures, board_features, card_features};
use crate::infer_hands::infer_hands;
use crate::net::Net;
use crate::rng::Rng;
use crate::shortlist::Candidate;
use crate::state::State;
use crate::turn::Turn;

/// What a player knows of their own hand at the end of a turn, before seeing what was drawn.
#[derive(Clone, Copy, Debug)]
pub struct KnownHand {
    /// The player.
    pub player: usize,
    /// The tiles kept.
    pub known: Hand,
    /// Number of tiles drawn.
    pub drawn: u8,
    /// Number of guests that may still be seated in this turn.
    pub placements_left: u8,
}

impl KnownHand {
    /// Returns what the player to move in `before` keeps in `after`, at the end of a turn or of the part of it that could
    /// be planned.
    pub fn after_turn<G: State>(before: &G, after: &G, continues: bool) -> KnownHand {
        let player = before.player();
        let mut known = after.hands()[player];
        let drawn = before.stock().len() - after.stock().len();
        before.stock()[..drawn].iter().for_each(|&tile| known.remove(tile));
        // A party seats more guests than the limit.
        let placements_left = if continues { G::MAX_PLACEMENTS.saturating_sub(after.placed()) } else { 0 };
        KnownHand { player, known, drawn: drawn as u8, placements_left }
    }
}

/// Node limit of the exact endgame solver: a few hundredths of a second.
const ENDGAME_NODE_LIMIT: usize = 20_000;

/// A game that can be evaluated and searched.
pub trait Searchable: State {
    /// The features of a position.
    type Features: Clone + Send + Sync;
    /// Returns the features of the position that a player leaves.
    fn features(&self, own: &KnownHand) -> Self::Features;
    /// Returns how much the margin is expected to change until the end of the game.
    fn expected_gain(features: &Self::Features, net: &Net) -> f32;
    /// Samples a game that looks like this to the viewer, with hands that the other players would plausibly hold.
    fn infer_hands(view: &Self::View, net: &Net, rng: &mut Rng) -> Self;
    /// Returns the turns of the viewer with their exact values, best first, where the end is near enough to solve.
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
        solve(view, ENDGAME_NODE_LIMIT)
    }
}

/// Returns the value of a turn for the player who takes it.
pub fn evaluate<G: Searchable>(before: &G, turn: &Turn, net: &Net) -> f32 {
    let after = turn.after(before);
    evaluate_after(before, &after, turn.continues, net)
}

/// Returns the value of the position `after` a turn for the player who took it in `before`.
pub fn evaluate_after<G: Searchable>(before: &G, after: &G, continues: bool, net: &Net) -> f32 {
    let player = before.player();
    if after.is_over() {
        return final_margin(after, player);
    }
    let own = KnownHand::after_turn(before, after, continues);
    let margin = current_margin(after.scores(), after.eliminated(), player);
    f32::from(margin) + G::expected_gain(&after.features(&own), net)
}

/// The score that an eliminated player counts for, whatever the points: behind almost every player who is still in. (Only
/// a hand of jokers at the end of a game without points is slightly worse.)
const ELIMINATED_SCORE: i16 = -40;

/// Returns the number of points that a player is ahead of the best opponent. Of eliminated players the later is better.
#[must_use]
pub fn current_margin(scores: &[i16], eliminated: &[u8], player: usize) -> i16 {
    let score = |player: usize| {
        let order = eliminated.iter().position(|&out| usize::from(out) == player);
        order.map_or(scores[player], |order| ELIMINATED_SCORE + order as i16)
    };
    let best = (0..scores.len()).filter(|&other| other != player).map(score).max();
    score(player) - best.unwrap_or(0)
}

/// Returns the margin at the end of a finished game, with the penalties for tiles in hand.
#[must_use]
pub fn final_margin<G: State>(game: &G, player: usize) -> f32 {
    let mut finals = [0; cafe_rules::MAX_PLAYERS];
    let players = game.scores().len();
    for (player, points) in finals[..players].iter_mut().enumerate() {
        *points = game.scores()[player] - game.penalty(player);
    }
    f32::from(current_margin(&finals[..players], game.eliminated(), player))
}

/// Returns the tiles of `hand` that are not in `known`.
pub(crate) fn difference(hand: Hand, known: Hand) -> impl Iterator<Item = Tile> {
    hand.kinds()
        .flat_map(move |tile| std::iter::repeat_n(tile, hand.count(tile).saturating_sub(known.count(tile))))
}
