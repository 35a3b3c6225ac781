//! The networks that an address counts for in limits.

use std::net::{IpAddr, Ipv6Addr};

/// IPv6 networks in which an address is counted: the number of bits, and how many times the limit of one customer the network
/// has. Providers give a customer a /64, a /56 or a /48, so each of them may be one customer or several.
const IPV6_NETWORKS: [(u32, u32); 3] = [(64, 1), (56, 4), (48, 16)];

/// An IPv4 address or an IPv6 network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network {
    address: IpAddr,
    prefix_bits: u32,
}

impl Network {
    /// Returns the networks of an address, each with how many times the limit of one customer it has.
    pub(crate) fn all_of(address: IpAddr) -> Vec<(Network, u32)> {
        match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => IPV6_NETWORKS
                .map(|(prefix_bits, times)| {
                    let mask = u128::MAX << (Ipv6Addr::BITS - prefix_bits);
                    let address = Ipv6Addr::from_bits(address.to_bits() & mask).into();
                    (Network { address, prefix_bits }, times)
                })
                .to_vec(),
            address => {
                let prefix_bits = if address.is_ipv4() { 32 } else { Ipv6Addr::BITS };
                vec![(Network { address, prefix_bits }, 1)]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(address: &str) -> Vec<(Network, u32)> {
        Network::all_of(address.parse().unwrap())
    }

    #[test]
    fn ipv6_address_counts_for_three_networks() {
        let network = |address: &str, prefix_bits| Network { address: address.parse().unwrap(), prefix_bits };
        assert_eq!(
            networks("2001:db8:1:2345:6::7"),
            [
                (network("2001:db8:1:2345::", 64), 1),
                (network("2001:db8:1:2300::", 56), 4),
                (network("2001:db8:1::", 48), 16),
            ]
        );
    }

    #[test]
    fn ipv4_and_loopback_addresses_count_for_themselves() {
        assert_eq!(networks("203.0.113.7").len(), 1);
        assert_eq!(networks("::ffff:203.0.113.7"), networks("203.0.113.7"));
        assert_ne!(networks("203.0.113.8"), networks("203.0.113.7"));
        assert_eq!(networks("::1").len(), 1);
    }
}
