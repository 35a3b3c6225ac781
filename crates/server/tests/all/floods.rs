//! Floods: whoever asks too much is told to wait, is shown out if that does not help, and nobody else notices.

use std::time::Duration;

use crate::common::{Cafe, Visitor, play_out, quick, two};
use cafe_rules::{Kind, Options};
use cafe_server::messages::Ask;
use cafe_server::room::{Bot, Decision, Entry, Problem, Room, Stamped, TableOptions, Who};
use cafe_server::{HouseRules, Name, TableId, VisitorId};
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

/// A café where few requests are many.
async fn strict() -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { requests_a_second: 10, ..quick() }).await;
    (folder, cafe)
}

/// Asks again and again until it is too much. Returns how often it was not.
async fn flood(visitor: &Visitor, method: &Method, path: &str, body: &Option<Value>) -> usize {
    for asked in 0..1000 {
        let answer = visitor.send(method.clone(), path, body.clone()).await;
        if answer.status() == 429 {
            assert_eq!(answer.headers()["retry-after"], "1", "{method} {path}");
            let told: Value = answer.json().await.unwrap();
            assert_eq!(told["error"]["code"], "too_fast", "{method} {path}");
            return asked;
        }
    }
    panic!("{method} {path} has no limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_request_has_a_limit_and_nobody_else_has_to_wait() {
    let (_folder, cafe) = strict().await;
    let (table, [ann, ben], mut sockets, scene) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    sockets[0] = ann.join(&table).await;
    assert!(scene["result"].is_null());
    play_out(&mut sockets, &mut fastrand::Rng::with_seed(5)).await;
    let at = |what: &str| format!("/api/v1/tables/{table}{what}");
    let name = Some(json!({ "name": "Eve" }));
    let new = Some(json!({ "options": { "game": "card", "players": 2 } }));
    let dear = [
        (Method::GET, at("/replay"), None),
        (Method::GET, at("/record"), None),
        (Method::GET, "/api/v1/games".to_owned(), None),
        (Method::GET, "/api/v1/tables".to_owned(), None),
        (Method::POST, "/api/v1/me/link".to_owned(), None),
        (Method::POST, "/api/v1/links/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(), None),
        (Method::PATCH, "/api/v1/me".to_owned(), name.clone()),
        (Method::DELETE, "/api/v1/me/devices".to_owned(), None),
    ];
    let cheap = [
        (Method::GET, at(""), None),
        (Method::GET, at("/socket"), None),
        (Method::GET, "/api/v1/me".to_owned(), None),
        (Method::GET, "/api/v1/openapi.json".to_owned(), None),
        (Method::GET, "/metrics".to_owned(), None),
        (Method::GET, "/nowhere".to_owned(), None),
        (Method::POST, "/api/v1/me".to_owned(), name),
        (Method::POST, "/api/v1/tables".to_owned(), new),
        (Method::POST, at("/share"), None),
        (Method::DELETE, at(""), None),
        (Method::POST, "/admin/v1/tables/aaaaaaaaaaaaaaaa/end".to_owned(), None),
    ];
    let dear = dear.into_iter().map(|one| (one, 10));
    for ((method, path, body), most) in dear.chain(cheap.into_iter().map(|one| (one, 1000))) {
        let eve = cafe.visitor("Eve").await;
        let answered = flood(&eve, &method, &path, &body).await;
        assert!((1..most).contains(&answered), "{method} {path}: {answered}");
        assert_eq!(ben.send(Method::GET, "/api/v1/me", None).await.status(), 200, "after {method} {path}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_are_not_introduced_share_what_their_address_may_ask() {
    let (_folder, cafe) = strict().await;
    let ann = cafe.visitor("Ann").await;
    // With made-up tokens as well: only who is known has a credit of their own.
    flood(&Visitor { cookie: String::new(), ..ann.clone() }, &Method::GET, "/api/v1/tables", &None).await;
    let made_up = Visitor { cookie: format!("cafe_visitor={}", "b".repeat(32)), ..ann.clone() };
    assert!(flood(&made_up, &Method::GET, "/api/v1/tables", &None).await < 5);
    assert_eq!(ann.send(Method::GET, "/api/v1/tables", None).await.status(), 200);
    // Whether the house is well is told to everybody.
    for _ in 0..100 {
        assert_eq!(made_up.send(Method::GET, "/healthz", None).await.status(), 200);
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_arrive_from_this_machine_all_are_welcome() {
    let (_folder, cafe) = strict().await;
    let client = reqwest::Client::new();
    for number in 0..200 {
        let path = ["/api/v1/me", "/api/v1/programs"][number % 2];
        let arrives = client.post(cafe.url(path)).json(&json!({ "name": "Ann" }));
        assert_eq!(arrives.send().await.unwrap().status(), 201, "{number}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_opened_without_end_are_refused_and_those_that_are_open_go_on() {
    let (_folder, cafe) = strict().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut other = ben.join(&table).await;
    let mut open = Vec::new();
    let refused = loop {
        match ann.try_join(&table, 0, None).await {
            Ok(socket) => open.push(socket),
            Err(Error::Http(answer)) => break answer.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
        assert!(open.len() < 1000, "there is a limit");
    };
    assert_eq!(refused, 429);
    other.must(json!({ "do": "sit" })).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_has_a_hundred_sockets_and_the_next_when_one_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let mut tables = Vec::new();
    for _ in 0..6 {
        tables.push(ann.table(json!({ "game": "card", "players": 2 })).await);
    }
    // As many at each table as one may have there, so that none of them is closed.
    let mut open = Vec::new();
    for table in &tables[..5] {
        for _ in 0..20 {
            open.push(ann.join(table).await);
        }
    }
    let Err(Error::Http(answer)) = ann.try_join(&tables[5], 0, None).await else {
        panic!("there is a limit")
    };
    assert_eq!(answer.status(), 429);
    let told: Value = serde_json::from_slice(answer.body().as_ref().unwrap()).unwrap();
    assert_eq!(told["error"]["code"], "too_many");
    assert!(told["error"]["message"].as_str().unwrap().contains("more than one visitor"), "{told}");
    // Those that are open are heard, and others may come.
    for socket in &mut open {
        socket.must(json!({ "do": "ping" })).await;
    }
    ben.join(&tables[5]).await.must(json!({ "do": "ping" })).await;
    open.pop().unwrap().stream.close(None).await.unwrap();
    let again = async {
        loop {
            match ann.try_join(&tables[5], 0, None).await {
                Ok(socket) => return socket,
                // The server has yet to see that it is closed.
                Err(Error::Http(_)) => tokio::time::sleep(Duration::from_millis(50)).await,
                Err(error) => panic!("{error}"),
            }
        }
    };
    let mut socket = tokio::time::timeout(Duration::from_secs(30), again).await.expect("there is room again");
    socket.must(json!({ "do": "sit" })).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_too_many_sockets_at_one_table_the_oldest_is_closed_and_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut other = ben.join(&table).await;
    let mut open = Vec::new();
    for _ in 0..21 {
        open.push(ann.join(&table).await);
    }
    let mut oldest = open.remove(0);
    let words = loop {
        match oldest.stream.next().await.expect("it is told why") {
            Ok(Message::Close(Some(frame))) => break (u16::from(frame.code), frame.reason.to_string()),
            Ok(_) => {}
            Err(error) => panic!("no word about why: {error}"),
        }
    };
    assert_eq!(words, (1008, "you have opened this table too often; this is the oldest".to_owned()));
    for socket in open.iter_mut().chain([&mut other]) {
        socket.must(json!({ "do": "ping" })).await;
    }
    cafe.close().await;
}

/// Sends something until the server closes the socket. Returns its last words.
async fn shown_out(visitor: &Visitor, table: &str, message: Message) -> (u16, String) {
    let (mut out, mut heard) = visitor.join(table).await.stream.split();
    let talk = async {
        for _ in 0..5000 {
            if out.send(message.clone()).await.is_err() {
                break;
            }
        }
        // Nothing more comes from here, but what is told is heard.
        std::future::pending::<()>().await;
    };
    let listen = async {
        loop {
            match heard.next().await.expect("somebody says why") {
                Ok(Message::Close(Some(frame))) => return (frame.code.into(), frame.reason.to_string()),
                Ok(_) => {}
                Err(error) => panic!("no word about why: {error}"),
            }
        }
    };
    tokio::select! {
        () = talk => unreachable!("it waits for ever"),
        words = listen => words,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_message_without_end_is_shown_out_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (table, [ann, ben], [mut first, mut second], _) =
        two(&cafe, json!({ "game": "card", "players": 2, "hints": true })).await;
    first.must(json!({ "do": "act", "seq": 0, "actions": ["draw"] })).await;
    let text = |ask: Value| Message::text(ask.to_string());
    let floods = [
        text(json!({ "do": "ping" })),
        text(json!({ "do": "say", "text": "na" })),
        text(json!({ "do": "react", "with": "bravo" })),
        text(json!({ "do": "hint", "seq": 1 })),
        text(json!({ "do": "sit" })),
        text(json!({ "do": "leave" })),
        text(json!({ "do": "back" })),
        text(json!({ "do": "start" })),
        text(json!({ "do": "undo", "seq": 1 })),
        text(json!({ "do": "answer_undo", "seq": 0, "agree": false })),
        text(json!({ "do": "mute", "seat": 0, "muted": true })),
        text(json!({ "do": "rematch" })),
        text(json!({ "do": "share" })),
        text(json!({ "do": "close" })),
        // An action that was played already, and one that can never be.
        text(json!({ "do": "act", "seq": 0, "actions": ["draw"] })),
        text(json!({ "do": "act", "seq": 900, "actions": ["draw"] })),
        text(json!({ "do": "dance" })),
        Message::text("x".repeat(5000)),
        Message::binary(vec![0; 100]),
        Message::Ping(vec![0; 100].into()),
        Message::Pong(vec![0; 100].into()),
    ];
    for message in floods {
        let said = message.to_string();
        let words = shown_out(&ann, &table, message).await;
        // Every action is answered with the whole table: who does not read fast enough is out before the rest is counted.
        let unread = said.contains("\"act\"") && words == (1013, "too slow: come back".to_owned());
        assert!(unread || words == (1008, "too much, too fast".to_owned()), "{said}: {words:?}");
    }
    // Meanwhile nothing has happened to the other.
    drop(second);
    second = ben.join(&table).await;
    second.must(json!({ "do": "say", "text": "Is everything all right?" })).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_is_refused_and_one_that_is_far_too_long_closes_the_socket() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = ann.join(&table).await;
    socket.raw(&json!({ "do": "say", "text": "x".repeat(5000) }).to_string()).await;
    let told = socket.hear_a("refused").await;
    assert_eq!(told["code"], "bad_message");
    assert!(told["message"].as_str().unwrap().contains("4096 bytes"), "{told}");
    socket.must(json!({ "do": "sit" })).await;
    socket.raw(&"x".repeat(20_000)).await;
    loop {
        match socket.stream.next().await {
            Some(Ok(Message::Close(frame))) => {
                assert_eq!(frame.map(|frame| u16::from(frame.code)), Some(1002));
                break;
            }
            Some(Ok(_)) => {}
            // Nobody reads the rest of what cannot be read, and the system may take the last words back for that.
            Some(Err(_)) => break,
            None => panic!("it is closed, and not with a word or an error"),
        }
    }
    assert_eq!(ann.send(Method::GET, &format!("/api/v1/tables/{table}"), None).await.status(), 200);
    cafe.close().await;
}

#[test]
fn talk_ends_long_before_a_table_is_full_and_at_a_full_one_the_game_is_played_to_its_end() {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let who = Who { visitor: VisitorId::new(), name: Name::new("Ann").unwrap(), program: false };
    let stamped = |entry: Entry| Stamped { at: 0, entry };
    let secret = "ab".repeat(32);
    let host = who.visitor.clone();
    let opened =
        Entry::Opened { options: TableOptions::new(options), host, secret, kept_for: Vec::new(), deal: None };
    let mut room = Room::open(TableId::new(), stamped(opened)).unwrap();
    let (visitor, name) = (who.visitor.clone(), who.name.clone());
    room.apply(stamped(Entry::Sat { seat: 0, visitor, name, program: false, share: None })).unwrap();
    room.apply(stamped(Entry::BotSat { seat: 1, bot: Bot::of(cafe_bots::Level::Novice) })).unwrap();
    room.apply(stamped(Entry::Dealt { date: "2026-11-16".to_owned() })).unwrap();
    let say = Ask::Say { text: "na".to_owned() };
    let happens = |room: &mut Room, ask: &Ask| match room.decide(&who, ask, 0) {
        Ok(Decision::Happens(entries)) => {
            entries.into_iter().for_each(|entry| _ = room.apply(stamped(entry)).unwrap());
            true
        }
        Ok(Decision::Already) => panic!("{ask:?} would change something"),
        Err(problem) => {
            assert_eq!(problem, Problem::TooMany, "{ask:?}");
            false
        }
    };
    let mut lines = 0;
    while happens(&mut room, &say) {
        lines += 1;
    }
    assert_eq!(lines, 2_000);
    // Nor can the host fill it with anything else.
    let mute = |muted| Ask::Mute { seat: 0, muted };
    while happens(&mut room, &mute(true)) && happens(&mut room, &mute(false)) {}
    assert!((7_000..9_000).contains(&room.number()), "{}", room.number());
    // Who leaves and comes back without end stays away in the end, until they play.
    while happens(&mut room, &Ask::Leave) && happens(&mut room, &Ask::Back) {}
    assert!((10_000..10_003).contains(&room.number()), "{}", room.number());
    for ask in [say, Ask::Undo { seq: 0 }, mute(false)] {
        assert_eq!(room.decide(&who, &ask, 0), Err(Problem::TooMany), "{ask:?}");
    }
    let act = Ask::Act { seq: 0, actions: vec!["draw".to_owned()] };
    assert!(happens(&mut room, &act) && room.seats[0].bot().is_none());
    assert!(happens(&mut room, &Ask::Leave), "there is always room to leave");
}
