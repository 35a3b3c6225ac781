//! Talk at a table: as much as one can read, and nothing from whom the host has muted.

use crate::common::{Cafe, quick};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn however_many_sockets_somebody_has_they_talk_no_faster() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    ann.join(&table).await.must(json!({ "do": "sit" })).await;
    let began = std::time::Instant::now();
    for _ in 0..20 {
        let mut socket = ann.join(&table).await;
        for _ in 0..13 {
            socket.ask(json!({ "do": "say", "text": "na" })).await;
        }
        let mut answered = 0;
        while answered < 13 {
            let told = socket.hear().await;
            answered += usize::from(told["tell"] == "refused" || told["id"].is_number());
        }
    }
    let now = ann.join(&table).await.hear_a("now").await;
    let lines = now["happened"].as_array().unwrap().iter().filter(|one| one["what"] == "said").count();
    // 13 at once, and then one every 300 ms.
    let most = 14 + began.elapsed().as_millis() as usize / 300;
    assert!((10..=most.min(150)).contains(&lines), "{lines} lines, {most} at most");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_host_has_muted_neither_speaks_nor_waves_until_they_may_again() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let (mut host, mut other) = (ann.join(&table).await, ben.join(&table).await);
    host.must(json!({ "do": "sit", "seat": 0 })).await;
    other.must(json!({ "do": "sit", "seat": 1 })).await;
    let (say, wave) = (json!({ "do": "say", "text": "na" }), json!({ "do": "react", "with": "hello" }));
    let mute = |muted: bool| json!({ "do": "mute", "seat": 1, "muted": muted });
    let muted = |told: &Value| told["room"]["seats"][1]["muted"].clone();
    other.refused(mute(true), "not_host").await;
    assert_eq!(muted(&host.must(mute(true)).await), true);
    other.refused(say.clone(), "muted").await;
    other.refused(wave.clone(), "muted").await;
    // Not even if they stand up for a moment, or come on another device.
    other.must(json!({ "do": "leave" })).await;
    other = ben.join(&table).await;
    assert_eq!(muted(&other.must(json!({ "do": "sit", "seat": 1 })).await), true);
    other.refused(say.clone(), "muted").await;
    other.refused(wave.clone(), "muted").await;
    // It is about them, not about the chair.
    host.must(json!({ "do": "remove", "seat": 1 })).await;
    let cat = cafe.visitor("Cat").await;
    let mut third = cat.join(&table).await;
    assert_eq!(muted(&third.must(json!({ "do": "sit", "seat": 1 })).await), false);
    third.must(say.clone()).await;
    third.must(json!({ "do": "leave" })).await;
    other.must(json!({ "do": "sit", "seat": 1 })).await;
    assert_eq!(muted(&host.must(mute(false)).await), false);
    other.must(say.clone()).await;
    other.must(wave).await;
    other.must(json!({ "do": "leave" })).await;
    other.must(json!({ "do": "sit", "seat": 1 })).await;
    other.must(say).await;
    cafe.close().await;
}
