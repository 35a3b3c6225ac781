//! The house: what all tables share.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::{Semaphore, watch};

use crate::Token;
use crate::hall::Hall;
use crate::metrics::Metrics;
use crate::room::Millis;
use crate::store::Store;

/// What can be set about a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// How long a bot of the house waits before each action, so that people can follow.
    pub bot_pause: Duration,
    /// How long `master` thinks about a turn.
    pub master_time: Duration,
    /// How many bots think at the same time.
    pub thinkers: usize,
    /// How long a table that nobody looks at stays in memory.
    pub idle: Duration,
    /// How many open tables a visitor may have opened.
    pub tables_each: usize,
    /// How many visitors one address may make in an hour. None of them count that come from this very machine.
    pub visitors_an_hour: u32,
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
            tables_each: 50,
            visitors_an_hour: 60,
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
    /// Leave to think.
    pub thinking: Arc<Semaphore>,
    /// What is counted.
    pub metrics: Metrics,
    /// What whoever runs the house shows to be obeyed.
    pub(crate) admin: Token,
    closing: watch::Sender<bool>,
}

impl House {
    /// Opens a house on a store.
    #[must_use]
    pub fn new(store: Store, rules: HouseRules) -> House {
        let thinking = Arc::new(Semaphore::new(rules.thinkers.max(1)));
        let metrics = Metrics::new(&store);
        let (hall, admin, closing) = (Hall::default(), Token::new(), watch::Sender::new(false));
        House(Arc::new(Inside { rules, store, hall, thinking, metrics, admin, closing }))
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

/// The time, in milliseconds since 1970.
#[must_use]
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
