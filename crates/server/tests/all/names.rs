//! Bots of the house have names: no two at a table the same, and always those under which they sat down.

use crate::common::{Cafe, Socket, quick};
use cafe_bots::Level;
use cafe_rules::{Kind, Options};
use cafe_server::room::{Bot, Entry, Room, Stamped, TableOptions};
use cafe_server::{TableId, VisitorId};
use serde_json::{Value, json};

/// What everybody at a table is called.
fn names(room: &Value) -> Vec<&str> {
    room["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect()
}

/// Everybody who has sat down, as who comes in now is told.
async fn arrivals(socket: &mut Socket) -> Vec<(u64, String)> {
    let now = socket.hear_a("now").await;
    let sat = now["happened"].as_array().unwrap().iter().filter(|one| one["what"] == "sat").cloned();
    sat.map(|one| (one["seat"].as_u64().unwrap(), one["name"].as_str().unwrap().to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_of_one_level_have_different_names_and_keep_them_in_the_game_its_record_and_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let bots = [4, 1].map(|seat| json!({ "seat": seat, "level": "novice" }));
    let new = json!({ "options": { "game": "card", "players": 5 }, "bots": bots });
    let (_, room) = ann.post("/api/v1/tables", new).await;
    assert_eq!(names(&room), ["", "Oskar", "", "", "Fleur"]);
    let table = room["id"].as_str().unwrap();
    let mut socket = ann.join(table).await;
    socket.must(json!({ "do": "sit", "seat": 0 })).await;
    // Who leaves takes the name along, and somebody else may have it then.
    socket.must(json!({ "do": "remove", "seat": 4 })).await;
    for (seat, level, name) in [(2, "novice", "Fleur"), (3, "master", "Madame Wen"), (4, "novice", "Mei")] {
        let told = socket.must(json!({ "do": "add_bot", "seat": seat, "level": level })).await;
        assert_eq!(told["happened"][0]["name"], name, "{told}");
    }
    let called = ["Ann", "Oskar", "Fleur", "Madame Wen", "Mei"];
    socket.must(json!({ "do": "start" })).await;
    socket.must(json!({ "do": "leave" })).await;
    while socket.hear_a("now").await["scene"]["result"].is_null() {}
    let told = socket.must(json!({ "do": "rematch" })).await;
    let next = told["happened"][0]["table"].as_str().unwrap();
    cafe.close().await;

    // What is read from the disk says the same.
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = ann.at(&cafe);
    assert_eq!(names(&ann.get(&format!("/api/v1/tables/{table}")).await), called);
    let sat = arrivals(&mut ann.join(table).await).await;
    let sat: Vec<(u64, &str)> = sat.iter().map(|(seat, name)| (*seat, name.as_str())).collect();
    let [ann_sat, oskar, fleur, wen, mei] = [0, 1, 2, 3, 4].map(|seat| (seat, called[seat as usize]));
    assert_eq!(sat, [(4, "Fleur"), oskar, ann_sat, fleur, wen, mei]);
    let replay = ann.get(&format!("/api/v1/tables/{table}/replay")).await;
    assert_eq!(names(&replay["table"]), called);
    let answer = ann.send(reqwest::Method::GET, &format!("/api/v1/tables/{table}/record"), None).await;
    let log = cafe_rules::Record::parse(&answer.text().await.unwrap()).unwrap();
    assert_eq!(log.header().names, called);
    // One seat further, everybody with the name that they had.
    let room = ann.get(&format!("/api/v1/tables/{next}")).await;
    assert_eq!(names(&room), ["Oskar", "Fleur", "Madame Wen", "Mei", ""]);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_does_not_take_the_name_of_a_visitor_at_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let fleur = cafe.visitor("Fleur").await;
    let table = fleur.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = fleur.join(&table).await;
    socket.must(json!({ "do": "sit", "seat": 0 })).await;
    let told = socket.must(json!({ "do": "add_bot", "seat": 1, "level": "novice" })).await;
    assert_eq!(names(&told["room"]), ["Fleur", "Oskar"]);
    cafe.close().await;
}

#[test]
fn tables_from_before_bots_had_names_are_as_they_were() {
    let options = TableOptions::new(Options::new(Kind::Card, 3, false).unwrap());
    let (host, secret) = (VisitorId::new(), "ab".repeat(32));
    let opened = Entry::Opened { options, host, secret, kept_for: Vec::new(), deal: None };
    let mut entries = vec![opened];
    for seat in [0, 1] {
        let stored = format!(r#"{{"is":"bot_sat","seat":{seat},"level":"novice"}}"#);
        let entry: Entry = serde_json::from_str(&stored).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), stored);
        entries.push(entry);
    }
    let room =
        Room::replay(TableId::new(), entries.into_iter().map(|entry| Stamped { at: 0, entry })).unwrap();
    assert_eq!([0, 1, 2].map(|seat: usize| room.seats[seat].name()), ["Fleur", "Fleur", ""]);
    // Who sits down there now has another.
    assert_eq!(room.named(&Bot::of(Level::Novice)).name(), "Oskar");
}
