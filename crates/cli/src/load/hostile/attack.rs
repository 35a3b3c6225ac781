//! What all attacks have in common.

use std::time::{Duration, Instant};

use super::tally::Tally;
use super::target::Target;

/// How large an attack is.
#[derive(Clone, Copy)]
pub(super) struct AttackSize {
    /// Number of rooms that are set up.
    pub(super) rooms: usize,
    /// Number of entries in the log of each.
    pub(super) entries: u64,
}

/// The setup of an attack ends after this time, even if its logs are not as long as they should be.
pub(super) const MAX_SETUP: Duration = Duration::from_secs(240);

/// An attack on a server.
pub(super) trait Attack: Sized {
    /// Whether the bystanders also play against bots and on the clock.
    const MEASURES_CLOCKS: bool = false;

    /// Creates what the attack needs, before anything is measured.
    async fn prepare(target: &Target, size: AttackSize, tally: &Tally) -> Result<Self, String>;

    /// Attacks until it is cancelled, within the rates that the server allows.
    async fn run(self, target: &Target, tally: &Tally);
}

/// Runs tasks until all of them end; cancels them when it is cancelled.
pub(super) async fn run_all<F>(tasks: impl IntoIterator<Item = F>)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut tasks: tokio::task::JoinSet<()> = tasks.into_iter().collect();
    while tasks.join_next().await.is_some() {}
}

/// Returns the time at which a setup that starts now gives up.
pub(super) fn setup_end() -> Instant {
    Instant::now() + MAX_SETUP
}
