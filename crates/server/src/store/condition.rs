//! How the disk takes what it is given.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::StoreFault;

/// What was seen this long ago still holds.
const FRESH: Duration = Duration::from_secs(1);

/// How the disk has taken what it was given last.
#[derive(Default)]
pub(super) struct Condition(Mutex<Option<Seen>>);

struct Seen {
    when: Instant,
    fault: Option<StoreFault>,
}

impl Condition {
    /// Notes how it went. What changes is told to the log, once: it may go wrong very often before somebody looks.
    pub(super) fn note(&self, fault: Option<&StoreFault>) {
        let seen = Seen { when: Instant::now(), fault: fault.cloned() };
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(seen);
        let before = before.and_then(|seen| seen.fault);
        match (before, fault) {
            (Some(before), Some(fault)) if before == *fault => {}
            (_, Some(fault)) => tracing::error!(%fault, "nothing can be stored"),
            (Some(_), None) => tracing::info!("what comes is stored again"),
            (None, None) => {}
        }
    }

    /// What is wrong, as far as is known.
    pub(super) fn fault(&self) -> Option<StoreFault> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.as_ref().and_then(|seen| seen.fault.clone())
    }

    /// How it went a moment ago; nothing if nobody knows.
    pub(super) fn fresh(&self) -> Option<Result<(), StoreFault>> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = seen.as_ref().filter(|seen| seen.when.elapsed() < FRESH)?;
        Some(seen.fault.clone().map_or(Ok(()), Err))
    }
}
