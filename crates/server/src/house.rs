//! The house: what all tables share.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use crate::hall::Hall;
use crate::metrics::Metrics;
use crate::room::Millis;
use crate::store::Store;
use crate::{Token, WallClock};

/// What can be set about a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// How long a bot of the house waits before each action, so that people can follow.
    pub bot_pause: Duration,
    /// How long `master` thinks about a turn.
    pub master_time: Duration,
    /// How many bots think at the same time; half as many think about hints.
    pub thinkers: usize,
    /// How long a table that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long a table waits at which nobody has looked; then it is closed.
    pub waiting: Duration,
    /// How many open tables a visitor may have opened.
    pub tables_each: usize,
    /// How many visitors one address may make in an hour. None of them count that come from this very machine.
    pub visitors_an_hour: u32,
    /// How many requests a visitor may make in a second, or an address from which nobody is introduced. What makes more
    /// work counts as several.
    pub requests_a_second: u32,
    /// How many connections there may be at the same time.
    pub connections: usize,
    /// How many of them may come from one address. This machine's own are not counted, nor any behind a proxy, which
    /// all come from it.
    pub connections_each: usize,
    /// How long somebody may take to say what they want, and to listen to the answer.
    pub patience: Duration,
    /// Whether visitors come over TLS, so that cookies must never travel without it.
    pub tls: bool,
    /// Whether a proxy stands before the server and tells where visitors come from.
    pub behind_proxy: bool,
    /// From which other origins browsers may come; the house's own is always welcome.
    pub origins: Vec<String>,
}

impl Default for HouseRules {
    fn default() -> HouseRules {
        HouseRules {
            bot_pause: Duration::from_millis(800),
            master_time: Duration::from_millis(300),
            thinkers: std::thread::available_parallelism().map_or(1, usize::from),
            idle: Duration::from_secs(60),
            waiting: Duration::from_secs(7 * 24 * 60 * 60),
            tables_each: 50,
            visitors_an_hour: 60,
            requests_a_second: 100,
            connections: 20_000,
            connections_each: 1_000,
            patience: Duration::from_secs(15),
            tls: false,
            behind_proxy: false,
            origins: Vec::new(),
        }
    }
}

/// How long the house waits for those who are still there when it closes.
const FAREWELL: Duration = Duration::from_secs(5);

/// The house. Clones are the same house.
#[derive(Clone)]
pub struct House(Arc<Inside>);

/// What is in the house.
pub struct Inside {
    /// What was set.
    pub rules: HouseRules,
    /// What outlives the process.
    pub store: Store,
    /// The tables that somebody looks at.
    pub hall: Hall,
    /// Leave to think about a move.
    pub thinking: Arc<Semaphore>,
    /// Leave to think about a hint: half as many, so that however many hints are wanted, the bots play on.
    pub hinting: Arc<Semaphore>,
    /// What is counted.
    pub metrics: Metrics,
    /// By which turns are timed.
    pub wall_clock: WallClock,
    /// What whoever runs the house shows to be obeyed.
    pub(crate) admin: Token,
    closing: watch::Sender<bool>,
}

impl House {
    /// Opens a house on a store.
    #[must_use]
    pub fn new(store: Store, rules: HouseRules) -> House {
        let thinking = Arc::new(Semaphore::new(rules.thinkers.max(1)));
        let hinting = Arc::new(Semaphore::new((rules.thinkers / 2).max(1)));
        let metrics = Metrics::new(&store);
        let (hall, wall_clock) = (Hall::default(), WallClock::default());
        let (admin, closing) = (Token::new(), watch::Sender::new(false));
        House(Arc::new(Inside { rules, store, hall, thinking, hinting, metrics, wall_clock, admin, closing }))
    }

    /// The time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.wall_clock.now()
    }

    /// From now on the house closes: everybody is told, and nothing new begins.
    pub fn begin_to_close(&self) {
        self.closing.send_replace(true);
    }

    /// Whether the house closes.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the house closes.
    pub async fn closes(&self) {
        let mut closing = self.closing.subscribe();
        // It cannot fail: the sender is in the house.
        let _ = closing.wait_for(|closing| *closing).await;
    }

    /// Closes for good, in bounded time: everybody is told and gets a moment to hear it, and what is under way is stored.
    /// Returns whether all have gone.
    pub async fn close(&self) -> bool {
        self.begin_to_close();
        let empty = async {
            while self.metrics.sockets.get() > 0 || self.metrics.tables_in_memory.get() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let gone = tokio::time::timeout(FAREWELL, empty).await.is_ok();
        // A disk that does not answer is not waited for: what was acknowledged is on it.
        let stored = tokio::time::timeout(FAREWELL, self.store.close()).await.is_ok();
        if !gone {
            tracing::warn!("some did not say goodbye");
        }
        if !stored {
            tracing::warn!("the disk did not say goodbye");
        }
        gone && stored
    }
}

impl std::ops::Deref for House {
    type Target = Inside;

    fn deref(&self) -> &Inside {
        &self.0
    }
}
