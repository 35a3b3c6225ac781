//! Whole games over real sockets.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use cafe_rules::{Log, Options};
use common::{Cafe, play_out, quick, share};
use serde_json::{Value, json};

fn options(options: Options) -> Value {
    json!({ "game": options.kind().word(), "players": options.players(), "parties": options.parties() })
}

#[tokio::test(flavor = "multi_thread")]
async fn people_play_every_configuration_to_its_end_and_the_records_verify() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut chance = fastrand::Rng::with_seed(1);
    for configuration in Options::all() {
        let players = usize::from(configuration.players());
        let host = cafe.visitor("Host").await;
        let table = host.table(options(configuration)).await;
        let mut sockets = Vec::new();
        for seat in 0..players {
            let visitor = if seat == 0 { host.clone() } else { cafe.visitor("Guest").await };
            let mut socket = visitor.join(&table).await;
            socket.must(json!({ "do": "sit", "seat": seat, "share": share(seat as u8) })).await;
            sockets.push(socket);
        }
        sockets[0].ask(json!({ "do": "start" })).await;
        let result = play_out(&mut sockets, &mut chance).await;
        let record = host.send(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record"), None).await;
        let log = Log::read(&record.text().await.unwrap()).unwrap();
        let outcome = log.game().outcome().unwrap();
        assert_eq!(json!(outcome), result, "{configuration}");
        assert!(log.header().secret.is_some() && log.header().shares.iter().all(Option::is_some));
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_against_bots_of_every_level() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut chance = fastrand::Rng::with_seed(2);
    for (game, levels) in
        [("card", &["novice", "casual", "regular", "master"][..]), ("board", &["expert", "regular"])]
    {
        let ann = cafe.visitor("Ann").await;
        let table = ann.table(json!({ "game": game, "players": levels.len() + 1 })).await;
        let mut socket = ann.join(&table).await;
        for (seat, level) in levels.iter().enumerate() {
            socket.must(json!({ "do": "add_bot", "seat": seat + 1, "level": level })).await;
        }
        socket.must(json!({ "do": "sit" })).await;
        socket.ask(json!({ "do": "start" })).await;
        let result = play_out(std::slice::from_mut(&mut socket), &mut chance).await;
        assert_eq!(result["final"].as_array().unwrap().len(), levels.len() + 1);
    }
    cafe.close().await;
}
