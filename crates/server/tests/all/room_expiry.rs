//! Rooms that are no longer used: closed by their host, when they are abandoned, or after a timeout.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{TestVisitor, TwoPlayers, card_game, fast_bots, start_server, two_players};
use cafe_client::ClientError;
use cafe_room::{RoomOptions, RoomRequest};
use cafe_server::ServerConfig;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn public_card_game() -> RoomOptions {
    RoomOptions { public: true, ..card_game(2) }
}

/// Tries to open a room and returns the status.
async fn open_status(visitor: &TestVisitor) -> u16 {
    match visitor.session.open_room(public_card_game(), Vec::new()).await {
        Ok(_) => 201,
        Err(error) => error.status().unwrap(),
    }
}

async fn is_closed(visitor: &TestVisitor, room_id: &str) -> bool {
    visitor.session.room(room_id).await.unwrap().closed
}

async fn listed(visitor: &TestVisitor) -> Vec<String> {
    visitor.session.rooms().await.unwrap().into_iter().map(|item| item.room.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn host_can_close_a_waiting_room_and_open_another() {
    let config = ServerConfig { max_open_rooms_per_visitor: 2, ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let first = ann.open_room(public_card_game()).await;
    let second = ann.open_room(public_card_game()).await;
    assert_eq!(open_status(&ann).await, 429);
    let mut waiting = ben.connect(&first).await;
    waiting.accept(take_any_seat()).await;
    let close_error =
        async |visitor: &TestVisitor, room_id: &str| match visitor.session.close_room(room_id).await {
            Err(ClientError::Http { status, code, .. }) => (status, code),
            other => panic!("{other:?}"),
        };
    assert_eq!(close_error(&ben, &first).await, (403, "not_host".to_owned()));
    waiting.refuse(RoomRequest::Close {}, "not_host").await;
    // Once over HTTP and once over the socket; both are idempotent.
    for _ in 0..2 {
        ann.session.close_room(&first).await.unwrap();
    }
    waiting.next_event("closed").await;
    waiting.refuse(RoomRequest::Start {}, "over").await;
    let mut connection = ann.connect(&second).await;
    connection.accept(RoomRequest::Close {}).await;
    assert_eq!(connection.accept(RoomRequest::Close {}).await["type"], "done");
    assert!(listed(&ben).await.is_empty());
    let statuses = [open_status(&ann).await, open_status(&ann).await, open_status(&ann).await];
    assert_eq!(statuses, [201, 201, 429]);

    let TwoPlayers { room_id, visitors: [host, _], mut connections, .. } =
        two_players(&server, public_card_game()).await;
    assert_eq!(close_error(&host, &room_id).await, (409, "started".to_owned()));
    connections[0].refuse(RoomRequest::Close {}, "started").await;
    assert_eq!(close_error(&host, "aaaaaaaaaaaaaaaa").await, (404, "not_found".to_owned()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_room_closes_after_a_week_without_viewers() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let unviewed = ann.open_room(public_card_game()).await;
    let (viewed, connected) =
        (ann.open_room(public_card_game()).await, ann.open_room(public_card_game()).await);
    let TwoPlayers { room_id: started, .. } = two_players(&server, public_card_game()).await;
    let _connection = ben.connect(&connected).await;
    server.state.wall_clock.advance(4 * DAY);
    server.state.close_expired_rooms().await.unwrap();
    // Connecting counts as a use.
    ben.connect(&viewed).await.next_of("presence").await;
    server.state.wall_clock.advance(4 * DAY);
    server.state.close_expired_rooms().await.unwrap();
    assert!(is_closed(&ann, &unviewed).await);
    for room_id in [&viewed, &connected, &started] {
        assert!(!is_closed(&ann, room_id).await);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_without_moves_for_a_season_does_not_count_as_open() {
    let config = ServerConfig { max_open_rooms_per_visitor: 1, ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let TwoPlayers { room_id, visitors: [ann, _], connections, view } =
        two_players(&server, public_card_game()).await;
    drop(connections);
    assert_eq!(open_status(&ann).await, 429);
    server.state.wall_clock.advance(91 * DAY);
    assert_eq!(open_status(&ann).await, 201);
    // The game can still be played.
    let mut connection = ann.connect(&room_id).await;
    connection.accept(play(0, text_of(&view["legal"][0]["action"]))).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_list_starts_with_active_rooms_and_limits_each_host() {
    let config = ServerConfig {
        max_open_rooms_per_visitor: 200,
        room_idle_timeout: Duration::from_millis(10),
        ..fast_bots()
    };
    let (_folder, server) = start_server(config).await;
    let TwoPlayers { room_id: played, visitors: [ann, _], connections, view } =
        two_players(&server, public_card_game()).await;
    // A viewer counts as activity.
    drop(connections);
    server.until_no_room_in_memory().await;
    server.state.wall_clock.advance(DAY);
    let eve = server.visitor("Eve").await;
    for _ in 0..100 {
        assert_eq!(open_status(&eve).await, 201);
    }
    let list = listed(&eve).await;
    assert_eq!(list.len(), 6, "only some rooms of one host are listed");
    assert_eq!(list[5], played, "its last activity was yesterday");
    server.state.wall_clock.advance(Duration::from_secs(120));
    // An ordinary move, which changes neither the occupants nor the state of the room.
    let mut connection = ann.connect(&played).await;
    connection.accept(play(0, text_of(&view["legal"][0]["action"]))).await;
    assert_eq!(listed(&eve).await[0], played);
    server.stop().await;
}
