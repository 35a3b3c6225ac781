//! A first deal that is chosen because it is friendly to the first player, as specified in `docs/shuffle.md`.

use sha2::{Digest, Sha256};

use crate::{Action, Board, Deal, Game, Options, Seed};

/// The points that the second guest of the first turn can score in a friendly deal: those of a couple at a table of its
/// nation.
pub const FRIENDLY_POINTS: i16 = 4;

const FRIENDLY_DOMAIN: &[u8] = b"cafe-international/friendly-seed/1\n";

/// The first friendly deal in the series of deals that follows from a seed.
///
/// Such a deal is chosen, so it is not a fair one. Anybody can check that it is the first friendly deal of its series: the
/// dealer can choose neither the series nor another deal of it.
///
/// ```
/// use cafe_rules::{Board, Deal, FriendlyDeal, Game, Kind, Options, Seed};
/// let options = Options::new(Kind::Card, 2, false)?;
/// let first = FriendlyDeal::first(options, Board::standard(), Seed([7; 32]));
/// assert_eq!(first.seed, Seed([7; 32]).friendly(first.number));
/// assert!(Game::new(options, &Deal::shuffled(Kind::Card, first.seed)).has_friendly_opening());
/// # Ok::<(), cafe_rules::PlayerCountError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FriendlyDeal {
    /// Number of the deal in the series, from 0.
    pub number: u32,
    /// Seed of the deal.
    pub seed: Seed,
}

impl FriendlyDeal {
    /// Returns the first friendly deal in the series of a seed.
    ///
    /// # Panics
    /// If none of four billion deals is friendly. More than a third of them are.
    #[must_use]
    pub fn first(options: Options, board: &'static Board, series: Seed) -> FriendlyDeal {
        (0..=u32::MAX)
            .map(|number| FriendlyDeal { number, seed: series.friendly(number) })
            .find(|deal| {
                let cards = Deal::shuffled(options.kind(), deal.seed);
                Game::with_board(board, options, &cards).has_friendly_opening()
            })
            .expect("many deals are friendly")
    }
}

impl Seed {
    /// Returns the seed of the deal with this number in the series that follows from this seed.
    #[must_use]
    pub fn friendly(&self, number: u32) -> Seed {
        let mut hash = Sha256::new();
        hash.update(FRIENDLY_DOMAIN);
        hash.update(self.0);
        hash.update(number.to_le_bytes());
        Seed(hash.finalize().into())
    }
}

impl Game {
    /// Returns true if the player to move can seat two guests in this turn so that the second scores at least
    /// [`FRIENDLY_POINTS`].
    #[must_use]
    pub fn has_friendly_opening(&self) -> bool {
        let legal = self.legal();
        let seatings = legal.iter().filter(|action| matches!(action, Action::Seat(..)));
        seatings.map(|action| self.after(action)).any(|after| {
            let may_go_on = after.ending().is_none() && after.turn() == self.turn();
            may_go_on && after.legal().best_seating_points().is_some_and(|points| points >= FRIENDLY_POINTS)
        })
    }

    /// Returns the game after a legal action.
    fn after(&self, action: Action) -> Game {
        let mut after = *self;
        after.play_unchecked(action);
        after
    }
}
