//! Who comes in: from which page, from which address, and which visitor it is.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Doors, Fault};
use crate::room::{Millis, Who};
use crate::{Token, VisitorId};

/// The name of the cookie.
pub(super) const COOKIE: &str = "cafe_visitor";

/// Lets nobody in whom another site sends: their browser would bring the visitor's cookie along.
pub(super) async fn check(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (!reads || upgrades) && !is_welcome(&doors, request.headers()) {
        return Fault::OtherOrigin.into_response();
    }
    next.run(request).await
}

/// Whether the request comes from one of our own pages, or from no page at all.
fn is_welcome(doors: &Doors, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let own = text(header::HOST).is_some_and(|host| {
        let at = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        at == Some(host)
    });
    own || doors.house.rules.origins.iter().any(|welcome| welcome == origin)
}

/// Where a request comes from, as far as one can know.
#[derive(Clone, Copy)]
pub(super) struct From {
    /// The address of whoever asks.
    pub(super) address: Option<IpAddr>,
    /// Whether it was asked on this very machine. What a proxy passes on never was, whatever it says of itself.
    pub(super) here: bool,
}

impl FromRequestParts<Doors> for From {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<From, Fault> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        // The proxy adds the address that it sees at the end, or in a line of its own: what stands before is the client's word.
        let told = parts.headers.get_all("x-forwarded-for").iter().next_back();
        match told.filter(|_| doors.house.rules.behind_proxy) {
            None => {
                Ok(From { address: peer, here: peer.is_some_and(|peer| peer.to_canonical().is_loopback()) })
            }
            // Whom the proxy cannot name is one of those for whom it speaks.
            Some(told) => Ok(From { address: told.to_str().ok().and_then(last).or(peer), here: false }),
        }
    }
}

/// The last address of a line; some proxies add the port.
fn last(told: &str) -> Option<IpAddr> {
    let last = told.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
}

/// The token that a request shows.
pub(super) fn token(headers: &HeaderMap) -> Option<Token> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = bearer.and_then(|text| text.strip_prefix("Bearer ")) {
        return Token::parse(token.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, token)| Token::parse(token))
}

/// The visitor who asks.
#[derive(Clone)]
pub(super) struct Asks(pub(super) Who);

/// When the cookie of the device that asks began its life.
#[derive(Clone, Copy)]
pub(super) struct Renewed(pub(super) Millis);

/// Finds out who asks, once for everybody behind the door.
pub(super) async fn identify(doors: &Doors, request: &mut Request) -> Result<Option<VisitorId>, Fault> {
    let Some(token) = token(request.headers()) else { return Ok(None) };
    let Some(visitor) = doors.house.store.visitor_of(token.hash()).await? else { return Ok(None) };
    let id = visitor.id.clone();
    request.extensions_mut().insert(Renewed(visitor.renewed));
    let who = Who { visitor: visitor.id, name: visitor.name, program: visitor.program };
    request.extensions_mut().insert(Asks(who));
    Ok(Some(id))
}

impl<S: Sync> FromRequestParts<S> for Asks {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asks, Fault> {
        parts.extensions.get::<Asks>().cloned().ok_or(Fault::WhoAreYou)
    }
}

/// Where one need not be introduced: who is not, or not any more, is nobody.
impl<S: Sync> OptionalFromRequestParts<S> for Asks {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Asks>, Fault> {
        Ok(parts.extensions.get::<Asks>().cloned())
    }
}
