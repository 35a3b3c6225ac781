//! Limits on requests, connections and messages. A client over a limit does not affect the others.

use crate::common::requests::*;
use crate::common::{
    TestServer, TestVisitor, TwoPlayers, card_game, fast_bots, in_time, play_out, start_server, two_players,
};
use cafe_client::Connection;
use cafe_client::tokio_tungstenite::tungstenite::Message;
use cafe_room::messages::ClientMessage;
use cafe_room::{Entry, Reaction, RoomId, RoomOptions, RoomRequest, TimedEntry};
use cafe_server::ServerConfig;
use cafe_store::Append;
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};

async fn start_strict_server() -> (tempfile::TempDir, TestServer) {
    start_server(ServerConfig { requests_per_second: 10, ..fast_bots() }).await
}

/// Repeats a request until it is refused. Returns the number of accepted requests.
async fn repeat_until_refused(
    visitor: &TestVisitor,
    method: &Method,
    path: &str,
    body: Option<&Value>,
) -> usize {
    for accepted in 0..1000 {
        let response = visitor.http(method.clone(), path, body.cloned()).await;
        if response.status() == 429 {
            assert_eq!(response.headers()["retry-after"], "1", "{method} {path}");
            let error: Value = response.json().await.unwrap();
            assert_eq!(error["error"]["code"], "too_fast", "{method} {path}");
            return accepted;
        }
    }
    panic!("{method} {path} has no limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_has_a_limit_for_each_visitor() {
    let (_folder, server) = start_strict_server().await;
    let TwoPlayers { room_id, visitors: [ann, ben], mut connections, .. } =
        two_players(&server, card_game(2)).await;
    connections[0] = ann.connect(&room_id).await;
    play_out(&mut connections, &mut fastrand::Rng::with_seed(5)).await;
    let room_path = |suffix: &str| format!("/api/v1/rooms/{room_id}{suffix}");
    let name = json!({ "name": "Eve" });
    let new_room = json!({ "options": { "game": "card", "players": 2 } });
    let expensive = [
        (Method::GET, room_path("/replay"), None),
        (Method::GET, room_path("/record"), None),
        (Method::GET, room_path("/positions/0"), None),
        (Method::GET, "/api/v1/me/rooms?limit=100".to_owned(), None),
        (Method::GET, "/api/v1/rooms?limit=100".to_owned(), None),
        (Method::GET, "/api/v1/home".to_owned(), None),
        (Method::GET, "/api/v1/me/devices".to_owned(), None),
        (Method::DELETE, "/api/v1/me/devices/aaaaaaaaaaaa".to_owned(), None),
        (Method::POST, "/api/v1/me/link".to_owned(), None),
        (Method::POST, "/api/v1/links/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(), None),
        (Method::PATCH, "/api/v1/me".to_owned(), Some(&name)),
        (Method::DELETE, "/api/v1/me/devices".to_owned(), None),
    ];
    let cheap = [
        (Method::GET, room_path(""), None),
        (Method::GET, room_path("/socket"), None),
        (Method::GET, "/api/v1/me".to_owned(), None),
        (Method::GET, "/api/v1/me/rooms".to_owned(), None),
        (Method::GET, "/api/v1/rooms".to_owned(), None),
        (Method::GET, "/api/v1/openapi.json".to_owned(), None),
        (Method::POST, "/api/v1/me".to_owned(), Some(&name)),
        (Method::POST, "/api/v1/rooms".to_owned(), Some(&new_room)),
        (Method::POST, room_path("/share"), None),
        (Method::DELETE, room_path(""), None),
    ];
    let expensive = expensive.into_iter().map(|route| (route, 10));
    let cheap = cheap.into_iter().map(|route| (route, 1000));
    for ((method, path, body), limit) in expensive.chain(cheap) {
        let eve = server.visitor("Eve").await;
        let accepted = repeat_until_refused(&eve, &method, &path, body).await;
        assert!((1..limit).contains(&accepted), "{method} {path}: {accepted}");
        assert_eq!(ben.http(Method::GET, "/api/v1/me", None).await.status(), 200, "after {method} {path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_log_costs_more() {
    let (_folder, server) = start_strict_server().await;
    let TwoPlayers { room_id, visitors: [ann, _], .. } = two_players(&server, card_game(2)).await;
    let accepted_of = async |room_id: &str| {
        let path = format!("/api/v1/rooms/{room_id}/replay");
        repeat_until_refused(&server.visitor("Eve").await, &Method::GET, &path, None).await
    };
    let of_short_log = accepted_of(&room_id).await;
    // As many entries as the budget for ten requests pays for.
    let id = RoomId::parse(&room_id).unwrap();
    let first = server.state.store.log_length(&id).await.unwrap() + 1;
    let entry = Entry::UndoDeclined { player: 0 };
    let entries = vec![TimedEntry { at: server.state.now(), entry }; 300];
    let append = Append { room: id, first, entries, summary: None };
    server.state.store.append(append).await.unwrap();
    let of_long_log = accepted_of(&room_id).await;
    assert!(of_long_log * 2 < of_short_log, "{of_long_log} {of_short_log}");
    assert_eq!(ann.session.me().await.unwrap().name, "Ann");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_a_limit_for_each_address() {
    for (method, path) in [
        (Method::GET, "/metrics"),
        (Method::GET, "/nowhere"),
        (Method::POST, "/admin/v1/rooms/aaaaaaaaaaaaaaaa/close"),
    ] {
        let (_folder, server) = start_strict_server().await;
        let (ann, eve) = (server.visitor("Ann").await, server.visitor("Eve").await);
        assert!(repeat_until_refused(&eve, &method, path, None).await >= 1, "{path}");
        for visitor in [&ann, &eve, &server.anonymous()] {
            assert_ne!(visitor.http(Method::GET, "/api/v1/me", None).await.status(), 429, "after {path}");
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unidentified_requests_share_the_limit_of_their_address() {
    let (_folder, server) = start_strict_server().await;
    let ann = server.visitor("Ann").await;
    let list = "/api/v1/rooms?limit=100";
    repeat_until_refused(&server.anonymous(), &Method::GET, list, None).await;
    // An invalid token has no limit of its own.
    let unknown = server.with_cookie(&format!("cafe_visitor={}", "b".repeat(32)));
    assert!(repeat_until_refused(&unknown, &Method::GET, list, None).await < 5);
    assert_eq!(ann.http(Method::GET, "/api/v1/rooms", None).await.status(), 200);
    // The health check is never limited.
    for _ in 0..100 {
        assert_eq!(unknown.http(Method::GET, "/healthz", None).await.status(), 200);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_visitors_from_the_local_machine_are_not_limited() {
    let (_folder, server) = start_strict_server().await;
    let client = reqwest::Client::new();
    for number in 0..200 {
        let path = ["/api/v1/me", "/api/v1/programs"][number % 2];
        let request = client.post(server.url(path)).json(&json!({ "name": "Ann" }));
        assert_eq!(request.send().await.unwrap().status(), 201, "{number}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_connecting_is_refused_and_open_connections_stay() {
    let (_folder, server) = start_strict_server().await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let room_id = ann.open_room(card_game(2)).await;
    let mut other = ben.connect(&room_id).await;
    let mut open = Vec::new();
    let error = loop {
        match ann.try_connect(&room_id).await {
            Ok(connection) => open.push(connection),
            Err(error) => break error,
        }
        assert!(open.len() < 1000, "there is no limit");
    };
    assert_eq!(error.status(), Some(429));
    other.accept(take_any_seat()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visitor_has_at_most_a_hundred_sockets() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let mut room_ids = Vec::new();
    for _ in 0..6 {
        room_ids.push(ann.open_room(card_game(2)).await);
    }
    // As many in each room as allowed there.
    let mut open = Vec::new();
    for room_id in &room_ids[..5] {
        for _ in 0..20 {
            open.push(ann.connect(room_id).await);
        }
    }
    let error = ann.session.connect(&room_ids[5], 0).await.unwrap_err();
    assert_eq!((error.status(), error.code()), (Some(429), Some("too_many")));
    assert!(error.to_string().contains("the limit for a visitor"), "{error}");
    // The open ones still work, and other visitors can connect.
    for connection in &mut open {
        connection.accept(RoomRequest::Ping {}).await;
    }
    ben.connect(&room_ids[5]).await.accept(RoomRequest::Ping {}).await;
    open.pop().unwrap().0.close().await.unwrap();
    let closed = server.state.metrics.sockets.until_value(|sockets| sockets <= open.len() as i64);
    in_time("the server notices that a socket is closed", closed).await;
    ann.connect(&room_ids[5]).await.accept(take_any_seat()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connection_over_the_room_limit_closes_the_oldest() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let room_id = ann.open_room(card_game(2)).await;
    let mut other = ben.connect(&room_id).await;
    let mut open = Vec::new();
    for _ in 0..21 {
        open.push(ann.connect(&room_id).await);
    }
    let mut oldest = open.remove(0);
    let (_, close_frame) = oldest.read_to_end().await;
    let reason = "too many connections to this room; this was the oldest".to_owned();
    assert_eq!(close_frame, Some((1008, reason)));
    for connection in open.iter_mut().chain([&mut other]) {
        connection.accept(RoomRequest::Ping {}).await;
    }
    server.stop().await;
}

/// Sends a frame again and again until the server closes the connection. Returns code and reason of the close frame.
async fn flood(connection: Connection, frame: Message) -> (u16, String) {
    let (mut sink, mut stream) = connection.into_socket().split();
    let send = async {
        for _ in 0..5000 {
            if sink.send(frame.clone()).await.is_err() {
                break;
            }
        }
        // The connection stays open to receive the close frame.
        std::future::pending::<()>().await;
    };
    let receive = async {
        loop {
            match stream.next().await.expect("a close frame") {
                Ok(Message::Close(Some(frame))) => return (frame.code.into(), frame.reason.to_string()),
                Ok(_) => {}
                Err(error) => panic!("no close frame: {error}"),
            }
        }
    };
    tokio::select! {
        () = send => unreachable!("it never ends"),
        close_frame = receive => close_frame,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn flood_of_any_message_closes_the_connection() {
    let (_folder, server) = start_server(fast_bots()).await;
    let options = RoomOptions { hints: true, ..card_game(2) };
    let TwoPlayers { room_id, visitors: [ann, ben], connections: [mut first, second], .. } =
        two_players(&server, options).await;
    first.accept(play(0, "draw")).await;
    let requests = [
        RoomRequest::Ping {},
        chat("na"),
        react(Reaction::Bravo),
        hint(1),
        past_view(0),
        take_any_seat(),
        RoomRequest::Leave {},
        RoomRequest::Resume {},
        RoomRequest::Start {},
        undo(1),
        answer_undo(0, 0, false),
        mute(0, true),
        RoomRequest::Rematch {},
        RoomRequest::Share {},
        RoomRequest::Close {},
        // An action that was already played, and one that never can be.
        play(0, "draw"),
        play(900, "draw"),
    ];
    let to_frame = |request: RoomRequest| {
        Message::text(serde_json::to_string(&ClientMessage { id: 0, request }).unwrap())
    };
    let other_frames = [
        Message::text(r#"{"type":"dance"}"#),
        Message::text("x".repeat(5000)),
        Message::binary(vec![0; 100]),
        Message::Ping(vec![0; 100].into()),
        Message::Pong(vec![0; 100].into()),
    ];
    for frame in requests.map(to_frame).into_iter().chain(other_frames) {
        let sent = frame.to_string();
        let close_frame = flood(ann.session.connect(&room_id, 0).await.unwrap(), frame).await;
        // Every action is answered with the whole view, so a client may also be disconnected because it reads too slowly.
        let is_slow = sent.contains("\"play\"") && close_frame == (1013, "reconnect".to_owned());
        assert!(is_slow || close_frame == (1008, "too many messages".to_owned()), "{sent}: {close_frame:?}");
    }
    // The other player is not affected.
    drop(second);
    ben.connect(&room_id).await.accept(chat("Is everything all right?")).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_message_is_refused_and_far_too_long_one_disconnects() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    connection.send(chat(&"x".repeat(5000))).await;
    let refused = connection.next_of("refused").await;
    assert_eq!(refused["code"], "bad_message");
    assert!(text_of(&refused["message"]).contains("4096 bytes"), "{refused}");
    connection.accept(take_any_seat()).await;
    connection.send_text(&"x".repeat(20_000)).await;
    // The server does not read the rest of the message, so the operating system may discard the close frame.
    let (_, close_frame) = connection.read_to_end().await;
    assert!(close_frame.is_none_or(|(code, _)| code == 1002));
    ann.session.room(&room_id).await.unwrap();
    server.stop().await;
}
