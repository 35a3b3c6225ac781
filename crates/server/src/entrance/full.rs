//! When nobody else can be let in.

use std::fs::File;
use std::time::{Duration, Instant};

/// The log hears of it so often at most: many may stand at the door, and some may go and come all the time.
const TOLD_AGAIN: Duration = Duration::from_secs(10 * 60);
/// A file that is always there to be opened. Where it is not, those who come wait until somebody leaves.
const NOTHING: &str = "/dev/null";

/// What an entrance needs when nobody else can be let in: a word to whoever runs the house, and a file in reserve. Somebody
/// who cannot be let in because no more files can be opened cannot be told so either, unless one is closed for that.
pub(super) struct Full {
    told: Option<Instant>,
    reserve: Option<File>,
}

impl Full {
    pub(super) fn new() -> Full {
        Full { told: None, reserve: File::open(NOTHING).ok() }
    }

    /// Tells the log that nobody else is let in, unless it has heard so.
    pub(super) fn tell(&mut self, why: &str) {
        if self.told.is_none_or(|told| told.elapsed() > TOLD_AGAIN) {
            tracing::warn!(why, "nobody else is let in until somebody leaves");
            self.told = Some(Instant::now());
        }
    }

    /// Gives a file up, so that one more can be opened.
    pub(super) fn lend_a_file(&mut self) {
        self.reserve = None;
    }

    /// Takes a file back, if there is one.
    pub(super) fn take_it_back(&mut self) {
        self.reserve = File::open(NOTHING).ok();
    }
}
