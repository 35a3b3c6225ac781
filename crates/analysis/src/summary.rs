//! Summary of one player's game.

use super::Decision;
use super::grade::{Grade, accuracy};

/// The results of one player in a whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSummary {
    /// The player.
    pub player: u8,
    /// Number of decisions with a choice.
    pub decisions: usize,
    /// Number of forced decisions; they count in no average.
    pub forced: usize,
    /// The mean loss of a decision, in points.
    pub average_loss: Option<f32>,
    /// The mean [`accuracy`] of a decision, in percent.
    pub accuracy: Option<f32>,
    /// Number of decisions by grade, in the order of [`Grade::WITH_CHOICE`].
    pub grades: [usize; Grade::WITH_CHOICE.len()],
    /// The [luck](super::ReceivedTiles::luck) of all tiles that the player received, in points.
    pub luck: f32,
}

impl PlayerSummary {
    /// Summarises the decisions of a player.
    pub(crate) fn new(player: u8, decisions: &[Decision], luck: f32) -> PlayerSummary {
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
