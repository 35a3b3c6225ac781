//! What a server takes from its surroundings: time, random bytes, threads. A simulation replaces all of it.

use std::time::Duration;

use crate::random::RandomSource;
use crate::wall_clock::WallClock;

/// The surroundings of a server. The default is the operating system.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The clock that turns are timed by.
    pub wall_clock: WallClock,
    /// Where ids, tokens and secrets come from.
    pub random: RandomSource,
    /// Where bots choose.
    pub thinking: Thinking,
}

/// Where bots choose.
#[derive(Clone, Debug, Default)]
pub enum Thinking {
    /// On threads that may block.
    #[default]
    Threads,
    /// In the calling task, after a random time of this length at most. For simulations with paused time.
    Simulated(RandomSource, Duration),
}

impl Thinking {
    /// Computes a decision. Returns None if it panicked or the runtime is shutting down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        decide: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        match self {
            Thinking::Threads => tokio::task::spawn_blocking(decide).await.ok(),
            Thinking::Simulated(random, longest) => {
                let millis = u64::from_le_bytes(random.bytes()) % (longest.as_millis() as u64 + 1);
                tokio::time::sleep(Duration::from_millis(millis)).await;
                Some(decide())
            }
        }
    }
}
