//! Bots in seats, bots that play for absent players, and hints.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{
    TestConnection, TestServer, TestVisitor, TwoPlayers, card_game, fast_bots, timed_card_game, two_players,
};
use cafe_bots::Level;
use cafe_room::{RoomOptions, RoomRequest};
use cafe_server::ServerConfig;
use serde_json::{Value, json};

/// Settings with bots that pause long enough for a player to return.
fn slow_bots(pause: Duration) -> ServerConfig {
    ServerConfig { bot_pause: pause, ..fast_bots() }
}

const LONG: Duration = Duration::from_secs(600);

/// Starts a game of a visitor against a bot.
async fn play_against_bot(
    server: &TestServer,
    options: RoomOptions,
) -> (String, TestVisitor, TestConnection) {
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(options).await;
    let mut connection = ann.connect(&room_id).await;
    connection.accept(take_seat(0)).await;
    connection.accept(add_bot(1, Level::Novice)).await;
    connection.accept(RoomRequest::Start {}).await;
    (room_id, ann, connection)
}

/// Draws a card as the first action with this `seq`.
async fn draw(connection: &mut TestConnection, seq: u32) {
    let answer = connection.accept(play(seq, "draw")).await;
    assert_eq!(answer["type"], "update", "a bot has played: {answer}");
}

/// Waits for the turn of a player.
async fn until_turn(connection: &mut TestConnection, player: u8) -> Value {
    loop {
        let update = connection.next_update().await;
        if update["view"]["turn"] == player {
            return update;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_and_resuming_does_not_extend_the_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), slow_bots(LONG)).await;
    let TwoPlayers { connections: [mut first, mut second], view, .. } =
        two_players(&server, timed_card_game(600)).await;
    let leave_and_resume = async |connection: &mut TestConnection, seconds: u64| {
        connection.accept(RoomRequest::Leave {}).await;
        server.state.wall_clock.advance(Duration::from_secs(seconds));
        connection.accept(RoomRequest::Resume {}).await["view"]["deadline"].as_i64().unwrap()
    };
    for _ in 0..3 {
        assert_eq!(leave_and_resume(&mut first, 100).await, view["deadline"]);
    }
    // The time ran out while the bot had the seat, but a player who leaves during the turn gains nothing.
    assert_eq!(leave_and_resume(&mut first, 400).await, view["deadline"]);
    let update = until_turn(&mut second, 1).await;
    let played_by: Vec<&Value> =
        update["events"].as_array().unwrap().iter().map(|event| &event["by"]).collect();
    assert!(played_by.contains(&&json!("clock")), "{update}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn absent_player_gets_the_full_time_once_after_resuming() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), slow_bots(LONG)).await;
    let TwoPlayers { connections: [mut first, mut second], .. } =
        two_players(&server, timed_card_game(600)).await;
    second.accept(RoomRequest::Leave {}).await;
    draw(&mut first, 0).await;
    server.state.wall_clock.advance(Duration::from_secs(601));
    let resume = async |connection: &mut TestConnection| {
        connection.accept(RoomRequest::Resume {}).await["view"]["deadline"].as_i64().unwrap()
    };
    let deadline = resume(&mut second).await;
    assert!((deadline - server.state.now() - 600_000).abs() < 60_000, "{deadline}");
    second.accept(RoomRequest::Leave {}).await;
    server.state.wall_clock.advance(Duration::from_secs(601));
    assert_eq!(resume(&mut second).await, deadline, "not twice in one turn");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn room_handles_requests_while_its_bot_waits_for_a_thread() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), ServerConfig { bot_threads: 1, ..fast_bots() }).await;
    let TwoPlayers { connections: [mut first, mut second], .. } =
        two_players(&server, timed_card_game(600)).await;
    let busy = server.state.bots.reserve_free_threads();
    server.state.wall_clock.advance(Duration::from_secs(601));
    tokio::time::sleep(Duration::from_secs(2)).await;
    second.accept(chat("Are you still there?")).await;
    // A request that would cancel the bot's turn again and again is refused.
    first.refuse(undo(0), "stale").await;
    drop(busy);
    until_turn(&mut second, 1).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_plays_after_restart_without_viewers() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), slow_bots(LONG)).await;
    let (_, ann, mut connection) = play_against_bot(&server, card_game(2)).await;
    draw(&mut connection, 0).await;
    drop(connection);
    assert_eq!(ann.get("/api/v1/me/rooms").await["rooms"][0]["to_move"], 1);
    server.stop().await;
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = ann.on(&server);
    let played = async {
        while ann.get("/api/v1/me/rooms").await["rooms"][0]["to_move"] != 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), played).await.expect("the bot plays");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_game_is_finished_by_bots_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), slow_bots(LONG)).await;
    let TwoPlayers { visitors: [ann, _], connections: [mut first, mut second], .. } =
        two_players(&server, card_game(2)).await;
    first.accept(RoomRequest::Leave {}).await;
    second.accept(RoomRequest::Leave {}).await;
    server.stop().await;
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = ann.on(&server);
    let over = async {
        while ann.get("/api/v1/me/rooms").await["rooms"][0]["result"].is_null() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), over).await.expect("the bots play to the end");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_do_not_hold_up_bots() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), ServerConfig { bot_threads: 1, ..fast_bots() }).await;
    let hints = RoomOptions { hints: true, ..card_game(2) };
    let (busy, eve, _) = play_against_bot(&server, hints).await;
    let (_, _, mut ann) = play_against_bot(&server, card_game(2)).await;
    let thread = server.state.bots.reserve_free_threads();
    let mut connections = Vec::new();
    for _ in 0..10 {
        let mut connection = eve.connect(&busy).await;
        for _ in 0..9 {
            connection.send(hint(0)).await;
        }
        connections.push(connection);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(server.state.metrics.bots_waiting.get() <= 1, "a hint is computed once");
    drop(thread);
    draw(&mut ann, 0).await;
    until_turn(&mut ann, 0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hint_is_computed_once_for_all_devices() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), ServerConfig { bot_threads: 1, ..fast_bots() }).await;
    let hints = RoomOptions { hints: true, ..card_game(2) };
    let (room_id, ann, mut desk) = play_against_bot(&server, hints).await;
    let mut phone = ann.connect(&room_id).await;
    let busy = server.state.bots.reserve_free_threads();
    desk.send(hint(0)).await;
    phone.send(hint(0)).await;
    // A device cannot ask again before it has its answer.
    desk.refuse(hint(0), "too_fast").await;
    phone.accept(RoomRequest::Ping {}).await;
    drop(busy);
    let (first_hint, second_hint) = (desk.next_of("hint").await, phone.next_of("hint").await);
    assert_eq!(first_hint["turns"], second_hint["turns"]);
    assert!(!first_hint["turns"].as_array().unwrap().is_empty());
    assert_eq!(desk.request(hint(0)).await["type"], "hint");
    server.stop().await;
}
