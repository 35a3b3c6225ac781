//! HTTP requests without a listener: the routes are called directly.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, header};
use cafe_room::{RoomId, Token};
use serde_json::Value;
use tokio::task::JoinHandle;
use tower_service::Service as _;

/// Maximum size of a response.
const MAX_BYTES: usize = 10_000_000;

/// A request that was sent.
pub(super) struct PendingHttp {
    pub(super) purpose: Purpose,
    pub(super) response: JoinHandle<HttpResponse>,
}

/// What a request is for. Visitors are indexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    CreateVisitor { name: String },
    OpenRoom { visitor: usize },
    Rename { visitor: usize, name: String },
    CreateLink { visitor: usize },
    ClaimLink { visitor: usize },
    SignOutOthers { visitor: usize, keep: Token },
    Erase { visitor: usize },
    CloseRoom { room: RoomId },
    List,
}

pub(super) struct HttpResponse {
    pub(super) status: u16,
    pub(super) body: Value,
    /// The token of the cookie that it sets.
    pub(super) token: Option<Token>,
}

impl HttpResponse {
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Sends a request.
pub(super) fn send(
    router: &Router,
    purpose: Purpose,
    method: Method,
    path: &str,
    device: Option<&Token>,
    body: Option<&Value>,
) -> PendingHttp {
    let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
    if let Some(device) = device {
        request = request.header(header::COOKIE, format!("cafe_visitor={}", device.reveal()));
    }
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let request = request.body(body).expect("the request is valid");
    let mut router = router.clone();
    let response = tokio::spawn(async move {
        let response = router.call(request).await.unwrap_or_else(|never| match never {});
        let (parts, body) = response.into_parts();
        let cookie = parts.headers.get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        let pair = cookie.and_then(|cookie| cookie.split(';').next());
        let token = pair.and_then(|pair| pair.split_once('=')).and_then(|(_, value)| Token::parse(value));
        let bytes = to_bytes(body, MAX_BYTES).await.expect("the response can be read");
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        HttpResponse { status: parts.status.as_u16(), body, token }
    });
    PendingHttp { purpose, response }
}
