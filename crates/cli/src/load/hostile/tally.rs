//! What the attackers achieved.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cafe_client::ClientError;

/// Pause after a refused request: it bounds the rate of an attack.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_millis(50);

/// Counts of an attack. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Tally(Arc<Mutex<Counts>>);

#[derive(Clone, Default)]
pub(super) struct Counts {
    /// Requests, messages and connections.
    pub(super) requests: u64,
    /// Those that failed, by error code.
    pub(super) refused: BTreeMap<String, u64>,
    /// What a profile counts besides.
    pub(super) facts: BTreeMap<&'static str, f64>,
}

impl Tally {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn snapshot(&self) -> Counts {
        self.counts().clone()
    }

    /// Counts a request. Returns its result if it succeeded.
    pub(super) fn count<T>(&self, result: Result<T, ClientError>) -> Option<T> {
        let mut counts = self.counts();
        counts.requests += 1;
        match result {
            Ok(response) => Some(response),
            Err(error) => {
                *counts.refused.entry(error_code(&error)).or_default() += 1;
                None
            }
        }
    }

    /// Counts a request like [`count`](Tally::count), and waits after a refusal.
    pub(super) async fn count_or_wait<T>(&self, result: Result<T, ClientError>) -> Option<T> {
        let response = self.count(result);
        if response.is_none() {
            tokio::time::sleep(PAUSE_AFTER_REFUSAL).await;
        }
        response
    }

    pub(super) fn add(&self, fact: &'static str, number: f64) {
        *self.counts().facts.entry(fact).or_default() += number;
    }
}

/// Returns the code under which an error is counted.
pub(super) fn error_code(error: &ClientError) -> String {
    match error {
        ClientError::Closed { code, .. } => {
            code.map_or_else(|| "closed".to_owned(), |code| format!("closed_{code}"))
        }
        ClientError::Transport(_) => "transport".to_owned(),
        ClientError::Protocol(_) | ClientError::Version { .. } | ClientError::Url { .. } => {
            "protocol".to_owned()
        }
        ClientError::Http { status, code, .. } if code.is_empty() => format!("http_{status}"),
        ClientError::Http { code, .. } | ClientError::Refused { code, .. } => code.clone(),
    }
}
