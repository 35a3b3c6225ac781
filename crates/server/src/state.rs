//! The state that all rooms and requests share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use cafe_room::{Millis, Token};
use cafe_rules::Secret;
use cafe_store::Store;
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};
use tokio_util::task::TaskTracker;

use crate::bot_pool::BotPool;
use crate::config::ServerConfig;
use crate::environment::Environment;
use crate::metrics::Metrics;
use crate::random::{RandomSource, new_token};
use crate::registry::RoomRegistry;
use crate::room_actor::OutboxLimits;
use crate::sign_out::SignOutEpoch;
use crate::wall_clock::WallClock;

/// Time that rooms and sockets, and then the store, get to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The state of a server. Clones share it.
#[derive(Clone)]
pub struct AppState(Arc<SharedState>);

/// What [`AppState`] points to.
pub struct SharedState {
    /// Settings.
    pub config: ServerConfig,
    /// Durable storage.
    pub store: Store,
    /// The rooms in memory.
    pub rooms: RoomRegistry,
    /// Counters and gauges.
    pub metrics: Metrics,
    /// The clock that turns are timed by.
    pub wall_clock: WallClock,
    /// Where ids, tokens and secrets come from.
    pub random: RandomSource,
    /// Threads for the bots' decisions and for hints.
    pub bots: BotPool,
    /// Limits of what waits for slow clients.
    pub(crate) outboxes: OutboxLimits,
    /// Authenticates `cafe admin`.
    pub(crate) admin_token: Token,
    /// Room tasks and sockets, which are waited for at shutdown.
    pub(crate) tasks: TaskTracker,
    /// Tells whether a device may have been signed out since it was checked.
    pub(crate) sign_outs: SignOutEpoch,
    shutdown: CancellationToken,
}

impl AppState {
    /// Creates the state of a server on a store.
    #[must_use]
    pub fn new(store: Store, config: ServerConfig) -> AppState {
        AppState::with_environment(store, config, Environment::default())
    }

    /// Creates the state of a server in other surroundings than the operating system. For simulations.
    #[must_use]
    pub fn with_environment(store: Store, config: ServerConfig, environment: Environment) -> AppState {
        let Environment { wall_clock, random, thinking } = environment;
        let metrics = Metrics::new(&store);
        let shared = SharedState {
            outboxes: OutboxLimits::new(config.max_queued_bytes, metrics.queued_bytes.clone()),
            metrics,
            rooms: RoomRegistry::default(),
            wall_clock,
            random,
            bots: BotPool::new(config.bot_threads, thinking),
            admin_token: new_token(),
            tasks: TaskTracker::new(),
            sign_outs: SignOutEpoch::default(),
            shutdown: CancellationToken::new(),
            store,
            config,
        };
        AppState(Arc::new(shared))
    }

    /// Returns the secret of a new room.
    pub(crate) fn new_room_secret(&self) -> Secret {
        self.config.test_secret.unwrap_or_else(|| self.random.secret())
    }

    /// Returns the time in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.wall_clock.now()
    }

    /// Starts the shutdown: rooms and sockets stop, and new requests are refused.
    pub fn begin_shutdown(&self) {
        self.shutdown.cancel();
    }

    /// Returns true once the shutdown has started.
    #[must_use]
    pub fn is_shutting_down(&self) -> bool {
        self.shutdown.is_cancelled()
    }

    /// Waits for the start of the shutdown.
    pub fn shutdown_started(&self) -> WaitForCancellationFuture<'_> {
        self.shutdown.cancelled()
    }

    /// Shuts down in bounded time: clients are notified, and pending writes are stored. Returns whether everything finished in
    /// time.
    pub async fn shut_down(&self) -> bool {
        self.begin_shutdown();
        self.tasks.close();
        let tasks_ended = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.tasks.wait()).await.is_ok();
        // A disk that hangs is not waited for: what was acknowledged is on it.
        let store_closed = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.store.close()).await.is_ok();
        if !tasks_ended {
            tracing::warn!(open = self.tasks.len(), "rooms and sockets still open at shutdown");
        }
        if !store_closed {
            tracing::warn!("store did not close in time");
        }
        tasks_ended && store_closed
    }
}

impl Deref for AppState {
    type Target = SharedState;

    fn deref(&self) -> &SharedState {
        &self.0
    }
}
