//! Somebody who looks at a table.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::messages::Tell;
use crate::room::{Problem, Who};

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

/// Why the table parts with somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parting {
    /// The reader was too slow.
    TooSlow,
    /// The visitor has opened so many others at the table that this one is closed.
    Outnumbered,
    /// The cards are dealt, and the table is for its players only.
    NotForWatching,
}

/// What a connection and its socket both know.
#[derive(Debug, Default)]
pub struct Shared {
    parting: OnceLock<Parting>,
    shown_out: Notify,
    /// What is still to be paid, or given back, for what was asked.
    pub costs: AtomicI32,
}

impl Shared {
    /// Whether the reader was too slow.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.parting() == Some(Parting::TooSlow)
    }

    /// Why the table parts with this one, if it does.
    #[must_use]
    pub fn parting(&self) -> Option<Parting> {
        self.parting.get().copied()
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
            // If there is another reason already, that one stays.
            let _ = self.shared.parting.set(Parting::TooSlow);
            self.shared.shown_out.notify_one();
        }
    }

    /// What was asked costs so much more than its kind does, or less: that is known only when it is answered.
    pub fn costs(&self, more: i32) {
        self.shared.costs.fetch_add(more, Ordering::Relaxed);
    }

    /// Closes it, because the visitor has opened so many others at the table.
    pub fn is_one_too_many(self) {
        let _ = self.shared.parting.set(Parting::Outnumbered);
    }

    /// Closes it, because the cards are dealt and the table is for its players only.
    pub fn may_not_watch(self) {
        self.tell(&Tell::refused(0, &Problem::WatchingOff));
        let _ = self.shared.parting.set(Parting::NotForWatching);
    }

    /// Closes it as that of a reader who is too slow: whoever is known may come back.
    pub fn comes_back(self) {
        let _ = self.shared.parting.set(Parting::TooSlow);
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
