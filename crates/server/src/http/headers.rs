//! What every answer says about itself, and what the log says about every request.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;
use tracing::field::Empty;

use super::Doors;
use super::answers::Refused;
use crate::TableId;

/// Nothing comes from other sites, nothing runs that is not ours, and nobody shows us in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
];

/// What the log says of a request: only the first words of its path, since what follows may be a secret, as the code of a
/// link is, and of a page only the first; and the table, if it is about one.
fn span(id: &str, request: &Request) -> tracing::Span {
    let words: Vec<&str> = request.uri().path().split('/').collect();
    let shown = if matches!(words[..], ["", "api" | "admin", ..]) { 4 } else { 2 };
    let path = words[..words.len().min(shown)].join("/");
    let table = match words[..] {
        ["", "api" | "admin", "v1", "tables", id, ..] => TableId::parse(id),
        _ => None,
    };
    let span = tracing::info_span!("request", request = id, method = %request.method(), path, table = Empty);
    if let Some(table) = table {
        span.record("table", tracing::field::display(table));
    }
    span
}

/// Gives the request a number for the log, and the answer its headers.
pub(super) async fn add(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    let id = TableId::new().to_string();
    let began = Instant::now();
    let span = span(&id, &request);
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    let refused = response.extensions().get::<Refused>().map(|Refused(code)| *code);
    if status.is_client_error() || status.is_server_error() {
        // What is wrong with a request before anybody has read it has no code of ours.
        doors.house.metrics.refuse("http", refused.unwrap_or("bad_request"));
    }
    let milliseconds = began.elapsed().as_millis() as u64;
    span.in_scope(|| tracing::debug!(status = status.as_u16(), refused, milliseconds, "answered"));
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if doors.house.rules.tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
