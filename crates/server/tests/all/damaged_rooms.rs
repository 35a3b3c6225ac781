//! Rooms whose stored entries are damaged. All other rooms stay usable.

use std::path::Path;
use std::time::Duration;

use crate::common::requests::*;
use crate::common::{
    TestServer, TestVisitor, TwoPlayers, card_game, fast_bots, share, timed_card_game, two_players,
};
use cafe_room::messages::MyRoomsQuery;
use cafe_room::{RoomId, RoomOptions, VisitorId};
use cafe_store::{StoreReader, database_file};
use reqwest::Method;

/// Damages the stored entry that contains this text: its checksum is wrong.
fn damage(folder: &Path, text: &str) {
    let file = database_file(folder);
    let mut bytes = std::fs::read(&file).unwrap();
    let mut found = 0;
    for start in 0..bytes.len() - text.len() {
        if bytes[start..].starts_with(text.as_bytes()) {
            bytes[start] = 0x01;
            found += 1;
        }
    }
    assert!(found > 0, "{text} is not stored");
    std::fs::write(&file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_room_is_left_out_of_lists_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let mut room_ids = Vec::new();
    for number in 0..3 {
        let room_id = ann.open_room(RoomOptions { public: true, ..card_game(2) }).await;
        let mut connection = ann.connect(&room_id).await;
        connection.accept(take_seat_with_share(0, &share(number))).await;
        room_ids.push(room_id);
    }
    server.stop().await;
    damage(folder.path(), &share(1));

    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = ann.on(&server);
    // A list reads no log, so it does not notice. The first request for the room finds the damage.
    assert_eq!(ann.session.rooms().await.unwrap().len(), 3);
    assert_eq!(ann.session.connect(&room_ids[1], 0).await.unwrap_err().status(), Some(503));
    let public = ann.session.rooms().await.unwrap();
    let own = ann.session.my_rooms(&MyRoomsQuery::default()).await.unwrap().rooms;
    for list in [public, own] {
        let mut ids: Vec<String> = list.into_iter().map(|item| item.room.id).collect();
        ids.reverse();
        assert_eq!(ids, [room_ids[0].as_str(), &room_ids[2]]);
    }
    let overview = StoreReader::open(folder.path()).unwrap().rooms(true, 10).unwrap();
    assert_eq!((overview.rooms.len(), overview.unreadable.len()), (2, 1));
    let reason = format!("room {} cannot be read (entry 2: its checksum is wrong)", room_ids[1]);
    assert_eq!(overview.unreadable[0].to_string(), reason);
    // A request for the room itself fails.
    assert_eq!(ann.session.room(&room_ids[1]).await.unwrap_err().status(), Some(503));
    let metrics = ann.http(Method::GET, "/metrics", None).await.text().await.unwrap();
    assert!(metrics.contains("\ncafe_unreadable_rooms_total 1\n"), "{metrics}");
    server.stop().await;
}

/// Starts a server with a timed game of Ann that has a damaged entry and whose timer is due.
async fn start_with_damaged_room(folder: &Path) -> (TestServer, TestVisitor, String) {
    let server = TestServer::start(folder, fast_bots()).await;
    let options = RoomOptions { public: true, ..timed_card_game(15) };
    let TwoPlayers { room_id, visitors: [ann, _], connections: [mut first, _second], .. } =
        two_players(&server, options).await;
    first.accept(chat("A message from Ann")).await;
    server.stop().await;
    damage(folder, r#""type":"started""#);
    let server = TestServer::start(folder, fast_bots()).await;
    server.state.wall_clock.advance(Duration::from_secs(16));
    let ann = ann.on(&server);
    (server, ann, room_id)
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_room_has_no_timer_and_refuses_all_requests() {
    let folder = tempfile::tempdir().unwrap();
    let (server, ann, room_id) = start_with_damaged_room(folder.path()).await;
    let due_rooms = async || server.state.store.due_rooms(server.state.now(), 10).await.unwrap();
    // It is answered after the room was found to be damaged.
    assert_eq!(ann.session.connect(&room_id, 0).await.unwrap_err().status(), Some(503));
    assert_eq!(due_rooms().await, []);
    assert_eq!(ann.session.share(&room_id).await.unwrap_err().status(), Some(503));
    server.state.close_room(&RoomId::parse(&room_id).unwrap(), None).await.unwrap();
    let overview = StoreReader::open(folder.path()).unwrap().rooms(false, 10).unwrap();
    assert!(overview.unreadable.is_empty(), "the room is over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visitor_with_a_damaged_room_can_be_erased() {
    let folder = tempfile::tempdir().unwrap();
    let (server, ann, _room_id) = start_with_damaged_room(folder.path()).await;
    server.state.erase_visitor(&VisitorId::parse(&ann.id).unwrap()).await.unwrap();
    assert_eq!(ann.session.me().await.unwrap_err().status(), Some(401));
    server.stop().await;
    let bytes = std::fs::read(database_file(folder.path())).unwrap();
    for text in ["message from Ann", "Ann"] {
        assert!(!bytes.windows(text.len()).any(|window| window == text.as_bytes()), "{text}");
    }
}
