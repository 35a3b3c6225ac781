//! A table that cannot be read: it is missed by those who want it, and by nobody else.

use std::time::Duration;

use crate::common::{Cafe, Visitor, quick, two};
use cafe_server::VisitorId;
use cafe_server::store::{Look, Store};
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

/// Ann's table with a clock, dealt, whose last entry cannot be read.
async fn damaged(folder: &std::path::Path) -> (Cafe, Visitor, String) {
    let cafe = Cafe::open(folder, quick()).await;
    let options =
        json!({ "game": "card", "players": 2, "public": true, "clock": { "kind": "seconds", "each": 15 } });
    let (table, [ann, _], [mut first, _second], _) = two(&cafe, options).await;
    first.must(json!({ "do": "say", "text": "A word of Ann's" })).await;
    cafe.close().await;
    let file = rusqlite::Connection::open(Store::file(folder)).unwrap();
    let tear = "UPDATE entries SET data = data || '}' WHERE n = (SELECT max(n) FROM entries)";
    assert_eq!(file.execute(tear, []).unwrap(), 1);
    file.execute("UPDATE tables SET deadline = 1", []).unwrap();
    drop(file);
    let cafe = Cafe::open(folder, quick()).await;
    let ann = ann.at(&cafe);
    (cafe, ann, table)
}

fn deadlines(folder: &std::path::Path) -> i64 {
    let file = rusqlite::Connection::open(Store::file(folder)).unwrap();
    file.query_row("SELECT count(deadline) FROM tables", [], |row| row.get(0)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_read_is_not_woken_for_ever_and_says_so_at_every_door() {
    let folder = tempfile::tempdir().unwrap();
    let (cafe, ann, table) = damaged(folder.path()).await;
    for _ in 0..200 {
        if deadlines(folder.path()) == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(deadlines(folder.path()), 0);
    let refused = ann.try_join(&table, 0, None).await.err().expect("nobody comes in");
    assert!(refused.to_string().contains("503"), "{refused}");
    assert_eq!(ann.post(&format!("/api/v1/tables/{table}/share"), json!({})).await.0, 503);
    let id = cafe_server::TableId::parse(&table).unwrap();
    cafe.house.end_table(&id, None).await.unwrap();
    let seen = Look::open(folder.path()).unwrap().tables(false, 10).unwrap();
    assert!(seen.unreadable.is_empty(), "it is over");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_to_be_forgotten_is_though_one_of_their_tables_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (cafe, ann, _table) = damaged(folder.path()).await;
    let id = VisitorId::parse(&ann.id).unwrap();
    cafe.house.forget(&id).await.unwrap();
    assert_eq!(ann.ask(reqwest::Method::GET, "/api/v1/me").await.0, 401);
    cafe.close().await;
    let bytes = std::fs::read(Store::file(folder.path())).unwrap();
    for word in ["A word of Ann's", "Ann"] {
        let found = bytes.windows(word.len()).any(|window| window == word.as_bytes());
        assert!(!found, "{word}");
    }
}
