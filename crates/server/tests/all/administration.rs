//! Administration: closed rooms and erased visitors, and what others still see of them.

use crate::common::requests::*;
use crate::common::{
    TestServer, TestVisitor, board_game, card_game, fast_bots, play_game, play_out, start_in, start_server,
};
use cafe_bots::Level;
use cafe_room::{RoomId, RoomOptions, RoomRequest, VisitorId};
use cafe_rules::Record;
use cafe_server::admin::AdminError;
use reqwest::Method;
use serde_json::{Value, json};

fn path(room_id: &str, suffix: &str) -> String {
    format!("/api/v1/rooms/{room_id}{suffix}")
}

fn visitor_id(visitor: &TestVisitor) -> VisitorId {
    VisitorId::parse(&visitor.id).unwrap()
}

async fn read(visitor: &TestVisitor, path: &str) -> String {
    let response = visitor.http(Method::GET, path, None).await;
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.unwrap()
}

/// Returns the update with all events of a room.
async fn all_events(visitor: &TestVisitor, room_id: &str) -> Value {
    visitor.connect(room_id).await.next_update().await
}

/// Returns everything the server sends about a room: to anonymous visitors, then to a player.
async fn everything_about(anonymous: &TestVisitor, player: &TestVisitor, room_id: &str) -> [String; 6] {
    [
        read(anonymous, &path(room_id, "/replay")).await,
        read(anonymous, &path(room_id, "/record")).await,
        read(anonymous, &path(room_id, "")).await,
        read(anonymous, "/api/v1/rooms").await,
        read(player, "/api/v1/me/rooms").await,
        all_events(player, room_id).await.to_string(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn erased_visitor_is_in_no_replay_record_or_list() {
    for by_visitor in [true, false] {
        let (folder, server) = start_server(fast_bots()).await;
        let (ann, ben) = (server.visitor("Annabelle").await, server.visitor("Ben").await);
        let anonymous = server.anonymous();
        let options = RoomOptions { public: true, spectators: false, ..card_game(2) };
        let room_id = ann.open_room(options.clone()).await;
        // She has two names in the same room.
        let mut connection = ann.connect(&room_id).await;
        connection.accept(take_seat(1)).await;
        connection.accept(RoomRequest::Leave {}).await;
        ann.session.rename("Zuleika").await.unwrap();
        let mut connections = start_in(&room_id, &[&ann, &ben]).await;
        connections[0].accept(chat("my own words")).await;
        connections[0] = ann.connect(&room_id).await;
        play_out(&mut connections, &mut fastrand::Rng::with_seed(7)).await;
        connections[0].accept(RoomRequest::Share {}).await;
        // A running game, so that the public list is not empty.
        let running = ann.open_room(options).await;
        let _connections = start_in(&running, &[&ann, &ben]).await;
        all_events(&ben, &running).await;

        let [replay, record, ..] = everything_about(&anonymous, &ben, &room_id).await;
        assert!(replay.contains("Zuleika") && replay.contains(&ann.id) && record.contains("Zuleika"));
        if by_visitor {
            ann.session.erase().await.unwrap();
        } else {
            server.state.erase_visitor(&visitor_id(&ann)).await.unwrap();
        }
        let erased = ["Annabelle", "Zuleika", "my own words", &ann.id];
        let check = async |server: &TestServer| {
            let texts = everything_about(&anonymous.on(server), &ben.on(server), &room_id).await;
            for (text, erased) in texts.iter().flat_map(|text| erased.map(|erased| (text, erased))) {
                assert!(!text.contains(erased), "{erased} (by the visitor: {by_visitor}): {text}");
            }
            // Apart from the name it is the same game, still shared and still in the lists.
            let [replay_after, record_after, room, public, own, _] = texts;
            let steps = |replay: &str| serde_json::from_str::<Value>(replay).unwrap()["steps"].clone();
            assert_eq!(steps(&replay_after), steps(&replay));
            assert_eq!(record_after, record.replace("Zuleika", "Somebody"));
            Record::parse(&record_after).unwrap();
            assert!(room.contains(r#""shared":true"#) && public.contains(&running), "{room} {public}");
            assert!(own.contains(&room_id) && own.contains(&running) && own.contains("Somebody"), "{own}");
            assert_eq!(ann.on(server).session.me().await.unwrap_err().status(), Some(401));
        };
        check(&server).await;
        server.stop().await;
        let restarted = TestServer::start(folder.path(), fast_bots()).await;
        check(&restarted).await;
        restarted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_of_erased_players_can_still_be_replayed() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let options = |spectators| RoomOptions { spectators, ..board_game(2) };
    let (open, _) = play_game(&[&ann, &ben], options(true)).await;
    let (private, _) = play_game(&[&ann, &ben], options(false)).await;
    for visitor in [&ann, &ben] {
        server.state.erase_visitor(&visitor_id(visitor)).await.unwrap();
    }
    let eve = server.visitor("Eve").await;
    let record = Record::parse(&eve.session.record(&open).await.unwrap()).unwrap();
    assert_eq!(record.header().names, ["Somebody", "Somebody"]);
    assert_eq!(eve.session.replay(&open).await.unwrap().steps.len(), record.steps().len());
    assert_eq!(eve.session.replay(&private).await.unwrap_err().status(), Some(403), "it was never shared");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seat_of_an_erased_visitor_is_free_in_the_rematch() {
    let (_folder, server) = start_server(fast_bots()).await;
    for erased_first in [true, false] {
        let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
        let (_, mut connections) = play_game(&[&ann, &ben], card_game(2)).await;
        if erased_first {
            server.state.erase_visitor(&visitor_id(&ann)).await.unwrap();
        }
        let update = connections[1].accept(RoomRequest::Rematch {}).await;
        let rematch = text_of(&update["room"]["next_room"]);
        ben.connect(rematch).await.accept(take_seat(0)).await;
        if !erased_first {
            server.state.erase_visitor(&visitor_id(&ann)).await.unwrap();
        }
        let room = ben.session.room(rematch).await.unwrap();
        assert_eq!(room.occupants[1].reserved_for, None, "erased first: {erased_first}");
        let eve = server.visitor("Eve").await;
        eve.connect(rematch).await.accept(take_seat(1)).await;
        // Ben is the host and can start the game.
        assert_eq!(ben.session.room(rematch).await.unwrap().host, ben.id);
        ben.connect(rematch).await.accept(RoomRequest::Start {}).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_room_of_an_erased_host_is_closed_or_inherited() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let options = RoomOptions { public: true, ..card_game(2) };
    let mut room_ids = Vec::new();
    for _ in 0..3 {
        room_ids.push(ann.open_room(options.clone()).await);
    }
    let [empty, with_both, with_ben] = &room_ids[..] else { panic!("three rooms") };
    let mut spectator = ben.connect(empty).await;
    spectator.next_update().await;
    ann.connect(with_both).await.accept(take_seat(0)).await;
    for room_id in [with_both, with_ben] {
        ben.connect(room_id).await.accept(take_seat(1)).await;
    }
    // A room of another host stays open.
    let of_ben = ben.open_room(options).await;
    ann.connect(&of_ben).await.accept(take_seat(0)).await;
    server.state.erase_visitor(&visitor_id(&ann)).await.unwrap();
    let closed = spectator.next_event("closed").await;
    assert_eq!((&closed["events"][0]["reason"], &closed["room"]["closed"]), (&Value::Null, &json!(true)));
    let listed: Vec<String> =
        ben.session.rooms().await.unwrap().into_iter().map(|item| item.room.id).collect();
    assert!(listed.len() == 3 && !listed.contains(empty), "{listed:?}");
    for room_id in [with_both, with_ben, &of_ben] {
        let mut connection = ben.connect(room_id).await;
        assert_eq!(connection.next_update().await["room"]["host"], ben.id);
        connection.accept(add_bot(0, Level::Novice)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_and_closed_rooms_stay_so_after_a_restart() {
    let (folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let options = RoomOptions { spectators: false, ..card_game(2) };
    let (shared, _connections) = play_game(&[&ann, &ben], options.clone()).await;
    ben.session.share(&shared).await.unwrap();
    let closed = ann.open_room(options).await;
    let _connections = start_in(&closed, &[&ann, &ben]).await;
    all_events(&ben, &closed).await;
    let [shared_id, closed_id] = [&shared, &closed].map(|room_id| RoomId::parse(room_id).unwrap());
    let reason = Some("We close at ten.".to_owned());
    assert_eq!(server.state.close_room(&shared_id, reason.clone()).await, Err(AdminError::AlreadyOver));
    server.state.close_room(&closed_id, reason).await.unwrap();
    let check = async |server: &TestServer| {
        let (ann, ben) = (ann.on(server), ben.on(server));
        let last = |update: &Value| update["events"].as_array().unwrap().last().unwrap().clone();
        let event = last(&all_events(&ann, &shared).await);
        assert_eq!((&event["type"], &event["player"]), (&json!("replay_shared"), &json!(1)));
        server.anonymous().session.replay(&shared).await.unwrap();
        let event = last(&all_events(&ben, &closed).await);
        assert_eq!((&event["type"], &event["reason"]), (&json!("closed"), &json!("We close at ten.")));
        for (method, suffix) in [(Method::GET, "/replay"), (Method::GET, "/record"), (Method::POST, "/share")]
        {
            let (status, error) = ann.call(method, &path(&closed, suffix)).await;
            assert_eq!((status, &error["error"]["code"]), (409, &json!("unfinished")), "{suffix}");
        }
        ann.connect(&closed).await.refuse(RoomRequest::Share {}, "unfinished").await;
    };
    check(&server).await;
    server.stop().await;
    let restarted = TestServer::start(folder.path(), fast_bots()).await;
    check(&restarted).await;
    restarted.stop().await;
}
