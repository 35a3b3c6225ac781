//! The clock on the wall of the house, by which turns are timed.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::room::Millis;

/// The clock on the wall. It shows the time of the machine, unless somebody has put it forward. Clones are the same clock.
///
/// ```
/// use std::time::Duration;
///
/// let clock = cafe_server::WallClock::default();
/// let before = clock.now();
/// clock.put_forward(Duration::from_secs(3 * 24 * 60 * 60));
/// assert!(clock.now() - before >= 3 * 24 * 60 * 60 * 1000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct WallClock {
    ahead: Arc<AtomicI64>,
}

impl WallClock {
    /// The time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH);
        machine.map_or(0, |since| since.as_millis() as Millis) + self.ahead.load(Ordering::Relaxed)
    }

    /// Puts it forward: nobody waits three days to see what happens then.
    pub fn put_forward(&self, by: Duration) {
        self.ahead.fetch_add(by.as_millis() as Millis, Ordering::Relaxed);
    }
}
