//! Arbitrary HTTP requests without a listener: paths, queries, cookies and bodies are refused or answered, and nothing panics.

use axum::body::Body;
use axum::http::{Method, Request, header};
use cafe_store::SimulatedDisk;
use tower_service::Service as _;

use crate::ServerConfig;
use crate::http::router;
use crate::testing::TestState;

const REQUESTS: usize = 3_000;

/// Parts of requests that are put together, cut and changed.
const PATHS: [&str; 14] = [
    "/api/v1/me",
    "/api/v1/me/rooms?limit=20&after=abcdefghijkmnpqr&over=true",
    "/api/v1/me/link",
    "/api/v1/me/devices",
    "/api/v1/programs",
    "/api/v1/rooms",
    "/api/v1/rooms/abcdefghijkmnpqr",
    "/api/v1/rooms/abcdefghijkmnpqr/record",
    "/api/v1/rooms/abcdefghijkmnpqr/positions/3",
    "/api/v1/rooms/abcdefghijkmnpqr/socket?last=7",
    "/api/v1/links/abcdefghijkmnpqrstuvwxyz23456789",
    "/api/v1/study",
    "/admin/v1/rooms/abcdefghijkmnpqr/close",
    "/index.html",
];
const BODIES: [&str; 4] = [
    r#"{"name":"Ann"}"#,
    r#"{"options":{"game":"card","players":3,"clock":{"kind":"days","per_turn":1}},"bots":[{"player":1,"level":"novice"}]}"#,
    r#"{"position":{},"actions":["draw"],"player":0}"#,
    "",
];
const HEADERS: [(&str, &str); 6] = [
    ("cookie", "cafe_visitor=abcdefghijkmnpqrstuvwxyz23456789; other=1"),
    ("authorization", "Bearer abcdefghijkmnpqrstuvwxyz23456789"),
    ("x-forwarded-for", "198.51.100.7, [2001:db8::1]:4711"),
    ("origin", "http://example.org"),
    ("host", "example.org"),
    ("upgrade", "websocket"),
];

/// Changes some bytes of a text.
fn change(text: &str, rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..[0, 0, 1, 3][rng.usize(..4)] {
        let place = rng.usize(..=bytes.len());
        match rng.u32(..4) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, rng.u8(..)),
            2 if place < bytes.len() => bytes[place] = rng.u8(..),
            _ => bytes.extend_from_within(place..),
        }
    }
    bytes
}

#[tokio::test(start_paused = true)]
async fn arbitrary_requests_are_answered() {
    let disk = SimulatedDisk::new().unwrap();
    let config = ServerConfig {
        behind_proxy: true,
        requests_per_second: 1_000_000,
        new_visitors_per_hour: 1_000_000,
        ..ServerConfig::default()
    };
    let server = TestState::simulated(&disk, config);
    let mut router = router(server.state.clone());
    let mut rng = fastrand::Rng::with_seed(7);
    let mut statuses = std::collections::BTreeSet::new();
    for _ in 0..REQUESTS {
        let methods = [Method::GET, Method::POST, Method::PATCH, Method::DELETE, Method::HEAD];
        let path = change(PATHS[rng.usize(..PATHS.len())], &mut rng);
        let mut request = Request::builder().method(methods[rng.usize(..5)].clone()).uri(path);
        for (name, value) in HEADERS {
            if rng.u32(..3) == 0 {
                request = request.header(name, change(value, &mut rng));
            }
        }
        let body = change(BODIES[rng.usize(..4)], &mut rng);
        // What is not HTTP does not reach the routes.
        let request = request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body));
        let Ok(request) = request else { continue };
        let described = format!("{request:?}");
        let is_page = !request.uri().path().starts_with("/api/");
        let response = router.call(request).await.unwrap_or_else(|never| match never {});
        let status = response.status().as_u16();
        // There are no pages if the web client is not built.
        assert!(status < 500 || (status == 503 && is_page), "{status} to {described}");
        statuses.insert(status);
    }
    for expected in [200, 201, 400, 401, 404, 405, 422] {
        assert!(statuses.contains(&expected), "{expected} is not among {statuses:?}");
    }
}
