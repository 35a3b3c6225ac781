//! How a game ended.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::Ending;

/// The most players of either game.
pub const MAX_PLAYERS: usize = 5;

/// The end of a game: why, what was left in hand, and who won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// Why the game ended.
    #[serde(serialize_with = "write_word")]
    pub why: Ending,
    /// By player: what the cards left cost, as a positive number.
    pub penalties: ArrayVec<i16, MAX_PLAYERS>,
    /// By player: score less penalty.
    #[serde(rename = "final")]
    pub finals: ArrayVec<i16, MAX_PLAYERS>,
    /// Who won, ascending; several if they share the win.
    pub winners: ArrayVec<u8, MAX_PLAYERS>,
    /// By player: 1 for the winners, and so on; players who share a place leave the next ones out.
    #[serde(skip)]
    pub places: ArrayVec<u8, MAX_PLAYERS>,
}

fn write_word<S: serde::Serializer>(why: &Ending, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(why.word())
}

impl Outcome {
    /// Works out winners and places. `standing` makes players comparable: the greater, the better; equals share.
    pub(crate) fn new<K: Ord>(
        why: Ending,
        scores: &[i16],
        penalties: ArrayVec<i16, MAX_PLAYERS>,
        standing: impl Fn(usize, i16, i16) -> K,
    ) -> Outcome {
        let finals: ArrayVec<i16, MAX_PLAYERS> =
            scores.iter().zip(&penalties).map(|(score, penalty)| score - penalty).collect();
        let standings: Vec<K> =
            (0..scores.len()).map(|player| standing(player, finals[player], penalties[player])).collect();
        let place = |own: &K| 1 + standings.iter().filter(|other| *other > own).count() as u8;
        let places: ArrayVec<u8, MAX_PLAYERS> = standings.iter().map(place).collect();
        let winners = (0..scores.len() as u8).filter(|&player| places[usize::from(player)] == 1).collect();
        Outcome { why, penalties, finals, winners, places }
    }
}
