//! The guest of the house: takes the action that scores most at once, and never looks further.
//!
//! It is there so that one can play alone today. Players who think ahead will take its place.

use cafe_rules::{Action, Event, Game, Seed};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Worse than anything that can be scored.
const OUT: i16 = i16::MIN;

/// Chooses for the players of the house.
#[derive(Clone, Debug)]
pub(super) struct House {
    dice: ChaCha20Rng,
}

impl House {
    /// Its choices follow from the seed of the game, but not from what is dealt.
    pub(super) fn new(seed: Seed) -> House {
        let mut dice = ChaCha20Rng::from_seed(seed.0);
        dice.set_stream(1);
        House { dice }
    }

    /// The highest scoring legal action, by chance if there are several; nothing in a finished game.
    pub(super) fn choose(&mut self, game: &Game) -> Option<Action> {
        let scored: Vec<(Action, i16)> =
            game.legal().iter().map(|action| (action, score(game, action))).collect();
        let best = scored.iter().map(|(_, score)| *score).max()?;
        let among: Vec<Action> =
            scored.into_iter().filter(|(_, score)| *score == best).map(|(action, _)| action).collect();
        let pick = self.dice.next_u32() as usize % among.len();
        among.get(pick).copied()
    }
}

fn score(game: &Game, action: Action) -> i16 {
    let mut after = *game;
    let Ok(events) = after.play(action) else { return OUT };
    if events.iter().any(|event| matches!(event, Event::Eliminated { .. })) {
        return OUT;
    }
    game.points(&events).iter().map(|(_, points)| points).sum()
}
