//! Leaving a game: resigning, letting a bot play, nudging, and the end by agreement or after silence.

use std::time::Duration;

use cafe_room::{Entry, Millis, Name, Room, RoomOptions, RoomRequest, TimedEntry, VisitorId};
use cafe_rules::Record;
use cafe_server::{ServerConfig, new_room_id, new_secret};
use serde_json::json;

use crate::common::requests::*;
use crate::common::{
    TestServer, TestVisitor, TwoPlayers, card_game, fast_bots, play_out, start_game, start_server,
    two_players,
};

const MINUTE: Millis = 60 * 1000;
const DAY: Millis = 24 * 60 * MINUTE;

async fn record_of(visitor: &TestVisitor, room_id: &str) -> Record {
    let text = visitor.session.record(room_id).await.unwrap();
    Record::parse(&text).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_ends_a_game_of_two_and_reveals_the_deal() {
    let (folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, ben], connections: [mut first, mut second], .. } =
        two_players(&server, card_game(2)).await;
    let replay = format!("/api/v1/rooms/{room_id}/replay");
    assert_eq!(ann.call(reqwest::Method::GET, &replay).await.1["error"]["code"], "not_over");
    let update = first.accept(RoomRequest::Resign {}).await;
    let result = update["view"]["result"].clone();
    assert_eq!(
        (&result["why"], &result["winners"], &result["resigned"]),
        (&json!("resigned"), &json!([1]), &json!([0]))
    );
    assert_eq!(update["room"]["over"], true);
    let seen = second.next_event("resigned").await;
    assert_eq!((&seen["events"][0]["player"], &seen["view"]["result"]), (&json!(0), &result));
    assert_eq!(first.accept(RoomRequest::Resign {}).await["type"], "done");
    second.refuse(play(0, "draw"), "over").await;
    server.stop().await;

    // Everything is stored: lists, replay and record of another start of the server.
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ben = ben.on(&server);
    let listed = ben.get("/api/v1/me/rooms?over=true").await;
    assert_eq!((&listed["rooms"][0]["result"], &listed["rooms"][0]["player"]), (&result, &json!(1)));
    let replay = ben.get(&replay).await;
    assert_eq!(replay["result"], result);
    assert!(replay["secret"].is_string() && replay["room"]["occupants"][0]["resigned"] == true);
    let record = record_of(&ben, &room_id).await;
    assert_eq!((record.winner_by_resignation(), record.header().secret.is_some()), (Some(1), true));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_plays_on_for_a_player_who_resigned_and_ranks_last() {
    let (_folder, server) = start_server(fast_bots()).await;
    let visitors = [server.visitor("Ann").await, server.visitor("Ben").await, server.visitor("Cleo").await];
    let options = RoomOptions { spectators: false, hints: true, ..card_game(3) };
    let (room_id, mut connections) = start_game(&visitors.each_ref(), options).await;
    let update = connections[0].accept(RoomRequest::Resign {}).await;
    let occupant = &update["room"]["occupants"][0];
    assert_eq!((&occupant["resigned"], &occupant["bot_plays"]), (&json!(true), &json!(true)));
    assert_eq!((&update["view"]["player"], &update["view"]["hands"][0]), (&json!(null), &json!(null)));
    for request in [RoomRequest::Resume {}, take_any_seat(), hint(0), RoomRequest::Nudge {}] {
        connections[0].refuse(request, "resigned").await;
    }
    // The game is for its players only; the one who resigned may still watch, as a spectator.
    let mut watching = visitors[0].connect(&room_id).await;
    assert_eq!(watching.next_update().await["view"]["player"], json!(null));
    let result = play_out(&mut connections[1..], &mut fastrand::Rng::with_seed(3)).await;
    assert_eq!((&result["places"][0], &result["resigned"]), (&json!(3), &json!([0])));
    assert_eq!(watching.result().await, result);
    let record = record_of(&visitors[0], &room_id).await;
    assert_eq!(record.header().resigned, [0]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connecting_does_not_end_a_handover() {
    let config = ServerConfig { bot_pause: Duration::from_secs(3600), ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let TwoPlayers { room_id, visitors: [ann, _], connections: [mut first, mut second], .. } =
        two_players(&server, card_game(2)).await;
    first.accept(RoomRequest::HandOver {}).await;
    let seen = second.next_event("bot_took_over").await;
    assert_eq!(
        (&seen["events"][0]["by_choice"], &seen["room"]["occupants"][0]["bot_plays"]),
        (&json!(true), &json!(true))
    );
    drop(first);
    let mut again = ann.connect(&room_id).await;
    again.accept(RoomRequest::Ping {}).await;
    let path = format!("/api/v1/rooms/{room_id}");
    assert_eq!(ann.get(&path).await["occupants"][0]["bot_plays"], true);
    let update = again.accept(RoomRequest::Resume {}).await;
    assert_eq!(update["room"]["occupants"][0]["bot_plays"], false);
    second.next_event("player_returned").await;
    // A player who was only absent returns by connecting.
    again.accept(RoomRequest::Leave {}).await;
    drop(again);
    ann.connect(&room_id).await.next_event("player_returned").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_without_a_clock_ends_by_agreement() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { room_id, visitors: [ann, _], connections: [mut first, mut second], .. } =
        two_players(&server, card_game(2)).await;
    first.accept(RoomRequest::ProposeEnd {}).await;
    let proposed = second.next_event("end_proposed").await;
    let vote = proposed["view"]["end_vote"].clone();
    assert_eq!((&vote["player"], &vote["missing"]), (&json!(0), &json!([1])));
    let answer = |agree| RoomRequest::AnswerEnd { vote: vote["id"].as_u64().unwrap(), agree };
    second.accept(answer(false)).await;
    first.next_event("end_declined").await;
    second.refuse(answer(true), "no_end_proposal").await;
    second.accept(RoomRequest::ProposeEnd {}).await;
    second.refuse(answer(true), "stale").await;
    let update = first.accept(RoomRequest::ProposeEnd {}).await;
    let kinds: Vec<_> = update["events"].as_array().unwrap().iter().map(|event| &event["type"]).collect();
    assert_eq!(kinds, ["end_agreed", "ended_by_agreement"]);
    let result = &update["view"]["result"];
    assert_eq!((&result["why"], &result["winners"]), (&json!("agreement"), &json!([])));
    assert_eq!(ann.get(&format!("/api/v1/rooms/{room_id}/replay")).await["result"], *result);
    let record = record_of(&ann, &room_id).await;
    assert!(!record.is_over() && record.header().secret.is_some());
    let listed = ann.get("/api/v1/home").await;
    assert_eq!(listed["finished"]["rooms"][0]["result"], *result);
    server.stop().await;
}

/// Stores a game that started some time ago, with Ann to move.
async fn store_started(server: &TestServer, players: &[&TestVisitor], ago: Millis) -> String {
    let at = server.state.now() - ago;
    let visitor = |player: &TestVisitor| VisitorId::parse(&player.id).unwrap();
    let mut entries = vec![Entry::Opened {
        options: card_game(players.len() as u8),
        host: visitor(players[0]),
        secret: new_secret().to_string(),
        reserved_for: Vec::new(),
        deal: None,
    }];
    for (player, seated) in (0..).zip(players) {
        let (visitor, name) = (visitor(seated), Name::new("Guest").unwrap());
        entries.push(Entry::SeatTaken { player, visitor, name, is_program: false, share: None });
    }
    entries.push(Entry::Started { date: "2026-11-16".to_owned() });
    let entries = entries.into_iter().map(|entry| TimedEntry { at, entry });
    let room = Room::replay(new_room_id(), entries).unwrap();
    server.state.store.create_room(&room, 10).await.unwrap();
    room.id.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn nudge_reaches_the_player_to_move_once_in_a_turn() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    for (ago, is_accepted) in [(9 * MINUTE, false), (11 * MINUTE, true)] {
        let room_id = store_started(&server, &[&ann, &ben], ago).await;
        let mut waiting = ben.connect(&room_id).await;
        if !is_accepted {
            waiting.refuse(RoomRequest::Nudge {}, "too_fast").await;
            continue;
        }
        let mut to_move = ann.connect(&room_id).await;
        to_move.refuse(RoomRequest::Nudge {}, "not_waiting").await;
        let update = waiting.accept(RoomRequest::Nudge {}).await;
        assert_eq!(update["view"]["nudge_at"], json!(null));
        let event = &to_move.next_event("nudged").await["events"][0];
        assert_eq!((&event["player"], &event["to"]), (&json!(1), &json!(0)));
        assert_eq!(waiting.accept(RoomRequest::Nudge {}).await["type"], "done");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn end_can_be_claimed_after_seven_days_of_silence() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let recent = store_started(&server, &[&ann, &ben], 7 * DAY - MINUTE).await;
    ben.connect(&recent).await.refuse(RoomRequest::ClaimEnd {}, "not_silent").await;
    let silent = store_started(&server, &[&ann, &ben], 7 * DAY).await;
    let mut waiting = ben.connect(&silent).await;
    let claim_at = waiting.next_update().await["view"]["claim_at"].as_i64().unwrap();
    assert!(claim_at <= server.state.now());
    let update = waiting.accept(RoomRequest::ClaimEnd {}).await;
    assert_eq!(update["view"]["result"]["winners"], json!([1]));
    assert_eq!(update["events"][0]["claimed_by"], 1);
    assert_eq!(record_of(&ann, &silent).await.header().resigned, [0]);
    server.stop().await;
}
