//! What whoever runs the house does to tables and visitors, and what others can still see afterwards.

use crate::common::{Cafe, Socket, Visitor, play_out, quick, share};
use cafe_rules::Record;
use cafe_server::admin::NotDone;
use cafe_server::{TableId, VisitorId};
use reqwest::Method;
use serde_json::{Value, json};

async fn cafe() -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    (folder, cafe)
}

/// Two at a table, the cards dealt.
async fn seated(table: &str, players: [&Visitor; 2]) -> Vec<Socket> {
    let mut sockets = Vec::new();
    for (seat, visitor) in players.into_iter().enumerate() {
        let mut socket = visitor.join(table).await;
        socket.must(json!({ "do": "sit", "seat": seat, "share": share(seat as u8) })).await;
        sockets.push(socket);
    }
    sockets[0].ask(json!({ "do": "start" })).await;
    sockets
}

/// A game that two have played to its end.
async fn played(players: [&Visitor; 2], options: Value) -> (String, Vec<Socket>) {
    let table = players[0].table(options).await;
    let mut sockets = seated(&table, players).await;
    play_out(&mut sockets, &mut fastrand::Rng::with_seed(7)).await;
    (table, sockets)
}

fn at(visitor: &Visitor, cafe: &Cafe) -> Visitor {
    visitor.at(cafe)
}

fn path(table: &str, what: &str) -> String {
    format!("/api/v1/tables/{table}{what}")
}

fn id(visitor: &Visitor) -> VisitorId {
    VisitorId::parse(&visitor.id).unwrap()
}

async fn read(visitor: &Visitor, path: &str) -> String {
    let answer = visitor.send(Method::GET, path, None).await;
    assert_eq!(answer.status(), 200, "{path}");
    answer.text().await.unwrap()
}

/// What happened at a table, as who comes in is told.
async fn told(visitor: &Visitor, table: &str) -> Value {
    visitor.join(table).await.hear_a("now").await
}

/// Everything that the house tells about a table: replay and record first, to whoever has the link, then what only who
/// played there is told.
async fn everything(stranger: &Visitor, player: &Visitor, table: &str) -> [String; 6] {
    [
        read(stranger, &path(table, "/replay")).await,
        read(stranger, &path(table, "/record")).await,
        read(stranger, &path(table, "")).await,
        read(stranger, "/api/v1/tables").await,
        read(player, "/api/v1/games").await,
        told(player, table).await.to_string(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_forgotten_is_in_no_replay_record_or_list() {
    for asks_for_it_herself in [true, false] {
        let (folder, cafe) = cafe().await;
        let (ann, ben) = (cafe.visitor("Annabelle").await, cafe.visitor("Ben").await);
        let stranger = Visitor { cookie: String::new(), ..ben.clone() };
        let options = json!({ "game": "card", "players": 2, "public": true, "watching": false });
        let table = ann.table(options.clone()).await;
        // Under two names at the same table.
        let mut before = ann.join(&table).await;
        before.must(json!({ "do": "sit", "seat": 1 })).await;
        before.must(json!({ "do": "leave" })).await;
        assert_eq!(
            ann.send(Method::PATCH, "/api/v1/me", Some(json!({ "name": "Zuleika" }))).await.status(),
            200
        );
        let mut sockets = seated(&table, [&ann, &ben]).await;
        sockets[0].must(json!({ "do": "say", "text": "my own words" })).await;
        sockets[0] = ann.join(&table).await;
        play_out(&mut sockets, &mut fastrand::Rng::with_seed(7)).await;
        sockets[0].must(json!({ "do": "share" })).await;
        // One more goes on, so that there is something in the list of public tables.
        let next = ann.table(options).await;
        let _next = seated(&next, [&ann, &ben]).await;
        told(&ben, &next).await;

        let [replay, record, ..] = everything(&stranger, &ben, &table).await;
        assert!(replay.contains("Zuleika") && replay.contains(&ann.id) && record.contains("Zuleika"));
        if asks_for_it_herself {
            assert_eq!(ann.ask(Method::DELETE, "/api/v1/me").await.0, 204);
        } else {
            cafe.house.forget(&id(&ann)).await.unwrap();
        }
        let secrets = ["Annabelle", "Zuleika", "my own words", &ann.id];
        let check = async |cafe: &Cafe| {
            let (stranger, ben) = (at(&stranger, cafe), at(&ben, cafe));
            let all = everything(&stranger, &ben, &table).await;
            for (told, secret) in all.iter().flat_map(|told| secrets.map(|secret| (told, secret))) {
                assert!(!told.contains(secret), "{secret} (herself: {asks_for_it_herself}): {told}");
            }
            // But for the name it is the same game, still shared, still Ben's, and still in the lists.
            let [replay_after, record_after, room, public, games, _] = all;
            let steps = |replay: &str| serde_json::from_str::<Value>(replay).unwrap()["steps"].clone();
            assert_eq!(steps(&replay_after), steps(&replay));
            assert_eq!(record_after, record.replace("Zuleika", "Somebody"));
            Record::parse(&record_after).unwrap();
            assert!(room.contains(r#""shared":true"#) && public.contains(&next), "{room} {public}");
            assert!(games.contains(&table) && games.contains(&next) && games.contains("Somebody"), "{games}");
            assert_eq!(at(&ann, cafe).ask(Method::GET, "/api/v1/games").await.0, 401);
        };
        check(&cafe).await;
        cafe.close().await;
        let again = Cafe::open(folder.path(), quick()).await;
        check(&again).await;
        again.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_players_are_all_forgotten_can_still_be_seen() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let options = |watching: bool| json!({ "game": "board", "players": 2, "watching": watching });
    let (open, _) = played([&ann, &ben], options(true)).await;
    let (closed, _) = played([&ann, &ben], options(false)).await;
    for visitor in [&ann, &ben] {
        cafe.house.forget(&id(visitor)).await.unwrap();
    }
    let eve = cafe.visitor("Eve").await;
    let log = Record::parse(&read(&eve, &path(&open, "/record")).await).unwrap();
    assert_eq!(log.header().names, ["Somebody", "Somebody"]);
    let replay: Value = serde_json::from_str(&read(&eve, &path(&open, "/replay")).await).unwrap();
    assert_eq!(replay["steps"].as_array().unwrap().len(), log.steps().len());
    assert_eq!(eve.ask(Method::GET, &path(&closed, "/replay")).await.0, 403, "it was never shared");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seat_of_who_is_forgotten_is_free_when_the_others_play_again() {
    let (_folder, cafe) = cafe().await;
    for forgotten_first in [true, false] {
        let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
        let (_, mut sockets) = played([&ann, &ben], json!({ "game": "card", "players": 2 })).await;
        if forgotten_first {
            cafe.house.forget(&id(&ann)).await.unwrap();
        }
        let followed = sockets[1].must(json!({ "do": "rematch" })).await;
        let next = followed["room"]["followed"].as_str().unwrap().to_owned();
        ben.join(&next).await.must(json!({ "do": "sit", "seat": 0 })).await;
        if !forgotten_first {
            cafe.house.forget(&id(&ann)).await.unwrap();
        }
        let room = ben.get(&path(&next, "")).await;
        assert_eq!(room["seats"][1]["kept_for"], Value::Null, "forgotten first: {forgotten_first}");
        let eve = cafe.visitor("Eve").await;
        eve.join(&next).await.must(json!({ "do": "sit", "seat": 1 })).await;
        // And the table is Ben's: he can begin.
        assert_eq!(ben.get(&path(&next, "")).await["host"], ben.id);
        ben.join(&next).await.must(json!({ "do": "start" })).await;
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_table_of_a_forgotten_host_is_closed_or_that_of_the_others() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let options = json!({ "game": "card", "players": 2, "public": true });
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(ann.table(options.clone()).await);
    }
    let [empty, sat, stood] = &tables[..] else { panic!("three tables") };
    let mut looking = ben.join(empty).await;
    looking.hear_a("now").await;
    // Ann sits at one of the tables, and only opened the others.
    ann.join(sat).await.must(json!({ "do": "sit", "seat": 0 })).await;
    for table in [sat, stood] {
        ben.join(table).await.must(json!({ "do": "sit", "seat": 1 })).await;
    }
    // Where she is only a guest, the host goes on waiting.
    let elsewhere = ben.table(options).await;
    ann.join(&elsewhere).await.must(json!({ "do": "sit", "seat": 0 })).await;
    cafe.house.forget(&id(&ann)).await.unwrap();
    let closed = loop {
        let told = looking.hear_a("now").await;
        if told["happened"][0]["what"] == "closed" {
            break told;
        }
    };
    assert_eq!((&closed["happened"][0]["why"], &closed["room"]["closed"]), (&Value::Null, &json!(true)));
    let listed = ben.get("/api/v1/tables").await;
    let listed: Vec<&Value> = listed.as_array().unwrap().iter().map(|one| &one["table"]["id"]).collect();
    assert!(listed.len() == 3 && !listed.contains(&&json!(empty)), "{listed:?}");
    for table in [sat, stood, &elsewhere] {
        let mut socket = ben.join(table).await;
        assert_eq!(socket.hear_a("now").await["room"]["host"], ben.id);
        socket.must(json!({ "do": "add_bot", "seat": 0, "level": "novice" })).await;
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_shared_stays_shared_and_what_was_ended_stays_ended() {
    let (folder, cafe) = cafe().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let options = json!({ "game": "card", "players": 2, "watching": false });
    let (shared, _sockets) = played([&ann, &ben], options.clone()).await;
    assert_eq!(ben.ask(Method::POST, &path(&shared, "/share")).await.0, 204);
    let ended = ann.table(options).await;
    let _sockets = seated(&ended, [&ann, &ben]).await;
    told(&ben, &ended).await;
    let [shared_id, ended_id] = [&shared, &ended].map(|table| TableId::parse(table).unwrap());
    let why = Some("We close at ten.".to_owned());
    assert_eq!(cafe.house.end_table(&shared_id, why.clone()).await, Err(NotDone::OverAlready));
    cafe.house.end_table(&ended_id, why).await.unwrap();
    let check = async |cafe: &Cafe| {
        let (ann, ben) = (at(&ann, cafe), at(&ben, cafe));
        let stranger = Visitor { cookie: String::new(), ..ann.clone() };
        let last = |told: &Value| told["happened"].as_array().unwrap().last().unwrap().clone();
        let happened = last(&told(&ann, &shared).await);
        assert_eq!((&happened["what"], &happened["seat"]), (&json!("shared"), &json!(1)));
        assert_eq!(stranger.ask(Method::GET, &path(&shared, "/replay")).await.0, 200);
        let happened = last(&told(&ben, &ended).await);
        assert_eq!((&happened["what"], &happened["why"]), (&json!("closed"), &json!("We close at ten.")));
        for (method, what) in [(Method::GET, "/replay"), (Method::GET, "/record"), (Method::POST, "/share")] {
            let (status, told) = ann.ask(method, &path(&ended, what)).await;
            assert_eq!((status, &told["error"]["code"]), (409, &json!("unfinished")), "{what}");
        }
        ann.join(&ended).await.refused(json!({ "do": "share" }), "unfinished").await;
    };
    check(&cafe).await;
    cafe.close().await;
    let again = Cafe::open(folder.path(), quick()).await;
    check(&again).await;
    again.close().await;
}
