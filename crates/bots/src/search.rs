//! Looking ahead: many worlds that fit what is seen, and in each of them what comes of every promising turn.

use crate::budget::Meter;
use crate::dice::Dice;
use crate::net::Net;
use crate::playout::playout;
use crate::turn::{Turn, sane_turns};
use crate::weigh::{Weighed, weigh};
use cafe_rules::Kind;

/// How to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// How many turns are looked at closely.
    pub shortlist: usize,
    /// How many turns follow in a playout.
    pub turns: usize,
    /// How many playouts the first impression is worth.
    pub impression: u32,
    /// Whether everybody in a playout sees everything.
    pub all_seeing: bool,
}

impl Manner {
    /// What was found best for a game (docs/bots.md).
    #[must_use]
    pub const fn of(kind: Kind) -> Manner {
        match kind {
            Kind::Card => Manner { shortlist: 6, turns: 2, impression: 100, all_seeing: false },
            Kind::Board => Manner { shortlist: 12, turns: 3, impression: 30, all_seeing: false },
        }
    }
}

/// A turn that was looked at, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// The margin over the best opponent that is expected at the end.
    pub worth: f32,
    /// In how many worlds it was tried; 0 if it was worked out exactly.
    pub worlds: u32,
}

fn best_first(list: &mut [Candidate]) {
    list.sort_by(|a, b| b.worth.total_cmp(&a.worth));
}

/// In how many worlds a turn on the shortlist is weighed.
const GLANCES: u32 = 8;

/// The turns that look best at a glance, weighed in a few worlds each, best first.
///
/// The turns of `also` are on the list, however bad they look.
#[must_use]
pub fn shortlist<G: Weighed>(
    mut imagine: impl FnMut(&mut Dice) -> G,
    also: &[Turn],
    net: &Net,
    most: usize,
    dice: &mut Dice,
) -> Vec<Candidate> {
    let world = imagine(dice);
    let turns = sane_turns(&world).into_iter();
    let mut list: Vec<Candidate> =
        turns.map(|turn| Candidate { worth: weigh(&world, &turn, net), turn, worlds: 1 }).collect();
    add_asked(&mut list, also, &world, net);
    best_first(&mut list);
    keep_first(&mut list, 2 * most, also);
    if list.len() > 1 {
        for _ in 1..GLANCES {
            let world = imagine(dice);
            list.iter_mut().for_each(|candidate| candidate.worth += weigh(&world, &candidate.turn, net));
        }
        for candidate in &mut list {
            candidate.worlds = GLANCES;
            candidate.worth /= GLANCES as f32;
        }
        best_first(&mut list);
    }
    keep_first(&mut list, most, also);
    list
}

/// Adds the turns that were asked for and are not on the list: those that nobody in their right mind would take.
fn add_asked<G: Weighed>(list: &mut Vec<Candidate>, also: &[Turn], world: &G, net: &Net) {
    for turn in also {
        if !list.iter().any(|candidate| candidate.turn.is_like(turn)) {
            list.push(Candidate { worth: weigh(world, turn, net), turn: turn.clone(), worlds: 1 });
        }
    }
}

/// Keeps the first `most` of a list, and those of `also` behind them.
fn keep_first(list: &mut Vec<Candidate>, most: usize, also: &[Turn]) {
    let mut place = 0;
    list.retain(|candidate| {
        place += 1;
        place <= most || also.iter().any(|turn| turn.is_like(&candidate.turn))
    });
}

/// A turn that is being tried.
struct Trial {
    turn: Turn,
    asked_for: bool,
    sum: f64,
}

/// Looks at the promising turns ever more closely: all of them in the same worlds, and after each stage only at the
/// better half. The turns of `also` are looked at to the end. Best first.
#[must_use]
pub fn search<G: Weighed>(
    mut imagine: impl FnMut(&mut Dice) -> G,
    also: &[Turn],
    net: &Net,
    manner: Manner,
    mut meter: Meter,
    dice: &mut Dice,
) -> Vec<Candidate> {
    let list = shortlist(&mut imagine, also, net, manner.shortlist, dice);
    if list.len() <= 1 {
        return list;
    }
    let stages = list.len().next_power_of_two().trailing_zeros();
    let mut trials: Vec<Trial> = list
        .into_iter()
        .map(|Candidate { turn, worth, .. }| Trial {
            asked_for: also.iter().any(|asked| asked.is_like(&turn)),
            sum: f64::from(worth) * f64::from(manner.impression),
            turn,
        })
        .collect();
    let mut worlds = 0;
    let mut given_up: Vec<Candidate> = Vec::new();
    for stage in 1..=stages {
        while worlds == 0 || meter.used() < f64::from(stage) / f64::from(stages) {
            let world = imagine(dice);
            let seed = dice.seed();
            for trial in &mut trials {
                // The same chance for all, so that more of the difference comes from the turns.
                let came = playout(&world, &trial.turn, net, manner, &mut Dice::new(seed));
                trial.sum += f64::from(came);
            }
            worlds += 1;
            meter.add(trials.len() as u64);
        }
        trials.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        let half = trials.len().div_ceil(2);
        let mut place = 0;
        let leave = trials.extract_if(.., |trial| {
            place += 1;
            place > half && !trial.asked_for
        });
        // Whoever leaves later comes first.
        let left: Vec<Candidate> = leave.map(|trial| trial.seen(worlds, manner)).collect();
        given_up.splice(..0, left);
    }
    trials.into_iter().map(|trial| trial.seen(worlds, manner)).chain(given_up).collect()
}

impl Trial {
    fn seen(self, worlds: u32, manner: Manner) -> Candidate {
        let worth = self.sum / f64::from(worlds + manner.impression);
        Candidate { turn: self.turn, worth: worth as f32, worlds }
    }
}
