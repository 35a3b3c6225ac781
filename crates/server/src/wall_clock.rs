//! The clock that turns are timed by.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cafe_room::Millis;
use tokio::time::Instant;

/// A difference to the system clock that changes by less than this is not reported: the clock is adjusted slowly all the time.
const JUMP: Millis = 2_000;

/// The system time at the start plus the time since then, plus an offset that tests can set. While the server runs, a jump of the
/// system clock moves no deadline. Clones share the clock.
///
/// ```
/// use std::time::Duration;
///
/// let clock = cafe_server::WallClock::default();
/// let before = clock.now();
/// clock.advance(Duration::from_secs(3 * 24 * 60 * 60));
/// assert!(clock.now() - before >= 3 * 24 * 60 * 60 * 1000);
/// ```
#[derive(Clone)]
pub struct WallClock(Arc<Shared>);

struct Shared {
    /// Reads the system clock.
    system_time: Box<dyn Fn() -> Millis + Send + Sync>,
    /// System time at the start.
    started_at: Millis,
    started: Instant,
    /// Set by tests.
    offset: AtomicI64,
    /// How far the system clock is ahead of this one, as last reported.
    reported_difference: AtomicI64,
}

impl Default for WallClock {
    fn default() -> WallClock {
        WallClock::with_system_time(system_time)
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WallClock").field(&self.now()).finish()
    }
}

impl WallClock {
    /// Returns a clock on another system clock than that of the operating system. For simulations.
    #[must_use]
    pub fn with_system_time(system_time: impl Fn() -> Millis + Send + Sync + 'static) -> WallClock {
        WallClock(Arc::new(Shared {
            started_at: system_time(),
            system_time: Box::new(system_time),
            started: Instant::now(),
            offset: AtomicI64::new(0),
            reported_difference: AtomicI64::new(0),
        }))
    }

    /// Returns the time in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.unshifted() + self.0.offset.load(Ordering::Relaxed)
    }

    /// Moves the clock forward, so that tests need not wait for days.
    pub fn advance(&self, by: Duration) {
        self.0.offset.fetch_add(by.as_millis() as Millis, Ordering::Relaxed);
    }

    /// Returns by how many milliseconds the system clock has jumped since the last call, if it has.
    pub(crate) fn take_jump(&self) -> Option<Millis> {
        self.take_jump_to((self.0.system_time)())
    }

    fn take_jump_to(&self, system_time: Millis) -> Option<Millis> {
        let difference = system_time - self.unshifted();
        let jump = difference - self.0.reported_difference.load(Ordering::Relaxed);
        if jump.abs() < JUMP {
            return None;
        }
        self.0.reported_difference.store(difference, Ordering::Relaxed);
        Some(jump)
    }

    fn unshifted(&self) -> Millis {
        self.0.started_at + self.0.started.elapsed().as_millis() as Millis
    }
}

fn system_time() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jump_of_the_system_clock_is_reported_once_and_not_followed() {
        let clock = WallClock::default();
        let (before, year) = (clock.now(), 365 * 24 * 60 * 60 * 1000);
        assert_eq!(clock.take_jump(), None);
        let jump = clock.take_jump_to(before + year).unwrap();
        assert!((jump - year).abs() < JUMP);
        assert_eq!(clock.take_jump_to(clock.now() + year), None, "it was reported");
        assert!(clock.now() - before < year / 2);
        let back = clock.take_jump_to(clock.now()).unwrap();
        assert!((back + year).abs() < JUMP);
    }
}
