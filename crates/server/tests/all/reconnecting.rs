//! Reconnecting, repeated and stale requests, undo, restarts, absence and rematches.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{
    TestConnection, TestServer, TwoPlayers, board_game, card_game, fast_bots, start_server, two_players,
};
use cafe_room::{Clock, RoomOptions, RoomRequest};
use cafe_server::ServerConfig;
use serde_json::{Value, json};

fn first_legal(view: &Value) -> &str {
    text_of(&view["legal"][0]["action"])
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnected_client_gets_exactly_the_missed_events() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, ben], connections: [mut first, second], view } =
        two_players(&server, card_game(2)).await;
    drop(second);
    let seen = first.accept(chat("Bonsoir!")).await["number"].as_u64().unwrap();
    let last = first.accept(play(seq_of(&view["seq"]), "draw")).await["number"].as_u64().unwrap();
    let update = ben.reconnect(&room_id, seen).await.next_update().await;
    let events = update["events"].as_array().unwrap().iter();
    let events: Vec<(u64, &str)> =
        events.map(|event| (event["number"].as_u64().unwrap(), text_of(&event["type"]))).collect();
    assert_eq!(events, [(last, "action_played")]);
    assert_eq!(update["view"]["turn"], 1);
    // A client that has seen nothing, or sends a number from the future, gets everything.
    for claimed in [0, 9999] {
        let update = ann.reconnect(&room_id, claimed).await.next_update().await;
        assert_eq!(update["events"].as_array().unwrap().len() as u64, last, "{claimed}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_action_is_played_once_and_stale_one_refused() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { connections: [mut first, mut second], .. } = two_players(&server, card_game(2)).await;
    assert_eq!(first.accept(play(0, "draw")).await["view"]["seq"], 1);
    assert_eq!(first.accept(play(0, "draw")).await["type"], "done");
    second.refuse(play(0, "draw"), "stale").await;
    // The refusal is followed by the current state.
    assert_eq!(second.next_update().await["view"]["seq"], 1);
    second.accept(play(1, "draw")).await;
    first.refuse(play(1, "draw"), "stale").await;
    second.refuse(play(2, "draw"), "not_your_turn").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn partly_played_turn_is_not_done() {
    let (_folder, server) = start_server(fast_bots()).await;
    // Not every deal starts with a placement that leaves the turn open.
    loop {
        let TwoPlayers { connections: [mut first, _second], view, .. } =
            two_players(&server, card_game(2)).await;
        let action = first_legal(&view);
        let update = first.accept(play(0, action)).await;
        if update["view"]["turn"] != 0 || update["view"]["can_undo"] != true {
            continue;
        }
        first.refuse(play_all(0, &[action, first_legal(&update["view"])]), "stale").await;
        assert_eq!(first.next_update().await["view"]["seq"], 1, "the current state follows");
        first.refuse(play_all(0, &[action, "XXm@z9"]), "stale").await;
        assert_eq!(first.accept(play(0, action)).await["type"], "done");
        break;
    }
    // Drawing ends the turn, so the actions after it are dropped, also when the request is repeated.
    let TwoPlayers { connections: [mut first, _second], .. } = two_players(&server, card_game(2)).await;
    assert_eq!(first.accept(play_all(0, &["draw", "end"])).await["view"]["seq"], 1);
    assert_eq!(first.accept(play_all(0, &["draw", "end"])).await["type"], "done");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_is_free_for_placements_and_voted_after_a_draw() {
    let (_folder, server) = start_server(fast_bots()).await;
    // Not every deal starts with a placement that leaves the turn open.
    loop {
        let TwoPlayers { connections: [mut first, mut second], view, .. } =
            two_players(&server, board_game(2)).await;
        let action = first_legal(&view);
        if !action.contains('@') {
            continue;
        }
        let update = first.accept(play(0, action)).await;
        if update["view"]["can_undo"] != true {
            continue;
        }
        let undone = first.accept(undo(1)).await;
        assert_eq!(undone["view"]["seq"], 2);
        assert_eq!(undone["view"]["legal"], view["legal"]);
        assert_eq!(first.accept(undo(1)).await["type"], "done");
        second.refuse(undo(2), "nothing_to_undo").await;
        // A guest at the bar ends the turn and a tile is drawn, so the other player has to agree.
        let mut actions = view["legal"].as_array().unwrap().iter().map(|legal| text_of(&legal["action"]));
        let Some(to_bar) = actions.find(|action| action.starts_with("bar ")) else { continue };
        first.accept(play(2, to_bar)).await;
        let requested = first.accept(undo(3)).await;
        assert_eq!(requested["view"]["undo_vote"]["player"], 0);
        second.refuse(undo(3), "nothing_to_undo").await;
        let vote = requested["view"]["undo_vote"]["id"].as_u64().unwrap();
        let undone = second.accept(answer_undo(3, vote, true)).await;
        assert_eq!(undone["view"]["turn"], 0);
        let repeated = second.accept(answer_undo(3, vote, true)).await;
        assert_eq!(repeated["type"], "done");
        break;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_with_an_illegal_action_is_refused_as_a_whole() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { connections: [mut first, _second], view, .. } = two_players(&server, card_game(2)).await;
    first.refuse(play_all(0, &[first_legal(&view), "XXm@z9"]), "not_an_action").await;
    first.refuse(play_all(0, &["draw", "XXm@z9"]), "not_an_action").await;
    first.refuse(play_all(0, &[]), "bad_message").await;
    let update = first.accept(play_all(0, &["draw", "end"])).await;
    assert_eq!((&update["view"]["seq"], &update["view"]["turn"]), (&json!(1), &json!(1)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_continues_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let options = RoomOptions { clock: Clock::Seconds { per_turn: 600 }, ..board_game(2) };
    let TwoPlayers { room_id, visitors: [ann, _], connections: [mut first, _second], view } =
        two_players(&server, options).await;
    first.accept(chat("Until tomorrow")).await;
    server.stop().await;
    let mut was_notified = false;
    while let Some(message) = first.try_next().await {
        was_notified |= message["type"] == "closing";
    }
    assert!(was_notified);
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let update = ann.on(&server).connect(&room_id).await.next_update().await;
    assert_eq!(update["view"]["legal"], view["legal"]);
    assert_eq!(update["view"]["deadline"], view["deadline"]);
    let mut events = update["events"].as_array().unwrap().iter();
    assert!(events.any(|event| event["text"] == "Until tomorrow"), "{update}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_plays_for_a_player_who_left() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { connections: [mut first, mut second], .. } = two_players(&server, card_game(2)).await;
    first.accept(RoomRequest::Leave {}).await;
    while second.next_update().await["view"]["turn"] != 1 {}
    let returned = first.accept(take_any_seat()).await;
    assert_eq!(returned["room"]["occupants"][0]["bot_plays"], false);
    server.stop().await;
}

/// Lets both players leave, so that bots finish the game.
async fn finish_with_bots(first: &mut TestConnection, second: &mut TestConnection) {
    first.accept(RoomRequest::Leave {}).await;
    second.accept(RoomRequest::Leave {}).await;
    second.result().await;
}

fn next_room(update: &Value) -> &str {
    text_of(&update["room"]["next_room"])
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_starts_with_the_next_player() {
    let config = ServerConfig { room_idle_timeout: Duration::from_millis(100), ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let TwoPlayers { room_id, visitors: [ann, ben], connections: [mut first, mut second], .. } =
        two_players(&server, card_game(2)).await;
    first.refuse(RoomRequest::Rematch {}, "not_over").await;
    finish_with_bots(&mut first, &mut second).await;
    let update = second.accept(RoomRequest::Rematch {}).await;
    assert_ne!(next_room(&update), room_id);
    let (mut first, mut second) =
        (ann.connect(next_room(&update)).await, ben.connect(next_room(&update)).await);
    // Ben was second and is first now. The game starts once both have their seats.
    let seated = second.accept(take_any_seat()).await;
    assert_eq!(seated["room"]["occupants"][0]["name"], "Ben");
    let started = first.accept(take_any_seat()).await;
    assert_eq!(started["room"]["started"], true);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_rematch_is_replaced_by_another() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { visitors: [ann, _], connections: [mut first, mut second], .. } =
        two_players(&server, card_game(2)).await;
    finish_with_bots(&mut first, &mut second).await;
    let update = second.accept(RoomRequest::Rematch {}).await;
    assert_eq!(first.accept(RoomRequest::Rematch {}).await["type"], "done", "both get the same room");
    let mut rematch = ann.connect(next_room(&update)).await;
    rematch.accept(take_any_seat()).await;
    rematch.accept(RoomRequest::Close {}).await;
    rematch.refuse(RoomRequest::Rematch {}, "not_started").await;
    let second_update = second.accept(RoomRequest::Rematch {}).await;
    assert_ne!(next_room(&second_update), next_room(&update));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_follows_seats() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let room_id = ann.open_room(card_game(2)).await;
    let mut first = ann.connect(&room_id).await;
    first.accept(take_seat(0)).await;
    let mut second = ben.connect(&room_id).await;
    let until_presence = async |first: &mut TestConnection, online: [bool; 2], spectators: u32| {
        let expected = json!({ "type": "presence", "online": online, "spectators": spectators });
        while first.next_of("presence").await != expected {}
    };
    until_presence(&mut first, [true, false], 1).await;
    second.accept(take_seat(1)).await;
    until_presence(&mut first, [true, true], 0).await;
    second.accept(RoomRequest::Leave {}).await;
    until_presence(&mut first, [true, false], 1).await;
    server.stop().await;
}
