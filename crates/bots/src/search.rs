//! Search: the shortlisted turns are played out in sampled worlds, and those that fall clearly behind are pruned.

use cafe_rules::Kind;

use crate::budget::Meter;
use crate::evaluate::Searchable;
use crate::net::Net;
use crate::playout::playout;
use crate::rng::Rng;
use crate::shortlist::{Candidate, shortlist};
use crate::turn::Turn;

/// Parameters of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchConfig {
    /// Maximum number of turns that are played out.
    pub shortlist_size: usize,
    /// Minimum number of turns that follow in a playout.
    pub playout_turns: usize,
    /// Number of playouts that the value from the shortlist counts for.
    pub prior_weight: u32,
    /// Whether the players in a playout see everything.
    pub perfect_information: bool,
}

impl SearchConfig {
    /// Returns the parameters that were found best for a game (`docs/bots.md`).
    #[must_use]
    pub const fn for_game(kind: Kind) -> SearchConfig {
        let (shortlist_size, playout_turns) = match kind {
            Kind::Card => (8, 2),
            Kind::Board => (12, 3),
        };
        SearchConfig { shortlist_size, playout_turns, prior_weight: 30, perfect_information: false }
    }
}

/// Number of worlds between two rounds of pruning.
const WORLDS_PER_ROUND: usize = 16;
/// Number of standard errors by which a turn must be behind the best one to be pruned.
const PRUNE_SIGMA: f64 = 3.0;
/// Lower limit of the estimated variance, in squared points: a few worlds may agree by chance.
const MIN_VARIANCE: f64 = 1.0;

/// Plays out the shortlisted turns in ever more sampled worlds, all turns in the same worlds, and prunes those that the
/// best one clearly beats, until one is left or the budget is used up. Returns them best first.
///
/// The turns of `also` are searched too and never pruned.
#[must_use]
pub fn search<G: Searchable>(
    mut sample_world: impl FnMut(&mut Rng) -> G,
    also: &[Turn],
    net: &Net,
    config: SearchConfig,
    mut meter: Meter,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let candidates = shortlist(&mut sample_world, also, net, config.shortlist_size, rng);
    if candidates.len() <= 1 {
        return candidates;
    }
    let mut arms: Vec<Arm> =
        candidates.into_iter().map(|candidate| Arm::new(candidate, also, config)).collect();
    let mut pruned: Vec<Candidate> = Vec::new();
    let mut worlds = 0;
    while worlds == 0 || arms.len() > 1 && !meter.is_exhausted() {
        for _ in 0..WORLDS_PER_ROUND {
            let world = sample_world(rng);
            let seed = rng.next_seed();
            for arm in &mut arms {
                // The same random numbers for all turns, so that more of the difference comes from the turns.
                arm.add(playout(&world, &arm.turn, net, config, &mut Rng::new(seed)));
            }
            worlds += 1;
            meter.add_playouts(arms.len() as u64);
            if meter.is_exhausted() {
                break;
            }
        }
        arms.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        let best = arms.remove(0);
        let is_beaten = |arm: &mut Arm| !arm.keep && best.clearly_beats(arm, config);
        // A turn that was pruned later ranks higher.
        let beaten: Vec<Candidate> =
            arms.extract_if(.., is_beaten).map(|arm| arm.into_candidate(worlds, config)).collect();
        pruned.splice(..0, beaten);
        arms.insert(0, best);
    }
    arms.into_iter().map(|arm| arm.into_candidate(worlds, config)).chain(pruned).collect()
}

/// A turn that is being searched.
struct Arm {
    turn: Turn,
    /// Whether it is never pruned, because the caller asked for it.
    keep: bool,
    /// The margin of the playout in each world.
    samples: Vec<f32>,
    /// The sum of all samples and of the prior.
    sum: f64,
}

impl Arm {
    fn new(candidate: Candidate, also: &[Turn], config: SearchConfig) -> Arm {
        Arm {
            keep: also.iter().any(|turn| turn.is_equivalent(&candidate.turn)),
            samples: Vec::new(),
            sum: f64::from(candidate.value) * f64::from(config.prior_weight),
            turn: candidate.turn,
        }
    }

    fn add(&mut self, margin: f32) {
        self.samples.push(margin);
        self.sum += f64::from(margin);
    }

    /// Returns true if this turn is so far ahead of another that more worlds would not change the order.
    fn clearly_beats(&self, other: &Arm, config: SearchConfig) -> bool {
        let leads = || self.samples.iter().zip(&other.samples).map(|(own, other)| f64::from(own - other));
        let worlds = self.samples.len() as f64;
        let mean = leads().sum::<f64>() / worlds;
        let variance = leads().map(|lead| (lead - mean) * (lead - mean)).sum::<f64>() / worlds;
        let count = worlds + f64::from(config.prior_weight);
        (self.sum - other.sum) / count > PRUNE_SIGMA * (variance.max(MIN_VARIANCE) / count).sqrt()
    }

    fn into_candidate(self, worlds: u32, config: SearchConfig) -> Candidate {
        let value = self.sum / f64::from(worlds + config.prior_weight);
        Candidate { turn: self.turn, value: value as f32, worlds }
    }
}
