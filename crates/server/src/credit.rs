//! How much somebody may ask in a short time. Whoever asks too much is told to wait; nobody else is slowed down.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What everybody gets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Allowance {
    /// So much at once.
    pub(crate) most: f64,
    /// And so much more each second.
    pub(crate) each_second: f64,
}

/// What somebody has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credit {
    left: f64,
    since: Instant,
}

impl Credit {
    /// Nothing is spent yet.
    pub(crate) fn new(allowance: Allowance) -> Credit {
        Credit { left: allowance.most, since: Instant::now() }
    }

    /// What is left at this time.
    fn at(self, now: Instant, allowance: Allowance) -> f64 {
        let earned = now.duration_since(self.since).as_secs_f64() * allowance.each_second;
        (self.left + earned).min(allowance.most)
    }

    /// Spends so much, even if it is not there. Returns what is left, which may be less than nothing.
    pub(crate) fn take(&mut self, cost: f64, allowance: Allowance) -> f64 {
        let now = Instant::now();
        (self.left, self.since) = (self.at(now, allowance) - cost, now);
        self.left
    }

    /// Spends so much if it is there. Returns whether it was.
    fn spend(&mut self, cost: f64, allowance: Allowance) -> bool {
        let now = Instant::now();
        let left = self.at(now, allowance);
        let enough = left >= cost;
        (self.left, self.since) = (if enough { left - cost } else { left }, now);
        enough
    }
}

/// So many are remembered at most.
const REMEMBERED: usize = 100_000;

/// What each of many has left. Who has spent nothing lately is not remembered.
pub(crate) struct Credits<K> {
    allowance: Allowance,
    of: Mutex<HashMap<K, Credit>>,
}

impl<K: Eq + Hash> Credits<K> {
    /// Nobody has spent anything yet.
    pub(crate) fn new(allowance: Allowance) -> Credits<K> {
        Credits { allowance, of: Mutex::default() }
    }

    /// Spends so much of what somebody has. Returns whether it was there; if not, nothing is spent.
    pub(crate) fn spend(&self, who: K, cost: f64) -> bool {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if of.len() >= REMEMBERED {
            let now = Instant::now();
            of.retain(|_, credit| credit.at(now, self.allowance) < self.allowance.most);
            // If so many ask at the same time, a limit for each of them helps nobody: begin anew rather than look through
            // all of them at every question.
            if of.len() >= REMEMBERED {
                of.clear();
            }
        }
        of.entry(who).or_insert_with(|| Credit::new(self.allowance)).spend(cost, self.allowance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is earned while a test runs.
    const TEN: Allowance = Allowance { most: 10.0, each_second: 0.0 };

    #[test]
    fn who_has_spent_everything_waits_and_the_others_do_not() {
        let credits = Credits::new(TEN);
        assert!(credits.spend("Ann", 6.0));
        assert!(!credits.spend("Ann", 6.0), "only 4 are left");
        assert!(credits.spend("Ann", 4.0), "what was refused cost nothing");
        assert!(credits.spend("Ben", 10.0));
    }

    #[test]
    fn what_is_spent_is_earned_again_but_never_more_than_the_most() {
        let allowance = Allowance { most: 10.0, each_second: 2.0 };
        let credit = Credit::new(allowance);
        let spent = Credit { left: 1.0, ..credit };
        let later = |seconds| credit.since + std::time::Duration::from_secs(seconds);
        assert_eq!(spent.at(later(3), allowance), 7.0);
        assert_eq!(spent.at(later(3600), allowance), 10.0);
    }

    #[test]
    fn however_many_come_no_more_are_remembered_than_there_is_room_for() {
        let credits = Credits::new(TEN);
        for visitor in 0..REMEMBERED + 5 {
            credits.spend(visitor, 1.0);
        }
        assert!(credits.of.lock().unwrap_or_else(PoisonError::into_inner).len() <= REMEMBERED);
    }
}
