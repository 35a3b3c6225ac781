//! A bounded number of threads for the bots' decisions.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::environment::Thinking;
use crate::metrics::Metrics;

/// Limits how many decisions are computed at the same time.
pub struct BotPool {
    threads: Arc<Semaphore>,
    thinking: Thinking,
}

impl BotPool {
    pub(crate) fn new(threads: usize, thinking: Thinking) -> BotPool {
        BotPool { threads: Arc::new(Semaphore::new(threads.max(1))), thinking }
    }

    /// Takes a thread from the pool until the permit is dropped, so that tests can make decisions wait. None if the pool is
    /// closed.
    pub async fn reserve_thread(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.threads).acquire_owned().await.ok()
    }

    /// Runs a decision on a blocking thread once one is free. Returns None if it panicked or the runtime is shutting down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        metrics: &Metrics,
        decide: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        metrics.bots_waiting.inc();
        let permit = self.reserve_thread().await;
        metrics.bots_waiting.dec();
        let permit = permit?;
        metrics.bots_thinking.inc();
        let decision = self.thinking.run(move || {
            let _permit = permit;
            decide()
        });
        let decision = decision.await;
        metrics.bots_thinking.dec();
        decision
    }
}
