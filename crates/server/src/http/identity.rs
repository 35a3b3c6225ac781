//! Where a request comes from: origin, address and visitor.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cafe_room::{Millis, Token, Visitor, VisitorId};

use super::cookies::{Carrier, token};
use super::{ApiError, HttpState};
use crate::network::Network;
use crate::sign_out::CheckedDevice;

/// How often the use of a device is stored.
const USE_INTERVAL: Millis = 60 * 60 * 1000;

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

/// The visitor who sent the request.
#[derive(Clone)]
pub(super) struct CurrentVisitor(pub(super) Visitor);

/// The device that sent the request.
#[derive(Clone)]
pub(super) struct CurrentDevice {
    /// Its token.
    pub(super) token: Token,
    /// What carried the token.
    pub(super) carrier: Carrier,
    /// When its cookie was last renewed.
    pub(super) renewed_at: Millis,
    /// The check that it is signed in. Before a body is read this may be long ago.
    pub(super) checked: CheckedDevice,
}

/// The request has two cookies of our name.
#[derive(Clone, Copy)]
struct DuplicateCookie;

/// Looks up the visitor of a request once, for all handlers.
pub(super) async fn identify(
    state: &HttpState,
    request: &mut Request,
) -> Result<Option<VisitorId>, ApiError> {
    let HttpState { app, .. } = state;
    let (token, carrier) = match token(request.headers(), app.config.tls) {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(None),
        Err(_) => {
            // An extractor that needs an identity refuses the request.
            request.extensions_mut().insert(DuplicateCookie);
            return Ok(None);
        }
    };
    // Read before the session, so that a sign-out meanwhile is noticed.
    let checked = CheckedDevice { epoch: app.sign_outs.current(), token: token.hash() };
    let Some(session) = app.store.session(checked.token).await? else { return Ok(None) };
    if carrier == Carrier::OldCookie && session.has_host_cookie {
        return Ok(None);
    }
    let gets_host_cookie = app.config.tls && carrier == Carrier::Cookie && !session.has_host_cookie;
    let now = app.now();
    if gets_host_cookie || now - session.used_at >= USE_INTERVAL {
        app.store.mark_device_used(checked.token, now, gets_host_cookie).await;
    }
    let id = session.visitor.id.clone();
    let renewed_at = session.renewed_at;
    request.extensions_mut().insert(CurrentDevice { token, carrier, renewed_at, checked });
    request.extensions_mut().insert(CurrentVisitor(session.visitor));
    Ok(Some(id))
}

/// Returns what `identify` found.
fn found<T: Clone + Send + Sync + 'static>(parts: &Parts) -> Result<Option<T>, ApiError> {
    match parts.extensions.get::<DuplicateCookie>() {
        Some(DuplicateCookie) => Err(ApiError::DuplicateCookie),
        None => Ok(parts.extensions.get::<T>().cloned()),
    }
}

impl<S: Sync> FromRequestParts<S> for CurrentVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<CurrentVisitor, ApiError> {
        found(parts)?.ok_or(ApiError::NotIdentified)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for CurrentVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<CurrentVisitor>, ApiError> {
        found(parts)
    }
}

impl<S: Sync> FromRequestParts<S> for CurrentDevice {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<CurrentDevice, ApiError> {
        found(parts)?.ok_or(ApiError::NotIdentified)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for CurrentDevice {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<CurrentDevice>, ApiError> {
        found(parts)
    }
}
