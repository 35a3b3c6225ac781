//! A table that cannot be read: it is missed by those who want it, and by nobody else.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use cafe_server::store::{Look, Store};
use common::{Cafe, Visitor, quick};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn one_table_that_cannot_be_read_is_left_out_of_lists_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let table = ann.table(json!({ "game": "card", "players": 2, "public": true })).await;
        ann.join(&table).await.must(json!({ "do": "sit" })).await;
        tables.push(table);
    }
    cafe.close().await;
    let file = rusqlite::Connection::open(Store::file(folder.path())).unwrap();
    let tear = "UPDATE entries SET data = '{\"is\":' WHERE n = 2 AND table_key = (SELECT key FROM tables WHERE id = ?1)";
    assert_eq!(file.execute(tear, [&tables[1]]).unwrap(), 1);
    drop(file);

    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = ann.at(&cafe);
    let public = ann.get("/api/v1/tables").await;
    let games = ann.get("/api/v1/games").await["games"].clone();
    for list in [&public, &games] {
        let mut ids: Vec<&str> =
            list.as_array().unwrap().iter().map(|one| one["table"]["id"].as_str().unwrap()).collect();
        ids.reverse();
        assert_eq!(ids, [&tables[0], &tables[2]], "{list}");
    }
    let seen = Look::open(folder.path()).unwrap().tables(true, 10).unwrap();
    assert_eq!((seen.tables.len(), seen.unreadable.len()), (2, 1));
    assert!(seen.unreadable[0].to_string().contains(&tables[1]), "{}", seen.unreadable[0]);
    // Who asks for this very one is told that it cannot be shown.
    let status = async |visitor: &Visitor, what: &str| {
        visitor.ask(reqwest::Method::GET, &format!("/api/v1/tables/{}{what}", tables[1])).await.0
    };
    assert_eq!(status(&ann, "").await, 503);
    let metrics = ann.send(reqwest::Method::GET, "/metrics", None).await.text().await.unwrap();
    assert!(metrics.contains("\ncafe_unreadable_tables_total 2\n"), "{metrics}");
    cafe.close().await;
}
