//! Shutdown of the server.

use crate::common::requests::*;
use crate::common::{TestVisitor, board_game, card_game, fast_bots, small_buffers, start_server};
use cafe_bots::Level;
use cafe_room::{RoomId, RoomRequest};
use cafe_server::admin::AdminError;
use cafe_store::{Cause, StoreError};
use reqwest::Method;
use serde_json::Value;

/// Opens a room with two bots, whose game can be started.
async fn room_of_bots(host: &TestVisitor) -> String {
    let room_id = host.open_room(board_game(2)).await;
    let mut connection = host.connect(&room_id).await;
    for player in 0..2 {
        connection.accept(add_bot(player, Level::Novice)).await;
    }
    room_id
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_do_not_read_do_not_delay_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let server = small_buffers::start_server(folder.path(), fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = room_of_bots(&ann).await;
    let mut unread = Vec::new();
    for _ in 0..20 {
        unread.push(small_buffers::connect(&server, &ann, &room_id).await);
    }
    let mut connection = ann.connect(&room_id).await;
    connection.accept(RoomRequest::Start {}).await;
    // By then sends to the first of them block, but none is so far behind that it was disconnected.
    while connection.next_update().await["view"]["seq"].as_u64().is_none_or(|seq| seq < 30) {}
    assert!(server.state.shut_down().await, "a socket was still open");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_that_shuts_down_is_not_ready_and_refuses_requests() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    assert_eq!(ann.http(Method::GET, "/readyz", None).await.status(), 200);
    server.state.begin_shutdown();
    let response = ann.http(Method::GET, "/readyz", None).await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.json::<Value>().await.unwrap()["error"]["code"], "closing");
    assert!(ann.try_connect(&room_id).await.is_err());
    let error = ann.session.share(&room_id).await.unwrap_err();
    assert_eq!((error.status(), error.code()), (Some(503), Some("closing")));
    let closed = server.state.close_room(&RoomId::parse(&room_id).unwrap(), None).await;
    let expected = AdminError::Store(StoreError::Unavailable(Cause::Closed));
    assert_eq!(closed, Err(expected), "the room exists, but cannot be reached");
    assert_eq!(ann.http(Method::GET, "/healthz", None).await.status(), 200);
    server.stop().await;
}
