//! Tables that nobody wants any more: their host closes them, or nobody does and they close by themselves; and none of them
//! keeps anybody from playing.

use std::time::Duration;

use crate::common::{Cafe, Visitor, quick, two};
use cafe_server::HouseRules;
use reqwest::Method;
use serde_json::{Value, json};

const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn cafe(rules: HouseRules) -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), rules).await;
    (folder, cafe)
}

fn card() -> Value {
    json!({ "game": "card", "players": 2, "public": true })
}

fn at(table: &str) -> String {
    format!("/api/v1/tables/{table}")
}

async fn opens(visitor: &Visitor) -> u16 {
    visitor.post("/api/v1/tables", json!({ "options": card() })).await.0
}

async fn is_closed(visitor: &Visitor, table: &str) -> bool {
    visitor.get(&at(table)).await["closed"] == true
}

async fn listed(visitor: &Visitor) -> Vec<String> {
    let tables = visitor.get("/api/v1/tables").await;
    tables.as_array().unwrap().iter().map(|one| one["table"]["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_closes_a_table_that_has_not_begun_and_has_room_for_another() {
    let (_folder, cafe) = cafe(HouseRules { tables_each: 2, ..quick() }).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let (first, second) = (ann.table(card()).await, ann.table(card()).await);
    assert_eq!(opens(&ann).await, 429);
    let mut waits = ben.join(&first).await;
    waits.must(json!({ "do": "sit" })).await;
    let refused = async |visitor: &Visitor, table: &str| {
        let (status, told) = visitor.ask(Method::DELETE, &at(table)).await;
        (status, told["error"]["code"].as_str().unwrap().to_owned())
    };
    assert_eq!(refused(&ben, &first).await, (403, "not_host".to_owned()));
    waits.refused(json!({ "do": "close" }), "not_host").await;
    // Once over HTTP, once over the socket; and asking twice does no harm.
    for _ in 0..2 {
        assert_eq!(ann.ask(Method::DELETE, &at(&first)).await.0, 204);
    }
    while waits.hear_a("now").await["happened"][0]["what"] != "closed" {}
    waits.refused(json!({ "do": "start" }), "over").await;
    let mut socket = ann.join(&second).await;
    socket.must(json!({ "do": "close" })).await;
    assert_eq!(socket.must(json!({ "do": "close" })).await["tell"], "done");
    assert!(listed(&ben).await.is_empty());
    assert_eq!((opens(&ann).await, opens(&ann).await, opens(&ann).await), (201, 201, 429));

    let (begun, [host, _], mut sockets, _) = two(&cafe, card()).await;
    assert_eq!(refused(&host, &begun).await, (409, "started".to_owned()));
    sockets[0].refused(json!({ "do": "close" }), "started").await;
    assert_eq!(refused(&host, "aaaaaaaaaaaaaaaa").await, (404, "not_found".to_owned()));
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_all_have_left_before_the_game_closes_by_itself() {
    let (_folder, cafe) = cafe(HouseRules { idle: Duration::from_millis(100), ..quick() }).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let (left, other, new) = (ann.table(card()).await, ann.table(card()).await, ann.table(card()).await);
    let mut socket = ann.join(&left).await;
    socket.must(json!({ "do": "sit", "seat": 0 })).await;
    socket.must(json!({ "do": "add_bot", "seat": 1, "level": "novice" })).await;
    socket.must(json!({ "do": "leave" })).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(!is_closed(&ann, &left).await, "she only looks for another seat");
    // Where somebody still sits, the table waits, though nobody looks; and so does one where nobody has sat yet.
    let mut sits = ben.join(&other).await;
    sits.must(json!({ "do": "sit" })).await;
    drop((socket, sits, ann.join(&new).await));
    let mut closed = false;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        closed = is_closed(&ann, &left).await;
        if closed {
            break;
        }
    }
    assert!(closed);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(!is_closed(&ann, &other).await && !is_closed(&ann, &new).await);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_is_closed_when_nobody_has_looked_at_it_for_a_week() {
    let (_folder, cafe) = cafe(quick()).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let (alone, looked_at, open) =
        (ann.table(card()).await, ann.table(card()).await, ann.table(card()).await);
    let (begun, ..) = two(&cafe, card()).await;
    let _still_there = ben.join(&open).await;
    cafe.house.wall_clock.put_forward(4 * A_DAY);
    cafe.house.sweep().await.unwrap();
    // Looking is enough.
    ben.join(&looked_at).await.hear_a("presence").await;
    cafe.house.wall_clock.put_forward(4 * A_DAY);
    cafe.house.sweep().await.unwrap();
    assert!(is_closed(&ann, &alone).await);
    for table in [&looked_at, &open, &begun] {
        assert!(!is_closed(&ann, table).await);
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_has_touched_for_a_season_does_not_count_against_its_host() {
    let (_folder, cafe) = cafe(HouseRules { tables_each: 1, ..quick() }).await;
    let (begun, [ann, _], sockets, scene) = two(&cafe, card()).await;
    drop(sockets);
    assert_eq!(opens(&ann).await, 429);
    cafe.house.wall_clock.put_forward(91 * A_DAY);
    assert_eq!(opens(&ann).await, 201);
    // It is not over for that.
    let mut back = ann.join(&begun).await;
    let action = &scene["legal"][0]["action"];
    back.must(json!({ "do": "act", "seq": 0, "actions": [action] })).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_where_somebody_plays_is_listed_before_a_hundred_where_nobody_is_and_nobody_fills_the_list_alone()
 {
    let (_folder, cafe) = cafe(HouseRules { tables_each: 200, ..quick() }).await;
    let (played, _, mut sockets, scene) = two(&cafe, card()).await;
    cafe.house.wall_clock.put_forward(A_DAY);
    let eve = cafe.visitor("Eve").await;
    for _ in 0..100 {
        assert_eq!(opens(&eve).await, 201);
    }
    let list = listed(&eve).await;
    assert_eq!(list.len(), 6, "of a hundred tables of one host some are enough");
    assert_eq!(list[5], played, "nobody has been there since yesterday");
    cafe.house.wall_clock.put_forward(Duration::from_secs(120));
    // A plain move, which changes neither who sits there nor how far the table has come.
    let action = &scene["legal"][0]["action"];
    sockets[0].must(json!({ "do": "act", "seq": 0, "actions": [action] })).await;
    assert_eq!(listed(&eve).await[0], played);
    cafe.close().await;
}
