//! What the cards gave.

use cafe_bots::{Rng, expected_margin};
use cafe_rules::{Event, Game, Hand, Record, Tile, View, Viewer};

/// With how many other deals the cards are compared.
pub const LUCK_SAMPLES: u32 = 32;

/// Cards that a player got, at the deal or by drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedTiles {
    /// What the player saw right after, as if it were the own turn.
    pub view: View,
    /// The cards.
    pub received: Hand,
    /// The cards that could have come instead and did not.
    pub left: Hand,
}

impl ReceivedTiles {
    /// What the cards are worth to the player, in points: the margin to be expected with them, less what could be
    /// expected on average if others had come in their place.
    ///
    /// Everything else stays as it is. So this is the luck of one's own cards, and neither that of the tables laid nor
    /// that of what the others hold. As any card was equally likely to come, it is nothing on average.
    #[must_use]
    pub fn luck(&self, seed: u64) -> f32 {
        let mut rng = Rng::new(seed);
        let mut pile = Vec::new();
        let mut sum = 0.0;
        for _ in 0..LUCK_SAMPLES {
            let other = self.redealt(&mut pile, &mut rng);
            // Both are looked at with the same chance, so that more of the difference comes from the cards.
            let seed = rng.next_seed();
            let glances = expected_margin(&self.view, seed).zip(expected_margin(&other, seed));
            sum += glances.map_or(0.0, |(with, without)| with - without);
        }
        sum / LUCK_SAMPLES as f32
    }

    /// The same view, with other cards in place of those received.
    ///
    /// They come from the pile, which is made and shuffled anew when it is used up: so all come about equally often.
    fn redealt(&self, pile: &mut Vec<Tile>, rng: &mut Rng) -> View {
        let mut other = self.view.clone();
        let (hand, unseen) = match &mut other {
            View::Card(view) => (&mut view.hand, &mut view.unseen),
            View::Board(view) => (&mut view.hands[usize::from(view.public.turn)], &mut view.bag),
        };
        for tile in self.received.tiles() {
            hand.remove(tile);
            unseen.add(tile);
        }
        let count = self.received.len();
        if pile.len() < count {
            *pile = self.left.tiles().chain(self.received.tiles()).collect();
            rng.shuffle(pile);
        }
        for tile in pile.drain(pile.len() - count..) {
            unseen.remove(tile);
            hand.add(tile);
        }
        other
    }
}

/// Every time that a player got cards, with the player: the deal, and all draws but one that ended the game.
#[must_use]
pub fn received_tiles(log: &Record) -> Vec<(u8, ReceivedTiles)> {
    let start = log.start();
    let dealt = (0..log.header().options.players()).map(|player| {
        let view = seen(start, player);
        // At the deal all cards that a player does not see are alike; later the others have kept some of theirs.
        let left = match &view {
            View::Card(view) => view.unseen,
            View::Board(view) => view.bag,
        };
        (player, ReceivedTiles { view, received: start.hands()[usize::from(player)], left })
    });
    let drawn = log.steps().iter().filter(|step| step.after.ending().is_none()).filter_map(|step| {
        let drew = step.events.iter().filter_map(|event| match event {
            Event::Drew { tile, .. } => Some(*tile),
            _ => None,
        });
        let received: Hand = drew.collect();
        let left = step.after.guest_stock().iter().copied().collect();
        let receipt = ReceivedTiles { view: seen(&step.after, step.player), received, left };
        (!received.is_empty()).then_some((step.player, receipt))
    });
    dealt.chain(drawn).collect()
}

/// What a player sees, as if it were the own turn.
fn seen(game: &Game, player: u8) -> View {
    let mut view = View::of(game, Viewer::Player(player));
    match &mut view {
        View::Card(view) => view.public.turn = player,
        View::Board(view) => view.public.turn = player,
    }
    view
}
