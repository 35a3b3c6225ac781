//! Limits of connections: in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::address_group;
use crate::state::AppState;

/// Counts the open connections.
pub(super) struct ConnectionLimits(Arc<Shared>);

struct Shared {
    state: AppState,
    counts: Mutex<Counts>,
}

/// The number of connections, in total and by address.
#[derive(Default)]
struct Counts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection within the limits, until the last clone is dropped. A WebSocket keeps one after its request has ended.
#[derive(Clone)]
pub(crate) struct ConnectionPermit(#[expect(dead_code, reason = "held for its Drop")] Arc<CountedConnection>);

struct CountedConnection {
    shared: Arc<Shared>,
    address: Option<IpAddr>,
}

impl ConnectionLimits {
    pub(super) fn new(state: AppState) -> ConnectionLimits {
        ConnectionLimits(Arc::new(Shared { state, counts: Mutex::default() }))
    }

    /// Counts a connection, if it is within the limits.
    pub(super) fn admit(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let ConnectionLimits(shared) = self;
        let config = &shared.state.config;
        let is_limited = |address: &IpAddr| !config.behind_proxy && !address.is_loopback();
        let address = Some(address_group(address)).filter(is_limited);
        let mut counts = shared.counts();
        let from_address =
            address.and_then(|address| counts.by_address.get(&address).copied()).unwrap_or_default();
        if counts.total >= config.max_connections || from_address >= config.max_connections_per_address {
            return None;
        }
        counts.total += 1;
        if let Some(address) = address {
            counts.by_address.insert(address, from_address + 1);
        }
        shared.state.metrics.connections.inc();
        Some(ConnectionPermit(Arc::new(CountedConnection { shared: Arc::clone(shared), address })))
    }

    /// Returns true if the total limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.0.counts().total >= self.0.state.config.max_connections
    }
}

impl Shared {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut counts = self.shared.counts();
        counts.total -= 1;
        if let Some(address) = self.address
            && let Some(count) = counts.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&address);
            }
        }
        self.shared.state.metrics.connections.dec();
    }
}

#[cfg(test)]
mod tests {
    use cafe_store::Store;

    use super::*;
    use crate::ServerConfig;

    fn limits(folder: &tempfile::TempDir, behind_proxy: bool) -> ConnectionLimits {
        let config = ServerConfig {
            max_connections: 5,
            max_connections_per_address: 2,
            behind_proxy,
            ..ServerConfig::default()
        };
        ConnectionLimits::new(AppState::new(Store::open(folder.path()).unwrap(), config))
    }

    #[test]
    fn limits_connections_per_address_and_in_total() {
        let folder = tempfile::tempdir().unwrap();
        let limits = limits(&folder, false);
        let admit = |address: &str| limits.admit(address.parse().unwrap());
        let (first, _second) = (admit("203.0.113.7").unwrap(), admit("203.0.113.7").unwrap());
        assert!(admit("203.0.113.7").is_none() && admit("::ffff:203.0.113.7").is_none());
        let socket = first.clone();
        drop(first);
        assert!(admit("203.0.113.7").is_none(), "it became a socket, which is still open");
        drop(socket);
        let _third = admit("203.0.113.7").unwrap();
        // Loopback is limited by the total only.
        let local: Vec<ConnectionPermit> = (0..9).filter_map(|_| admit("127.0.0.1")).collect();
        assert_eq!(local.len(), 3);
        assert!(admit("203.0.113.8").is_none(), "the total is reached");
        drop(local);
        assert!(admit("203.0.113.8").is_some());
        assert_eq!(limits.0.counts().by_address.len(), 1, "closed connections are forgotten");
    }

    #[test]
    fn behind_a_proxy_addresses_are_not_limited() {
        let folder = tempfile::tempdir().unwrap();
        let limits = limits(&folder, true);
        let proxied = (0..9).filter_map(|_| limits.admit("192.0.2.1".parse().unwrap()));
        assert_eq!(proxied.collect::<Vec<_>>().len(), 5);
    }
}
