//! New visitors from the networks of one IPv6 /48, which belongs to one customer.

use std::net::Ipv6Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use super::attack::{Attack, AttackSize, run_all};
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

/// Number of requests at the same time, and the pause after each: at most a thousand visitors a second.
const AT_ONCE: usize = 20;
const PAUSE: Duration = Duration::from_millis(20);

pub(super) struct NewVisitors {
    /// A part of the addresses for documentation, another one in every run.
    network: [u16; 3],
}

impl Attack for NewVisitors {
    async fn prepare(_: &Target, _: AttackSize, _: &Tally) -> Result<NewVisitors, String> {
        let site = getrandom::u32().map_err(|error| error.to_string())? as u16;
        Ok(NewVisitors { network: [0x2001, 0xdb8, site] })
    }

    async fn run(self, target: &Target, tally: &Tally) {
        let next = Arc::new(AtomicU16::new(0));
        let tasks =
            std::iter::repeat_with(|| create(target.clone(), self.network, Arc::clone(&next), tally.clone()));
        run_all(tasks.take(AT_ONCE)).await;
    }
}

async fn create(target: Target, network: [u16; 3], next: Arc<AtomicU16>, tally: Tally) {
    let [a, b, c] = network;
    loop {
        let address = Ipv6Addr::new(a, b, c, next.fetch_add(1, Ordering::Relaxed), 0, 0, 0, 1);
        let visitor = Visitor::browser(&target.local().forwarded_for(address.into())).await;
        if tally.count(visitor).is_some() {
            tally.add("visitors created", 1.0);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
