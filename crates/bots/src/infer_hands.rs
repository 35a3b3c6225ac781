//! Guessing what the others hold, from what they have and have not played.
//!
//! A hand dealt at random from all that is unseen is not like one that somebody holds. Two things tell them apart:
//!
//! - Nobody keeps the guests that would have scored well. So a hand is believed if its owner, without one card that may
//!   just have been drawn, would have seated nobody in the café as it stands; most others are dealt again.
//! - Who lays guests face down lays down those of least use. Of all the cards that such a player has had, the best are
//!   in hand: far better than a hand dealt at random to punish whoever opens a table.

use cafe_rules::{Action, CardGame, CardView, Nation, Tile, Viewer};

use crate::evaluate::evaluate_after;
use crate::net::Net;
use crate::playout::{reply, seen};
use crate::rng::Rng;
use crate::state::State;

/// How often a hand is dealt again at most.
const REDEALS: usize = 5;
/// One hand in so many is believed whatever it is: one plays differently than another.
const DOUBT: usize = 8;

/// A game that looks like this to the viewer, in which the others hold what they would have kept.
pub(crate) fn infer_hands(view: &CardView, net: &Net, rng: &mut Rng) -> CardGame {
    let Viewer::Player(viewer) = view.public.viewer else { return CardGame::sample_world(view, rng) };
    // In the middle of a turn the café is no longer the one that the others saw; in a finished game nobody chooses.
    if view.public.placed > 0 || view.public.outcome.is_some() {
        return CardGame::sample_world(view, rng);
    }
    let viewer = usize::from(viewer);
    let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
    let mut tables = view.tables_left.clone();
    rng.shuffle(&mut tables);
    rng.shuffle(&mut unseen);
    let others = || (0..view.hand_sizes.len()).filter(|&player| player != viewer);
    let mut hand = 0;
    let mut pile: usize = others().map(|player| view.hand_sizes[player]).sum();
    for player in others() {
        let mut guess = Guess { view, unseen: &mut unseen, tables: &tables, player, hand, pile };
        guess.keep_the_best(net);
        for _ in 0..REDEALS {
            if guess.is_believed(net, rng) {
                break;
            }
            guess.deal_again(rng);
            guess.keep_the_best(net);
        }
        hand += view.hand_sizes[player];
        pile += view.down_sizes[player];
    }
    view.game(&unseen, &tables).expect("these are the unseen guests and the tables left")
}

/// What one of the others may hold.
struct Guess<'a> {
    view: &'a CardView,
    /// The unseen guests: the others' hands one after the other, then their piles face down, then the stock.
    unseen: &'a mut [Tile],
    tables: &'a [Nation],
    player: usize,
    /// Where the player's hand begins among the unseen.
    hand: usize,
    /// Where the player's pile begins.
    pile: usize,
}

impl Guess<'_> {
    /// Whether the player would seat nobody without the first guest in hand.
    fn is_believed(&self, net: &Net, rng: &mut Rng) -> bool {
        // Without the card that may just have been drawn, a single one tells nothing.
        if self.view.hand_sizes[self.player] <= 1 || rng.one_in(DOUBT) {
            return true;
        }
        let mut then = self.view.clone();
        then.public.turn = self.player as u8;
        then.hand_sizes[self.player] -= 1;
        let mut order = self.unseen.to_vec();
        order[self.hand..].rotate_left(1);
        let game = then.game(&order, self.tables);
        game.is_none_or(|game| reply(&seen(&game, rng), net).guests_seated() == 0)
    }

    /// Deals the hand again, together with all that is dealt after it.
    fn deal_again(&mut self, rng: &mut Rng) {
        rng.shuffle(&mut self.unseen[self.hand..]);
    }

    /// Lets the player have had the cards of the pile in hand, one after the other, and lay down the one of least use.
    fn keep_the_best(&mut self, net: &Net) {
        let down = self.view.down_sizes[self.player];
        if down == 0 {
            return;
        }
        let mut then = self.view.clone();
        then.public.turn = self.player as u8;
        then.hand_sizes[self.player] += 1;
        then.down_sizes[self.player] -= 1;
        let extra = self.hand + self.view.hand_sizes[self.player];
        for card in self.pile..self.pile + down {
            // As if it had just been drawn: the last one in hand.
            self.unseen[extra..=card].rotate_right(1);
            let least = then.game(self.unseen, self.tables).and_then(|game| of_least_use(&game, net));
            let held = &mut self.unseen[self.hand..=extra];
            if let Some(at) = least.and_then(|tile| held.iter().position(|&other| other == tile)) {
                held.swap(at, extra - self.hand);
            }
            self.unseen[extra..=card].rotate_left(1);
        }
    }
}

/// The guest that the player to move would rather lay down than any other.
fn of_least_use(game: &CardGame, net: &Net) -> Option<Tile> {
    let hand = game.hands()[game.player()];
    let laid_down = hand.kinds().map(|tile| {
        let mut after = *game;
        State::play(&mut after, Action::Down(tile));
        (evaluate_after(game, &after, false, net), tile)
    });
    laid_down.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, tile)| tile)
}
