//! Somebody who looks at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::messages::Tell;
use crate::room::Who;

/// The number of a connection. No two have the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionId(u64);

static NEXT: AtomicU64 = AtomicU64::new(1);

/// How many messages may wait for a reader. Who is further behind is too slow, and comes back for a fresh look.
const WAITING: usize = 64;

/// Somebody who looks at a table.
pub struct Connection {
    /// Its number.
    pub id: ConnectionId,
    /// Who.
    pub who: Who,
    outbox: mpsc::Sender<Utf8Bytes>,
    shared: Arc<Shared>,
}

/// What a connection and its socket both know.
#[derive(Debug, Default)]
pub struct Shared {
    too_slow: AtomicBool,
    outnumbered: AtomicBool,
    shown_out: Notify,
    /// What is still to be paid, or given back, for what was asked.
    pub costs: AtomicI32,
}

impl Shared {
    /// Whether the reader was too slow.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.too_slow.load(Ordering::Relaxed)
    }

    /// Whether the visitor has opened so many others at the table that this one is closed.
    #[must_use]
    pub fn is_outnumbered(&self) -> bool {
        self.outnumbered.load(Ordering::Relaxed)
    }

    /// Waits until the reader is found too slow.
    pub async fn found_slow(&self) {
        self.shown_out.notified().await;
    }
}

impl Connection {
    /// A connection, the messages for its socket, and what both know.
    #[must_use]
    pub fn new(who: Who) -> (Connection, mpsc::Receiver<Utf8Bytes>, Arc<Shared>) {
        let (outbox, inbox) = mpsc::channel(WAITING);
        let shared = Arc::new(Shared::default());
        let id = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        (Connection { id, who, outbox, shared: Arc::clone(&shared) }, inbox, shared)
    }

    /// Tells this one something.
    pub fn tell(&self, tell: &Tell) {
        self.send(tell.written());
    }

    /// Sends a message that is written already.
    pub fn send(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.outbox.try_send(text) {
            self.shared.too_slow.store(true, Ordering::Relaxed);
            self.shared.shown_out.notify_one();
        }
    }

    /// What was asked costs so much more than its kind does, or less: that is known only when it is answered.
    pub fn costs(&self, more: i32) {
        self.shared.costs.fetch_add(more, Ordering::Relaxed);
    }

    /// Closes it, because the visitor has opened so many others at the table.
    pub fn is_one_too_many(self) {
        self.shared.outnumbered.store(true, Ordering::Relaxed);
    }

    /// Closes it as that of a reader who is too slow: whoever is known may come back.
    pub fn comes_back(self) {
        self.shared.too_slow.store(true, Ordering::Relaxed);
        self.shared.shown_out.notify_one();
    }

    /// Whether there is nobody to tell any more.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.outbox.is_closed() || self.is_slow()
    }

    /// Whether the reader was too slow.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.shared.is_slow()
    }
}
