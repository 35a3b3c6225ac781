//! Who belongs to a table: its host, those who sit there under the name they have, and who may only look until the deal.

use std::time::Duration;

use crate::common::{Cafe, Visitor, quick, two};
use futures_util::StreamExt as _;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

async fn cafe() -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    (folder, cafe)
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_cards_are_dealt_at_a_table_that_is_not_for_watching_only_its_players_stay() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben, cat) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await, cafe.visitor("Cat").await);
    let eve = cafe.visitor("Eve").await;
    let table = ann.table(json!({ "game": "card", "players": 2, "watching": false })).await;
    // Ann has opened the table and does not play: it is hers all the same.
    let mut host = ann.join(&table).await;
    let (mut first, mut second) = (ben.join(&table).await, cat.join(&table).await);
    let mut looks_on = eve.join(&table).await;
    first.must(json!({ "do": "sit", "seat": 0 })).await;
    second.must(json!({ "do": "sit", "seat": 1 })).await;
    first.must(json!({ "do": "start" })).await;
    let (mut heard, mut words) = (Vec::new(), None);
    while words.is_none() {
        let next = tokio::time::timeout(Duration::from_secs(10), looks_on.stream.next()).await;
        match next.expect("it is closed").expect("somebody says why").unwrap() {
            Message::Text(text) => heard.push(text.to_string()),
            Message::Close(frame) => words = frame,
            _ => {}
        }
    }
    let words = words.unwrap();
    assert_eq!((u16::from(words.code), words.reason.as_str()), (1008, "this table is for its players only"));
    assert!(heard.last().unwrap().contains("\"watching_off\""), "{heard:?}");
    assert!(!heard.iter().any(|text| text.contains("\"dealt\"") || text.contains("\"scene\"")), "{heard:?}");
    for socket in [&mut host, &mut first, &mut second] {
        socket.must(json!({ "do": "ping" })).await;
    }
    assert!(eve.try_join(&table, 0, None).await.is_err());
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_stands_is_host_until_it_is_they_who_leave() {
    let (_folder, cafe) = cafe().await;
    let (ann, cat) = (cafe.visitor("Ann").await, cafe.visitor("Cat").await);
    let table = ann.table(json!({ "game": "card", "players": 3 })).await;
    let (mut host, mut other) = (ann.join(&table).await, cat.join(&table).await);
    other.must(json!({ "do": "sit", "seat": 1 })).await;
    host.must(json!({ "do": "add_bot", "seat": 0, "level": "novice" })).await;
    let removed = host.must(json!({ "do": "remove", "seat": 0 })).await;
    assert_eq!(removed["room"]["host"], ann.id);
    other.must(json!({ "do": "leave" })).await;
    other.must(json!({ "do": "sit", "seat": 1 })).await;
    let sat = host.must(json!({ "do": "sit", "seat": 0 })).await;
    assert_eq!(sat["room"]["host"], ann.id);
    let left = host.must(json!({ "do": "leave" })).await;
    assert_eq!(left["room"]["host"], cat.id);
    host.refused(json!({ "do": "add_bot", "seat": 0, "level": "novice" }), "not_host").await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_another_name_sits_down_under_it() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = ann.join(&table).await;
    let renamed = ann.send(reqwest::Method::PATCH, "/api/v1/me", Some(json!({ "name": "Anna" }))).await;
    assert_eq!(renamed.status(), 200);
    let sat = socket.must(json!({ "do": "sit", "seat": 0 })).await;
    assert_eq!(sat["room"]["seats"][0]["name"], "Anna");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_says_how_a_game_goes_only_if_it_is_for_watching() {
    let (_folder, cafe) = cafe().await;
    for watching in [true, false] {
        let options = json!({ "game": "card", "players": 2, "public": true, "watching": watching });
        let (table, [ann, _], _sockets, _) = two(&cafe, options).await;
        let eve = cafe.visitor("Eve").await;
        let seen = async |visitor: &Visitor, path: &str, of: &str| {
            let told = visitor.get(path).await;
            let list = if of.is_empty() { &told } else { &told[of] };
            let one =
                list.as_array().unwrap().iter().find(|one| one["table"]["id"] == *table).unwrap().clone();
            (one["scores"].as_array().unwrap().len(), one["to_move"].clone())
        };
        let open = (2, json!(0));
        assert_eq!(seen(&ann, "/api/v1/games", "games").await, open, "her own");
        let expected = if watching { open } else { (0, json!(null)) };
        assert_eq!(seen(&eve, "/api/v1/tables", "").await, expected);
    }
    cafe.close().await;
}
