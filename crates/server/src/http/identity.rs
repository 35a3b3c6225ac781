//! Where a request comes from: origin, address and visitor.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cafe_room::{Millis, Token, Visitor, VisitorId};

use super::{ApiError, HttpState};
use crate::network::Network;

/// Name of the cookie.
pub(super) const COOKIE: &str = "cafe_visitor";

/// Refuses requests that pages of other origins make the browser send with the visitor's cookie.
pub(super) async fn check_origin(State(state): State<HttpState>, request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    if (!is_read || is_upgrade) && !is_allowed_origin(&state, request.headers()) {
        return ApiError::OtherOrigin.into_response();
    }
    next.run(request).await
}

/// Returns true if the request comes from one of our pages, or from no page at all.
fn is_allowed_origin(state: &HttpState, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin_host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let is_own = host.is_some() && origin_host == host;
    is_own || state.app.config.allowed_origins.iter().any(|allowed| allowed == origin)
}

/// The address a request comes from, as far as it is known.
#[derive(Clone, Copy)]
pub(super) struct ClientAddress {
    /// The client's address.
    pub(super) ip: Option<IpAddr>,
    /// True for a request from the same machine. A proxied request never counts as that, whatever its headers say.
    pub(super) is_local: bool,
}

impl ClientAddress {
    /// Returns the networks that limits apply to; none for the local machine.
    pub(super) fn limited_networks(self) -> Vec<(Network, u32)> {
        self.ip.filter(|_| !self.is_local).map(Network::all_of).unwrap_or_default()
    }
}

impl FromRequestParts<HttpState> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<ClientAddress, ApiError> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        // The proxy appends the address it sees, in the same header or in one of its own. Anything before that is the client's claim.
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        Ok(match forwarded.filter(|_| state.app.config.behind_proxy) {
            None => {
                let is_local = peer.is_some_and(|peer| peer.to_canonical().is_loopback());
                ClientAddress { ip: peer, is_local }
            }
            Some(forwarded) => {
                let ip = forwarded.to_str().ok().and_then(last_address).or(peer);
                ClientAddress { ip, is_local: false }
            }
        })
    }
}

/// Returns the last address of the header. Some proxies append the port.
fn last_address(forwarded: &str) -> Option<IpAddr> {
    let last = forwarded.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
}

/// Returns the token of a request: the bearer token or the cookie.
pub(super) fn token(headers: &HeaderMap) -> Option<Token> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = authorization.and_then(|text| text.strip_prefix("Bearer ")) {
        return Token::parse(token.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, token)| Token::parse(token))
}

/// The visitor who sent the request.
#[derive(Clone)]
pub(super) struct CurrentVisitor(pub(super) Visitor);

/// When the cookie of the request was last renewed.
#[derive(Clone, Copy)]
pub(super) struct RenewedAt(pub(super) Millis);

/// Looks up the visitor of a request once, for all handlers.
pub(super) async fn identify(
    state: &HttpState,
    request: &mut Request,
) -> Result<Option<VisitorId>, ApiError> {
    let Some(token) = token(request.headers()) else { return Ok(None) };
    let Some(session) = state.app.store.session(token.hash()).await? else { return Ok(None) };
    let id = session.visitor.id.clone();
    request.extensions_mut().insert(RenewedAt(session.renewed_at));
    request.extensions_mut().insert(CurrentVisitor(session.visitor));
    Ok(Some(id))
}

impl<S: Sync> FromRequestParts<S> for CurrentVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<CurrentVisitor, ApiError> {
        parts.extensions.get::<CurrentVisitor>().cloned().ok_or(ApiError::NotIdentified)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for CurrentVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<CurrentVisitor>, ApiError> {
        Ok(parts.extensions.get::<CurrentVisitor>().cloned())
    }
}
