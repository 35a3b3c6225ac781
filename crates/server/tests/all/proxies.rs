//! A house behind a proxy: visitors come from where the proxy says, over TLS, and their word about themselves counts for nothing.

use std::time::Duration;

use crate::common::{Cafe, Visitor, quick};
use cafe_server::HouseRules;
use reqwest::Method;
use serde_json::json;

async fn behind_proxy() -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let rules = HouseRules { visitors_an_hour: 2, behind_proxy: true, tls: true, ..quick() };
    let cafe = Cafe::open(folder.path(), rules).await;
    (folder, cafe)
}

/// Somebody arrives; these lines say where from. Returns the status of the answer.
async fn arrives(cafe: &Cafe, lines: &[&str]) -> u16 {
    let mut request = reqwest::Client::new().post(cafe.url("/api/v1/me")).json(&json!({ "name": "Eve" }));
    for line in lines {
        request = request.header("x-forwarded-for", *line);
    }
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_address_counts_in_however_many_lines_it_is_told() {
    let (_folder, cafe) = behind_proxy().await;
    assert_eq!(arrives(&cafe, &["203.0.113.7"]).await, 201);
    // A proxy adds to the line that it finds, or a line below it.
    assert_eq!(arrives(&cafe, &["198.51.100.1, 203.0.113.7"]).await, 201);
    for lines in [&["127.0.0.1", "203.0.113.7"][..], &["127.0.0.1, 203.0.113.7:4711"], &["203.0.113.7"]] {
        assert_eq!(arrives(&cafe, lines).await, 429, "{lines:?}");
    }
    assert_eq!(arrives(&cafe, &["203.0.113.7", "203.0.113.8"]).await, 201, "somebody else");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_comes_through_a_proxy_is_on_this_machine() {
    let (_folder, cafe) = behind_proxy().await;
    for line in ["127.0.0.1", "::1"] {
        let statuses =
            [arrives(&cafe, &[line]).await, arrives(&cafe, &[line]).await, arrives(&cafe, &[line]).await];
        assert_eq!(statuses, [201, 201, 429], "{line}");
    }
    // Whom the proxy cannot name is counted with the proxy's own.
    assert_eq!(arrives(&cafe, &["unknown"]).await, 429);
    // Who does not come through it at all is here.
    for _ in 0..5 {
        assert_eq!(arrives(&cafe, &[]).await, 201);
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_a_cookie_never_travels_without_it_and_browsers_are_told_so() {
    for tls in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let cafe = Cafe::open(folder.path(), HouseRules { tls, ..quick() }).await;
        let client = reqwest::Client::new();
        let arrived =
            client.post(cafe.url("/api/v1/me")).json(&json!({ "name": "Ann" })).send().await.unwrap();
        let cookie = arrived.headers()["set-cookie"].to_str().unwrap().to_owned();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(cookie.split("; ").any(|one| one == part), "{part}: {cookie}");
        }
        assert_eq!(cookie.split("; ").any(|one| one == "Secure"), tls, "{cookie}");
        // Whatever is asked for, and whether there is such a thing or not.
        for path in ["/", "/healthz", "/api/v1/tables", "/api/v1/nowhere"] {
            let answer = client.get(cafe.url(path)).send().await.unwrap();
            let told = answer.headers().get("strict-transport-security").map(|told| told.to_str().unwrap());
            assert_eq!(told, tls.then_some("max-age=31536000"), "{path}");
        }
        let ann = Visitor {
            address: cafe.address,
            client,
            cookie: cookie.split(';').next().unwrap().to_owned(),
            token: None,
            id: String::new(),
        };
        let forgotten = ann.send(Method::DELETE, "/api/v1/me", None).await;
        let cookie = forgotten.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("Max-Age=0") && cookie.contains("; Secure") == tls, "{cookie}");
        cafe.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_lives_on_from_the_last_day_on_which_somebody_came_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (ann, bot) = (cafe.visitor("Ann").await, cafe.program("Bot").await);
    let renewed = async |visitor: &Visitor| {
        let answer = visitor.send(Method::GET, "/api/v1/me", None).await;
        assert_eq!(answer.status(), 200);
        answer.headers().get("set-cookie").map(|told| told.to_str().unwrap().to_owned())
    };
    assert_eq!(renewed(&ann).await, None, "it is new");
    for _ in 0..2 {
        cafe.house.wall_clock.put_forward(Duration::from_secs(25 * 60 * 60));
        let cookie = renewed(&ann).await.expect("a day has gone by");
        assert!(
            cookie.starts_with(&format!("{};", ann.cookie)) && cookie.contains("Max-Age=31536000"),
            "{cookie}"
        );
        assert_eq!(renewed(&ann).await, None, "once a day is enough");
        assert_eq!(renewed(&bot).await, None, "a program has none");
    }
    cafe.close().await;
}
