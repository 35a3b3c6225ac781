//! Clients that stop reading.

use crate::common::requests::mute;
use crate::common::{
    TestServer, TestVisitor, TwoPlayers, board_game, fast_bots, in_time, play_out, small_buffers,
    start_server, two_players,
};
use cafe_server::ServerConfig;
use serde_json::Value;

/// The host causes updates until a slow reader is disconnected: the moves of some games are too few for that.
async fn send_until_too_slow(server: &TestServer, host: &TestVisitor, room_id: &str) {
    // A socket may send 40 messages at once, and a visitor 200.
    for _ in 0..6 {
        let mut connection = host.connect(room_id).await;
        for count in 0..30 {
            if server.state.metrics.slow_readers.get() > 0 {
                return;
            }
            connection.accept(mute(1, count % 2 == 0)).await;
        }
    }
    panic!("no reader was too slow");
}

fn event_numbers(update: &Value) -> Vec<u64> {
    update["events"].as_array().unwrap().iter().map(|event| event["number"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_reader_is_disconnected_and_can_catch_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = small_buffers::start_server(folder.path(), fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, ben], connections, .. } =
        two_players(&server, board_game(2)).await;
    drop(connections);
    let eve = server.visitor("Eve").await;
    let mut slow = small_buffers::connect(&server, &eve, &room_id).await;
    let mut seen = slow.next_update().await["number"].as_u64().unwrap();
    // From here on she does not read until she is disconnected. The players are not affected.
    let metrics = &server.state.metrics;
    let read_late = async {
        in_time("she is too slow", metrics.slow_readers.until_value(|count| count > 0)).await;
        slow.read_to_end().await
    };
    let mut players = [ann.connect(&room_id).await, ben.connect(&room_id).await];
    let mut rng = fastrand::Rng::with_seed(3);
    let play = async {
        let result = play_out(&mut players, &mut rng).await;
        send_until_too_slow(&server, &ann, &room_id).await;
        result
    };
    let ((messages, close_frame), result) = tokio::join!(read_late, play);
    assert_eq!(close_frame, Some((1013, "reconnect".to_owned())));
    // The messages that were sent before have no gap.
    let messages = messages.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    for update in messages.filter(|message| message["type"] == "update") {
        let numbers = event_numbers(&update);
        assert!(numbers.first().is_none_or(|first| *first == seen + 1), "{numbers:?} after {seen}");
        seen = update["number"].as_u64().unwrap();
    }
    let update = eve.reconnect(&room_id, seen).await.next_update().await;
    let last = update["number"].as_u64().unwrap();
    assert_eq!(event_numbers(&update), (seen + 1..=last).collect::<Vec<u64>>());
    assert_eq!(update["view"]["result"], result);
    assert_eq!(metrics.slow_readers.get(), 1, "only she was disconnected");
    drop(players);
    in_time("all sockets are closed", metrics.sockets.until_value(|sockets| sockets == 0)).await;
    assert_eq!(metrics.queued_bytes.get(), 0, "nothing waits for anybody");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reader_that_never_reads_again_loses_its_socket() {
    let folder = tempfile::tempdir().unwrap();
    let server = small_buffers::start_server(folder.path(), fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, ben], connections, .. } =
        two_players(&server, board_game(2)).await;
    drop(connections);
    let _unread = small_buffers::connect(&server, &server.visitor("Eve").await, &room_id).await;
    let mut players = [ann.connect(&room_id).await, ben.connect(&room_id).await];
    play_out(&mut players, &mut fastrand::Rng::with_seed(4)).await;
    drop(players);
    send_until_too_slow(&server, &ann, &room_id).await;
    let closed = server.state.metrics.sockets.until_value(|sockets| sockets == 0);
    in_time("her socket is closed", closed).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn client_for_whom_too_many_bytes_wait_has_to_reconnect() {
    // 500 bytes for a client: enough for the welcome, and too little for the state of a room.
    let config = ServerConfig { max_queued_bytes: 128 * 500, ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(board_game(2)).await;
    let (messages, close_frame) = ann.connect(&room_id).await.read_to_end().await;
    assert!(!messages.iter().any(|text| text.contains(r#""type":"update""#)), "{messages:?}");
    assert_eq!(close_frame, Some((1013, "reconnect".to_owned())));
    server.stop().await;
}
