//! Thousands of tables: as many as one may have, and in memory only those that somebody looks at.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::{Cafe, Visitor, play_out, quick, two};
use cafe_server::HouseRules;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

async fn open(visitor: &Visitor) -> (u16, Value) {
    visitor.post("/api/v1/tables", json!({ "options": { "game": "card", "players": 2 } })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_thousands_of_tables_at_once_gets_as_many_as_one_may_have() {
    let folder = tempfile::tempdir().unwrap();
    // Only the number of tables counts here, not how fast they are asked for.
    let rules = HouseRules { tables_each: 20, requests_a_second: 1_000_000, ..quick() };
    let cafe = Cafe::open(folder.path(), rules).await;
    let eve = cafe.visitor("Eve").await;
    let (_, _, mut players, _) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    players[0].ask(json!({ "do": "hint", "seq": 0 })).await;
    let asking = async {
        let answers = futures_util::stream::iter(0..2000).map(|_| open(&eve)).buffer_unordered(50);
        let mut counted: BTreeMap<(u16, String), u32> = BTreeMap::new();
        let mut answers = std::pin::pin!(answers);
        while let Some((status, told)) = answers.next().await {
            let code = told["error"]["code"].as_str().unwrap_or_default().to_owned();
            *counted.entry((status, code)).or_default() += 1;
        }
        counted
    };
    // Meanwhile others open tables and play.
    let playing = async {
        let ben = cafe.visitor("Ben").await;
        for _ in 0..20 {
            assert_eq!(open(&ben).await.0, 201);
        }
        let (_, [ann, _], mut sockets, _) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
        let table = ann.get("/api/v1/games").await["games"][0]["table"]["id"].as_str().unwrap().to_owned();
        sockets[0] = ann.join(&table).await;
        play_out(&mut sockets, &mut fastrand::Rng::with_seed(6)).await
    };
    let (counted, result) = tokio::join!(asking, playing);
    let expected = [((201, String::new()), 20), ((429, "too_many".to_owned()), 1980)];
    assert_eq!(counted, expected.into());
    assert!(result["final"].is_array());
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_nobody_looks_at_leave_memory_and_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let rules = HouseRules {
        tables_each: 1000,
        requests_a_second: 1_000_000,
        idle: Duration::from_millis(50),
        ..quick()
    };
    let cafe = Cafe::open(folder.path(), rules).await;
    let ann = cafe.visitor("Ann").await;
    let in_memory = || cafe.house.metrics.tables_in_memory.get();
    let mut tables = Vec::new();
    for number in 0..300 {
        let (status, room) = open(&ann).await;
        assert_eq!(status, 201);
        let table = room["id"].as_str().unwrap().to_owned();
        // Every third is only opened, every third looked at, and at every third somebody sits.
        if number % 3 > 0 {
            let mut socket = ann.join(&table).await;
            socket.hear_a("now").await;
            if number % 3 > 1 {
                socket.must(json!({ "do": "sit", "seat": 1 })).await;
            }
        }
        tables.push(table);
    }
    let asleep = async {
        while in_memory() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asleep).await.expect("they leave");
    for (number, table) in tables.iter().enumerate().take(30) {
        let now = ann.join(table).await.hear_a("now").await;
        assert_eq!(now["room"]["seats"][1]["name"] == "Ann", number % 3 > 1, "{now}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_nobody_looks_at_any_more_leaves_although_its_last_visitor_vanished() {
    use tokio::io::AsyncWriteExt as _;
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { idle: Duration::from_millis(50), ..quick() }).await;
    let ann = cafe.visitor("Ann").await;
    let table = open(&ann).await.1["id"].as_str().unwrap().to_owned();
    for _ in 0..50 {
        // Gone before the socket is open: who asks for one does not always wait for the answer.
        let mut stream = tokio::net::TcpStream::connect(cafe.address).await.unwrap();
        stream.set_zero_linger().unwrap();
        stream.write_all(ann.written_request(&table).as_bytes()).await.unwrap();
        drop(stream);
    }
    let metrics = &cafe.house.metrics;
    let asleep = async {
        while metrics.tables_in_memory.get() > 0 || metrics.sockets.get() > 0 || metrics.connections.get() > 0
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asleep).await.expect("it leaves");
    cafe.close().await;
}
