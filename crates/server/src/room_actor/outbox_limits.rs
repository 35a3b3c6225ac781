//! Limits of the bytes that wait for clients: per connection, per visitor, per address and in total.
//!
//! Where a limit is exceeded, the clients for which most is waiting have to reconnect.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cafe_room::VisitorId;
use prometheus_client::metrics::gauge::Gauge;

use super::{ConnectionId, ConnectionState};
use crate::network::Network;

/// The parts of the total that may wait for one connection, one visitor and one address.
const CONNECTION_PART: usize = 128;
const VISITOR_PART: usize = 16;
const ADDRESS_PART: usize = 4;

/// On whose account bytes wait.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum AccountKey {
    Visitor(VisitorId),
    Network(Network),
    Total,
}

/// Bytes that wait on an account.
#[derive(Debug)]
struct Account {
    key: AccountKey,
    limit: usize,
    bytes: AtomicUsize,
}

/// The bytes that wait for all clients. Clones share them.
#[derive(Clone, Debug)]
pub struct OutboxLimits(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    max_bytes: usize,
    total: Arc<Account>,
    gauge: Gauge,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    accounts: HashMap<AccountKey, Arc<Account>>,
    connections: HashMap<ConnectionId, Weak<ConnectionState>>,
}

/// The bytes that wait for one client.
#[derive(Debug, Default)]
pub(super) struct OutboxBytes {
    bytes: AtomicUsize,
    counted: Option<Counted>,
}

/// Where the bytes of a connection are counted.
#[derive(Debug)]
struct Counted {
    limits: OutboxLimits,
    connection: ConnectionId,
    accounts: Vec<Arc<Account>>,
}

impl OutboxLimits {
    /// Creates the limits for this number of bytes in total.
    pub(crate) fn new(max_bytes: usize, gauge: Gauge) -> OutboxLimits {
        let total = Account { key: AccountKey::Total, limit: max_bytes, bytes: AtomicUsize::default() };
        OutboxLimits(Arc::new(Shared { max_bytes, total: Arc::new(total), gauge, open: Mutex::default() }))
    }

    /// Returns the accounts of a new connection.
    pub(super) fn outbox(
        &self,
        connection: ConnectionId,
        visitor: &VisitorId,
        networks: &[(Network, u32)],
    ) -> OutboxBytes {
        let max_bytes = self.0.max_bytes;
        let mut open = self.0.open();
        let mut account = |key: AccountKey, limit| {
            let new = || Arc::new(Account { key: key.clone(), limit, bytes: AtomicUsize::default() });
            Arc::clone(open.accounts.entry(key.clone()).or_insert_with(new))
        };
        let mut accounts = vec![account(AccountKey::Visitor(visitor.clone()), max_bytes / VISITOR_PART)];
        accounts.extend(networks.iter().map(|(network, times)| {
            account(AccountKey::Network(*network), max_bytes / ADDRESS_PART * *times as usize)
        }));
        accounts.push(Arc::clone(&self.0.total));
        let counted = Counted { limits: self.clone(), connection, accounts };
        OutboxBytes { bytes: AtomicUsize::default(), counted: Some(counted) }
    }

    /// Makes a connection known, so that it can be closed when a limit is exceeded.
    pub(super) fn register(&self, id: ConnectionId, connection: &Arc<ConnectionState>) {
        self.0.open().connections.insert(id, Arc::downgrade(connection));
    }

    /// Lets the clients reconnect for which most is waiting, until the rest is within the limit.
    fn enforce(&self, account: &Arc<Account>) {
        // Collected first: dropping a connection locks the same map.
        let connections: Vec<_> = self.0.open().connections.values().filter_map(Weak::upgrade).collect();
        let is_counted = |connection: &&Arc<ConnectionState>| {
            !connection.must_reconnect() && connection.outbox.is_counted_in(account)
        };
        let mut waiting: Vec<_> = connections
            .iter()
            .filter(is_counted)
            .map(|connection| (connection.outbox.bytes(), connection))
            .collect();
        waiting.sort_unstable_by_key(|(bytes, _)| *bytes);
        let mut sum: usize = waiting.iter().map(|(bytes, _)| bytes).sum();
        while sum > account.limit
            && let Some((bytes, largest)) = waiting.pop()
        {
            tracing::debug!(bytes, account = ?account.key, "too many bytes wait for clients");
            largest.request_reconnect();
            sum -= bytes;
        }
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OutboxBytes {
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Counts bytes that are about to wait. Returns false if they are too many for one client; then they are not counted.
    pub(super) fn add(&self, bytes: usize) -> bool {
        let Some(Counted { limits, accounts, .. }) = &self.counted else { return true };
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > limits.0.max_bytes / CONNECTION_PART {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        limits.0.gauge.inc_by(bytes as i64);
        for account in accounts {
            if account.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > account.limit {
                limits.enforce(account);
            }
        }
        true
    }

    /// Counts bytes that wait no longer.
    pub(super) fn remove(&self, bytes: usize) {
        let Some(Counted { limits, accounts, .. }) = &self.counted else { return };
        let subtract = |before: usize| Some(before.saturating_sub(bytes));
        let before = self.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, subtract);
        let bytes = before.unwrap_or_default().min(bytes);
        limits.0.gauge.dec_by(bytes as i64);
        for account in accounts {
            account.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// Counts nothing any more, because what waits is about to be dropped.
    pub(super) fn abandon(&self) {
        self.remove(usize::MAX);
    }

    fn is_counted_in(&self, account: &Arc<Account>) -> bool {
        let is_same = |other| Arc::ptr_eq(other, account);
        self.counted.as_ref().is_some_and(|counted| counted.accounts.iter().any(is_same))
    }
}

impl Drop for OutboxBytes {
    fn drop(&mut self) {
        self.abandon();
        let Some(Counted { limits, connection, accounts }) = self.counted.take() else { return };
        let mut open = limits.0.open();
        open.connections.remove(&connection);
        for account in accounts {
            let key = account.key.clone();
            drop(account);
            // The map has the last reference.
            if open.accounts.get(&key).is_some_and(|account| Arc::strong_count(account) == 1) {
                open.accounts.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cafe_room::{Name, Visitor};

    use super::super::Connection;
    use super::*;
    use crate::new_visitor_id;

    /// 1,000 bytes may wait for a connection, 8,000 for a visitor, 32,000 for an address.
    const MAX_BYTES: usize = 128_000;

    struct TestOutboxes {
        limits: OutboxLimits,
        gauge: Gauge,
    }

    type Inbox = tokio::sync::mpsc::Receiver<axum::extract::ws::Utf8Bytes>;

    impl TestOutboxes {
        fn new() -> TestOutboxes {
            let gauge = Gauge::default();
            TestOutboxes { limits: OutboxLimits::new(MAX_BYTES, gauge.clone()), gauge }
        }

        fn connect(&self, visitor: &VisitorId, address: &str) -> (Connection, Inbox) {
            let visitor = Visitor { id: visitor.clone(), name: Name::new("Ann").unwrap(), is_program: false };
            let networks = Network::all_of(address.parse().unwrap());
            let (connection, inbox, _) = Connection::limited(visitor, None, &self.limits, &networks);
            (connection, inbox)
        }
    }

    fn send(connection: &Connection, bytes: usize) {
        connection.send_text("x".repeat(bytes).into());
    }

    /// Returns which of the connections have to reconnect.
    fn closed(connections: &[(Connection, Inbox)]) -> Vec<usize> {
        (0..connections.len()).filter(|index| connections[*index].0.must_reconnect()).collect()
    }

    #[test]
    fn client_with_too_many_waiting_bytes_reconnects() {
        let outboxes = TestOutboxes::new();
        let (connection, mut inbox) = outboxes.connect(&new_visitor_id(), "203.0.113.7");
        send(&connection, 600);
        send(&connection, 400);
        assert!(!connection.must_reconnect());
        send(&connection, 1);
        assert!(connection.must_reconnect());
        assert_eq!((inbox.try_recv().unwrap().len(), inbox.try_recv().unwrap().len()), (600, 400));
        assert!(inbox.try_recv().is_err(), "it was not queued");
        assert_eq!(outboxes.gauge.get(), 0, "what it is not sent does not count");
        drop(connection);
        assert!(
            outboxes.limits.0.open().accounts.is_empty() && outboxes.limits.0.open().connections.is_empty()
        );
    }

    #[test]
    fn bytes_that_were_sent_do_not_count() {
        let outboxes = TestOutboxes::new();
        let (connection, mut inbox) = outboxes.connect(&new_visitor_id(), "203.0.113.7");
        for _ in 0..10 {
            send(&connection, 900);
            assert_eq!(outboxes.gauge.get(), 900);
            connection.state().sent(inbox.try_recv().unwrap().len());
        }
        assert!(!connection.must_reconnect());
    }

    #[test]
    fn largest_outboxes_of_a_visitor_are_closed_first() {
        let outboxes = TestOutboxes::new();
        let (ann, ben) = (new_visitor_id(), new_visitor_id());
        let of_ben = outboxes.connect(&ben, "203.0.113.7");
        send(&of_ben.0, 1_000);
        let of_ann: Vec<_> = (0..12).map(|_| outboxes.connect(&ann, "203.0.113.7")).collect();
        for (index, (connection, _)) in of_ann.iter().enumerate() {
            send(connection, if index == 3 { 900 } else { 700 });
        }
        assert_eq!(closed(&of_ann), [3], "8,600 bytes are too many, 7,700 are not");
        assert!(!of_ben.0.must_reconnect(), "another visitor");
    }

    #[test]
    fn visitors_of_an_address_have_a_limit_together() {
        let outboxes = TestOutboxes::new();
        let connect = |_| outboxes.connect(&new_visitor_id(), "203.0.113.7");
        let neighbours: Vec<_> = (0..40).map(connect).collect();
        let other = outboxes.connect(&new_visitor_id(), "203.0.113.8");
        send(&other.0, 1_000);
        for (connection, _) in &neighbours {
            send(connection, 990);
        }
        assert_eq!(closed(&neighbours).len(), 40 - 32_000 / 990);
        assert!(!other.0.must_reconnect());
    }

    #[test]
    fn all_clients_have_a_limit_together() {
        let outboxes = TestOutboxes::new();
        let connect = |index| outboxes.connect(&new_visitor_id(), &format!("203.0.113.{index}"));
        let clients: Vec<_> = (0..200).map(connect).collect();
        for (connection, _) in &clients {
            send(connection, 800);
        }
        assert_eq!(closed(&clients).len(), 200 - MAX_BYTES / 800);
    }
}
