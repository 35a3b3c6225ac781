//! Prepared positions are answered as a table would, and the lessons of the web client are such positions.

use std::path::Path;

use crate::common::description::Description;
use crate::common::{Cafe, Visitor, quick};
use cafe_server::HouseRules;
use serde_json::{Value, json};

const STUDY: &str = "/api/v1/study";

struct Reader {
    _folder: tempfile::TempDir,
    cafe: Cafe,
    description: Description,
    nobody: Visitor,
}

impl Reader {
    async fn new() -> Reader {
        let folder = tempfile::tempdir().unwrap();
        let cafe = Cafe::open(folder.path(), quick()).await;
        let description = Description::of(&cafe).await;
        let nobody = Visitor { cookie: String::new(), ..cafe.visitor("Ann").await };
        Reader { _folder: folder, cafe, description, nobody }
    }

    /// Asks as somebody whom nobody knows; question and answer must be as described.
    async fn study(&self, question: Value) -> (u16, Value) {
        self.description.ask(&self.nobody, "post", STUDY, STUDY, Some(question)).await
    }

    async fn played(&self, position: &Value, actions: &[&str]) -> Value {
        let question = json!({ "position": position, "actions": actions, "seat": 0 });
        self.description.is_a("Study", &question);
        let (status, answer) = self.study(question).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }
}

/// The position in docs/protocol.md.
fn position() -> Value {
    json!({
        "game": "card", "players": 2,
        "tables": { "b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT" },
        "seated": { "b5": "RUm", "b3": "RUf" },
        "hands": [["DEf", "ITf", "ITm", "RUm"], ["CUm", "CUm"]],
        "guest_stock": ["CUf", "DEm"], "table_stock": ["US", "TR"],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_shows_what_can_be_done_and_what_each_table_would_pay() {
    let reader = Reader::new().await;
    let answer = reader.played(&position(), &[]).await;
    let scene = &answer["scene"];
    assert_eq!((&answer["game"], &scene["seat"], &scene["turn"]), (&json!("card"), &json!(0), &json!(0)));
    let legal = scene["legal"].as_array().unwrap();
    let offered = legal.iter().find(|one| one["action"] == "RUm@c4").unwrap();
    // Two gentlemen and a lady at home, and beside the lady at the French table.
    assert_eq!(offered["points"], json!({ "b4": 6, "c3": 2 }));
    assert!(legal.iter().any(|one| one["action"] == "draw"));
    // The hand of the other one stays hidden, as at a table.
    assert_eq!(scene["hands"][1], Value::Null);
    reader.cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_is_explained_and_the_next_player_is_shown_what_to_do() {
    let reader = Reader::new().await;
    let actions = ["RUm@c4", "end", "draw"];
    let (status, answer) = reader.study(json!({ "position": position(), "actions": actions })).await;
    assert_eq!(status, 200);
    let steps = answer["steps"].as_array().unwrap();
    let points: Vec<&Value> = steps.iter().map(|step| &step["points"]).collect();
    assert_eq!(points, [8, 0, 0]);
    assert_eq!(steps[0]["events"][1]["doubled"], true);
    assert_eq!((&steps[0]["scores"], &steps[2]["seat"]), (&json!([8, 0]), &json!(1)));
    // The stock is drawn in the order in which it was given; but only who draws sees what comes.
    assert_eq!(steps[2]["events"][0], json!({ "event": "drew", "player": 1, "tile": null }));
    assert_eq!((&answer["scene"]["seat"], &answer["scene"]["seq"]), (&json!(0), &json!(3)));
    assert_eq!(answer["refused"], Value::Null);
    let (_, again) = reader.study(json!({ "position": position(), "actions": actions, "seat": 1 })).await;
    assert_eq!(again["steps"][2]["events"][0]["tile"], "CUf");
    reader.cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_refused_as_at_a_table_and_what_came_before_it_stands() {
    let reader = Reader::new().await;
    let answer = reader.played(&position(), &["RUm@c4", "ITm@c4", "draw"]).await;
    assert_eq!(answer["steps"].as_array().unwrap().len(), 1);
    let refused = &answer["refused"];
    assert_eq!((&refused["action"], &refused["code"]), (&json!("ITm@c4"), &json!("seat_taken")));
    assert_eq!(refused["message"], "seat c4 is taken by RUm");
    // Nothing has come to light yet, so the Russian could stand up again.
    assert_eq!(answer["scene"]["may_undo"], true);
    let answer = reader.played(&position(), &["ITf@d1", "RUm@c4"]).await;
    assert_eq!(answer["refused"]["code"], "owes_company");
    assert_eq!(answer["refused"]["tables"], json!(["d2"]));
    let answer = reader.played(&position(), &["a cup of tea"]).await;
    assert_eq!(answer["refused"]["code"], "not_an_action");
    reader.cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_makes_no_sense_is_refused_with_every_fault() {
    let reader = Reader::new().await;
    let mut wrong = position();
    wrong["seated"] = json!({ "c4": "DEf", "z9": "DEf" });
    wrong["hands"] = json!([["XXf"]]);
    let (status, answer) = reader.study(json!({ "position": wrong })).await;
    let message = answer["error"]["message"].as_str().unwrap();
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("bad_position")));
    assert!(message.contains("z9") && message.contains("XXf"), "{message}");
    // Without the order in which the guests come, nothing could be drawn but by chance.
    let mut open = position();
    open.as_object_mut().unwrap().remove("guest_stock");
    let (status, answer) = reader.study(json!({ "position": open })).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("bad_position")));
    assert!(answer["error"]["message"].as_str().unwrap().contains("guest_stock"), "{answer}");
    reader.cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_has_forty_actions_at_the_most_and_a_seat_that_exists() {
    let reader = Reader::new().await;
    let asked = async |actions: usize, seat: u8| {
        let actions = vec!["draw"; actions];
        reader.study(json!({ "position": position(), "actions": actions, "seat": seat })).await
    };
    assert_eq!(asked(40, 1).await.0, 200);
    let (status, answer) = asked(41, 1).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("bad_request")));
    assert!(answer["error"]["message"].as_str().unwrap().contains("at most 40"), "{answer}");
    let (status, answer) = asked(0, 2).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("bad_request")));
    assert!(answer["error"]["message"].as_str().unwrap().contains("no seat 2"), "{answer}");
    reader.cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_too_much_studied_is_told_to_wait_and_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let cafe =
        Cafe::open(folder.path(), HouseRules { requests_a_second: 1, behind_proxy: true, ..quick() }).await;
    let description = Description::of(&cafe).await;
    let client = reqwest::Client::new();
    let study = async |address: &str| {
        let request = client.post(cafe.url(STUDY)).header("x-forwarded-for", address);
        let answer = request.json(&json!({ "position": position() })).send().await.unwrap();
        description.answered("post", STUDY, answer).await
    };
    let mut told = study("192.0.2.1").await;
    assert_eq!(told.0, 200, "{}", told.1);
    for _ in 0..1000 {
        if told.0 != 200 {
            break;
        }
        told = study("192.0.2.1").await;
    }
    assert_eq!((told.0, &told.1["error"]["code"]), (429, &json!("too_fast")));
    assert_eq!(study("192.0.2.2").await.0, 200);
    cafe.close().await;
}

/// What the web client makes of a lesson before it asks: one's own hand and that of the other one become `hands`.
fn prepared(game: &Value, lesson: &Value) -> Value {
    let mut position = game["position"].clone();
    let fields = position.as_object_mut().unwrap();
    fields.extend(lesson["position"].as_object().unwrap().clone());
    let hands = [fields.remove("hand").unwrap(), fields.remove("other").unwrap()];
    fields.insert("hands".to_owned(), json!(hands));
    position
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_of_the_web_client_can_be_played_and_pays_what_it_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/learn/lessons.json");
    let lessons: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // One reader asks for all of them without a pause: nobody learns so quickly that they have to wait.
    let reader = Reader::new().await;
    for (kind, game) in lessons.as_object().unwrap() {
        for lesson in game["lessons"].as_array().unwrap() {
            let name = format!("{kind}: {}", lesson["id"]);
            let position = prepared(game, lesson);
            let wants: Vec<Vec<&str>> = lesson["wants"]
                .as_array()
                .unwrap()
                .iter()
                .map(|step| step.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect())
                .collect();
            let whole: Vec<&str> = wants.iter().map(|step| step[0]).collect();
            let answer = reader.played(&position, &whole).await;
            assert_eq!(answer["refused"], Value::Null, "{name}");
            let points: Vec<Value> =
                answer["steps"].as_array().unwrap().iter().map(|step| step["points"].clone()).collect();
            assert_eq!(Value::from(points), lesson["points"], "{name}");
            for action in &wants[0] {
                let answer = reader.played(&position, &[action]).await;
                assert_eq!(answer["refused"], Value::Null, "{name}");
            }
            refuses(&reader, &position, lesson, &name).await;
        }
        for example in game["examples"].as_array().unwrap() {
            let name = format!("{kind}: {}", example["id"]);
            let position = prepared(game, example);
            let answer = reader.played(&position, &[]).await;
            for guest in example["position"]["hand"].as_array().unwrap() {
                let seats = answer["scene"]["legal"].as_array().unwrap().iter();
                let guest = guest.as_str().unwrap();
                let mut seated = seats.filter(|one| one["action"].as_str().unwrap().starts_with(guest));
                assert!(seated.next().is_some(), "{name}: {guest} has nowhere to sit");
            }
            refuses(&reader, &position, example, &name).await;
        }
    }
    reader.cafe.close().await;
}

/// What a learner may well try is refused for the reason that the lesson is about.
async fn refuses(reader: &Reader, position: &Value, lesson: &Value, name: &str) {
    let Some(tried) = lesson["refused"].as_object() else { return };
    for (action, code) in tried {
        let answer = reader.played(position, &[action]).await;
        assert_eq!(&answer["refused"]["code"], code, "{name}: {action}");
    }
}
