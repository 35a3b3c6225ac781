//! The bots of the house: whom they play for, when, and who may keep them from it.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Cafe, Socket, Visitor, quick, two};
use cafe_server::HouseRules;
use serde_json::{Value, json};

/// A bot that takes so long that somebody can come back before it plays.
fn slow(pause: Duration) -> HouseRules {
    HouseRules { bot_pause: pause, ..quick() }
}

const LONG: Duration = Duration::from_secs(600);

fn two_players() -> Value {
    json!({ "game": "card", "players": 2 })
}

fn timed(each: u32) -> Value {
    json!({ "game": "card", "players": 2, "clock": { "kind": "seconds", "each": each } })
}

/// One person and a bot at a table, the cards dealt.
async fn against_a_bot(cafe: &Cafe, options: Value) -> (String, Visitor, Socket) {
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(options).await;
    let mut socket = ann.join(&table).await;
    socket.must(json!({ "do": "sit", "seat": 0 })).await;
    socket.must(json!({ "do": "add_bot", "seat": 1, "level": "novice" })).await;
    socket.must(json!({ "do": "start" })).await;
    (table, ann, socket)
}

/// Draws a card, which nobody has done at this moment yet.
async fn draw(socket: &mut Socket, seq: u64) {
    let told = socket.must(json!({ "do": "act", "seq": seq, "actions": ["draw"] })).await;
    assert_eq!(told["tell"], "now", "somebody else has played: {told}");
}

/// Listens until it is somebody's turn.
async fn until_turn(socket: &mut Socket, seat: u8) -> Value {
    loop {
        let now = socket.hear_a("now").await;
        if now["scene"]["turn"] == seat {
            return now;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_for_somebody_who_has_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let pause = Duration::from_millis(1000);
    let cafe = Cafe::open(folder.path(), slow(pause)).await;
    let (_, _, [mut first, _second], _) = two(&cafe, two_players()).await;
    first.must(json!({ "do": "leave" })).await;
    let back = first.must(json!({ "do": "back" })).await;
    assert_eq!(back["room"]["seats"][0]["minded"], false);
    tokio::time::sleep(2 * pause).await;
    draw(&mut first, 0).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_for_somebody_who_comes_back_when_the_house_has_just_opened() {
    let folder = tempfile::tempdir().unwrap();
    let pause = Duration::from_secs(3);
    let cafe = Cafe::open(folder.path(), slow(LONG)).await;
    let (table, [ann, _], [mut first, _second], _) = two(&cafe, two_players()).await;
    first.must(json!({ "do": "leave" })).await;
    cafe.close().await;
    let cafe = Cafe::open(folder.path(), slow(pause)).await;
    let mut first = ann.at(&cafe).join(&table).await;
    tokio::time::sleep(pause + Duration::from_secs(1)).await;
    draw(&mut first, 0).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_and_comes_back_has_no_more_time_than_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), slow(LONG)).await;
    let (_, _, [mut first, mut second], scene) = two(&cafe, timed(600)).await;
    let away_and_back = async |socket: &mut Socket, forward: u64| {
        socket.must(json!({ "do": "leave" })).await;
        cafe.house.wall_clock.put_forward(Duration::from_secs(forward));
        socket.must(json!({ "do": "back" })).await["scene"]["deadline"].as_i64().unwrap()
    };
    for _ in 0..3 {
        assert_eq!(away_and_back(&mut first, 100).await, scene["deadline"]);
    }
    // It ran out while the bot had the seat, but whoever leaves in their turn gains nothing by it.
    assert_eq!(away_and_back(&mut first, 400).await, scene["deadline"]);
    let now = until_turn(&mut second, 1).await;
    let by: Vec<&Value> = now["happened"].as_array().unwrap().iter().map(|one| &one["by"]).collect();
    assert!(by.contains(&&json!("clock")), "{now}");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_away_when_the_turn_began_and_ran_out_has_all_of_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), slow(LONG)).await;
    let (_, _, [mut first, mut second], _) = two(&cafe, timed(600)).await;
    second.must(json!({ "do": "leave" })).await;
    draw(&mut first, 0).await;
    cafe.house.wall_clock.put_forward(Duration::from_secs(601));
    let back = async |socket: &mut Socket| {
        socket.must(json!({ "do": "back" })).await["scene"]["deadline"].as_i64().unwrap()
    };
    let again = back(&mut second).await;
    assert!((again - cafe.house.now() - 600_000).abs() < 60_000, "{again}");
    second.must(json!({ "do": "leave" })).await;
    cafe.house.wall_clock.put_forward(Duration::from_secs(601));
    assert_eq!(back(&mut second).await, again, "not twice in one turn");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_time_is_up_listens_while_the_house_thinks_about_other_tables() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { thinkers: 1, ..quick() }).await;
    let (_, _, [mut first, mut second], _) = two(&cafe, timed(600)).await;
    let busy = Arc::clone(&cafe.house.thinking).acquire_owned().await.unwrap();
    cafe.house.wall_clock.put_forward(Duration::from_secs(601));
    tokio::time::sleep(Duration::from_secs(2)).await;
    second.must(json!({ "do": "say", "text": "Are you still there?" })).await;
    // What would keep the bot from ever choosing is not heard any more.
    first.refused(json!({ "do": "undo", "seq": 0 }), "stale").await;
    drop(busy);
    until_turn(&mut second, 1).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_turn_it_was_plays_on_when_the_house_opens_again_though_nobody_looks() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), slow(LONG)).await;
    let (_, ann, mut socket) = against_a_bot(&cafe, two_players()).await;
    draw(&mut socket, 0).await;
    drop(socket);
    assert_eq!(ann.get("/api/v1/games").await["games"][0]["to_move"], 1);
    cafe.close().await;
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = ann.at(&cafe);
    let played = async {
        while ann.get("/api/v1/games").await["games"][0]["to_move"] != 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), played).await.expect("the bot plays");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_all_have_left_comes_to_its_end_after_the_house_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), slow(LONG)).await;
    let (_, [ann, _], [mut first, mut second], _) = two(&cafe, two_players()).await;
    first.must(json!({ "do": "leave" })).await;
    second.must(json!({ "do": "leave" })).await;
    cafe.close().await;
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = ann.at(&cafe);
    let over = async {
        while ann.get("/api/v1/games").await["games"][0]["result"].is_null() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), over).await.expect("the bots play to the end");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_hints_somebody_wants_the_bots_of_others_play() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { thinkers: 1, ..quick() }).await;
    let hints = json!({ "game": "card", "players": 2, "hints": true });
    let (busy, eve, _) = against_a_bot(&cafe, hints).await;
    let (_, _, mut ann) = against_a_bot(&cafe, two_players()).await;
    // However long they are thought about.
    let _for_ever = Arc::clone(&cafe.house.hinting).acquire_owned().await.unwrap();
    let mut sockets = Vec::new();
    for _ in 0..10 {
        let mut socket = eve.join(&busy).await;
        for _ in 0..9 {
            socket.ask(json!({ "do": "hint", "seq": 0 })).await;
        }
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(cafe.house.metrics.bots_waiting.get() <= 1, "a hint is thought about once");
    draw(&mut ann, 0).await;
    until_turn(&mut ann, 0).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_thought_about_once_and_told_to_every_device_that_asked() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { thinkers: 1, ..quick() }).await;
    let hints = json!({ "game": "card", "players": 2, "hints": true });
    let (table, ann, mut desk) = against_a_bot(&cafe, hints).await;
    let mut phone = ann.join(&table).await;
    let hint = json!({ "do": "hint", "seq": 0 });
    let busy = Arc::clone(&cafe.house.hinting).acquire_owned().await.unwrap();
    desk.ask(hint.clone()).await;
    phone.ask(hint.clone()).await;
    // One that is not heard yet is not asked for again.
    desk.refused(hint.clone(), "too_fast").await;
    phone.must(json!({ "do": "ping" })).await;
    drop(busy);
    let (here, there) = (desk.hear_a("hint").await, phone.hear_a("hint").await);
    assert_eq!(here["turns"], there["turns"]);
    assert!(!here["turns"].as_array().unwrap().is_empty());
    assert_eq!(desk.answer(hint).await["tell"], "hint");
    cafe.close().await;
}
