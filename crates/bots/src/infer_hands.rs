//! Inference of hidden hands in the card game, from what the other players have and have not played.
//!
//! A hand dealt at random from all unseen cards is not like a hand that a player holds. Two things tell them apart:
//!
//! - Players do not keep guests that would have scored well. A sampled hand is accepted if its owner, without one card
//!   that may just have been drawn, would have seated no guest in the café as it stands; most others are dealt again.
//! - A player who lays guests face down lays down the least useful ones. The best of all cards that such a player has had
//!   are in hand, and they punish a newly opened table far more than a hand dealt at random.

use cafe_rules::{Action, CardGame, CardView, Nation, Tile, Viewer};

use crate::evaluate::evaluate_after;
use crate::net::Net;
use crate::playout::{best_reply, hide_unseen};
use crate::rng::Rng;
use crate::state::State;

/// Maximum number of times that a hand is dealt again.
const MAX_REDEALS: usize = 5;
/// One in this many hands is accepted unconditionally, because players differ.
const ACCEPT_ANY_ONE_IN: usize = 8;

/// Samples a game that looks like this to the viewer, in which the others hold cards that they would have kept.
pub(crate) fn infer_hands(view: &CardView, net: &Net, rng: &mut Rng) -> CardGame {
    let Viewer::Player(viewer) = view.public.viewer else { return CardGame::sample_world(view, rng) };
    // In the middle of a turn the café is no longer the one that the others saw; in a finished game there is no choice.
    if view.public.placed > 0 || view.public.outcome.is_some() {
        return CardGame::sample_world(view, rng);
    }
    let viewer = usize::from(viewer);
    let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
    let mut tables = view.tables_left.clone();
    rng.shuffle(&mut tables);
    rng.shuffle(&mut unseen);
    let others = || (0..view.hand_sizes.len()).filter(|&player| player != viewer);
    let mut hand_start = 0;
    let mut down_start: usize = others().map(|player| view.hand_sizes[player]).sum();
    for player in others() {
        let mut hand =
            SampledHand { view, unseen: &mut unseen, tables: &tables, player, hand_start, down_start };
        hand.keep_useful_cards(net);
        for _ in 0..MAX_REDEALS {
            if hand.is_plausible(net, rng) {
                break;
            }
            hand.deal_again(rng);
            hand.keep_useful_cards(net);
        }
        hand_start += view.hand_sizes[player];
        down_start += view.down_sizes[player];
    }
    view.game(&unseen, &tables).expect("these are the unseen guests and the tables left")
}

/// The sampled hand of one other player.
struct SampledHand<'a> {
    view: &'a CardView,
    /// The unseen guests: all other hands one after the other, then their face-down piles, then the stock.
    unseen: &'a mut [Tile],
    tables: &'a [Nation],
    player: usize,
    /// Index of the player's hand in `unseen`.
    hand_start: usize,
    /// Index of the player's face-down pile in `unseen`.
    down_start: usize,
}

impl SampledHand<'_> {
    /// Returns true if the player would seat no guest without the first card in hand.
    fn is_plausible(&self, net: &Net, rng: &mut Rng) -> bool {
        // The only card in hand may just have been drawn.
        if self.view.hand_sizes[self.player] <= 1 || rng.one_in(ACCEPT_ANY_ONE_IN) {
            return true;
        }
        let mut view = self.view.clone();
        view.public.turn = self.player as u8;
        view.hand_sizes[self.player] -= 1;
        let mut unseen = self.unseen.to_vec();
        unseen[self.hand_start..].rotate_left(1);
        let game = view.game(&unseen, self.tables);
        game.is_none_or(|game| best_reply(&hide_unseen(&game, rng), net).guests_seated() == 0)
    }

    /// Deals the hand again, together with everything that is dealt after it.
    fn deal_again(&mut self, rng: &mut Rng) {
        rng.shuffle(&mut self.unseen[self.hand_start..]);
    }

    /// Plays the face-down cards through the hand one by one; each time the player lays down the least useful card.
    fn keep_useful_cards(&mut self, net: &Net) {
        let down_size = self.view.down_sizes[self.player];
        if down_size == 0 {
            return;
        }
        let mut view = self.view.clone();
        view.public.turn = self.player as u8;
        view.hand_sizes[self.player] += 1;
        view.down_sizes[self.player] -= 1;
        let hand_end = self.hand_start + self.view.hand_sizes[self.player];
        for card in self.down_start..self.down_start + down_size {
            // The card joins the hand as if it had just been drawn.
            self.unseen[hand_end..=card].rotate_right(1);
            let worst = view.game(self.unseen, self.tables).and_then(|game| least_useful_card(&game, net));
            let hand = &mut self.unseen[self.hand_start..=hand_end];
            if let Some(index) = worst.and_then(|tile| hand.iter().position(|&other| other == tile)) {
                hand.swap(index, hand_end - self.hand_start);
            }
            self.unseen[hand_end..=card].rotate_left(1);
        }
    }
}

/// Returns the card that the player to move would lay face down.
fn least_useful_card(game: &CardGame, net: &Net) -> Option<Tile> {
    let hand = game.hands()[game.player()];
    let evaluated = hand.kinds().map(|tile| {
        let mut after = *game;
        State::play(&mut after, Action::Down(tile));
        (evaluate_after(game, &after, false, net), tile)
    });
    evaluated.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, tile)| tile)
}
