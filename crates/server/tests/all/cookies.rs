//! The cookie: its name under TLS, its replacement, and duplicates.

use crate::common::{TestServer, card_game, fast_bots, start_server};
use cafe_server::ServerConfig;
use reqwest::Method;
use serde_json::Value;

/// Starts a server as behind a proxy for TLS.
async fn start_with_tls() -> (tempfile::TempDir, TestServer) {
    start_server(ServerConfig { tls: true, ..fast_bots() }).await
}

/// Returns status and `Set-Cookie` headers of `GET /api/v1/me`.
async fn me(server: &TestServer, cookie: &str) -> (u16, Vec<String>) {
    let response = server.with_cookie(cookie).http(Method::GET, "/api/v1/me", None).await;
    let set = response.headers().get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned());
    (response.status().as_u16(), set.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_has_the_host_prefix_under_tls() {
    let (_folder, server) = start_with_tls().await;
    let ann = server.visitor("Ann").await;
    assert!(ann.cookie().starts_with("__Host-cafe_visitor="), "{}", ann.cookie());
    assert_eq!(me(&server, ann.cookie()).await, (200, vec![]));
    let room_id = ann.open_room(card_game(2)).await;
    ann.connect(&room_id).await;
    // A token that was given out with the prefix is not accepted without it: another host could plant such a cookie.
    let planted = ann.cookie().trim_start_matches("__Host-");
    assert_eq!(me(&server, planted).await, (401, vec![]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_from_before_tls_is_replaced_and_then_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plain = TestServer::start(folder.path(), fast_bots()).await;
    let old = plain.visitor("Ann").await.cookie().to_owned();
    assert!(old.starts_with("cafe_visitor="), "{old}");
    plain.stop().await;
    let server = TestServer::start(folder.path(), ServerConfig { tls: true, ..fast_bots() }).await;
    let (status, set) = me(&server, &old).await;
    assert_eq!((status, set.len()), (200, 2), "{set:?}");
    let new = format!("__Host-{old}");
    assert!(
        set[0].starts_with(&new)
            && set[0].ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure")
    );
    assert!(set[1].starts_with("cafe_visitor=; ") && set[1].contains("Max-Age=0"), "{set:?}");
    // The response may have been lost, so the old cookie works until the new one is used.
    assert_eq!(me(&server, &old).await.0, 200);
    let (status, set) = me(&server, &format!("{old}; {new}")).await;
    assert_eq!((status, set.len()), (200, 1), "the old one is removed: {set:?}");
    // A write, so that the use of the new cookie is stored.
    server.with_cookie(&new).session.rename("Anna").await.unwrap();
    assert_eq!(me(&server, &old).await, (401, vec![]));
    assert_eq!(me(&server, &new).await, (200, vec![]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn request_with_two_cookies_is_refused() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, eve) = (server.visitor("Ann").await, server.visitor("Eve").await);
    let both = server.with_cookie(&format!("{}; {}", ann.cookie(), eve.cookie()));
    for (method, path) in
        [(Method::GET, "/api/v1/me"), (Method::POST, "/api/v1/me/link"), (Method::GET, "/api/v1/home")]
    {
        let response = both.http(method, path, None).await;
        assert_eq!(response.status(), 400, "{path}");
        let error: Value = response.json().await.unwrap();
        assert_eq!(error["error"]["code"], "duplicate_cookie");
    }
    // What needs no identity is not affected.
    assert_eq!(both.http(Method::GET, "/api/v1/rooms", None).await.status(), 200);
    server.stop().await;
}
