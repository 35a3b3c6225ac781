//! Turn clocks, with and without viewers, and across restarts.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{
    TestConnection, TestServer, TestVisitor, TwoPlayers, card_game, fast_bots, timed_card_game, two_players,
};
use cafe_room::messages::GameResult;
use cafe_room::{Clock, RoomId, RoomOptions, RoomRequest};
use cafe_rules::Record;
use cafe_server::ServerConfig;
use serde_json::{Value, json};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn with_days(per_turn: u32) -> RoomOptions {
    RoomOptions { clock: Clock::Days { per_turn }, ..card_game(2) }
}

/// Waits for the turn of a player. Returns the events until then, and the last update.
async fn until_turn(connection: &mut TestConnection, player: u8) -> (Vec<Value>, Value) {
    let mut events = Vec::new();
    loop {
        let update = connection.next_update().await;
        events.extend(update["events"].as_array().unwrap().clone());
        if update["view"]["turn"] == player {
            return (events, update);
        }
    }
}

/// Returns player and `by` of every action.
fn played(events: &[Value]) -> Vec<(u64, String)> {
    let actions = events.iter().filter(|event| event["type"] == "action_played");
    actions
        .map(|event| (event["player"].as_u64().unwrap(), event["by"].as_str().unwrap().to_owned()))
        .collect()
}

fn all_by(played: &[(u64, String)], player: u64, by: &str) -> bool {
    !played.is_empty() && played.iter().all(|action| *action == (player, by.to_owned()))
}

async fn draw(connection: &mut TestConnection, seq: u32) {
    connection.accept(play(seq, "draw")).await;
}

async fn bot_plays(visitor: &TestVisitor, room_id: &str) -> bool {
    visitor.session.room(room_id).await.unwrap().occupants[0].bot_plays
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_takes_over_after_two_overdue_turns_in_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, _], connections: [mut first, mut second], .. } =
        two_players(&server, timed_card_game(600)).await;
    for takes_over in [false, true] {
        server.state.wall_clock.advance(Duration::from_secs(601));
        let (events, update) = until_turn(&mut second, 1).await;
        assert!(all_by(&played(&events), 0, "clock"), "{events:?}");
        assert_eq!(bot_plays(&ann, &room_id).await, takes_over);
        draw(&mut second, seq_of(&update["view"]["seq"])).await;
    }
    // From now on the bot plays at once.
    let (events, update) = until_turn(&mut second, 1).await;
    assert!(played(&events).contains(&(0, "bot".to_owned())), "{events:?}");
    assert!(played(&events).iter().all(|(_, by)| by != "clock"), "{events:?}");
    first.accept(RoomRequest::Resume {}).await;
    assert!(!bot_plays(&ann, &room_id).await);
    draw(&mut second, seq_of(&update["view"]["seq"])).await;
    // After she resumed, she has the full time for her next turn.
    let drawn = update["view"]["seq"].as_u64().unwrap() + 1;
    let own_turn = loop {
        let update = first.next_update().await;
        if update["view"]["seq"] == drawn {
            break update;
        }
    };
    assert_eq!(own_turn["view"]["turn"], 0);
    let left = own_turn["view"]["deadline"].as_i64().unwrap() - server.state.now();
    assert!((1..=600_000).contains(&left), "{left}");
    draw(&mut first, seq_of(&own_turn["view"]["seq"])).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_turn_resets_the_count_of_overdue_turns() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, _], connections: [mut first, mut second], .. } =
        two_players(&server, timed_card_game(15)).await;
    for _ in 0..2 {
        server.state.wall_clock.advance(Duration::from_secs(16));
        let (events, update) = until_turn(&mut second, 1).await;
        assert!(all_by(&played(&events), 0, "clock"), "{events:?}");
        assert!(!bot_plays(&ann, &room_id).await);
        let seq = seq_of(&update["view"]["seq"]);
        draw(&mut second, seq).await;
        draw(&mut first, seq + 1).await;
        let (_, update) = until_turn(&mut second, 1).await;
        draw(&mut second, seq_of(&update["view"]["seq"])).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_runs_while_the_server_is_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, ben], view, .. } =
        two_players(&server, timed_card_game(600)).await;
    server.stop().await;
    // In time nothing changes.
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let mut first = ann.on(&server).connect(&room_id).await;
    let update = first.next_update().await;
    assert_eq!(update["view"]["deadline"], view["deadline"]);
    assert_eq!((&update["view"]["turn"], &update["view"]["seq"]), (&json!(0), &json!(0)));
    server.stop().await;
    // An overdue turn is played before anybody connects.
    let server = TestServer::start(folder.path(), fast_bots()).await;
    server.state.wall_clock.advance(Duration::from_secs(601));
    let mut second = ben.on(&server).connect(&room_id).await;
    let (events, update) = until_turn(&mut second, 1).await;
    assert!(all_by(&played(&events), 0, "clock"), "{events:?}");
    let left = update["view"]["deadline"].as_i64().unwrap() - server.state.now();
    assert!((1..=600_000).contains(&left), "the next turn starts then: {left}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_of_three_days_ends_without_viewers() {
    let folder = tempfile::tempdir().unwrap();
    let config = ServerConfig { room_idle_timeout: Duration::from_millis(50), ..fast_bots() };
    let server = TestServer::start(folder.path(), config).await;
    let TwoPlayers { room_id, visitors: [ann, ben], connections: [mut first, second], view } =
        two_players(&server, with_days(3)).await;
    let started_at = server.state.now();
    let left = view["deadline"].as_i64().unwrap() - started_at;
    assert!((left - 3 * DAY.as_millis() as i64).abs() < 60_000, "{left}");
    draw(&mut first, 0).await;
    drop((first, second));
    server.until_no_room_in_memory().await;
    server.state.wall_clock.advance(2 * DAY);
    // After two days there is still time.
    let mut second = ben.connect(&room_id).await;
    let update = second.next_update().await;
    assert_eq!((&update["view"]["turn"], &update["view"]["seq"]), (&json!(1), &json!(1)));
    drop(second);
    server.until_no_room_in_memory().await;
    server.state.wall_clock.advance(DAY + Duration::from_secs(1));
    let played_at = loop {
        let page = ann.get("/api/v1/me/rooms").await;
        if page["rooms"][0]["to_move"] == 0 {
            break page["rooms"][0]["updated_at"].as_i64().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(played_at >= started_at + 3 * DAY.as_millis() as i64);
    let mut first = ann.connect(&room_id).await;
    let (events, _) = until_turn(&mut first, 0).await;
    assert!(played(&events).contains(&(1, "clock".to_owned())), "{events:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forgotten_game_is_finished_by_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, _], connections, .. } =
        two_players(&server, with_days(1)).await;
    drop(connections);
    let game = loop {
        let game = ann.get("/api/v1/me/rooms").await["rooms"][0].clone();
        if !game["result"].is_null() {
            break game;
        }
        server.state.wall_clock.advance(DAY);
        tokio::time::sleep(Duration::from_millis(300)).await;
    };
    let record = Record::parse(&ann.session.record(&room_id).await.unwrap()).unwrap();
    assert_eq!(json!(record.game().outcome().as_ref().map(GameResult::of)), game["result"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_stored_while_the_clock_was_ahead_ends_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    server.state.wall_clock.advance(365 * DAY);
    let TwoPlayers { room_id, visitors: [ann, _], connections, .. } =
        two_players(&server, timed_card_game(15)).await;
    drop(connections);
    server.stop().await;
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = ann.on(&server);
    // The server corrects the timer by itself.
    let id = RoomId::parse(&room_id).unwrap();
    while server.state.store.timer(&id).await.unwrap().unwrap() > server.state.now() + 15_000 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.state.wall_clock.advance(Duration::from_secs(16));
    let mut first = ann.connect(&room_id).await;
    let (events, update) = until_turn(&mut first, 1).await;
    assert!(played(&events).contains(&(0, "clock".to_owned())), "{events:?}");
    let left = update["view"]["deadline"].as_i64().unwrap() - server.state.now();
    assert!((1..=15_000).contains(&left), "{left}");
    server.stop().await;
}
