//! The shortlist: the turns with the best evaluation over a few sampled worlds.

use crate::evaluate::{Searchable, evaluate};
use crate::net::Net;
use crate::rng::Rng;
use crate::turn::{Turn, candidate_turns};

/// A turn and its estimated value.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// The expected margin over the best opponent at the end of the game.
    pub value: f32,
    /// Number of sampled worlds behind the value; 0 if it is exact.
    pub worlds: u32,
}

/// Number of worlds in which a turn of the shortlist is evaluated.
const SHORTLIST_SAMPLES: u32 = 8;

/// Returns the turns with the best evaluation, best first.
///
/// All turns are evaluated in one world, and twice as many as wanted in `SHORTLIST_SAMPLES` worlds. The turns of
/// `also` are on the list whatever their value.
#[must_use]
pub fn shortlist<G: Searchable>(
    mut sample_world: impl FnMut(&mut Rng) -> G,
    also: &[Turn],
    net: &Net,
    size: usize,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let world = sample_world(rng);
    let turns = candidate_turns(&world).into_iter();
    let mut list: Vec<Candidate> =
        turns.map(|turn| Candidate { value: evaluate(&world, &turn, net), turn, worlds: 1 }).collect();
    for turn in also {
        if !replace_symmetric(&mut list, turn, &world) {
            list.push(Candidate { value: evaluate(&world, turn, net), turn: turn.clone(), worlds: 1 });
        }
    }
    sort_best_first(&mut list);
    truncate(&mut list, 2 * size, also);
    if list.len() > 1 {
        for _ in 1..SHORTLIST_SAMPLES {
            let world = sample_world(rng);
            list.iter_mut().for_each(|candidate| candidate.value += evaluate(&world, &candidate.turn, net));
        }
        for candidate in &mut list {
            candidate.worlds = SHORTLIST_SAMPLES;
            candidate.value /= SHORTLIST_SAMPLES as f32;
        }
        sort_best_first(&mut list);
    }
    truncate(&mut list, size, also);
    list
}

/// Gives the seats of `turn` to the candidate that differs from it only by equivalent seats. Returns false if there is no
/// such candidate.
pub(crate) fn replace_symmetric<G: Searchable>(list: &mut [Candidate], turn: &Turn, world: &G) -> bool {
    let symmetric = list.iter_mut().find(|candidate| candidate.turn.is_symmetric_to(turn, world));
    let found = symmetric.is_some();
    if let Some(candidate) = symmetric {
        candidate.turn.take_seats_of(turn, world);
    }
    found
}

fn sort_best_first(list: &mut [Candidate]) {
    list.sort_by(|a, b| b.value.total_cmp(&a.value));
}

/// Keeps the first `size` candidates and those of `also`.
fn truncate(list: &mut Vec<Candidate>, size: usize, also: &[Turn]) {
    let mut place = 0;
    list.retain(|candidate| {
        place += 1;
        place <= size || also.iter().any(|turn| turn.is_equivalent(&candidate.turn))
    });
}
