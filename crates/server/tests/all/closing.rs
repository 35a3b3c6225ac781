//! A house that closes.

use crate::common::{Cafe, Visitor, narrow, quick};
use cafe_server::TableId;
use cafe_server::admin::NotDone;
use cafe_server::store::StoreFault;
use serde_json::{Value, json};

/// A table where bots play as soon as its host says so.
async fn table_of_bots(host: &Visitor) -> String {
    let table = host.table(json!({ "game": "board", "players": 2 })).await;
    let mut socket = host.join(&table).await;
    for seat in 0..2 {
        socket.must(json!({ "do": "add_bot", "seat": seat, "level": "novice" })).await;
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_does_not_keep_the_house_open() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = narrow::cafe(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let table = table_of_bots(&ann).await;
    let mut unread = Vec::new();
    for _ in 0..20 {
        unread.push(narrow::join(&ann, &table).await);
    }
    let mut socket = ann.join(&table).await;
    socket.must(json!({ "do": "start" })).await;
    // A little later the first readers wait for room, and are not behind by so much that they are shown out.
    while socket.hear_a("now").await["scene"]["seq"].as_u64().is_none_or(|seq| seq < 30) {}
    assert!(cafe.house.close().await, "somebody was still there");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_closes_is_not_ready_and_lets_nobody_in() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    assert_eq!(ann.send(reqwest::Method::GET, "/readyz", None).await.status(), 200);
    cafe.house.begin_to_close();
    let answer = ann.send(reqwest::Method::GET, "/readyz", None).await;
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.json::<Value>().await.unwrap()["error"]["code"], "closing");
    assert!(ann.try_join(&table, 0, None).await.is_err());
    let (status, told) = ann.ask(reqwest::Method::POST, &format!("/api/v1/tables/{table}/share")).await;
    assert_eq!((status, &told["error"]["code"]), (503, &json!("closing")));
    let ended = cafe.house.end_table(&TableId::parse(&table).unwrap(), None).await;
    assert_eq!(
        ended,
        Err(NotDone::Store(StoreFault::Closed)),
        "the table is there, but cannot be reached any more"
    );
    assert_eq!(ann.send(reqwest::Method::GET, "/healthz", None).await.status(), 200);
    cafe.close().await;
}
