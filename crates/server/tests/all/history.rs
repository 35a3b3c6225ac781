//! Replays, records and lists of games, and who may see them.

use crate::common::requests::*;
use crate::common::{
    TestVisitor, board_game, card_game, fast_bots, play_game, play_out, share, start_game, start_server,
};
use cafe_bots::Level;
use cafe_room::messages::{GameEvent, GameReplay, GameResult, ReplayStep};
use cafe_room::{PlayedBy, RoomId, RoomOptions, RoomRequest};
use cafe_rules::{Board, Game, Hand, Options, Record, Step, Tile};
use cafe_server::ServerConfig;
use reqwest::Method;
use serde_json::{Value, json};

fn path(room_id: &str, what: &str) -> String {
    format!("/api/v1/rooms/{room_id}/{what}")
}

/// Returns status and code of an error response.
fn error_of(response: &(u16, Value)) -> (u16, &str) {
    (response.0, response.1["error"]["code"].as_str().unwrap_or_default())
}

fn open_hands(hands: &[Hand]) -> Vec<Option<Vec<Tile>>> {
    hands.iter().map(|hand| Some(hand.tiles().collect())).collect()
}

/// Returns the points of every table and of the bar.
fn points_paid(events: &[GameEvent]) -> Vec<(String, i16)> {
    let paid = |event: &GameEvent| match event {
        GameEvent::Scored { table, points, .. } | GameEvent::PartyScored { table, points, .. } => {
            Some((table.clone(), *points))
        }
        GameEvent::AtBar { points, .. } => Some(("bar".to_owned(), *points)),
        _ => None,
    };
    events.iter().filter_map(paid).collect()
}

fn check_step(replayed: &ReplayStep, recorded: &Step, number: u32) {
    let Step { player, action, events, after, .. } = recorded;
    let view = &replayed.view;
    assert_eq!((replayed.player, replayed.by), (*player, PlayedBy::Player));
    assert_eq!(replayed.action, after.format_action(action));
    let points = after.points_by_source(events);
    assert_eq!(points_paid(&replayed.events), points);
    assert_eq!(replayed.points, points.iter().map(|(_, points)| points).sum::<i16>());
    assert_eq!((view.seq, view.scores.as_slice()), (number, after.scores()));
    assert_eq!(view.hands, open_hands(after.hands()));
    if let Game::Card(game) = after {
        assert_eq!(view.down, open_hands(game.down()));
    }
    assert_eq!(view.unseen.len(), after.guest_stock().len());
    assert_eq!((view.player, view.legal.as_slice()), (None, &[][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_shows_every_recorded_step_with_open_hands() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(4);
    for options in Options::all().filter(|options| options.players() < 5) {
        let mut players = Vec::new();
        for _ in 0..options.players() {
            players.push(server.visitor("Guest").await);
        }
        let players: Vec<&TestVisitor> = players.iter().collect();
        let (room_id, mut connections) = start_game(&players, RoomOptions::new(options)).await;
        let result = play_out(&mut connections, &mut rng).await;
        let text = players[0].session.record(&room_id).await.unwrap();
        let record = Record::parse(&text).unwrap();
        let outcome = GameResult::of(&record.game().outcome().unwrap());
        assert_eq!(json!(outcome), result);
        let replay = players[0].session.replay(&room_id).await.unwrap();
        assert_eq!(replay.room.id, room_id);
        assert!(text.contains(&replay.seed.unwrap()));
        assert_eq!(replay.secret, record.header().secret.map(|secret| secret.to_string()));
        assert_eq!(replay.shares[1], Some(share(1)));
        assert_eq!(replay.guests, record.header().deal().guests());
        assert_eq!(replay.start.hands, open_hands(record.start().hands()));
        assert_eq!(replay.steps.len(), record.steps().len());
        for (number, (replayed, recorded)) in (1..).zip(replay.steps.iter().zip(record.steps())) {
            check_step(replayed, recorded, number);
        }
        let (last, earlier) = replay.steps.split_last().unwrap();
        assert_eq!((last.view.result.as_ref(), &replay.result), (Some(&outcome), &outcome), "{options}");
        assert!(earlier.iter().all(|step| step.view.result.is_none()));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_of_a_finished_game_can_be_read_by_the_engine() {
    let (_folder, server) = start_server(ServerConfig { requests_per_second: 100_000, ..fast_bots() }).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    for options in [card_game(2), board_game(2)] {
        let (room_id, _) = play_game(&[&ann, &ben], options).await;
        let record = Record::parse(&ann.session.record(&room_id).await.unwrap()).unwrap();
        let games = std::iter::once(record.start()).chain(record.steps().iter().map(|step| &step.after));
        for (step, game) in games.enumerate() {
            let position = ann.get(&path(&room_id, &format!("positions/{step}"))).await;
            assert_eq!(Game::from_position(&position, Board::standard()).unwrap(), *game, "step {step}");
        }
        let beyond = format!("positions/{}", record.steps().len() + 1);
        let response = ann.call(Method::GET, &path(&room_id, &beyond)).await;
        assert_eq!(error_of(&response), (404, "no_such_position"));
        for step in ["-1", "x", "99999999999999999999999", "1.5"] {
            let response = ann.call(Method::GET, &path(&room_id, &format!("positions/{step}"))).await;
            assert_eq!(error_of(&response), (404, "not_found"), "{step}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_contains_no_undone_actions_and_no_chat() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    connection.accept(add_bot(1, Level::Novice)).await;
    connection.accept(take_seat(0)).await;
    connection.accept(RoomRequest::Start {}).await;
    connection.accept(chat("Between us")).await;
    connection.accept(play(0, "draw")).await;
    // Bots always agree: everything since her last action is undone.
    let mut seq = 1;
    loop {
        let answer = connection.request(undo(seq)).await;
        if answer["type"] == "update" {
            break;
        }
        seq = seq_of(&connection.next_update().await["view"]["seq"]);
    }
    connection.accept(RoomRequest::Leave {}).await;
    connection.result().await;
    let replay = ann.get(&path(&room_id, "replay")).await;
    assert!(!replay.to_string().contains("Between us"));
    let replay: GameReplay = serde_json::from_value(replay).unwrap();
    let record = Record::parse(&ann.session.record(&room_id).await.unwrap()).unwrap();
    assert_eq!(replay.steps.len(), record.steps().len());
    assert!(replay.steps.iter().all(|step| step.by == PlayedBy::Bot), "Ann's only action was undone");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_and_record_are_refused_before_the_end() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben, eve) =
        (server.visitor("Ann").await, server.visitor("Ben").await, server.visitor("Eve").await);
    let waiting = ann.open_room(card_game(2)).await;
    let (playing, _connections) = start_game(&[&ann, &ben], card_game(2)).await;
    for room_id in [waiting, playing] {
        for what in ["record", "replay", "positions/0"] {
            for visitor in [&ann, &eve] {
                let response = visitor.http(Method::GET, &path(&room_id, what), None).await;
                assert_eq!(response.status(), 409);
                let body = r#"{"error":{"code":"not_over","message":"the game is not over"}}"#;
                assert_eq!(response.text().await.unwrap(), body);
            }
        }
        assert_eq!(error_of(&eve.call(Method::POST, &path(&room_id, "share")).await), (403, "not_seated"));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn room_closed_before_the_end_has_no_replay() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let (room_id, mut connections) = start_game(&[&ann, &ben], card_game(2)).await;
    connections[0].accept(RoomRequest::Ping {}).await;
    server.state.close_room(&RoomId::parse(&room_id).unwrap(), None).await.unwrap();
    for (method, what) in [
        (Method::GET, "record"),
        (Method::GET, "replay"),
        (Method::GET, "positions/0"),
        (Method::POST, "share"),
    ] {
        assert_eq!(error_of(&ann.call(method, &path(&room_id, what)).await), (409, "unfinished"), "{what}");
    }
    let page = ann.get("/api/v1/me/rooms?over=true").await;
    assert_eq!(
        (&page["rooms"][0]["room"]["closed"], &page["rooms"][0]["result"]),
        (&json!(true), &Value::Null)
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_game_is_visible_to_others_only_once_shared() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben, eve) =
        (server.visitor("Ann").await, server.visitor("Ben").await, server.visitor("Eve").await);
    let anonymous = server.anonymous();
    let options = RoomOptions { spectators: false, ..card_game(2) };
    let (room_id, _) = play_game(&[&ann, &ben], options).await;
    for what in ["record", "replay", "positions/0"] {
        let path = path(&room_id, what);
        for stranger in [&eve, &anonymous] {
            assert_eq!(error_of(&stranger.call(Method::GET, &path).await), (403, "spectators_off"));
        }
        assert_eq!(ann.call(Method::GET, &path).await.0, 200);
        assert_eq!(ben.call(Method::GET, &path).await.0, 200);
    }
    let share = path(&room_id, "share");
    assert_eq!(error_of(&eve.call(Method::POST, &share).await), (403, "not_seated"));
    assert_eq!(error_of(&anonymous.call(Method::POST, &share).await), (401, "not_identified"));
    let cross_site =
        ben.session.request(Method::POST, &share).unwrap().header("origin", "http://evil.example");
    assert_eq!(cross_site.send().await.unwrap().status(), 403);
    assert_eq!(eve.call(Method::GET, &path(&room_id, "replay")).await.0, 403, "it is not shared yet");
    for _ in 0..2 {
        assert_eq!(ben.call(Method::POST, &share).await.0, 204);
    }
    assert!(anonymous.session.room(&room_id).await.unwrap().shared);
    let own = ann.get(&path(&room_id, "replay")).await;
    for stranger in [&eve, &anonymous] {
        assert_eq!(stranger.get(&path(&room_id, "replay")).await, own);
        assert_eq!(stranger.call(Method::GET, &path(&room_id, "record")).await.0, 200);
    }
    // Chat stays among the players.
    assert!(eve.try_connect(&room_id).await.is_err());
    let mut connection = ann.connect(&room_id).await;
    let events = connection.next_update().await["events"].to_string();
    assert_eq!(events.matches("\"replay_shared\"").count(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_of_a_game_with_spectators_needs_no_identity() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let (room_id, _) = play_game(&[&ann, &ben], board_game(2)).await;
    let response = reqwest::get(server.url(&path(&room_id, "record"))).await.unwrap();
    let name = response.headers()["content-disposition"].to_str().unwrap().to_owned();
    let text = response.text().await.unwrap();
    let date = Record::parse(&text).unwrap().header().date.clone();
    assert_eq!(name, format!("attachment; filename=\"cafe-board-{date}-{room_id}.cafe\""));
    assert_eq!(reqwest::get(server.url(&path(&room_id, "replay"))).await.unwrap().status(), 200);
    // An invalid cookie does not matter.
    let unknown = server.with_cookie("cafe_visitor=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    assert_eq!(unknown.call(Method::GET, &path(&room_id, "replay")).await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_room_ids_are_not_found() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    for id in ["aaaaaaaaaaaaaaaa", "x", "..%2f..%2fetc%2fpasswd", "aaaaaaaaaaaaaaaa'--", "%ff"] {
        for (method, what) in [
            (Method::GET, "record"),
            (Method::GET, "replay"),
            (Method::GET, "positions/0"),
            (Method::POST, "share"),
        ] {
            assert_eq!(error_of(&ann.call(method, &path(id, what)).await), (404, "not_found"), "{id} {what}");
        }
        assert_eq!(
            error_of(&ann.call(Method::GET, &format!("/api/v1/me/rooms?after={id}")).await),
            (422, "bad_request")
        );
    }
    server.stop().await;
}

fn ids(page: &Value) -> Vec<&str> {
    page["rooms"].as_array().unwrap().iter().map(|item| item["room"]["id"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn own_rooms_are_paged_from_the_newest() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let options = card_game(2);
    let mut room_ids = vec![play_game(&[&ann, &ben], options.clone()).await.0];
    let mut open = Vec::new();
    for _ in 0..3 {
        let (room_id, connections) = start_game(&[&ben, &ann], options.clone()).await;
        room_ids.push(room_id);
        open.extend(connections);
    }
    for connection in &mut open {
        connection.accept(RoomRequest::Ping {}).await;
    }
    room_ids.reverse();
    let all = ann.get("/api/v1/me/rooms").await;
    assert_eq!((ids(&all), &all["next"]), (room_ids.iter().map(String::as_str).collect(), &Value::Null));
    let (running, finished) = (&all["rooms"][0], &all["rooms"][3]);
    assert_eq!(
        (&running["to_move"], &running["player"], &running["result"]),
        (&json!(0), &json!(1), &Value::Null)
    );
    assert_eq!((&finished["to_move"], &finished["player"]), (&Value::Null, &json!(0)));
    assert_eq!(finished["scores"], finished["result"]["final"]);
    for (player, place) in finished["result"]["places"].as_array().unwrap().iter().enumerate() {
        let is_winner = finished["result"]["winners"].as_array().unwrap().contains(&json!(player));
        assert_eq!(is_winner, place == 1, "winners have the first place");
    }
    // Pages are stable even if a room is opened in between.
    let first = ann.get("/api/v1/me/rooms?limit=3").await;
    assert_eq!((ids(&first), first["next"].as_str()), (ids(&all)[..3].to_vec(), Some(room_ids[2].as_str())));
    let (newest, _connections) = start_game(&[&ann, &ben], options).await;
    let second = ann.get(&format!("/api/v1/me/rooms?limit=3&after={}", room_ids[2])).await;
    assert_eq!((ids(&second), &second["next"]), (vec![room_ids[3].as_str()], &Value::Null));
    assert_eq!(ids(&ann.get("/api/v1/me/rooms?over=true").await), [&room_ids[3]]);
    assert_eq!(ids(&ann.get("/api/v1/me/rooms?over=false&limit=1").await), [&newest]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_rooms_list_only_current_seats_and_check_the_query() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, eve) = (server.visitor("Ann").await, server.visitor("Eve").await);
    let room_id = ann.open_room(RoomOptions { spectators: false, ..card_game(2) }).await;
    let mut connection = ann.connect(&room_id).await;
    connection.accept(take_seat(0)).await;
    assert_eq!(ids(&ann.get("/api/v1/me/rooms").await), [&room_id]);
    // A visitor who left before the game no longer has the room in the list.
    let mut guest = eve.connect(&room_id).await;
    guest.accept(take_seat(1)).await;
    assert_eq!(ids(&eve.get("/api/v1/me/rooms").await), [&room_id]);
    guest.accept(RoomRequest::Leave {}).await;
    assert_eq!(eve.get("/api/v1/me/rooms").await, json!({ "rooms": [], "next": null }));
    let zoe = server.visitor("Zoe").await;
    for (query, status) in [
        ("limit=0", 422),
        ("limit=101", 422),
        ("limit=-1", 400),
        ("limit=99999999999999999999999", 400),
        ("limit=many", 400),
        ("over=perhaps", 400),
        ("visitor=somebody", 400),
        (&format!("after={room_id}"), 422),
    ] {
        let response = zoe.call(Method::GET, &format!("/api/v1/me/rooms?{query}")).await;
        assert_eq!(error_of(&response), (status, "bad_request"), "{query}");
    }
    assert_eq!(zoe.get("/api/v1/me/rooms?limit=100").await["rooms"], json!([]));
    let anonymous = server.anonymous();
    assert_eq!(error_of(&anonymous.call(Method::GET, "/api/v1/me/rooms").await), (401, "not_identified"));
    server.stop().await;
}
