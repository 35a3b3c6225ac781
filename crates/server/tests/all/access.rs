//! Requests that are not allowed: other players' seats, invalid credentials, other origins, guessed ids, invalid messages.

use crate::common::requests::*;
use crate::common::{TestConnection, card_game, fast_bots, start_server};
use cafe_bots::Level;
use cafe_client::ClientError;
use cafe_room::messages::NewBot;
use cafe_room::{Clock, Reaction, RoomOptions, RoomRequest};
use cafe_server::ServerConfig;
use reqwest::Method;
use serde_json::json;

/// Returns the status of an attempt to connect.
fn status(result: Result<TestConnection, ClientError>) -> u16 {
    match result {
        Ok(_) => 101,
        Err(error) => error.status().unwrap_or_else(|| panic!("{error}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_and_players_control_a_game() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben, eve) =
        (server.visitor("Ann").await, server.visitor("Ben").await, server.visitor("Eve").await);
    let room_id = ann.open_room(card_game(2)).await;
    let (mut host, mut other) = (ann.connect(&room_id).await, ben.connect(&room_id).await);
    let mut spectator = eve.connect(&room_id).await;
    host.accept(take_seat(0)).await;
    spectator.refuse(take_seat(0), "player_taken").await;
    spectator.refuse(take_seat(7), "no_such_player").await;
    spectator.refuse(add_bot(1, Level::Novice), "not_host").await;
    spectator.refuse(remove(0), "not_host").await;
    spectator.refuse(RoomRequest::Start {}, "not_seated").await;
    host.refuse(RoomRequest::Start {}, "players_missing").await;
    host.refuse(take_seat(1), "already_seated").await;
    other.refuse(take_seat_with_share(1, "abc"), "bad_share").await;
    other.accept(take_seat(1)).await;
    spectator.refuse(take_any_seat(), "player_taken").await;
    host.accept(RoomRequest::Start {}).await;
    for request in [
        play(0, "draw"),
        undo(0),
        chat("psst"),
        hint(0),
        RoomRequest::Rematch {},
        react(Reaction::Bravo),
        answer_undo(0, 0, true),
    ] {
        spectator.refuse(request, "not_seated").await;
    }
    other.refuse(play(0, "draw"), "not_your_turn").await;
    host.refuse(hint(0), "hints_off").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_cookies_are_rejected() {
    let (_folder, server) = start_server(fast_bots()).await;
    let room_id = server.visitor("Ann").await.open_room(card_game(2)).await;
    for cookie in [
        "",
        "cafe_visitor=",
        "cafe_visitor=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "cafe_visitor='; DROP TABLE visitors",
    ] {
        let unknown = server.with_cookie(cookie);
        assert_eq!(status(unknown.try_connect(&room_id).await), 401, "{cookie}");
        let error = unknown.session.open_room(card_game(2), Vec::new()).await.unwrap_err();
        assert_eq!((error.status(), error.code()), (Some(401), Some("not_identified")), "{cookie}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_other_origins_are_rejected() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let own = format!("http://{}", server.address);
    assert_eq!(status(ann.try_connect_from(&own, &room_id).await), 101);
    for origin in ["http://evil.example", "null", "http://127.0.0.1", &format!("{own}.evil.example")] {
        assert_eq!(status(ann.try_connect_from(origin, &room_id).await), 403, "{origin}");
        let request = ann.session.request(Method::POST, "/api/v1/rooms").unwrap().header("origin", origin);
        let response = request.json(&json!({ "options": card_game(2) })).send().await.unwrap();
        assert_eq!(response.status(), 403, "{origin}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guessed_room_ids_are_not_found() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    for id in ["aaaaaaaaaaaaaaaa", "x", "..%2f..%2fetc%2fpasswd", "aaaaaaaaaaaaaaaa'--"] {
        assert_eq!(status(ann.try_connect(id).await), 404, "{id}");
        assert_eq!(ann.session.record(id).await.unwrap_err().status(), Some(404), "{id}");
    }
    let room_id = ann.open_room(card_game(2)).await;
    assert_eq!(status(ann.try_connect(&room_id).await), 101);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_messages_are_refused_and_the_connection_stays() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        r#"{"type":"dance"}"#,
        r#"{"type":"take_seat","player":"x"}"#,
        r#"{"type":"chat"}"#,
        "\u{1F600}",
    ] {
        connection.send_text(text).await;
        assert_eq!(connection.next_of("refused").await["code"], "bad_message", "{text}");
    }
    connection.accept(take_any_seat()).await;
    for text in ["", "  ", "a\u{202e}b", &"x".repeat(301)] {
        connection.refuse(chat(text), "bad_text").await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn far_too_long_message_closes_only_its_connection() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    connection.send(chat(&"x".repeat(100_000))).await;
    while connection.try_next().await.is_some() {}
    assert_eq!(status(ann.try_connect(&room_id).await), 101);
    let (status, _) = ann.post("/api/v1/rooms", json!({ "options": "x".repeat(100_000) })).await;
    assert_eq!(status, 413);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_messages_are_refused_and_then_disconnect() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    for _ in 0..80 {
        connection.send(RoomRequest::Ping {}).await;
    }
    let (mut answers, mut too_fast) = (0, 0);
    while answers < 80 {
        let message = connection.next().await;
        answers += usize::from(message["type"] == "done" || message["type"] == "refused");
        if message["code"] == "too_fast" {
            too_fast += 1;
            // The refusal names the request.
            assert!((1..=80).contains(&message["id"].as_u64().unwrap()), "{message}");
        }
    }
    assert!((10..=40).contains(&too_fast), "{too_fast} of 80 were too fast");
    for _ in 0..400 {
        if connection.0.send(RoomRequest::Ping {}).await.is_err() {
            break;
        }
    }
    // Messages on their way may be lost when it is closed.
    while connection.try_next().await.is_some() {}
    assert_eq!(status(ann.try_connect(&room_id).await), 101);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_rooms_of_a_visitor_are_limited() {
    let (_folder, server) = start_server(ServerConfig { max_open_rooms_per_visitor: 3, ..fast_bots() }).await;
    let ann = server.visitor("Ann").await;
    for _ in 0..3 {
        ann.open_room(card_game(2)).await;
    }
    let error = ann.session.open_room(card_game(2), Vec::new()).await.unwrap_err();
    assert_eq!((error.status(), error.code()), (Some(429), Some("too_many")));
    server.visitor("Ben").await.open_room(card_game(2)).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_room_options_are_refused() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    for options in [
        json!({ "game": "chess", "players": 2 }),
        json!({ "game": "board", "players": 5 }),
        json!(RoomOptions { clock: Clock::Seconds { per_turn: 14 }, ..card_game(2) }),
        json!(RoomOptions { clock: Clock::Days { per_turn: 15 }, ..card_game(2) }),
        json!({ "game": "card", "players": 2, "stakes": "high" }),
    ] {
        let (status, error) = ann.post("/api/v1/rooms", json!({ "options": options })).await;
        assert_eq!(status, 422, "{options}: {error}");
    }
    let outside = vec![NewBot { player: 5, level: Level::Novice }];
    assert_eq!(ann.session.open_room(card_game(2), outside).await.unwrap_err().status(), Some(422));
    // Several bots in one seat.
    for count in [2, 200] {
        let bots = vec![NewBot { player: 1, level: Level::Novice }; count];
        let error = ann.session.open_room(card_game(2), bots).await.unwrap_err();
        assert_eq!((error.status(), error.code()), (Some(422), Some("player_taken")));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_normalised_and_invalid_ones_refused() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    assert_eq!(ann.session.rename("  Anna   B. ").await.unwrap().name, "Anna B.");
    assert_eq!(ann.session.rename("\u{200b}").await.unwrap_err().status(), Some(422));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_security_headers() {
    let (_folder, server) = start_server(fast_bots()).await;
    for path in ["/healthz", "/readyz", "/metrics", "/api/v1/me", "/nowhere"] {
        let response = reqwest::get(server.url(path)).await.unwrap();
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
        ] {
            assert_eq!(headers[name], value, "{path}");
        }
        assert!(headers.contains_key("x-request-id"), "{path}");
    }
    server.stop().await;
}
