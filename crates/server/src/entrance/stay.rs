//! How many are inside, and from where.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::house::House;
use crate::http::place;

/// Everybody who is inside.
pub(super) struct Stays(Arc<Inside>);

struct Inside {
    house: House,
    from: Mutex<From>,
}

/// How many there are, and how many of them come from each address that is counted.
#[derive(Default)]
struct From {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

/// A connection that is inside, until the last clone is dropped: a socket is one even after its request is answered.
#[derive(Clone)]
pub(crate) struct Stay(#[expect(dead_code, reason = "it is there to be dropped")] Arc<Guard>);

struct Guard {
    inside: Arc<Inside>,
    from: Option<IpAddr>,
}

impl Stays {
    pub(super) fn new(house: House) -> Stays {
        Stays(Arc::new(Inside { house, from: Mutex::default() }))
    }

    /// Lets a connection in, if there is room.
    pub(super) fn begin(&self, address: IpAddr) -> Option<Stay> {
        let Stays(inside) = self;
        let rules = &inside.house.rules;
        let counted = Some(place(address)).filter(|place| !rules.behind_proxy && !place.is_loopback());
        let mut from = inside.from();
        let here = counted.and_then(|place| from.each.get(&place).copied()).unwrap_or_default();
        if from.all >= rules.connections || here >= rules.connections_each {
            return None;
        }
        from.all += 1;
        if let Some(place) = counted {
            from.each.insert(place, here + 1);
        }
        inside.house.metrics.connections.inc();
        Some(Stay(Arc::new(Guard { inside: Arc::clone(inside), from: counted })))
    }

    /// Whether there is no room for anybody, wherever they come from.
    pub(super) fn are_all(&self) -> bool {
        self.0.from().all >= self.0.house.rules.connections
    }
}

impl Inside {
    fn from(&self) -> MutexGuard<'_, From> {
        // Nothing in there can be half done.
        self.from.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let mut from = self.inside.from();
        from.all -= 1;
        if let Some(place) = self.from
            && let Some(here) = from.each.get_mut(&place)
        {
            *here -= 1;
            if *here == 0 {
                from.each.remove(&place);
            }
        }
        self.inside.house.metrics.connections.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HouseRules;
    use crate::store::Store;

    fn stays(folder: &tempfile::TempDir, behind_proxy: bool) -> Stays {
        let rules = HouseRules { connections: 5, connections_each: 2, behind_proxy, ..HouseRules::default() };
        Stays::new(House::new(Store::open(folder.path()).unwrap(), rules))
    }

    #[test]
    fn an_address_has_so_many_connections_and_leaves_room_for_others() {
        let folder = tempfile::tempdir().unwrap();
        let stays = stays(&folder, false);
        let begin = |address: &str| stays.begin(address.parse().unwrap());
        let (first, _second) = (begin("203.0.113.7").unwrap(), begin("203.0.113.7").unwrap());
        assert!(begin("203.0.113.7").is_none() && begin("::ffff:203.0.113.7").is_none());
        let socket = first.clone();
        drop(first);
        assert!(begin("203.0.113.7").is_none(), "it has become a socket, which is still open");
        drop(socket);
        let _third = begin("203.0.113.7").unwrap();
        // This machine's own are not counted one by one, but there is only so much room.
        let own: Vec<Stay> = (0..9).filter_map(|_| begin("127.0.0.1")).collect();
        assert_eq!(own.len(), 3);
        assert!(begin("203.0.113.8").is_none(), "the house is full");
        drop(own);
        assert!(begin("203.0.113.8").is_some());
        assert_eq!(stays.0.from().each.len(), 1, "who has gone is not remembered");
    }

    #[test]
    fn behind_a_proxy_all_come_from_one_address_and_nobody_is_kept_out_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let stays = stays(&folder, true);
        let all: Vec<Stay> = (0..9).filter_map(|_| stays.begin("192.0.2.1".parse().unwrap())).collect();
        assert_eq!(all.len(), 5);
    }
}
