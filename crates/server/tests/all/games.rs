//! Whole games over real sockets.

use crate::common::{Cafe, play_out, quick, share};
use cafe_rules::{Options, Record};
use cafe_server::messages::ResultShown;
use serde_json::{Value, json};

fn options(options: Options) -> Value {
    json!({ "game": options.kind().as_str(), "players": options.players(), "parties": options.parties() })
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
        let log = Record::parse(&record.text().await.unwrap()).unwrap();
        let outcome = log.game().outcome().unwrap();
        assert_eq!(json!(ResultShown::of(&outcome)), result, "{configuration}");
        assert!(log.header().secret.is_some() && log.header().shares.iter().all(Option::is_some));
    }
    cafe.close().await;
}

/// Plays a game where some seats are a person's, who plays at random, and the others bots'. Its record verifies.
async fn mixed(cafe: &Cafe, configuration: Options, levels: &[Option<&str>], chance: &mut fastrand::Rng) {
    let host = cafe.visitor("Host").await;
    let table = host.table(options(configuration)).await;
    let mut sockets = Vec::new();
    // Who only looks hears how it ends as well.
    let mut looks = host.join(&table).await;
    for (seat, level) in levels.iter().enumerate() {
        match level {
            Some(level) => _ = looks.must(json!({ "do": "add_bot", "seat": seat, "level": level })).await,
            None => {
                let mut socket = cafe.visitor("Guest").await.join(&table).await;
                socket.must(json!({ "do": "sit", "seat": seat, "share": share(seat as u8) })).await;
                sockets.push(socket);
            }
        }
    }
    looks.ask(json!({ "do": "start" })).await;
    sockets.push(looks);
    let result = play_out(&mut sockets, chance).await;
    let (status, record) = host.ask(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record")).await;
    let log = Record::parse(record.as_str().unwrap()).unwrap();
    let outcome = log.game().outcome().unwrap();
    assert_eq!((status, json!(ResultShown::of(&outcome))), (200, result), "{configuration} {levels:?}");
    let header = log.header();
    assert!(header.secret.is_some());
    for (share, level) in header.shares.iter().zip(levels) {
        assert_eq!(share.is_some(), level.is_none(), "{configuration}: only people add a share");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_alone_and_with_people_play_every_configuration_and_the_records_verify() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut chance = fastrand::Rng::with_seed(4);
    // Those who think long have a test of their own.
    let mut levels = ["novice", "casual", "regular"].into_iter().cycle();
    for configuration in Options::all() {
        let players = usize::from(configuration.players());
        let alone: Vec<Option<&str>> = (0..players).map(|_| levels.next()).collect();
        mixed(&cafe, configuration, &alone, &mut chance).await;
        // One person, then one bot, in changing seats.
        let at = chance.usize(..players);
        let one_person: Vec<Option<&str>> =
            (0..players).map(|seat| levels.next().filter(|_| seat != at)).collect();
        let one_bot: Vec<Option<&str>> =
            (0..players).map(|seat| levels.next().filter(|_| seat == at)).collect();
        mixed(&cafe, configuration, &one_person, &mut chance).await;
        mixed(&cafe, configuration, &one_bot, &mut chance).await;
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
        let (_, record) = ann.ask(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record")).await;
        let log = Record::parse(record.as_str().unwrap()).unwrap();
        assert_eq!(json!(ResultShown::of(&log.game().outcome().unwrap())), result, "{game}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_from_outside_plays_whole_games_with_nothing_but_its_token() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let mut chance = fastrand::Rng::with_seed(3);
    let program = cafe.program("DeepCafe").await;
    assert_eq!(program.get("/api/v1/me").await["program"], true);
    for game in ["card", "board"] {
        let table = program.table(json!({ "game": game, "players": 2 })).await;
        let mut socket = program.join(&table).await;
        socket.must(json!({ "do": "add_bot", "seat": 1, "level": "regular" })).await;
        let sat = socket.must(json!({ "do": "sit", "seat": 0, "share": share(9) })).await;
        assert_eq!(sat["room"]["seats"][0]["program"], true);
        socket.ask(json!({ "do": "start" })).await;
        let result = play_out(std::slice::from_mut(&mut socket), &mut chance).await;
        let (status, record) =
            program.ask(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record")).await;
        let log = Record::parse(record.as_str().unwrap()).unwrap();
        assert_eq!((status, json!(log.game().outcome().as_ref().map(ResultShown::of))), (200, result));
        assert_eq!(log.header().names[0], "DeepCafe");
    }
    cafe.close().await;
}
