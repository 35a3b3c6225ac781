//! Limits of connections: in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::network::Network;
use crate::state::AppState;

/// Counts the open connections.
pub(super) struct ConnectionLimits(Arc<Shared>);

struct Shared {
    state: AppState,
    counts: Mutex<Counts>,
}

/// The number of connections, in total and by network.
#[derive(Default)]
struct Counts {
    total: usize,
    by_network: HashMap<Network, usize>,
}

/// A connection within the limits, until the last clone is dropped. A WebSocket keeps one after its request has ended.
#[derive(Clone)]
pub(crate) struct ConnectionPermit(#[expect(dead_code, reason = "held for its Drop")] Arc<CountedConnection>);

struct CountedConnection {
    shared: Arc<Shared>,
    networks: Vec<Network>,
}

impl ConnectionLimits {
    pub(super) fn new(state: AppState) -> ConnectionLimits {
        ConnectionLimits(Arc::new(Shared { state, counts: Mutex::default() }))
    }

    /// Counts a connection, if it is within the limits.
    pub(super) fn admit(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let ConnectionLimits(shared) = self;
        let config = &shared.state.config;
        let is_limited = !config.behind_proxy && !address.to_canonical().is_loopback();
        let networks = if is_limited { Network::all_of(address) } else { Vec::new() };
        let mut counts = shared.counts();
        let is_full = |(network, times): &(Network, u32)| {
            let count = counts.by_network.get(network).copied().unwrap_or_default();
            count >= config.max_connections_per_address * *times as usize
        };
        if counts.total >= config.max_connections || networks.iter().any(is_full) {
            return None;
        }
        counts.total += 1;
        let networks: Vec<Network> = networks.into_iter().map(|(network, _)| network).collect();
        for network in &networks {
            *counts.by_network.entry(*network).or_default() += 1;
        }
        shared.state.metrics.connections.inc();
        Some(ConnectionPermit(Arc::new(CountedConnection { shared: Arc::clone(shared), networks })))
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
        for network in &self.networks {
            if let Some(count) = counts.by_network.get_mut(network) {
                *count -= 1;
                if *count == 0 {
                    counts.by_network.remove(network);
                }
            }
        }
        self.shared.state.metrics.connections.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerConfig;
    use crate::testing::TestState;

    fn server(behind_proxy: bool) -> TestState {
        let config = ServerConfig {
            max_connections: 5,
            max_connections_per_address: 2,
            behind_proxy,
            ..ServerConfig::default()
        };
        TestState::new(config)
    }

    #[test]
    fn limits_connections_per_address_and_in_total() {
        let server = server(false);
        let limits = ConnectionLimits::new(server.state.clone());
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
        assert_eq!(limits.0.counts().by_network.len(), 1, "closed connections are forgotten");
    }

    #[test]
    fn behind_a_proxy_addresses_are_not_limited() {
        let server = server(true);
        let limits = ConnectionLimits::new(server.state.clone());
        let proxied = (0..9).filter_map(|_| limits.admit("192.0.2.1".parse().unwrap()));
        assert_eq!(proxied.collect::<Vec<_>>().len(), 5);
    }
}
