//! Clocks: whose time is up, whether anybody looks or not, and when the house was closed in between.

use std::time::Duration;

use crate::common::{Cafe, Socket, Visitor, quick, two};
use cafe_rules::Record;
use cafe_server::HouseRules;
use cafe_server::messages::ResultShown;
use serde_json::{Value, json};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn seconds(each: u32) -> Value {
    json!({ "game": "card", "players": 2, "clock": { "kind": "seconds", "each": each } })
}

fn days(each: u32) -> Value {
    json!({ "game": "card", "players": 2, "clock": { "kind": "days", "each": each } })
}

/// Listens until it is somebody's turn; what happened until then, and how things are then.
async fn until_turn(socket: &mut Socket, seat: u8) -> (Vec<Value>, Value) {
    let mut happened = Vec::new();
    loop {
        let now = socket.hear_a("now").await;
        happened.extend(now["happened"].as_array().unwrap().clone());
        if now["scene"]["turn"] == seat {
            return (happened, now);
        }
    }
}

/// Who played, and by whom it was done.
fn played(happened: &[Value]) -> Vec<(u64, String)> {
    let acted = happened.iter().filter(|one| one["what"] == "acted");
    acted.map(|one| (one["seat"].as_u64().unwrap(), one["by"].as_str().unwrap().to_owned())).collect()
}

fn all_by(played: &[(u64, String)], seat: u64, by: &str) -> bool {
    !played.is_empty() && played.iter().all(|one| *one == (seat, by.to_owned()))
}

async fn draw(socket: &mut Socket, seq: &Value) {
    socket.must(json!({ "do": "act", "seq": seq, "actions": ["draw"] })).await;
}

async fn is_minded(visitor: &Visitor, table: &str) -> Value {
    visitor.get(&format!("/api/v1/tables/{table}")).await["seats"][0]["minded"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_the_turn_whose_time_is_up_and_after_two_in_a_row_keeps_the_seat_until_they_return() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (table, [ann, _], [mut first, mut second], _) = two(&cafe, seconds(600)).await;
    for minded in [false, true] {
        cafe.house.wall_clock.put_forward(Duration::from_secs(601));
        let (happened, now) = until_turn(&mut second, 1).await;
        assert!(all_by(&played(&happened), 0, "clock"), "{happened:?}");
        assert_eq!(is_minded(&ann, &table).await, minded);
        draw(&mut second, &now["scene"]["seq"]).await;
    }
    // Now nobody waits for her any more.
    let (happened, now) = until_turn(&mut second, 1).await;
    assert!(played(&happened).contains(&(0, "bot".to_owned())), "{happened:?}");
    assert!(played(&happened).iter().all(|(_, by)| by != "clock"), "{happened:?}");
    first.must(json!({ "do": "back" })).await;
    assert_eq!(is_minded(&ann, &table).await, false);
    draw(&mut second, &now["scene"]["seq"]).await;
    // It is up to her again, with all of her time.
    let drawn = now["scene"]["seq"].as_u64().unwrap() + 1;
    let mine = loop {
        let now = first.hear_a("now").await;
        if now["scene"]["seq"] == drawn {
            break now;
        }
    };
    assert_eq!(mine["scene"]["turn"], 0);
    let left = mine["scene"]["deadline"].as_i64().unwrap() - cafe.house.now();
    assert!((1..=600_000).contains(&left), "{left}");
    draw(&mut first, &mine["scene"]["seq"]).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_ones_own_in_between_makes_the_missed_ones_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (table, [ann, _], [mut first, mut second], _) = two(&cafe, seconds(15)).await;
    for _ in 0..2 {
        cafe.house.wall_clock.put_forward(Duration::from_secs(16));
        let (happened, now) = until_turn(&mut second, 1).await;
        assert!(all_by(&played(&happened), 0, "clock"), "{happened:?}");
        assert_eq!(is_minded(&ann, &table).await, false);
        let seq = now["scene"]["seq"].as_u64().unwrap();
        draw(&mut second, &json!(seq)).await;
        draw(&mut first, &json!(seq + 1)).await;
        let (_, now) = until_turn(&mut second, 1).await;
        draw(&mut second, &now["scene"]["seq"]).await;
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_on_while_the_house_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (table, [ann, ben], _, scene) = two(&cafe, seconds(600)).await;
    cafe.close().await;
    // In time: nothing has changed.
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut first = ann.at(&cafe).join(&table).await;
    let now = first.hear_a("now").await;
    assert_eq!(now["scene"]["deadline"], scene["deadline"]);
    assert_eq!((&now["scene"]["turn"], &now["scene"]["seq"]), (&json!(0), &json!(0)));
    cafe.close().await;
    // Too late: her turn is played although nobody has asked for the table yet.
    let cafe = Cafe::open(folder.path(), quick()).await;
    cafe.house.wall_clock.put_forward(Duration::from_secs(601));
    let mut second = ben.at(&cafe).join(&table).await;
    let (happened, now) = until_turn(&mut second, 1).await;
    assert!(all_by(&played(&happened), 0, "clock"), "{happened:?}");
    let left = now["scene"]["deadline"].as_i64().unwrap() - cafe.house.now();
    assert!((1..=600_000).contains(&left), "the time of the other begins then: {left}");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_three_days_is_up_after_three_days_and_nobody_needs_to_look() {
    let folder = tempfile::tempdir().unwrap();
    let rules = HouseRules { idle: Duration::from_millis(50), ..quick() };
    let cafe = Cafe::open(folder.path(), rules).await;
    let (table, [ann, ben], [mut first, second], scene) = two(&cafe, days(3)).await;
    let dealt = cafe.house.now();
    let left = scene["deadline"].as_i64().unwrap() - dealt;
    assert!((left - 3 * DAY.as_millis() as i64).abs() < 60_000, "{left}");
    draw(&mut first, &json!(0)).await;
    drop((first, second));
    asleep(&cafe).await;
    cafe.house.wall_clock.put_forward(2 * DAY);
    // Ben looks after two days: there is still time.
    let mut second = ben.join(&table).await;
    let now = second.hear_a("now").await;
    assert_eq!((&now["scene"]["turn"], &now["scene"]["seq"]), (&json!(1), &json!(1)));
    drop(second);
    asleep(&cafe).await;
    cafe.house.wall_clock.put_forward(DAY + Duration::from_secs(1));
    let turn = loop {
        let page = ann.get("/api/v1/games").await;
        if page["games"][0]["to_move"] == 0 {
            break page["games"][0]["touched"].as_i64().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(turn >= dealt + 3 * DAY.as_millis() as i64);
    let mut first = ann.join(&table).await;
    let (happened, _) = until_turn(&mut first, 0).await;
    assert!(played(&happened).contains(&(1, "clock".to_owned())), "{happened:?}");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_everybody_has_forgotten_comes_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (table, [ann, _], sockets, _) = two(&cafe, days(1)).await;
    drop(sockets);
    let game = loop {
        let game = ann.get("/api/v1/games").await["games"][0].clone();
        if !game["result"].is_null() {
            break game;
        }
        cafe.house.wall_clock.put_forward(DAY);
        tokio::time::sleep(Duration::from_millis(300)).await;
    };
    let (status, record) = ann.ask(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record")).await;
    assert_eq!(status, 200);
    let log = Record::parse(record.as_str().unwrap()).unwrap();
    assert_eq!(json!(log.game().outcome().as_ref().map(ResultShown::of)), game["result"]);
    cafe.close().await;
}

/// Waits until no table is in memory.
async fn asleep(cafe: &Cafe) {
    let asleep = async {
        while cafe.house.metrics.tables_in_memory.get() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), asleep).await.expect("a table that nobody looks at leaves");
}
