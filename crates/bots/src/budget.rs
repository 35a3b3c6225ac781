//! How long a bot may think.

use std::time::{Duration, Instant};

/// How long a bot may think about a turn. Only `master` takes more time if it is given more; however little it is given,
/// it tries every promising turn once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// By the clock. What is chosen may depend on the machine.
    Time(Duration),
    /// By the number of playouts. The same everywhere and always.
    Playouts(u64),
}

impl Budget {
    /// What `master` takes unless told otherwise.
    pub const DEFAULT: Budget = Budget::Time(Duration::from_millis(300));
}

/// A budget that is being used up.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    played: u64,
}

impl Meter {
    /// Starts to count.
    #[must_use]
    pub fn start(budget: Budget) -> Meter {
        Meter { budget, started: Instant::now(), played: 0 }
    }

    /// Counts so many playouts.
    pub fn add_playouts(&mut self, playouts: u64) {
        self.played += playouts;
    }

    /// Returns true if the budget is used up.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        match self.budget {
            Budget::Time(time) => self.started.elapsed() >= time,
            Budget::Playouts(most) => self.played >= most.max(1),
        }
    }
}
