//! Security headers, request ids and the request log.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use cafe_room::RoomId;
use cafe_room::messages::PROTOCOL_VERSION;
use tokio::time::Instant;
use tracing::Instrument as _;
use tracing::field::Empty;

use super::HttpState;
use super::error::ErrorCode;
use crate::random::new_room_id;

/// Only our own scripts and styles, nothing from other sites, no framing.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SECURITY_HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
];

/// The version of the messages, with every response of the API: a page that was loaded from an older server notices that it has
/// to be reloaded.
const PROTOCOL_HEADER: HeaderName = HeaderName::from_static("x-cafe-protocol");

/// Returns the span of a request. It names the room and only the first segments of the path, because later ones may be secret,
/// such as the code of a link.
fn span(id: &str, request: &Request) -> tracing::Span {
    let segments: Vec<&str> = request.uri().path().split('/').collect();
    let logged = if matches!(segments[..], ["", "api" | "admin", ..]) { 4 } else { 2 };
    let path = segments[..segments.len().min(logged)].join("/");
    let room = match segments[..] {
        ["", "api" | "admin", "v1", "rooms", id, ..] => RoomId::parse(id),
        _ => None,
    };
    let span = tracing::info_span!("request", request = id, method = %request.method(), path, room = Empty);
    if let Some(room) = room {
        span.record("room", tracing::field::display(room));
    }
    span
}

/// Logs the request with an id of its own, counts errors, and adds headers to the response.
pub(super) async fn add(State(state): State<HttpState>, request: Request, next: Next) -> Response {
    // Any unique text serves as a request id.
    let id = new_room_id().to_string();
    let started_at = Instant::now();
    let span = span(&id, &request);
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    let code = response.extensions().get::<ErrorCode>().map(|ErrorCode(code)| *code);
    if status.is_client_error() || status.is_server_error() {
        // A request that was rejected before any handler has no code of ours.
        state.app.metrics.count_refusal("http", code.unwrap_or("bad_request"));
    }
    let milliseconds = started_at.elapsed().as_millis() as u64;
    span.in_scope(|| tracing::debug!(status = status.as_u16(), code, milliseconds, "request handled"));
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if state.app.config.tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    if is_api {
        headers.insert(PROTOCOL_HEADER, HeaderValue::from(PROTOCOL_VERSION));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
