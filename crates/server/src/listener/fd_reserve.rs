//! A file descriptor in reserve.
//!
//! Without one, a process that has no descriptors left could not even accept a connection to refuse it.

use std::fs::File;
use std::time::Duration;

use tokio::time::Instant;

/// Minimum time between two warnings: clients may come and go at the limit all the time.
const WARNING_INTERVAL: Duration = Duration::from_secs(10 * 60);
/// A file that can always be opened. Where it does not exist, clients wait until a connection ends.
const RESERVED_FILE: &str = "/dev/null";

pub(super) struct FdReserve {
    warned_at: Option<Instant>,
    file: Option<File>,
}

impl FdReserve {
    pub(super) fn new() -> FdReserve {
        FdReserve { warned_at: None, file: File::open(RESERVED_FILE).ok() }
    }

    /// Logs that connections are refused, unless that was logged recently.
    pub(super) fn warn(&mut self, reason: &str) {
        if self.warned_at.is_none_or(|warned_at| warned_at.elapsed() > WARNING_INTERVAL) {
            tracing::warn!(reason, "refusing connections");
            self.warned_at = Some(Instant::now());
        }
    }

    /// Closes the reserved file.
    pub(super) fn release(&mut self) {
        self.file = None;
    }

    /// Opens the reserved file again.
    pub(super) fn acquire(&mut self) {
        self.file = File::open(RESERVED_FILE).ok();
    }
}
