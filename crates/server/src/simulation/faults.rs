//! The disk's faults, from a seed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cafe_store::{CommitOutcome, SimulatedCommit, SimulatedQuery, StoreFaults};

/// How well the disk works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DiskHealth {
    /// No faults and no delays.
    Good,
    /// Now and then a fault or a delay.
    Unreliable,
    /// Every second commit fails.
    Bad,
}

pub(super) struct SeededFaults(Mutex<Faults>);

struct Faults {
    rng: fastrand::Rng,
    health: DiskHealth,
    /// Delay of the next query.
    stuck_query: Option<Duration>,
}

impl SeededFaults {
    pub(super) fn new(seed: u64) -> SeededFaults {
        let rng = fastrand::Rng::with_seed(seed);
        SeededFaults(Mutex::new(Faults { rng, health: DiskHealth::Good, stuck_query: None }))
    }

    pub(super) fn set_health(&self, health: DiskHealth) {
        let mut faults = self.lock();
        (faults.health, faults.stuck_query) = (health, None);
    }

    /// Makes the next query take this long.
    pub(super) fn delay_next_query(&self, delay: Duration) {
        self.lock().stuck_query = Some(delay);
    }

    fn lock(&self) -> MutexGuard<'_, Faults> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Faults {
    /// Mostly none, sometimes short, rarely up to two seconds.
    fn delay(&mut self) -> Duration {
        match self.rng.u32(..20) {
            0 => Duration::from_millis(self.rng.u64(100..2_000)),
            1..4 => Duration::from_millis(self.rng.u64(1..50)),
            _ => Duration::ZERO,
        }
    }
}

impl StoreFaults for SeededFaults {
    fn next_commit(&self) -> SimulatedCommit {
        let mut faults = self.lock();
        let faults_per_mille = match faults.health {
            DiskHealth::Good => return SimulatedCommit::default(),
            DiskHealth::Unreliable => 80,
            DiskHealth::Bad => 500,
        };
        let is_fault = faults.rng.u32(..1_000) < faults_per_mille;
        let outcome = match faults.rng.u32(..4) {
            _ if !is_fault => CommitOutcome::Stored,
            0 => CommitOutcome::Unknown { stored: false },
            1 => CommitOutcome::Unknown { stored: true },
            _ => CommitOutcome::Refused,
        };
        SimulatedCommit { delay: faults.delay(), outcome, answer_delay: faults.delay() }
    }

    fn next_query(&self) -> SimulatedQuery {
        let mut faults = self.lock();
        if let Some(delay) = faults.stuck_query.take() {
            return SimulatedQuery { delay, fails: false };
        }
        if faults.health == DiskHealth::Good {
            return SimulatedQuery::default();
        }
        let fails = faults.rng.u32(..1_000) < 30;
        SimulatedQuery { delay: faults.delay(), fails }
    }
}
