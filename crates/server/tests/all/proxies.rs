//! A server behind a proxy or TLS: client addresses and cookies.

use std::time::Duration;

use crate::common::{TestServer, TestVisitor, fast_bots, start_server};
use cafe_server::ServerConfig;
use reqwest::Method;
use serde_json::json;

async fn start_behind_proxy() -> (tempfile::TempDir, TestServer) {
    start_server(ServerConfig { new_visitors_per_hour: 2, behind_proxy: true, tls: true, ..fast_bots() })
        .await
}

/// Signs in a visitor with these `X-Forwarded-For` headers, and returns the status.
async fn sign_in(server: &TestServer, forwarded_for: &[&str]) -> u16 {
    let mut request = reqwest::Client::new().post(server.url("/api/v1/me")).json(&json!({ "name": "Eve" }));
    for value in forwarded_for {
        request = request.header("x-forwarded-for", *value);
    }
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_forwarded_address_counts() {
    let (_folder, server) = start_behind_proxy().await;
    assert_eq!(sign_in(&server, &["203.0.113.7"]).await, 201);
    // A proxy appends to the header, or adds another one.
    assert_eq!(sign_in(&server, &["198.51.100.1, 203.0.113.7"]).await, 201);
    for headers in [&["127.0.0.1", "203.0.113.7"][..], &["127.0.0.1, 203.0.113.7:4711"], &["203.0.113.7"]] {
        assert_eq!(sign_in(&server, headers).await, 429, "{headers:?}");
    }
    assert_eq!(sign_in(&server, &["203.0.113.7", "203.0.113.8"]).await, 201, "another address");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forwarded_loopback_address_is_not_local() {
    let (_folder, server) = start_behind_proxy().await;
    for address in ["127.0.0.1", "::1"] {
        for expected in [201, 201, 429] {
            assert_eq!(sign_in(&server, &[address]).await, expected, "{address}");
        }
    }
    // An unknown address counts as the proxy's own.
    assert_eq!(sign_in(&server, &["unknown"]).await, 429);
    // A client that does not come through the proxy is local.
    for _ in 0..5 {
        assert_eq!(sign_in(&server, &[]).await, 201);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tls_makes_cookies_secure_and_sends_hsts() {
    for tls in [true, false] {
        let (_folder, server) = start_server(ServerConfig { tls, ..fast_bots() }).await;
        let client = reqwest::Client::new();
        let response =
            client.post(server.url("/api/v1/me")).json(&json!({ "name": "Ann" })).send().await.unwrap();
        let cookie = response.headers()["set-cookie"].to_str().unwrap().to_owned();
        let has_attribute = |name: &str| cookie.split("; ").any(|attribute| attribute == name);
        for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(has_attribute(attribute), "{attribute}: {cookie}");
        }
        assert_eq!(has_attribute("Secure"), tls, "{cookie}");
        for path in ["/", "/healthz", "/api/v1/rooms", "/api/v1/nowhere"] {
            let response = client.get(server.url(path)).send().await.unwrap();
            let hsts =
                response.headers().get("strict-transport-security").map(|value| value.to_str().unwrap());
            assert_eq!(hsts, tls.then_some("max-age=31536000"), "{path}");
        }
        let ann = server.with_cookie(cookie.split(';').next().unwrap());
        let erased = ann.http(Method::DELETE, "/api/v1/me", None).await;
        let cookie = erased.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("Max-Age=0") && cookie.contains("; Secure") == tls, "{cookie}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_is_renewed_once_a_day() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, bot) = (server.visitor("Ann").await, server.program("Bot").await);
    let renewed_cookie = async |visitor: &TestVisitor| {
        let response = visitor.http(Method::GET, "/api/v1/me", None).await;
        assert_eq!(response.status(), 200);
        response.headers().get("set-cookie").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(renewed_cookie(&ann).await, None, "the cookie is new");
    for _ in 0..2 {
        server.state.wall_clock.advance(Duration::from_secs(25 * 60 * 60));
        let cookie = renewed_cookie(&ann).await.expect("the cookie is a day old");
        assert!(
            cookie.starts_with(&format!("{};", ann.cookie())) && cookie.contains("Max-Age=31536000"),
            "{cookie}"
        );
        assert_eq!(renewed_cookie(&ann).await, None, "it was renewed today");
        assert_eq!(renewed_cookie(&bot).await, None, "a program has no cookie");
    }
    server.stop().await;
}
