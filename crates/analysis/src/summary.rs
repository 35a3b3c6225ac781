//! How a player did in a whole game.

use super::Decision;
use super::grade::{Grade, accuracy};

/// How a player did in a whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSummary {
    /// Who.
    pub player: u8,
    /// How many decisions there were with a choice.
    pub decisions: usize,
    /// How many had only one possible turn; they count in no average.
    pub forced: usize,
    /// The loss of a decision on average, in points; nothing without a decision.
    pub average_loss: Option<f32>,
    /// The [`accuracy`] of a decision on average, in percent; nothing without a decision.
    pub accuracy: Option<f32>,
    /// How many decisions got each grade, in the order of [`Grade::WITH_CHOICE`].
    pub grades: [usize; Grade::WITH_CHOICE.len()],
    /// The [luck](super::ReceivedTiles::luck) of all cards that the player got, in points.
    pub luck: f32,
}

impl PlayerSummary {
    /// The sum over the decisions of a player.
    pub(super) fn of(player: u8, decisions: &[Decision], luck: f32) -> PlayerSummary {
        let own = || decisions.iter().filter(|decision| decision.player == player);
        let chosen = own().filter(|decision| decision.grade != Grade::Forced);
        let losses: Vec<f32> = chosen.map(|decision| decision.loss).collect();
        let mean = |numbers: &mut dyn Iterator<Item = f32>| {
            (!losses.is_empty()).then(|| numbers.sum::<f32>() / losses.len() as f32)
        };
        let count = |grade: Grade| own().filter(|decision| decision.grade == grade).count();
        PlayerSummary {
            player,
            decisions: losses.len(),
            forced: count(Grade::Forced),
            average_loss: mean(&mut losses.iter().copied()),
            accuracy: mean(&mut losses.iter().copied().map(accuracy)),
            grades: Grade::WITH_CHOICE.map(count),
            luck,
        }
    }
}
