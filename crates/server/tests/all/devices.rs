//! Links to other devices: one at a time, each of them once, and not more devices than anybody has.

use std::time::Duration;

use crate::common::{Cafe, Visitor, quick};
use reqwest::Method;
use serde_json::{Value, json};

/// A visitor is known on so many devices at most.
const DEVICES: usize = 20;

async fn cafe() -> (tempfile::TempDir, Cafe, Visitor) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    (folder, cafe, ann)
}

/// A link that brings a visitor to another device.
async fn link(visitor: &Visitor) -> String {
    let (status, link) = visitor.post("/api/v1/me/link", json!({})).await;
    assert_eq!(status, 200, "{link}");
    link["code"].as_str().unwrap().to_owned()
}

/// Another device with a link: the visitor there, or the code of the refusal.
async fn claim(visitor: &Visitor, link: &str) -> Result<Visitor, String> {
    let url = format!("http://{}/api/v1/links/{link}", visitor.address);
    let answer = reqwest::Client::new().post(url).send().await.unwrap();
    if answer.status() != 200 {
        assert_eq!(answer.status(), 404);
        let told: Value = answer.json().await.unwrap();
        assert!(told["error"]["message"].as_str().unwrap().contains("make a new one"), "{told}");
        return Err(told["error"]["code"].as_str().unwrap().to_owned());
    }
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    Ok(Visitor { cookie, ..visitor.clone() })
}

async fn is_known(visitor: &Visitor) -> bool {
    let (status, told) = visitor.ask(Method::GET, "/api/v1/me").await;
    assert!(status == 200 || told["error"]["code"] == "who_are_you", "{told}");
    status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_link_takes_the_place_of_the_first_and_works_once() {
    let (_folder, cafe, ann) = cafe().await;
    let ben = cafe.visitor("Ben").await;
    let of_ben = link(&ben).await;
    let (first, second) = (link(&ann).await, link(&ann).await);
    assert_eq!(claim(&ann, &first).await.err().as_deref(), Some("link_gone"));
    let phone = claim(&ann, &second).await.unwrap();
    assert_eq!(phone.get("/api/v1/me").await["visitor"], ann.id);
    assert_eq!(claim(&ann, &second).await.err().as_deref(), Some("link_gone"));
    assert!(is_known(&ann).await, "where she came from as well");
    // Nobody else's link has gone for that.
    assert_eq!(claim(&ben, &of_ben).await.unwrap().get("/api/v1/me").await["visitor"], ben.id);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn for_one_device_too_many_the_oldest_is_forgotten_and_never_the_one_that_asks() {
    let (_folder, cafe, ann) = cafe().await;
    let ben = cafe.visitor("Ben").await;
    let another = async |from: &Visitor| {
        // Not two at the same moment, so that there is an oldest.
        cafe.house.wall_clock.put_forward(Duration::from_secs(1));
        claim(from, &link(from).await).await.unwrap()
    };
    let mut others = Vec::new();
    while others.len() < DEVICES - 1 {
        others.push(another(&ann).await);
    }
    assert!(is_known(&others[0]).await);
    // The first device of all asks, and is the oldest; so the one after it goes.
    others.push(another(&ann).await);
    assert!(is_known(&ann).await && !is_known(&others[0]).await);
    // When another one asks, the first of all is the oldest.
    others.push(another(&others[DEVICES - 1]).await);
    assert!(!is_known(&ann).await);
    for kept in &others[1..] {
        assert!(is_known(kept).await);
    }
    assert_eq!(others[1..].len(), DEVICES);
    assert!(is_known(&ben).await, "everybody has devices of their own");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_device_is_signed_out_from_another_and_whoever_holds_it_is_shown_out() {
    let (_folder, cafe, ann) = cafe().await;
    let ben = cafe.visitor("Ben").await;
    let lost = claim(&ann, &link(&ann).await).await.unwrap();
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let (mut own, mut theirs, mut bens) =
        (ann.join(&table).await, lost.join(&table).await, ben.join(&table).await);
    let on_its_way = link(&lost).await;
    assert_eq!(ann.ask(Method::DELETE, "/api/v1/me/devices").await.0, 204);
    assert!(is_known(&ann).await && !is_known(&lost).await && is_known(&ben).await);
    assert_eq!(
        claim(&ann, &on_its_way).await.err().as_deref(),
        Some("link_gone"),
        "nor does a link work that it made"
    );
    // Both sockets are closed, and only who is known comes in again.
    while own.try_hear().await.is_some() {}
    while theirs.try_hear().await.is_some() {}
    ann.join(&table).await.must(json!({ "do": "sit" })).await;
    assert!(lost.try_join(&table, 0, None).await.is_err());
    bens.must(json!({ "do": "sit" })).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_reads_the_file_learns_no_token_and_no_link() {
    let (folder, cafe, ann) = cafe().await;
    let program = cafe.program("Deep Café").await;
    let link = link(&ann).await;
    let secrets = [ann.cookie.split('=').nth(1).unwrap(), program.token.as_deref().unwrap(), &link];
    assert!(secrets.iter().all(|secret| secret.len() >= 16), "{secrets:?}");
    let files =
        ["cafe.sqlite", "cafe.sqlite-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    let all = files.concat();
    let holds = |word: &str| all.windows(word.len()).any(|bytes| bytes == word.as_bytes());
    assert!(holds("Deep Café"), "this is where it would be");
    for secret in secrets {
        assert!(!holds(secret));
    }
    cafe.close().await;
}
