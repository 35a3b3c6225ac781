//! The luck of the tiles that a player receives.

use cafe_bots::{Rng, expected_margin};
use cafe_rules::{Event, Game, Hand, Record, Tile, View, Viewer};

/// Number of other deals with which received tiles are compared.
pub const LUCK_SAMPLES: u32 = 32;

/// Tiles that a player received, at the deal or by drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedTiles {
    /// The view of the player right after, as if it were the player's turn.
    pub view: View,
    /// The tiles.
    pub received: Hand,
    /// The tiles that could have come instead.
    pub left: Hand,
}

impl ReceivedTiles {
    /// Returns what the tiles are worth to the player, in points: the expected margin with them, less the mean with
    /// others in their place.
    ///
    /// Everything else stays as it is, so this is the luck of the player's own tiles, not that of tables laid or of the
    /// hands of opponents. All tiles were equally likely, so its mean is 0.
    #[must_use]
    pub fn luck(&self, seed: u64) -> f32 {
        let mut rng = Rng::new(seed);
        let mut pile = Vec::new();
        let mut sum = 0.0;
        for _ in 0..LUCK_SAMPLES {
            let other = self.with_other_tiles(&mut pile, &mut rng);
            // The same random numbers for both, so that more of the difference comes from the tiles.
            let seed = rng.next_seed();
            let margins = expected_margin(&self.view, seed).zip(expected_margin(&other, seed));
            sum += margins.map_or(0.0, |(received, other)| received - other);
        }
        sum / LUCK_SAMPLES as f32
    }

    /// Returns the view with other tiles in place of those received.
    ///
    /// They come from `pile`, which is refilled and shuffled when it is used up, so that all tiles come about equally
    /// often.
    fn with_other_tiles(&self, pile: &mut Vec<Tile>, rng: &mut Rng) -> View {
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

/// Returns all tiles that players received, each with the player: the deal, then all draws except one that ends the game.
#[must_use]
pub fn received_tiles(record: &Record) -> Vec<(u8, ReceivedTiles)> {
    let start = record.start();
    let dealt = (0..record.header().options.players()).map(|player| {
        let view = view_to_move(start, player);
        // At the deal every unseen tile was equally likely; later the others have kept some of theirs.
        let left = match &view {
            View::Card(view) => view.unseen,
            View::Board(view) => view.bag,
        };
        (player, ReceivedTiles { view, received: start.hands()[usize::from(player)], left })
    });
    let drawn = record.steps().iter().filter(|step| step.after.ending().is_none()).filter_map(|step| {
        let drawn = step.events.iter().filter_map(|event| match event {
            Event::Drew { tile, .. } => Some(*tile),
            _ => None,
        });
        let received: Hand = drawn.collect();
        let left = step.after.guest_stock().iter().copied().collect();
        let tiles = ReceivedTiles { view: view_to_move(&step.after, step.player), received, left };
        (!received.is_empty()).then_some((step.player, tiles))
    });
    dealt.chain(drawn).collect()
}

/// Returns the view of a player as if it were the player's turn.
fn view_to_move(game: &Game, player: u8) -> View {
    let mut view = View::of(game, Viewer::Player(player));
    match &mut view {
        View::Card(view) => view.public.turn = player,
        View::Board(view) => view.public.turn = player,
    }
    view
}
