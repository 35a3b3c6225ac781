//! No one gets in: other seats, other cookies, other origins, guessed ids, floods.

use crate::common::{Cafe, Socket, Visitor, quick};
use cafe_server::HouseRules;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

async fn cafe() -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    (folder, cafe)
}

fn status(result: Result<Socket, Error>) -> u16 {
    match result {
        Ok(_) => 101,
        Err(Error::Http(answer)) => answer.status().as_u16(),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_for_somebody_else() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben, eve) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await, cafe.visitor("Eve").await);
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let (mut a, mut b, mut e) = (ann.join(&table).await, ben.join(&table).await, eve.join(&table).await);
    a.must(json!({ "do": "sit", "seat": 0 })).await;
    e.refused(json!({ "do": "sit", "seat": 0 }), "chair_taken").await;
    e.refused(json!({ "do": "sit", "seat": 7 }), "no_such_chair").await;
    e.refused(json!({ "do": "add_bot", "seat": 1, "level": "novice" }), "not_host").await;
    e.refused(json!({ "do": "remove", "seat": 0 }), "not_host").await;
    e.refused(json!({ "do": "start" }), "not_seated").await;
    a.refused(json!({ "do": "start" }), "chairs_free").await;
    a.refused(json!({ "do": "sit", "seat": 1 }), "already_seated").await;
    b.refused(json!({ "do": "sit", "seat": 1, "share": "abc" }), "bad_share").await;
    b.must(json!({ "do": "sit", "seat": 1 })).await;
    e.refused(json!({ "do": "sit" }), "chair_taken").await;
    a.must(json!({ "do": "start" })).await;
    for ask in [
        json!({ "do": "act", "seq": 0, "actions": ["draw"] }),
        json!({ "do": "undo", "seq": 0 }),
        json!({ "do": "say", "text": "psst" }),
        json!({ "do": "hint", "seq": 0 }),
        json!({ "do": "rematch" }),
        json!({ "do": "react", "with": "bravo" }),
        json!({ "do": "answer_undo", "seq": 0, "agree": true }),
    ] {
        e.refused(ask, "not_seated").await;
    }
    b.refused(json!({ "do": "act", "seq": 0, "actions": ["draw"] }), "not_your_turn").await;
    a.refused(json!({ "do": "hint", "seq": 0 }), "hints_off").await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_cookie_or_with_a_wrong_one_no_door_opens() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    for cookie in [
        "",
        "cafe_visitor=",
        "cafe_visitor=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "cafe_visitor='; DROP TABLE visitors",
    ] {
        let stranger = Visitor { cookie: cookie.to_owned(), ..ann.clone() };
        assert_eq!(status(stranger.try_join(&table, 0, None).await), 401, "{cookie}");
        let answer =
            stranger.post("/api/v1/tables", json!({ "options": { "game": "card", "players": 2 } })).await;
        assert_eq!((answer.0, &answer.1["error"]["code"]), (401, &json!("who_are_you")), "{cookie}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_reach_nothing() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let own = format!("http://{}", cafe.address);
    assert_eq!(status(ann.try_join(&table, 0, Some(&own)).await), 101);
    for origin in ["http://evil.example", "null", "http://127.0.0.1", &format!("{own}.evil.example")] {
        assert_eq!(status(ann.try_join(&table, 0, Some(origin)).await), 403, "{origin}");
        let post = ann
            .client
            .post(cafe.url("/api/v1/tables"))
            .header("cookie", &ann.cookie)
            .header("origin", origin);
        let answer = post.json(&json!({ "options": { "game": "card", "players": 2 } })).send().await.unwrap();
        assert_eq!(answer.status(), 403, "{origin}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_not_there_is_not_found_however_one_guesses() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    for id in ["aaaaaaaaaaaaaaaa", "x", "..%2f..%2fetc%2fpasswd", "aaaaaaaaaaaaaaaa'--"] {
        assert_eq!(status(ann.try_join(id, 0, None).await), 404, "{id}");
        let answer = ann.send(reqwest::Method::GET, &format!("/api/v1/tables/{id}/record"), None).await;
        assert_eq!(answer.status(), 404, "{id}");
    }
    // A table that was there and has gone to sleep is found again.
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    assert_eq!(status(ann.try_join(&table, 0, None).await), 101);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_refused_and_the_next_message_is_heard() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = ann.join(&table).await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        r#"{"do":"dance"}"#,
        r#"{"do":"sit","seat":"x"}"#,
        r#"{"do":"say"}"#,
        "\u{1F600}",
    ] {
        socket.raw(text).await;
        let told = socket.hear_a("refused").await;
        assert_eq!(told["code"], "bad_message", "{text}");
    }
    socket.must(json!({ "do": "sit" })).await;
    for text in ["", "  ", "a\u{202e}b", &"x".repeat(301)] {
        socket.refused(json!({ "do": "say", "text": text }), "bad_text").await;
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_closes_the_socket_and_nothing_else() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = ann.join(&table).await;
    socket.raw(&json!({ "do": "say", "text": "x".repeat(100_000) }).to_string()).await;
    while socket.try_hear().await.is_some() {}
    assert_eq!(status(ann.try_join(&table, 0, None).await), 101);
    let (code, _) = ann.post("/api/v1/tables", json!({ "options": "x".repeat(100_000) })).await;
    assert_eq!(code, 413);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_talks_without_end_is_asked_to_wait_and_then_shown_out() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = ann.join(&table).await;
    for id in 1..=80 {
        socket.raw(&json!({ "do": "ping", "id": id }).to_string()).await;
    }
    let (mut answers, mut too_fast) = (0, 0);
    while answers < 80 {
        let told = socket.hear().await;
        answers += usize::from(told["tell"] == "done" || told["tell"] == "refused");
        too_fast += usize::from(told["code"] == "too_fast");
        // Whoever waits for an answer learns which of the questions it is to.
        assert!(told["code"] != "too_fast" || (1..=80).contains(&told["id"].as_u64().unwrap()), "{told}");
    }
    assert!((10..=40).contains(&too_fast), "{too_fast} of 80 came too fast");
    for _ in 0..400 {
        use futures_util::SinkExt as _;
        if socket
            .stream
            .send(tokio_tungstenite::tungstenite::Message::text(r#"{"do":"ping"}"#))
            .await
            .is_err()
        {
            break;
        }
    }
    // What was on its way when the door closed may be lost; but it closes.
    while socket.try_hear().await.is_some() {}
    assert_eq!(status(ann.try_join(&table, 0, None).await), 101);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_opens_more_tables_than_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { tables_each: 3, ..quick() }).await;
    let ann = cafe.visitor("Ann").await;
    let options = json!({ "options": { "game": "card", "players": 2 } });
    for _ in 0..3 {
        assert_eq!(ann.post("/api/v1/tables", options.clone()).await.0, 201);
    }
    let (code, told) = ann.post("/api/v1/tables", options.clone()).await;
    assert_eq!((code, &told["error"]["code"]), (429, &json!("too_many")));
    assert_eq!(cafe.visitor("Ben").await.post("/api/v1/tables", options).await.0, 201);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_nobody_could_play_at_are_not_opened() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    for options in [
        json!({ "game": "chess", "players": 2 }),
        json!({ "game": "board", "players": 5 }),
        json!({ "game": "card", "players": 2, "clock": { "kind": "seconds", "each": 14 } }),
        json!({ "game": "card", "players": 2, "clock": { "kind": "days", "each": 15 } }),
        json!({ "game": "card", "players": 2, "stakes": "high" }),
    ] {
        let (code, told) = ann.post("/api/v1/tables", json!({ "options": options })).await;
        assert_eq!(code, 422, "{options}: {told}");
    }
    let (code, _) =
        ann.post("/api/v1/tables", json!({ "options": { "game": "card", "players": 2 }, "bots": [{ "seat": 5, "level": "novice" }] })).await;
    assert_eq!(code, 422);
    // Two on one chair, or hundreds.
    for bots in [2, 200] {
        let bots = vec![json!({ "seat": 1, "level": "novice" }); bots];
        let (code, told) = ann
            .post("/api/v1/tables", json!({ "options": { "game": "card", "players": 2 }, "bots": bots }))
            .await;
        assert_eq!((code, &told["error"]["code"]), (422, &json!("chair_taken")));
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_can_be_changed_and_a_visitor_comes_to_another_device_once() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let answer =
        ann.send(reqwest::Method::PATCH, "/api/v1/me", Some(json!({ "name": "  Anna   B. " }))).await;
    assert_eq!(answer.json::<Value>().await.unwrap()["name"], "Anna B.");
    let answer = ann.send(reqwest::Method::PATCH, "/api/v1/me", Some(json!({ "name": "\u{200b}" }))).await;
    assert_eq!(answer.status(), 422);
    let (_, link) = ann.post("/api/v1/me/link", json!({})).await;
    let path = format!("/api/v1/links/{}", link["code"].as_str().unwrap());
    let phone = reqwest::Client::new();
    let answer = phone.post(cafe.url(&path)).send().await.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let phone = Visitor { cookie: cookie.split(';').next().unwrap().to_owned(), ..ann.clone() };
    assert_eq!(phone.get("/api/v1/me").await["visitor"], ann.id);
    let again = reqwest::Client::new().post(cafe.url(&path)).send().await.unwrap();
    assert_eq!(again.status(), 404);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_headers_that_keep_a_page_safe() {
    let (_folder, cafe) = cafe().await;
    for path in ["/healthz", "/readyz", "/metrics", "/api/v1/me", "/nowhere"] {
        let answer = reqwest::get(cafe.url(path)).await.unwrap();
        let headers = answer.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        let always = [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
        ];
        for (name, value) in always {
            assert_eq!(headers[name], value, "{path}");
        }
        assert!(headers.contains_key("x-request-id"), "{path}");
    }
    cafe.close().await;
}
