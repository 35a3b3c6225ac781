//! The clock that turns are timed by.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cafe_room::Millis;

/// The system clock plus an offset that tests can set. Clones share the offset.
///
/// ```
/// use std::time::Duration;
///
/// let clock = cafe_server::WallClock::default();
/// let before = clock.now();
/// clock.advance(Duration::from_secs(3 * 24 * 60 * 60));
/// assert!(clock.now() - before >= 3 * 24 * 60 * 60 * 1000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct WallClock {
    offset: Arc<AtomicI64>,
}

impl WallClock {
    /// Returns the time in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        let system = SystemTime::now().duration_since(UNIX_EPOCH);
        system.map_or(0, |since| since.as_millis() as Millis) + self.offset.load(Ordering::Relaxed)
    }

    /// Moves the clock forward, so that tests need not wait for days.
    pub fn advance(&self, by: Duration) {
        self.offset.fetch_add(by.as_millis() as Millis, Ordering::Relaxed);
    }
}
