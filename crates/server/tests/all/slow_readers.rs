//! Readers who do not read.

use std::time::Duration;

use crate::common::{Cafe, Socket, Visitor, narrow, play_out, quick, two};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// Waits until something is so.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let so = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), so).await.unwrap_or_else(|_| panic!("not so: {what}"));
}

/// Comes and goes until somebody who does not read is too far behind: some games are too short for that.
async fn fill(cafe: &Cafe, visitor: &Visitor, table: &str) {
    for _ in 0..200 {
        if cafe.house.metrics.slow_readers.get() > 0 {
            return;
        }
        visitor.join(table).await.hear_a("presence").await;
    }
    panic!("nobody is ever too slow");
}

/// Everything that waits for a reader, up to the last words.
async fn read_to_the_end(socket: &mut Socket) -> (Vec<Value>, Option<CloseFrame>) {
    let mut told = Vec::new();
    loop {
        match socket.stream.next().await {
            Some(Ok(Message::Text(text))) => told.push(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => return (told, frame),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return (told, None),
        }
    }
}

fn numbers(now: &Value) -> Vec<u64> {
    now["happened"].as_array().unwrap().iter().map(|one| one["n"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stops_reading_is_told_why_they_are_shown_out_and_comes_back_to_what_they_missed() {
    let folder = tempfile::tempdir().unwrap();
    let cafe: Cafe = narrow::cafe(folder.path(), quick()).await;
    let (table, [ann, ben], sockets, _) = two(&cafe, json!({ "game": "board", "players": 2 })).await;
    drop(sockets);
    let eve = cafe.visitor("Eve").await;
    let mut slow = narrow::join(&eve, &table).await;
    let mut seen = slow.hear_a("now").await["n"].as_u64().unwrap();
    // From here on she reads nothing, until she is shown out; the players do not notice any of it.
    let metrics = &cafe.house.metrics;
    let reads_again = async {
        until("she is behind", || metrics.slow_readers.get() > 0).await;
        read_to_the_end(&mut slow).await
    };
    let mut players = [ann.join(&table).await, ben.join(&table).await];
    let mut chance = fastrand::Rng::with_seed(3);
    let others = async {
        let result = play_out(&mut players, &mut chance).await;
        fill(&cafe, &ann, &table).await;
        result
    };
    let ((told, last_words), result) = tokio::join!(reads_again, others);
    let last_words = last_words.expect("she is told why");
    assert_eq!((u16::from(last_words.code), last_words.reason.as_str()), (1013, "too slow: come back"));
    // What waited for her was told in order.
    for now in told.iter().filter(|told| told["tell"] == "now") {
        let told = numbers(now);
        assert!(told.first().is_none_or(|first| *first == seen + 1), "{told:?} after {seen}");
        seen = now["n"].as_u64().unwrap();
    }
    let mut back = eve.try_join(&table, seen, None).await.unwrap();
    let now = back.hear_a("now").await;
    let last = now["n"].as_u64().unwrap();
    assert_eq!(numbers(&now), (seen + 1..=last).collect::<Vec<u64>>());
    assert_eq!(now["scene"]["result"], result);
    until("the others are not shown out", || metrics.slow_readers.get() == 1).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_reads_again_does_not_hold_a_socket_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = narrow::cafe(folder.path(), quick()).await;
    let (table, [ann, ben], sockets, _) = two(&cafe, json!({ "game": "board", "players": 2 })).await;
    drop(sockets);
    let _unread = narrow::join(&cafe.visitor("Eve").await, &table).await;
    let mut players = [ann.join(&table).await, ben.join(&table).await];
    play_out(&mut players, &mut fastrand::Rng::with_seed(4)).await;
    drop(players);
    fill(&cafe, &ann, &table).await;
    until("she is shown out", || cafe.house.metrics.sockets.get() == 0).await;
    cafe.close().await;
}
