//! Looking ahead: many worlds that fit what is seen, and in each of them what comes of every promising turn.

use crate::budget::Meter;
use crate::evaluate::{Searchable, evaluate};
use crate::net::Net;
use crate::playout::playout;
use crate::rng::Rng;
use crate::turn::{Turn, candidate_turns};
use cafe_rules::Kind;

/// How to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchConfig {
    /// How many turns are looked at closely.
    pub shortlist_size: usize,
    /// How many turns follow in a playout.
    pub playout_turns: usize,
    /// How many playouts the first impression is worth.
    pub prior_weight: u32,
    /// Whether everybody in a playout sees everything.
    pub perfect_information: bool,
}

impl SearchConfig {
    /// What was found best for a game (docs/bots.md).
    #[must_use]
    pub const fn for_game(kind: Kind) -> SearchConfig {
        match kind {
            Kind::Card => SearchConfig {
                shortlist_size: 8,
                playout_turns: 2,
                prior_weight: 30,
                perfect_information: false,
            },
            Kind::Board => SearchConfig {
                shortlist_size: 12,
                playout_turns: 3,
                prior_weight: 30,
                perfect_information: false,
            },
        }
    }
}

/// A turn that was looked at, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// The margin over the best opponent that is expected at the end.
    pub value: f32,
    /// In how many worlds it was tried; 0 if it was worked out exactly.
    pub worlds: u32,
}

fn best_first(list: &mut [Candidate]) {
    list.sort_by(|a, b| b.value.total_cmp(&a.value));
}

/// In how many worlds a turn on the shortlist is weighed.
const SHORTLIST_SAMPLES: u32 = 8;

/// The turns that look best at a glance, weighed in a few worlds each, best first.
///
/// The turns of `also` are on the list, however bad they look.
#[must_use]
pub fn shortlist<G: Searchable>(
    mut sample_world: impl FnMut(&mut Rng) -> G,
    also: &[Turn],
    net: &Net,
    most: usize,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let world = sample_world(rng);
    let turns = candidate_turns(&world).into_iter();
    let mut list: Vec<Candidate> =
        turns.map(|turn| Candidate { value: evaluate(&world, &turn, net), turn, worlds: 1 }).collect();
    add_asked(&mut list, also, &world, net);
    best_first(&mut list);
    keep_first(&mut list, 2 * most, also);
    if list.len() > 1 {
        for _ in 1..SHORTLIST_SAMPLES {
            let world = sample_world(rng);
            list.iter_mut().for_each(|candidate| candidate.value += evaluate(&world, &candidate.turn, net));
        }
        for candidate in &mut list {
            candidate.worlds = SHORTLIST_SAMPLES;
            candidate.value /= SHORTLIST_SAMPLES as f32;
        }
        best_first(&mut list);
    }
    keep_first(&mut list, most, also);
    list
}

/// Puts the turns that were asked for on the list: in place of the one that stands for them, or at the end if nobody in
/// their right mind would take them.
fn add_asked<G: Searchable>(list: &mut Vec<Candidate>, also: &[Turn], world: &G, net: &Net) {
    for turn in also {
        if !name_as_asked(list, turn, world) {
            list.push(Candidate { value: evaluate(world, turn, net), turn: turn.clone(), worlds: 1 });
        }
    }
}

/// Lets the candidate that comes to the same as a turn, but for seats that touch the same tables, take that turn's seats.
/// Whether there is one.
pub(crate) fn name_as_asked<G: Searchable>(list: &mut [Candidate], turn: &Turn, world: &G) -> bool {
    let twin = list.iter_mut().find(|candidate| candidate.turn.is_symmetric_to(turn, world));
    let found = twin.is_some();
    if let Some(candidate) = twin {
        candidate.turn.take_seats_of(turn, world);
    }
    found
}

/// Keeps the first `most` of a list, and those of `also` behind them.
fn keep_first(list: &mut Vec<Candidate>, most: usize, also: &[Turn]) {
    let mut place = 0;
    list.retain(|candidate| {
        place += 1;
        place <= most || also.iter().any(|turn| turn.is_equivalent(&candidate.turn))
    });
}

/// A turn that is being tried.
struct Trial {
    turn: Turn,
    asked_for: bool,
    /// What came of it in each world.
    samples: Vec<f32>,
    sum: f64,
}

/// After so many worlds it is asked who can still win.
const ROUND: usize = 16;
/// How many standard errors a turn must be behind the best one to be given up.
const PRUNE_SIGMA: f64 = 3.0;
/// The least that playouts are believed to vary, in squares of points: a few worlds may agree by chance.
const MIN_VARIANCE: f64 = 1.0;

/// Tries the promising turns in ever more worlds, all of them in the same, and gives up those that the best one clearly
/// beats, until one is left or the budget is used. The turns of `also` are looked at to the end. Best first.
#[must_use]
pub fn search<G: Searchable>(
    mut sample_world: impl FnMut(&mut Rng) -> G,
    also: &[Turn],
    net: &Net,
    config: SearchConfig,
    mut meter: Meter,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let list = shortlist(&mut sample_world, also, net, config.shortlist_size, rng);
    if list.len() <= 1 {
        return list;
    }
    let mut trials: Vec<Trial> =
        list.into_iter().map(|candidate| Trial::of(candidate, also, config)).collect();
    let mut given_up: Vec<Candidate> = Vec::new();
    let mut worlds = 0;
    while worlds == 0 || trials.len() > 1 && !meter.is_exhausted() {
        for _ in 0..ROUND {
            let world = sample_world(rng);
            let seed = rng.next_seed();
            for trial in &mut trials {
                // The same chance for all, so that more of the difference comes from the turns.
                trial.add(playout(&world, &trial.turn, net, config, &mut Rng::new(seed)));
            }
            worlds += 1;
            meter.add_playouts(trials.len() as u64);
            if meter.is_exhausted() {
                break;
            }
        }
        trials.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        let best = trials.remove(0);
        let beaten = |trial: &mut Trial| !trial.asked_for && best.clearly_beats(trial, config);
        // Whoever leaves later comes first.
        let left: Vec<Candidate> =
            trials.extract_if(.., beaten).map(|trial| trial.seen(worlds, config)).collect();
        given_up.splice(..0, left);
        trials.insert(0, best);
    }
    trials.into_iter().map(|trial| trial.seen(worlds, config)).chain(given_up).collect()
}

impl Trial {
    fn of(candidate: Candidate, also: &[Turn], config: SearchConfig) -> Trial {
        Trial {
            asked_for: also.iter().any(|asked| asked.is_equivalent(&candidate.turn)),
            samples: Vec::new(),
            sum: f64::from(candidate.value) * f64::from(config.prior_weight),
            turn: candidate.turn,
        }
    }

    fn add(&mut self, margin: f32) {
        self.samples.push(margin);
        self.sum += f64::from(margin);
    }

    /// Whether this turn is so far ahead of another that more worlds are not worth their time.
    fn clearly_beats(&self, other: &Trial, config: SearchConfig) -> bool {
        let ahead = || self.samples.iter().zip(&other.samples).map(|(here, there)| f64::from(here - there));
        let worlds = self.samples.len() as f64;
        let mean = ahead().sum::<f64>() / worlds;
        let variance = ahead().map(|ahead| (ahead - mean) * (ahead - mean)).sum::<f64>() / worlds;
        // The first impression counts as so many worlds.
        let counted = worlds + f64::from(config.prior_weight);
        (self.sum - other.sum) / counted > PRUNE_SIGMA * (variance.max(MIN_VARIANCE) / counted).sqrt()
    }

    fn seen(self, worlds: u32, config: SearchConfig) -> Candidate {
        let value = self.sum / f64::from(worlds + config.prior_weight);
        Candidate { turn: self.turn, value: value as f32, worlds }
    }
}
