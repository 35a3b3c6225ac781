//! Data that is not kept: rooms without a game, old games, visitors who never did anything. Quotas on new rooms.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{TestVisitor, card_game, fast_bots, play_game, start_server};
use cafe_room::{RoomId, RoomRequest, VisitorId};
use cafe_server::ServerConfig;
use reqwest::Method;
use serde_json::{Value, json};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn status(visitor: &TestVisitor, room_id: &str) -> u16 {
    visitor.http(Method::GET, &format!("/api/v1/rooms/{room_id}"), None).await.status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn room_closed_before_its_game_is_deleted_after_a_day() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let (closed, open) = (ann.open_room(card_game(2)).await, ann.open_room(card_game(2)).await);
    let (played, connections) = play_game(&[&ann, &server.visitor("Ben").await], card_game(2)).await;
    drop(connections);
    ann.session.close_room(&closed).await.unwrap();
    server.state.delete_expired_data().await.unwrap();
    assert_eq!(status(&ann, &closed).await, 200);
    server.state.wall_clock.advance(2 * DAY);
    server.state.delete_expired_data().await.unwrap();
    assert_eq!(status(&ann, &closed).await, 404);
    assert_eq!((status(&ann, &open).await, status(&ann, &played).await), (200, 200));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_room_in_memory_behaves_like_one_that_does_not_exist() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    connection.accept(RoomRequest::Close {}).await;
    // The viewer is connected, but the store does not know it yet.
    server.state.wall_clock.advance(2 * DAY);
    server.state.delete_expired_data().await.unwrap();
    let (_, close_frame) = connection.read_to_end().await;
    assert_eq!(close_frame.map(|(code, _)| code), Some(1013));
    assert_eq!(ann.session.connect(&room_id, 0).await.unwrap_err().status(), Some(404));
    assert_eq!(ann.session.close_room(&room_id).await.unwrap_err().status(), Some(404));
    assert_eq!(status(&ann, &room_id).await, 404);
    server.until_no_room_in_memory().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_kept_unless_the_operator_limits_it() {
    for (game_retention, expected) in [(None, 200), (Some(100 * DAY), 200), (Some(10 * DAY), 404)] {
        let (_folder, server) = start_server(ServerConfig { game_retention, ..fast_bots() }).await;
        let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
        let (room_id, connections) = play_game(&[&ann, &ben], card_game(2)).await;
        drop(connections);
        let running = ann.open_room(card_game(2)).await;
        server.state.wall_clock.advance(11 * DAY);
        server.state.delete_expired_data().await.unwrap();
        assert_eq!(status(&ann, &room_id).await, expected, "{game_retention:?}");
        assert_eq!(status(&ann, &running).await, 200, "it is not over");
        let own = ann.get("/api/v1/me/rooms").await;
        assert_eq!(own["rooms"].as_array().unwrap().len(), usize::from(expected == 200));
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn visitor_who_never_did_anything_expires() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (unused, host) = (server.visitor("Eve").await, server.visitor("Ann").await);
    let (seated, returned) = (server.visitor("Ben").await, server.visitor("Carl").await);
    let program = server.program("DeepCafe").await;
    let room_id = host.open_room(card_game(2)).await;
    seated.connect(&room_id).await.accept(take_any_seat()).await;
    server.state.wall_clock.advance(2 * DAY);
    returned.session.me().await.unwrap();
    server.state.wall_clock.advance(40 * DAY);
    server.state.delete_expired_data().await.unwrap();
    assert_eq!(unused.session.me().await.unwrap_err().status(), Some(401));
    for visitor in [&host, &seated, &returned, &program] {
        assert!(visitor.session.me().await.is_ok(), "{}", visitor.id);
    }
    assert!(!server.state.store.visitor_exists(&VisitorId::parse(&unused.id).unwrap()).await.unwrap());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_rooms_are_limited_per_visitor_and_address() {
    let config = ServerConfig { rooms_per_hour: 2, behind_proxy: true, ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let open = async |visitor: &TestVisitor, address: &str| {
        let request = visitor.session.request(Method::POST, "/api/v1/rooms").unwrap();
        let body = json!({ "options": { "game": "card", "players": 2 } });
        let response = request.header("x-forwarded-for", address).json(&body).send().await.unwrap();
        let status = response.status().as_u16();
        (status, response.json::<Value>().await.unwrap())
    };
    let ann = server.visitor("Ann").await;
    for expected in [201, 201, 429] {
        let (status, answer) = open(&ann, "203.0.113.7").await;
        assert_eq!(status, expected);
        if status == 429 {
            assert_eq!(answer["error"]["code"], "too_many");
            assert!(text_of(&answer["error"]["message"]).contains("in the last hour"), "{answer}");
        }
    }
    let mut opened = 0;
    for _ in 0..8 {
        let visitor = server.visitor("Ben").await;
        opened += usize::from(open(&visitor, "203.0.113.7").await.0 == 201);
    }
    assert_eq!(opened, 2 * 4 - 2, "the address has four times the limit of a visitor");
    let room_id = RoomId::parse(&ann.open_room(card_game(2)).await).unwrap();
    assert!(server.state.store.room_exists(&room_id).await.unwrap(), "this machine is not limited");
    server.stop().await;
}
