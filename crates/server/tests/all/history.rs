//! What became of games: one's own list, replays, records, and who may see them.

use crate::common::{Cafe, Socket, Visitor, play_out, quick, share};
use cafe_rules::{Game, Hand, Options, Record, Step};
use cafe_server::TableId;
use cafe_server::messages::ResultShown;
use reqwest::Method;
use serde_json::{Value, json};

async fn cafe() -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    (folder, cafe)
}

/// Everybody at a new table, the cards dealt.
async fn seated(players: &[Visitor], options: Value) -> (String, Vec<Socket>) {
    let table = players[0].table(options).await;
    let mut sockets = Vec::new();
    for (seat, visitor) in players.iter().enumerate() {
        let mut socket = visitor.join(&table).await;
        socket.must(json!({ "do": "sit", "seat": seat, "share": share(seat as u8) })).await;
        sockets.push(socket);
    }
    sockets[0].ask(json!({ "do": "start" })).await;
    (table, sockets)
}

/// A short game that two have played to its end.
async fn played(players: &[Visitor], options: Value) -> String {
    let (table, mut sockets) = seated(players, options).await;
    play_out(&mut sockets, &mut fastrand::Rng::with_seed(7)).await;
    table
}

fn at(table: &str, what: &str) -> String {
    format!("/api/v1/tables/{table}/{what}")
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["error"]["code"].as_str().unwrap_or_default())
}

fn open_hands(hands: &[Hand]) -> Value {
    json!(hands.iter().map(|hand| hand.tiles().collect::<Vec<_>>()).collect::<Vec<_>>())
}

/// What each table and the bar paid, as the events tell it.
fn paid(events: &Value) -> Vec<(String, i64)> {
    let pays = |event: &Value| {
        let from = event["table"].as_str().unwrap_or("bar").to_owned();
        event["points"].as_i64().map(|points| (from, points))
    };
    events.as_array().unwrap().iter().filter_map(pays).collect()
}

fn same_step(told: &Value, step: &Step, number: usize) {
    let Step { player, action, events, after, .. } = step;
    let scene = &told["scene"];
    assert_eq!(told["seat"], *player);
    assert_eq!(told["action"], after.format_action(action));
    assert_eq!(told["by"], "player");
    let points: Vec<(String, i64)> =
        after.points_by_source(events).into_iter().map(|(from, points)| (from, i64::from(points))).collect();
    assert_eq!(paid(&told["events"]), points);
    assert_eq!(told["points"], points.iter().map(|(_, points)| points).sum::<i64>());
    assert_eq!(scene["seq"], number);
    assert_eq!(scene["scores"], json!(after.scores()));
    assert_eq!(scene["hands"], open_hands(after.hands()));
    if let Game::Card(game) = after {
        assert_eq!(scene["down"], open_hands(game.down()));
    }
    assert_eq!(scene["unseen"].as_array().unwrap().len(), after.guest_stock().len());
    assert_eq!((&scene["seat"], &scene["legal"]), (&Value::Null, &json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_shows_every_step_of_the_record_with_all_hands_open() {
    let (_folder, cafe) = cafe().await;
    let mut chance = fastrand::Rng::with_seed(4);
    for options in Options::all().filter(|options| options.players() < 5) {
        let mut players = Vec::new();
        for _ in 0..options.players() {
            players.push(cafe.visitor("Guest").await);
        }
        let agreed = json!({ "game": options.kind().as_str(), "players": options.players(), "parties": options.parties() });
        let (table, mut sockets) = seated(&players, agreed).await;
        let result = play_out(&mut sockets, &mut chance).await;
        let (status, text) = players[0].ask(Method::GET, &at(&table, "record")).await;
        let log = Record::parse(text.as_str().unwrap()).unwrap();
        assert_eq!((status, &json!(log.game().outcome().as_ref().map(ResultShown::of))), (200, &result));
        let replay = players[0].get(&at(&table, "replay")).await;
        assert_eq!(replay["table"]["id"], table);
        assert_eq!(replay["seed"].as_str().map(|seed| text.as_str().unwrap().contains(seed)), Some(true));
        assert_eq!(replay["secret"], json!(log.header().secret.map(|secret| secret.to_string())));
        assert_eq!(replay["shares"][1], share(1));
        assert_eq!(replay["guests"], json!(log.header().deal().guests()));
        assert_eq!(replay["start"]["hands"], open_hands(log.start().hands()));
        let steps = replay["steps"].as_array().unwrap();
        assert_eq!(steps.len(), log.steps().len());
        for (number, (told, step)) in (1..).zip(steps.iter().zip(log.steps())) {
            same_step(told, step, number);
        }
        let last = &steps[steps.len() - 1]["scene"];
        assert_eq!((&last["result"], &replay["result"]), (&result, &result), "{options}");
        assert!(steps[..steps.len() - 1].iter().all(|step| step["scene"]["result"].is_null()));
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_back_or_said_is_not_in_a_replay() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut socket = ann.join(&table).await;
    socket.must(json!({ "do": "add_bot", "seat": 1, "level": "novice" })).await;
    socket.must(json!({ "do": "sit", "seat": 0 })).await;
    socket.must(json!({ "do": "start" })).await;
    socket.must(json!({ "do": "say", "text": "Between us" })).await;
    socket.must(json!({ "do": "act", "seq": 0, "actions": ["draw"] })).await;
    // Bots do not mind: all that was played since is taken back.
    let mut seq = 1;
    loop {
        let told = socket.answer(json!({ "do": "undo", "seq": seq })).await;
        if told["tell"] == "now" {
            break;
        }
        seq = socket.hear_a("now").await["scene"]["seq"].as_u64().unwrap();
    }
    socket.must(json!({ "do": "leave" })).await;
    let mut over = Value::Null;
    while over.is_null() {
        over = socket.hear_a("now").await["scene"]["result"].clone();
    }
    let replay = ann.get(&at(&table, "replay")).await;
    assert!(!replay.to_string().contains("Between us"));
    let steps = replay["steps"].as_array().unwrap();
    let (_, record) = ann.ask(Method::GET, &at(&table, "record")).await;
    assert_eq!(steps.len(), Record::parse(record.as_str().unwrap()).unwrap().steps().len());
    assert!(steps.iter().all(|step| step["by"] == "bot"), "Ann's only action was taken back");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_game_is_told_before_its_end() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben, eve) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await, cafe.visitor("Eve").await);
    let waiting = ann.table(json!({ "game": "card", "players": 2 })).await;
    let (playing, _sockets) = seated(&[ann.clone(), ben], json!({ "game": "card", "players": 2 })).await;
    for table in [waiting, playing] {
        for what in ["record", "replay"] {
            for visitor in [&ann, &eve] {
                let answer = visitor.send(Method::GET, &at(&table, what), None).await;
                assert_eq!(answer.status(), 409);
                let told = r#"{"error":{"code":"not_over","message":"the game is not over yet"}}"#;
                assert_eq!(answer.text().await.unwrap(), told);
            }
        }
        assert_eq!(code(&eve.ask(Method::POST, &at(&table, "share")).await), (403, "not_seated"));
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_closed_before_the_end_has_nothing_to_show() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let (table, mut sockets) = seated(&[ann.clone(), ben], json!({ "game": "card", "players": 2 })).await;
    sockets[0].must(json!({ "do": "ping" })).await;
    cafe.house.end_table(&TableId::parse(&table).unwrap(), None).await.unwrap();
    for (method, what) in [(Method::GET, "record"), (Method::GET, "replay"), (Method::POST, "share")] {
        assert_eq!(code(&ann.ask(method, &at(&table, what)).await), (409, "unfinished"), "{what}");
    }
    let games = ann.get("/api/v1/games?over=true").await;
    assert_eq!(
        (&games["games"][0]["table"]["closed"], &games["games"][0]["result"]),
        (&json!(true), &Value::Null)
    );
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_its_players_until_one_of_them_shares_it() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben, eve) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await, cafe.visitor("Eve").await);
    let nobody = Visitor { cookie: String::new(), ..eve.clone() };
    let options = json!({ "game": "card", "players": 2, "watching": false });
    let table = played(&[ann.clone(), ben.clone()], options).await;
    for what in ["record", "replay"] {
        let path = at(&table, what);
        for stranger in [&eve, &nobody] {
            assert_eq!(code(&stranger.ask(Method::GET, &path).await), (403, "watching_off"));
        }
        assert_eq!(ann.ask(Method::GET, &path).await.0, 200);
        assert_eq!(ben.ask(Method::GET, &path).await.0, 200);
    }
    let share = at(&table, "share");
    assert_eq!(code(&eve.ask(Method::POST, &share).await), (403, "not_seated"));
    assert_eq!(code(&nobody.ask(Method::POST, &share).await), (401, "who_are_you"));
    let elsewhere = ben
        .client
        .post(cafe.url(&share))
        .header("cookie", &ben.cookie)
        .header("origin", "http://evil.example");
    assert_eq!(elsewhere.send().await.unwrap().status(), 403);
    assert_eq!(eve.ask(Method::GET, &at(&table, "replay")).await.0, 403, "it is not shared yet");
    for _ in 0..2 {
        assert_eq!(ben.ask(Method::POST, &share).await.0, 204);
    }
    let room = nobody.get(&format!("/api/v1/tables/{table}")).await;
    assert_eq!(room["shared"], true);
    let own = ann.get(&at(&table, "replay")).await;
    for stranger in [&eve, &nobody] {
        assert_eq!(stranger.get(&at(&table, "replay")).await, own);
        assert_eq!(stranger.ask(Method::GET, &at(&table, "record")).await.0, 200);
    }
    // What was said stays among them.
    assert!(eve.try_join(&table, 0, None).await.is_err());
    let mut socket = ann.join(&table).await;
    let shared = socket.hear_a("now").await["happened"].to_string().matches("\"shared\"").count();
    assert_eq!(shared, 1);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_people_could_watch_is_open_to_all_who_have_its_link() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = played(&[ann.clone(), ben], json!({ "game": "board", "players": 2 })).await;
    let answer = reqwest::get(cafe.url(&at(&table, "record"))).await.unwrap();
    let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
    let text = answer.text().await.unwrap();
    let date = Record::parse(&text).unwrap().header().date.clone();
    assert_eq!(name, format!("attachment; filename=\"cafe-board-{date}-{table}.cafe\""));
    assert_eq!(reqwest::get(cafe.url(&at(&table, "replay"))).await.unwrap().status(), 200);
    // A cookie that is none is not needed, and does no harm.
    let forgotten = Visitor { cookie: "cafe_visitor=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(), ..ann };
    assert_eq!(forgotten.ask(Method::GET, &at(&table, "replay")).await.0, 200);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guessed_ids_lead_nowhere() {
    let (_folder, cafe) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    for id in ["aaaaaaaaaaaaaaaa", "x", "..%2f..%2fetc%2fpasswd", "aaaaaaaaaaaaaaaa'--", "%ff"] {
        for (method, what) in [(Method::GET, "record"), (Method::GET, "replay"), (Method::POST, "share")] {
            assert_eq!(code(&ann.ask(method, &at(id, what)).await), (404, "not_found"), "{id} {what}");
        }
        assert_eq!(
            code(&ann.ask(Method::GET, &format!("/api/v1/games?after={id}")).await),
            (422, "bad_request")
        );
    }
    cafe.close().await;
}

fn ids(page: &Value) -> Vec<&str> {
    page["games"].as_array().unwrap().iter().map(|game| game["table"]["id"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn my_games_come_in_pages_the_newest_first() {
    let (_folder, cafe) = cafe().await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let options = json!({ "game": "card", "players": 2 });
    let mut tables = vec![played(&[ann.clone(), ben.clone()], options.clone()).await];
    let mut open = Vec::new();
    for _ in 0..3 {
        let (table, sockets) = seated(&[ben.clone(), ann.clone()], options.clone()).await;
        tables.push(table);
        open.extend(sockets);
    }
    for socket in &mut open {
        socket.must(json!({ "do": "ping" })).await;
    }
    tables.reverse();
    let all = ann.get("/api/v1/games").await;
    assert_eq!((ids(&all), &all["next"]), (tables.iter().map(String::as_str).collect(), &Value::Null));
    let (live, over) = (&all["games"][0], &all["games"][3]);
    assert_eq!((&live["to_move"], &live["seat"], &live["result"]), (&json!(0), &json!(1), &Value::Null));
    assert_eq!((&over["to_move"], &over["seat"]), (&Value::Null, &json!(0)));
    assert_eq!(over["scores"], over["result"]["final"]);
    for (seat, place) in over["result"]["places"].as_array().unwrap().iter().enumerate() {
        let won = over["result"]["winners"].as_array().unwrap().contains(&json!(seat));
        assert_eq!(won, place == 1, "the first place is the winners'");
    }
    // Page by page it is the same, also when one is opened in between.
    let first = ann.get("/api/v1/games?limit=3").await;
    assert_eq!((ids(&first), first["next"].as_str()), (ids(&all)[..3].to_vec(), Some(tables[2].as_str())));
    let (newest, _sockets) = seated(&[ann.clone(), ben.clone()], options).await;
    let second = ann.get(&format!("/api/v1/games?limit=3&after={}", tables[2])).await;
    assert_eq!((ids(&second), &second["next"]), (vec![tables[3].as_str()], &Value::Null));
    assert_eq!(ids(&ann.get("/api/v1/games?over=true").await), [&tables[3]]);
    assert_eq!(ids(&ann.get("/api/v1/games?over=false&limit=1").await), [&newest]);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_the_games_of_others_or_more_than_a_page() {
    let (_folder, cafe) = cafe().await;
    let (ann, eve) = (cafe.visitor("Ann").await, cafe.visitor("Eve").await);
    let table = ann.table(json!({ "game": "card", "players": 2, "watching": false })).await;
    let mut socket = ann.join(&table).await;
    socket.must(json!({ "do": "sit", "seat": 0 })).await;
    assert_eq!(ids(&ann.get("/api/v1/games").await), [&table]);
    // Who sat there for a moment and left has no part in it.
    let mut guest = eve.join(&table).await;
    guest.must(json!({ "do": "sit", "seat": 1 })).await;
    assert_eq!(ids(&eve.get("/api/v1/games").await), [&table]);
    guest.must(json!({ "do": "leave" })).await;
    assert_eq!(eve.get("/api/v1/games").await, json!({ "games": [], "next": null }));
    let zoe = cafe.visitor("Zoe").await;
    for (wrong, status) in [
        ("limit=0", 422),
        ("limit=101", 422),
        ("limit=-1", 400),
        ("limit=99999999999999999999999", 400),
        ("limit=many", 400),
        ("over=perhaps", 400),
        ("visitor=somebody", 400),
        (&format!("after={table}"), 422),
    ] {
        let answer = zoe.ask(Method::GET, &format!("/api/v1/games?{wrong}")).await;
        assert_eq!(code(&answer), (status, "bad_request"), "{wrong}");
    }
    assert_eq!(zoe.get("/api/v1/games?limit=100").await["games"], json!([]));
    let nobody = Visitor { cookie: String::new(), ..zoe };
    assert_eq!(code(&nobody.ask(Method::GET, "/api/v1/games").await), (401, "who_are_you"));
    cafe.close().await;
}
