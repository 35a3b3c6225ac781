//! Who comes in: from which page, from which address, and which visitor it is.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Doors, Fault};
use crate::room::Who;
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
pub(super) struct From(pub(super) Option<IpAddr>);

impl FromRequestParts<Doors> for From {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<From, Fault> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        if !doors.house.rules.behind_proxy {
            return Ok(From(peer));
        }
        // The proxy adds the address that it sees at the end.
        let told = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        let last = told.and_then(|told| told.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
        Ok(From(last.or(peer)))
    }
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

/// Finds out who asks, once for everybody behind the door.
pub(super) async fn identify(doors: &Doors, request: &mut Request) -> Result<Option<VisitorId>, Fault> {
    let Some(token) = token(request.headers()) else { return Ok(None) };
    let Some(visitor) = doors.house.store.visitor_of(token.hash()).await? else { return Ok(None) };
    let id = visitor.id.clone();
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
