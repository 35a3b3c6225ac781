//! How long a search may run.

use std::time::Duration;

use web_time::Instant;

/// The limit of one search. Only `master` uses it; it tries every shortlisted turn at least once however small it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A duration. The result may depend on the machine.
    Time(Duration),
    /// A number of playouts. The result is the same on every machine.
    Playouts(u64),
}

impl Budget {
    /// The budget of `master` unless another is given.
    pub const DEFAULT: Budget = Budget::Time(Duration::from_millis(300));
}

/// A budget that is being used up.
///
/// Only a budget of time reads a clock: a meter of playouts holds no instant, so a search with it is deterministic and
/// runs where there is no clock.
#[derive(Clone, Copy, Debug)]
pub enum Meter {
    /// Compares the clock with a limit.
    Time {
        /// When the search began.
        started: Instant,
        /// The longest it may run.
        limit: Duration,
    },
    /// Counts playouts.
    Playouts {
        /// Playouts so far.
        done: u64,
        /// The most playouts.
        limit: u64,
    },
}

impl Meter {
    /// Starts to measure.
    #[must_use]
    pub fn start(budget: Budget) -> Meter {
        match budget {
            Budget::Time(limit) => Meter::Time { started: Instant::now(), limit },
            Budget::Playouts(limit) => Meter::Playouts { done: 0, limit },
        }
    }

    /// Counts playouts.
    pub fn add_playouts(&mut self, playouts: u64) {
        if let Meter::Playouts { done, .. } = self {
            *done += playouts;
        }
    }

    /// Returns true if the budget is used up.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        match *self {
            Meter::Time { started, limit } => started.elapsed() >= limit,
            Meter::Playouts { done, limit } => done >= limit.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playout_meter_counts_and_holds_no_clock() {
        let mut meter = Meter::start(Budget::Playouts(20));
        assert!(matches!(meter, Meter::Playouts { done: 0, limit: 20 }));
        meter.add_playouts(19);
        assert!(!meter.is_exhausted());
        meter.add_playouts(1);
        assert!(meter.is_exhausted());
    }

    #[test]
    fn time_meter_ignores_playouts() {
        let mut meter = Meter::start(Budget::Time(Duration::from_secs(3600)));
        meter.add_playouts(u64::MAX);
        assert!(!meter.is_exhausted());
        assert!(Meter::start(Budget::Time(Duration::ZERO)).is_exhausted());
    }
}
