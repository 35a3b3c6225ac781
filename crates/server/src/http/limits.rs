//! Rate limits. Every request has a price, paid by its visitor and by the networks of its address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::RequestExt as _;
use axum::extract::{MatchedPath, RawPathParams, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cafe_room::{RoomId, RoomRequest, VisitorId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{too_fast, too_many};
use super::identity::{ClientAddress, identify};
use super::price::{EXPENSIVE_PRICE, Price};
use super::{ApiError, HttpState};
use crate::config::ServerConfig;
use crate::network::Network;
use crate::token_bucket::{BucketConfig, TokenBuckets};

/// The capacity of a request budget, in seconds of its refill.
const BURST_SECONDS: f64 = 4.0;
const SECONDS_PER_HOUR: f64 = 60.0 * 60.0;
/// Maximum number of sockets of a visitor, in all rooms together.
const MAX_SOCKETS_PER_VISITOR: u32 = 100;
/// Budget for the messages of a visitor on all sockets together: enough to play in many rooms, and as much chat as on one socket.
const VISITOR_MESSAGES: BucketConfig = BucketConfig { capacity: 200.0, per_second: 50.0 };

/// Size of the first messages on a socket that a request budget of 1 pays for.
const JOIN_BYTES: f64 = 4096.0;

/// How many times the budget of a visitor an address has: for a family or a club that shares it.
const VISITORS_PER_ADDRESS: u32 = 4;

/// Maximum number of expensive requests of a network at the same time. Further ones wait, so that a burst from one network does not
/// delay the others.
const MAX_EXPENSIVE_PER_NETWORK: usize = 2;

/// Who pays for a request.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Payer {
    Visitor(VisitorId),
    /// The visitors of a network together.
    Network(Network),
    /// Pages and files: requests to paths outside the API, with or without a visitor.
    Pages(Network),
    /// All requests from a network that name no visitor.
    Unidentified(Network),
    /// All requests without a visitor and an address.
    Unknown,
}

/// The rate limits of a server. Clones share them.
#[derive(Clone)]
pub struct RequestLimits(Arc<LimitState>);

struct LimitState {
    requests: TokenBuckets<Payer>,
    /// The largest price that can be paid: the budget of a visitor.
    max_price: f64,
    new_visitors: TokenBuckets<Option<Network>>,
    new_rooms: TokenBuckets<Payer>,
    messages: TokenBuckets<VisitorId>,
    sockets: Mutex<HashMap<VisitorId, u32>>,
    /// For each network with expensive requests: how many more may run.
    expensive: Mutex<HashMap<Network, Weak<Semaphore>>>,
}

/// A counted socket of a visitor, until this is dropped.
pub(super) struct SocketPermit(RequestLimits, VisitorId);

impl RequestLimits {
    pub(super) fn new(config: &ServerConfig) -> RequestLimits {
        let per_second = f64::from(config.requests_per_second);
        let requests = BucketConfig { capacity: per_second * BURST_SECONDS, per_second };
        let per_hour = |capacity: u32| {
            let capacity = f64::from(capacity);
            BucketConfig { capacity, per_second: capacity / SECONDS_PER_HOUR }
        };
        RequestLimits(Arc::new(LimitState {
            requests: TokenBuckets::new(requests),
            max_price: requests.capacity,
            new_visitors: TokenBuckets::new(per_hour(config.new_visitors_per_hour)),
            new_rooms: TokenBuckets::new(per_hour(config.rooms_per_hour)),
            messages: TokenBuckets::new(VISITOR_MESSAGES),
            sockets: Mutex::default(),
            expensive: Mutex::default(),
        }))
    }

    /// Counts a new visitor. Returns whether the address may create one; the local machine may always.
    pub(super) fn admit_new_visitor(&self, address: ClientAddress) -> bool {
        let keys = match address.ip {
            Some(ip) => {
                Network::all_of(ip).into_iter().map(|(network, times)| (Some(network), times)).collect()
            }
            None => vec![(None, 1)],
        };
        address.is_local || self.0.new_visitors.try_take_all(&keys, 1.0)
    }

    /// Counts a new room. Returns whether the visitor and the address may open one; the local machine may always.
    pub(super) fn admit_new_room(&self, visitor: &VisitorId, address: ClientAddress) -> bool {
        address.is_local || self.0.new_rooms.try_take_all(&payers(Some(visitor.clone()), address), 1.0)
    }

    /// Takes the price of a request from the budgets of its payers. Returns whether all had enough.
    fn charge(&self, payers: &[(Payer, u32)], price: f64) -> bool {
        self.0.requests.try_take_all(payers, price.min(self.0.max_price))
    }

    /// Charges a message to the visitor's budget for all sockets. Actions are free here, because each room limits them, and a
    /// visitor may play in fifty rooms.
    pub(super) fn admit_message(&self, visitor: &VisitorId, request: &RoomRequest) -> bool {
        let price = match request {
            RoomRequest::Play { .. } => return true,
            // It may open a room.
            RoomRequest::Rematch {} if !self.0.new_rooms.try_take(Payer::Visitor(visitor.clone()), 1.0) => {
                return false;
            }
            RoomRequest::Hint { .. } => 20.0,
            RoomRequest::Chat { .. } | RoomRequest::React { .. } => 15.0,
            RoomRequest::PastView { .. } => 5.0,
            _ => 1.0,
        };
        self.0.messages.try_take(visitor.clone(), price)
    }

    /// Charges a viewer for the first messages on a socket. Their size is known only now, so the budget may go below zero.
    pub(super) fn charge_join(&self, visitor: &VisitorId, address: ClientAddress, bytes: usize) {
        let payers = payers(Some(visitor.clone()), address);
        self.0.requests.take_all(&payers, bytes as f64 / JOIN_BYTES);
    }

    /// Waits until the network of an address may run an expensive request, which ends with the permit. The local machine never waits.
    async fn expensive_permit(&self, address: ClientAddress) -> Option<OwnedSemaphorePermit> {
        if address.is_local {
            return None;
        }
        // The widest network: only its own customers wait for each other.
        let (network, _) = *Network::all_of(address.ip?).last()?;
        let semaphore = {
            let mut expensive = self.0.expensive.lock().unwrap_or_else(PoisonError::into_inner);
            expensive.get(&network).and_then(Weak::upgrade).unwrap_or_else(|| {
                expensive.retain(|_, semaphore| semaphore.strong_count() > 0);
                let semaphore = Arc::new(Semaphore::new(MAX_EXPENSIVE_PER_NETWORK));
                expensive.insert(network, Arc::downgrade(&semaphore));
                semaphore
            })
        };
        semaphore.acquire_owned().await.ok()
    }

    /// Counts a socket of a visitor, if there are not too many.
    fn admit_socket(&self, visitor: &VisitorId) -> Option<SocketPermit> {
        let mut sockets = self.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(visitor.clone()).or_default();
        let is_admitted = *count < MAX_SOCKETS_PER_VISITOR;
        *count += u32::from(is_admitted);
        is_admitted.then(|| SocketPermit(self.clone(), visitor.clone()))
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let SocketPermit(limits, visitor) = self;
        let mut sockets = limits.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(visitor) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(visitor);
            }
        }
    }
}

/// Returns who pays for a request, each with how many times the budget of a visitor it has. The local machine has no budget,
/// because a proxy or `cafe load` may speak for everybody.
fn payers(visitor: Option<VisitorId>, address: ClientAddress) -> Vec<(Payer, u32)> {
    let networks = address.ip.map(Network::all_of).unwrap_or_default();
    let mut payers: Vec<(Payer, u32)> = match visitor {
        Some(visitor) => vec![(Payer::Visitor(visitor), 1)],
        None if networks.is_empty() => vec![(Payer::Unknown, 1)],
        None => networks.iter().map(|&(network, times)| (Payer::Unidentified(network), times)).collect(),
    };
    if !address.is_local {
        let shared =
            networks.iter().map(|&(network, times)| (Payer::Network(network), times * VISITORS_PER_ADDRESS));
        payers.extend(shared);
    }
    payers
}

/// Returns the room in the path of a request.
async fn room_in(request: &mut Request) -> Option<RoomId> {
    let params = request.extract_parts::<RawPathParams>().await.ok()?;
    params.iter().find(|(name, _)| *name == "id").and_then(|(_, id)| RoomId::parse(id))
}

/// Returns who pays for a page or a file. Looking up a visitor would cost more than sending the file.
fn page_payers(address: ClientAddress) -> Vec<(Payer, u32)> {
    match address.ip.map(Network::all_of) {
        None => vec![(Payer::Unknown, 1)],
        Some(networks) => networks
            .into_iter()
            .map(|(network, times)| (Payer::Pages(network), times * VISITORS_PER_ADDRESS))
            .collect(),
    }
}

fn creates_visitor(method: &Method, path: &str) -> bool {
    method == Method::POST && ["/api/v1/me", "/api/v1/programs"].contains(&path)
}

/// Charges the price of a request. The visitor is identified for requests to the API.
pub(super) async fn check(
    State(state): State<HttpState>,
    address: ClientAddress,
    matched: Option<MatchedPath>,
    mut request: Request,
    next: Next,
) -> Response {
    // Health checks must be answered even in a flood.
    let path = matched.as_ref().map_or("", MatchedPath::as_str);
    if ["/healthz", "/readyz"].contains(&path) {
        return next.run(request).await;
    }
    if !request.uri().path().starts_with("/api/") {
        if !state.limits.0.requests.try_take_all(&page_payers(address), 1.0) {
            return too_fast(&state.app.metrics).into_response();
        }
        return next.run(request).await;
    }
    let visitor = match identify(&state, &mut request).await {
        Ok(visitor) => visitor,
        Err(error) => return error.into_response(),
    };
    // New visitors from the local machine are free, as in `admit_new_visitor`: `cafe load` creates thousands.
    if visitor.is_none() && address.is_local && creates_visitor(request.method(), path) {
        return next.run(request).await;
    }
    let payers = payers(visitor, address);
    let price = Price::of(request.method(), path, request.uri());
    if !state.limits.charge(&payers, price.fixed) {
        return too_fast(&state.app.metrics).into_response();
    }
    if price.per_entry > 0.0
        && let Some(room) = room_in(&mut request).await
    {
        let length = match state.app.store.log_length(&room).await {
            Ok(length) => length,
            Err(error) => return ApiError::from(error).into_response(),
        };
        if !state.limits.charge(&payers, price.per_entry * length as f64) {
            return too_fast(&state.app.metrics).into_response();
        }
    }
    let is_expensive = price.fixed >= EXPENSIVE_PRICE;
    let _permit = if is_expensive { state.limits.expensive_permit(address).await } else { None };
    next.run(request).await
}

/// Counts a socket of a visitor.
///
/// # Errors
/// If there are too many.
pub(super) fn admit_socket(state: &HttpState, visitor: &VisitorId) -> Result<SocketPermit, ApiError> {
    state.limits.admit_socket(visitor).ok_or_else(|| too_many(&state.app.metrics))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_visitor_id;

    #[test]
    fn limits_new_visitors_per_address_except_local_ones() {
        let limits =
            RequestLimits::new(&ServerConfig { new_visitors_per_hour: 2, ..ServerConfig::default() });
        let admit = |address: &str, is_local| {
            limits.admit_new_visitor(ClientAddress { ip: Some(address.parse().unwrap()), is_local })
        };
        let remote = |address: &str| admit(address, false);
        assert!(remote("203.0.113.7") && remote("203.0.113.7") && !remote("203.0.113.7"));
        assert!(remote("203.0.113.8"), "another address");
        // A customer's whole network counts as one address, and so does a mapped IPv4 address.
        assert!(remote("2001:db8::1") && remote("2001:db8::2") && !remote("2001:db8::3"));
        assert!(remote("2001:db8:0:1::1"), "another network");
        let networks = (0x100_u32..0x200).map(|network| format!("2001:db8:1:{network:x}::1"));
        assert_eq!(networks.filter(|address| remote(address)).count(), 2 * 4, "256 networks of one /56");
        let networks = (0u32..0x1000).map(|network| format!("2001:db8:2:{:x}::1", network << 4));
        assert_eq!(networks.filter(|address| remote(address)).count(), 2 * 16, "4096 networks of one /48");
        assert!(!remote("::ffff:203.0.113.7"));
        for _ in 0..10 {
            assert!(admit("127.0.0.1", true));
        }
    }

    #[test]
    fn limits_new_rooms_per_visitor_and_address_except_local_ones() {
        let limits = RequestLimits::new(&ServerConfig { rooms_per_hour: 2, ..ServerConfig::default() });
        let admit = |visitor: &VisitorId, address: &str, is_local| {
            limits.admit_new_room(visitor, ClientAddress { ip: Some(address.parse().unwrap()), is_local })
        };
        let ann = new_visitor_id();
        assert!(admit(&ann, "203.0.113.7", false) && admit(&ann, "203.0.113.8", false));
        assert!(!admit(&ann, "203.0.113.9", false), "also from another address");
        let visitors: Vec<VisitorId> = (0..20).map(|_| new_visitor_id()).collect();
        let admitted = visitors.iter().filter(|visitor| admit(visitor, "203.0.113.10", false)).count();
        assert_eq!(admitted, 2 * VISITORS_PER_ADDRESS as usize, "an address with many visitors");
        assert!((0..10).all(|_| admit(&ann, "127.0.0.1", true)));
        assert!(!limits.admit_message(&ann, &RoomRequest::Rematch {}), "it may open a room");
        assert!(limits.admit_message(&ann, &RoomRequest::Ping {}));
    }

    #[test]
    fn joining_costs_as_much_as_is_sent() {
        let limits = RequestLimits::new(&ServerConfig { requests_per_second: 10, ..ServerConfig::default() });
        let (ann, ben, cid) = (new_visitor_id(), new_visitor_id(), new_visitor_id());
        let address = |text: &str| ClientAddress { ip: Some(text.parse().unwrap()), is_local: false };
        let can_pay = |visitor: &VisitorId, address| {
            limits.0.requests.try_take_all(&payers(Some(visitor.clone()), address), 1.0)
        };
        let home = address("203.0.113.7");
        limits.charge_join(&ann, home, 100_000);
        assert!(can_pay(&ann, home), "it costs 24 of 40");
        limits.charge_join(&ann, home, 1_000_000);
        assert!(!can_pay(&ann, home) && !can_pay(&ben, home), "the address pays, too");
        assert!(can_pay(&cid, address("203.0.113.8")));
    }

    #[test]
    fn a_closed_socket_makes_room_for_another() {
        let limits = RequestLimits::new(&ServerConfig::default());
        let (ann, ben) = (new_visitor_id(), new_visitor_id());
        let mut open: Vec<SocketPermit> =
            (0..MAX_SOCKETS_PER_VISITOR).filter_map(|_| limits.admit_socket(&ann)).collect();
        assert_eq!(open.len(), MAX_SOCKETS_PER_VISITOR as usize);
        assert!(limits.admit_socket(&ann).is_none());
        assert!(limits.admit_socket(&ben).is_some());
        open.pop();
        assert!(limits.admit_socket(&ann).is_some());
        drop(open);
        assert!(limits.0.sockets.lock().unwrap().is_empty(), "visitors without sockets are forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn expensive_requests_of_a_network_wait_for_each_other() {
        let limits = RequestLimits::new(&ServerConfig::default());
        let permit = async |address: &str| {
            let address = ClientAddress { ip: Some(address.parse().unwrap()), is_local: false };
            let second = std::time::Duration::from_secs(1);
            tokio::time::timeout(second, limits.expensive_permit(address)).await.ok().flatten()
        };
        let first = permit("2001:db8:0:1::1").await.unwrap();
        let second = permit("2001:db8:0:2::1").await.unwrap();
        assert!(permit("2001:db8:0:3::1").await.is_none(), "it waits");
        assert!(permit("2001:db8:1::1").await.is_some(), "another network");
        drop(first);
        let third = permit("2001:db8:0:3::1").await.unwrap();
        drop((second, third));
        let _other = permit("203.0.113.7").await.unwrap();
        assert_eq!(limits.0.expensive.lock().unwrap().len(), 1, "networks without requests are forgotten");
        let local = ClientAddress { ip: Some("127.0.0.1".parse().unwrap()), is_local: true };
        assert!(limits.expensive_permit(local).await.is_none(), "it never waits");
    }
}
