//! How much may be asked over HTTP: everybody has a credit, and what makes more work costs more of it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answers::{too_fast, too_many};
use super::door::{From, identify};
use super::{Doors, Fault};
use crate::VisitorId;
use crate::credit::{Allowance, Credits};
use crate::house::HouseRules;
use crate::messages::Ask;

/// A credit lasts for so many seconds of what may be asked in one.
const SECONDS_AT_ONCE: f64 = 4.0;
const SECONDS_AN_HOUR: f64 = 60.0 * 60.0;
/// The most sockets that a visitor may have, at all tables together.
const SOCKETS_EACH: u32 = 100;
/// What a visitor may ask on all of them together: enough for whoever plays at many tables, and of talk as much as on a single
/// one.
const ASKS: Allowance = Allowance { most: 200.0, each_second: 50.0 };

/// Who pays for a request: the visitor; or, for those who are not introduced, all who come from the same place.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Payer {
    Visitor(VisitorId),
    Place(Option<IpAddr>),
}

/// What everybody may still ask.
#[derive(Clone)]
pub struct Limits(Arc<Inside>);

struct Inside {
    requests: Credits<Payer>,
    visitors: Credits<Option<IpAddr>>,
    asks: Credits<VisitorId>,
    sockets: Mutex<HashMap<VisitorId, u32>>,
}

/// A place among the sockets of a visitor, free again when it is dropped.
pub(super) struct SocketPlace(Limits, VisitorId);

impl Limits {
    pub(super) fn new(rules: &HouseRules) -> Limits {
        let each_second = f64::from(rules.requests_a_second);
        let requests = Credits::new(Allowance { most: each_second * SECONDS_AT_ONCE, each_second });
        let most = f64::from(rules.visitors_an_hour);
        let visitors = Credits::new(Allowance { most, each_second: most / SECONDS_AN_HOUR });
        let (asks, sockets) = (Credits::new(ASKS), Mutex::default());
        Limits(Arc::new(Inside { requests, visitors, asks, sockets }))
    }

    /// Counts a new visitor from there. Returns whether it is not one too many; this machine's own are not counted.
    pub(super) fn may_arrive(&self, from: From) -> bool {
        from.here || self.0.visitors.spend(from.address.map(place), 1.0)
    }

    /// Whether a visitor may ask this, after all that they have asked on any socket. Actions cost nothing here: each table hears only
    /// so many of them, and who plays at fifty does not play less at each.
    pub(super) fn may_ask(&self, visitor: &VisitorId, ask: &Ask) -> bool {
        let cost = match ask {
            Ask::Act { .. } => return true,
            Ask::Hint { .. } => 20.0,
            Ask::Say { .. } | Ask::React { .. } => 15.0,
            _ => 1.0,
        };
        self.0.asks.spend(visitor.clone(), cost)
    }

    /// A place for one more socket of a visitor, unless they have too many.
    pub(super) fn socket(&self, visitor: &VisitorId) -> Option<SocketPlace> {
        let mut sockets = self.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let open = sockets.entry(visitor.clone()).or_default();
        let free = *open < SOCKETS_EACH;
        *open += u32::from(free);
        free.then(|| SocketPlace(self.clone(), visitor.clone()))
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let SocketPlace(limits, visitor) = self;
        let mut sockets = limits.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = sockets.get_mut(visitor) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(visitor);
            }
        }
    }
}

/// What one has to pay at: an address, or the net that belongs to one customer, who may use any address in it.
pub(crate) fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) if !long.is_loopback() => {
            let [a, b, c, d, ..] = long.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

/// What a request costs. What reads whole games costs most.
fn cost(method: &Method, path: &str) -> f64 {
    match (method, path) {
        (_, "/api/v1/tables/{id}/replay" | "/api/v1/games") => 20.0,
        (&Method::GET | &Method::HEAD, "/api/v1/tables") => 20.0,
        (
            _,
            "/api/v1/tables/{id}/record" | "/api/v1/me/link" | "/api/v1/me/devices" | "/api/v1/links/{code}",
        ) => 10.0,
        (&Method::PATCH, "/api/v1/me") => 10.0,
        // All that happened there is read, also for those who are not introduced.
        (&Method::GET | &Method::HEAD, "/api/v1/tables/{id}") => 5.0,
        // It is played through at once and nothing is read for it; and whoever learns quickly should not have to wait.
        (_, "/api/v1/study") => 2.0,
        _ => 1.0,
    }
}

/// Whether somebody wants to be introduced.
fn arrives(method: &Method, path: &str) -> bool {
    method == Method::POST && ["/api/v1/me", "/api/v1/programs"].contains(&path)
}

/// Finds out who asks, and lets nobody in who asks too much.
pub(super) async fn check(
    State(doors): State<Doors>,
    from: From,
    matched: Option<MatchedPath>,
    mut request: Request,
    next: Next,
) -> Response {
    // What tells whether the house is well must be told to whoever looks, also in a flood.
    let path = matched.as_ref().map_or("", MatchedPath::as_str);
    if ["/healthz", "/readyz"].contains(&path) {
        return next.run(request).await;
    }
    let visitor = match identify(&doors, &mut request).await {
        Ok(visitor) => visitor,
        Err(fault) => return fault.into_response(),
    };
    // Who arrives from this machine is not counted, here as little as in `may_arrive`: `cafe load` brings thousands.
    if visitor.is_none() && from.here && arrives(request.method(), path) {
        return next.run(request).await;
    }
    let payer = visitor.map_or(Payer::Place(from.address.map(place)), Payer::Visitor);
    if !doors.limits.0.requests.spend(payer, cost(request.method(), path)) {
        return too_fast(&doors.house.metrics).into_response();
    }
    next.run(request).await
}

/// A place for a socket, or why there is none.
pub(super) fn socket_place(doors: &Doors, visitor: &VisitorId) -> Result<SocketPlace, Fault> {
    doors.limits.socket(visitor).ok_or_else(|| too_many(&doors.house.metrics))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_not_this_machine_makes_only_so_many_visitors() {
        let limits = Limits::new(&HouseRules { visitors_an_hour: 2, ..HouseRules::default() });
        let arrives =
            |address: &str, here| limits.may_arrive(From { address: Some(address.parse().unwrap()), here });
        let from = |address: &str| arrives(address, false);
        assert!(from("203.0.113.7") && from("203.0.113.7") && !from("203.0.113.7"));
        assert!(from("203.0.113.8"), "somebody else");
        // The whole net of a customer is one place, and an old address in a new coat the same.
        assert!(from("2001:db8::1") && from("2001:db8::2") && !from("2001:db8::3"));
        assert!(from("2001:db8:0:1::1"), "the neighbour");
        assert!(!from("::ffff:203.0.113.7"));
        for _ in 0..10 {
            assert!(arrives("127.0.0.1", true));
        }
    }

    #[test]
    fn a_socket_that_is_closed_makes_room_for_another() {
        let limits = Limits::new(&HouseRules::default());
        let (ann, ben) = (VisitorId::new(), VisitorId::new());
        let mut open: Vec<SocketPlace> = (0..SOCKETS_EACH).filter_map(|_| limits.socket(&ann)).collect();
        assert_eq!(open.len(), SOCKETS_EACH as usize);
        assert!(limits.socket(&ann).is_none());
        assert!(limits.socket(&ben).is_some());
        open.pop();
        assert!(limits.socket(&ann).is_some());
        drop(open);
        assert!(limits.0.sockets.lock().unwrap().is_empty(), "who has gone is not remembered");
    }
}
