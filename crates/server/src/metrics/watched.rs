//! Metrics whose changes can be waited for.

use std::sync::Arc;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;

/// A metric whose changes can be waited for. Only for what changes rarely. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Watched<M> {
    pub(super) metric: M,
    changed: Arc<Notify>,
}

impl<M> Watched<M> {
    async fn until<T>(&self, get: impl Fn(&M) -> T, holds: impl Fn(T) -> bool) {
        loop {
            // Created before the value is read, so that no change is missed.
            let changed = self.changed.notified();
            if holds(get(&self.metric)) {
                return;
            }
            changed.await;
        }
    }
}

impl Watched<Gauge> {
    pub(crate) fn inc(&self) {
        self.metric.inc();
        self.changed.notify_waiters();
    }

    pub(crate) fn dec(&self) {
        self.metric.dec();
        self.changed.notify_waiters();
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.metric.get()
    }

    /// Waits until the value is as wanted.
    pub async fn until_value(&self, holds: impl Fn(i64) -> bool) {
        self.until(Gauge::get, holds).await;
    }
}

impl Watched<Counter> {
    pub(crate) fn inc_by(&self, by: u64) {
        self.metric.inc_by(by);
        self.changed.notify_waiters();
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.metric.get()
    }

    /// Waits until the value is as wanted.
    pub async fn until_value(&self, holds: impl Fn(u64) -> bool) {
        self.until(Counter::get, holds).await;
    }
}
