//! The state of the database file, as the last write showed it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use tokio::time::Instant;

use crate::StoreError;

/// For this long the result of a write also answers a readiness check.
const RECENT: Duration = Duration::from_secs(1);

/// The result of the last write.
#[derive(Default)]
pub(crate) struct WriteHealth {
    last: Mutex<Option<LastWrite>>,
    failed_syncs: Counter,
}

struct LastWrite {
    at: Instant,
    error: Option<StoreError>,
}

impl WriteHealth {
    /// Records the result of a write. Only changes are logged: the same error may repeat thousands of times.
    pub(crate) fn record(&self, error: Option<&StoreError>) {
        let last = LastWrite { at: Instant::now(), error: error.cloned() };
        let before = self.lock().replace(last).and_then(|last| last.error);
        match (before, error) {
            (Some(before), Some(error)) if before == *error => {}
            (_, Some(error)) => tracing::error!(%error, "writes to the store fail"),
            (Some(_), None) => tracing::info!("writes to the store succeed again"),
            (None, None) => {}
        }
    }

    /// Counts a sync that the disk did not confirm.
    pub(crate) fn count_failed_sync(&self) {
        self.failed_syncs.inc();
    }

    /// Returns the number of syncs that the disk did not confirm.
    pub(crate) fn failed_syncs(&self) -> Counter {
        self.failed_syncs.clone()
    }

    /// Returns the error of the last write, if it failed.
    pub(crate) fn error(&self) -> Option<StoreError> {
        self.lock().as_ref().and_then(|last| last.error.clone())
    }

    /// Returns the result of the last write if it is recent.
    pub(crate) fn recent(&self) -> Option<Result<(), StoreError>> {
        let last = self.lock();
        let last = last.as_ref().filter(|last| last.at.elapsed() < RECENT)?;
        Some(last.error.clone().map_or(Ok(()), Err))
    }

    fn lock(&self) -> MutexGuard<'_, Option<LastWrite>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cause;

    #[tokio::test(start_paused = true)]
    async fn result_of_a_write_answers_for_a_second() {
        let health = WriteHealth::default();
        assert_eq!(health.recent(), None);
        let error = StoreError::Unavailable(Cause::Closed);
        health.record(Some(&error));
        tokio::time::advance(RECENT / 2).await;
        assert_eq!(health.recent(), Some(Err(error.clone())));
        health.record(None);
        tokio::time::advance(RECENT / 2).await;
        assert_eq!(health.recent(), Some(Ok(())), "the last write counts");
        tokio::time::advance(RECENT / 2).await;
        assert_eq!((health.recent(), health.error()), (None, None));
    }
}
