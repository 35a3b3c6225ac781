//! The attacked server, and the addresses that attackers claim to come from.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cafe_client::reqwest::Method;
use cafe_client::{Client, ClientError};

/// The network for benchmarks (RFC 2544): nobody's addresses.
const FIRST_ADDRESS: u32 = Ipv4Addr::new(198, 18, 0, 0).to_bits();
const ADDRESSES: u32 = 1 << 17;
/// Maximum number of requests that are sent to find out whose budget they are charged to.
const MAX_PROBES: usize = 2_000;

/// A server, and the next address that is not in use. Clones share the addresses.
#[derive(Clone)]
pub(super) struct Target {
    client: Client,
    next_address: Arc<AtomicU32>,
}

impl Target {
    /// Starts at a random address, because the server may still remember those of an earlier run.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub(super) fn new(client: Client) -> Result<Target, String> {
        let start = getrandom::u32().map_err(|error| error.to_string())?;
        Ok(Target { client, next_address: Arc::new(AtomicU32::new(start)) })
    }

    pub(super) fn url(&self) -> &str {
        self.client.base_url().as_str()
    }

    /// Returns a client with this machine's own address.
    pub(super) fn local(&self) -> &Client {
        &self.client
    }

    /// Returns an address that nobody uses yet.
    pub(super) fn new_address(&self) -> IpAddr {
        let offset = self.next_address.fetch_add(1, Ordering::Relaxed) % ADDRESSES;
        Ipv4Addr::from_bits(FIRST_ADDRESS + offset).into()
    }

    /// Returns a client with an address of its own.
    pub(super) fn stranger(&self) -> Client {
        self.client.forwarded_for(self.new_address())
    }

    /// Checks that the server counts requests by the address in `X-Forwarded-For`: when one address has spent its budget, another
    /// one has not.
    ///
    /// # Errors
    /// If it does not.
    pub(super) async fn check_addresses(&self) -> Result<(), String> {
        let (first, second) = (self.stranger(), self.stranger());
        for _ in 0..MAX_PROBES {
            if is_refused(&first).await? {
                return match is_refused(&second).await? {
                    false => Ok(()),
                    true => Err(format!(
                        "{} does not read X-Forwarded-For, so all attackers would have one address; start it with --behind-proxy",
                        self.url()
                    )),
                };
            }
        }
        Err(format!("{} does not limit the requests of an address", self.url()))
    }
}

/// Sends an expensive request that the server can answer without any work. Returns whether it is over the budget.
async fn is_refused(client: &Client) -> Result<bool, String> {
    match client.anonymous().call(Method::POST, "/api/v1/links/none", None::<&()>).await {
        Err(error @ ClientError::Transport(_)) => Err(error.to_string()),
        response => Ok(response.is_err_and(|error| error.code() == Some("too_fast"))),
    }
}
