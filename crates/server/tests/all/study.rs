//! The study of positions, and the lessons of the web client, which are such positions.

use std::path::Path;

use crate::common::openapi_document::OpenApiDocument;
use crate::common::requests::text_of;
use crate::common::{TestServer, fast_bots, start_server};
use cafe_server::ServerConfig;
use serde_json::{Value, json};

const STUDY: &str = "/api/v1/study";

/// A server and its OpenAPI document, which request and response have to match.
struct StudyServer {
    _folder: tempfile::TempDir,
    server: TestServer,
    document: OpenApiDocument,
}

impl StudyServer {
    async fn start() -> StudyServer {
        let (folder, server) = start_server(fast_bots()).await;
        let document = OpenApiDocument::of(&server).await;
        StudyServer { _folder: folder, server, document }
    }

    /// Sends a study without an identity.
    async fn study(&self, body: Value) -> (u16, Value) {
        self.document.call(&self.server.anonymous(), "post", STUDY, STUDY, Some(body)).await
    }

    /// Plays actions in a position and returns the result as the first player sees it.
    async fn play(&self, position: &Value, actions: &[&str]) -> Value {
        let body = json!({ "position": position, "actions": actions, "player": 0 });
        self.document.check_message("StudyBody", &body);
        let (status, result) = self.study(body).await;
        assert_eq!(status, 200, "{result}");
        result
    }

    async fn stop(self) {
        self.server.stop().await;
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
async fn position_lists_legal_actions_with_points() {
    let server = StudyServer::start().await;
    let result = server.play(&position(), &[]).await;
    let view = &result["view"];
    assert_eq!((&result["game"], &view["player"], &view["turn"]), (&json!("card"), &json!(0), &json!(0)));
    let legal = view["legal"].as_array().unwrap();
    let offered = legal.iter().find(|action| action["action"] == "RUm@c4").unwrap();
    // Two gentlemen and a lady at home, and beside the lady at the French table.
    assert_eq!(offered["points"], json!({ "b4": 6, "c3": 2 }));
    assert!(legal.iter().any(|action| action["action"] == "draw"));
    // The other hand stays hidden, as in a game.
    assert_eq!(view["hands"][1], Value::Null);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn played_actions_are_explained() {
    let server = StudyServer::start().await;
    let actions = ["RUm@c4", "end", "draw"];
    let (status, result) = server.study(json!({ "position": position(), "actions": actions })).await;
    assert_eq!(status, 200);
    let steps = result["steps"].as_array().unwrap();
    let points: Vec<&Value> = steps.iter().map(|step| &step["points"]).collect();
    assert_eq!(points, [8, 0, 0]);
    assert_eq!(steps[0]["events"][1]["doubled"], true);
    assert_eq!((&steps[0]["scores"], &steps[2]["player"]), (&json!([8, 0]), &json!(1)));
    // The stock is drawn in the given order, but only the player who draws sees the tile.
    assert_eq!(steps[2]["events"][0], json!({ "type": "drew", "player": 1, "tile": null }));
    assert_eq!((&result["view"]["player"], &result["view"]["seq"]), (&json!(0), &json!(3)));
    assert_eq!(result["refused"], Value::Null);
    let (_, of_second_player) =
        server.study(json!({ "position": position(), "actions": actions, "player": 1 })).await;
    assert_eq!(of_second_player["steps"][2]["events"][0]["tile"], "CUf");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_action_is_refused_and_earlier_ones_stand() {
    let server = StudyServer::start().await;
    let result = server.play(&position(), &["RUm@c4", "ITm@c4", "draw"]).await;
    assert_eq!(result["steps"].as_array().unwrap().len(), 1);
    let refused = &result["refused"];
    assert_eq!((&refused["action"], &refused["code"]), (&json!("ITm@c4"), &json!("seat_taken")));
    assert_eq!(refused["message"], "chair c4 is taken by RUm");
    // Nothing was revealed, so the placement can be undone.
    assert_eq!(result["view"]["can_undo"], true);
    let result = server.play(&position(), &["ITf@d1", "RUm@c4"]).await;
    assert_eq!(result["refused"]["code"], "owes_company");
    assert_eq!(result["refused"]["tables"], json!(["d2"]));
    let result = server.play(&position(), &["a cup of tea"]).await;
    assert_eq!(result["refused"]["code"], "not_an_action");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_position_is_refused_with_all_faults() {
    let server = StudyServer::start().await;
    let mut invalid = position();
    invalid["seated"] = json!({ "c4": "DEf", "z9": "DEf" });
    invalid["hands"] = json!([["XXf"]]);
    let (status, result) = server.study(json!({ "position": invalid })).await;
    let message = result["error"]["message"].as_str().unwrap();
    assert_eq!((status, &result["error"]["code"]), (422, &json!("bad_position")));
    assert!(message.contains("z9") && message.contains("XXf"), "{message}");
    // Without the order of the stock drawing would be random.
    let mut incomplete = position();
    incomplete.as_object_mut().unwrap().remove("guest_stock");
    let (status, result) = server.study(json!({ "position": incomplete })).await;
    assert_eq!((status, &result["error"]["code"]), (422, &json!("bad_position")));
    assert!(result["error"]["message"].as_str().unwrap().contains("guest_stock"), "{result}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn study_limits_actions_and_checks_the_player() {
    let server = StudyServer::start().await;
    let study = async |actions: usize, player: u8| {
        let actions = vec!["draw"; actions];
        server.study(json!({ "position": position(), "actions": actions, "player": player })).await
    };
    assert_eq!(study(40, 1).await.0, 200);
    let (status, result) = study(41, 1).await;
    assert_eq!((status, &result["error"]["code"]), (422, &json!("bad_request")));
    assert!(result["error"]["message"].as_str().unwrap().contains("at most 40"), "{result}");
    let (status, result) = study(0, 2).await;
    assert_eq!((status, &result["error"]["code"]), (422, &json!("bad_request")));
    assert!(result["error"]["message"].as_str().unwrap().contains("no player 2"), "{result}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn studies_are_limited_for_each_address() {
    let config = ServerConfig { requests_per_second: 1, behind_proxy: true, ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let document = OpenApiDocument::of(&server).await;
    let client = reqwest::Client::new();
    let study = async |address: &str| {
        let request = client.post(server.url(STUDY)).header("x-forwarded-for", address);
        let response = request.json(&json!({ "position": position() })).send().await.unwrap();
        document.check_response("post", STUDY, response).await
    };
    let (mut status, mut body) = study("192.0.2.1").await;
    assert_eq!(status, 200, "{body}");
    for _ in 0..1000 {
        if status != 200 {
            break;
        }
        (status, body) = study("192.0.2.1").await;
    }
    assert_eq!((status, &body["error"]["code"]), (429, &json!("too_fast")));
    assert_eq!(study("192.0.2.2").await.0, 200);
    server.stop().await;
}

/// Returns the position of a lesson as the web client sends it: `hand` and `other` become `hands`.
fn lesson_position(game: &Value, lesson: &Value) -> Value {
    let mut position = game["position"].clone();
    let fields = position.as_object_mut().unwrap();
    fields.extend(lesson["position"].as_object().unwrap().clone());
    let hands = [fields.remove("hand").unwrap(), fields.remove("other").unwrap()];
    fields.insert("hands".to_owned(), json!(hands));
    position
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons_of_the_web_client_are_playable() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/features/learn/lessons.json");
    let lessons: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // They are sent without pauses: no learner is that fast, so none meets the rate limit.
    let server = StudyServer::start().await;
    for (kind, game) in lessons.as_object().unwrap() {
        for lesson in game["lessons"].as_array().unwrap() {
            let name = format!("{kind}: {}", lesson["id"]);
            let position = lesson_position(game, lesson);
            let wants: Vec<Vec<&str>> = lesson["wants"]
                .as_array()
                .unwrap()
                .iter()
                .map(|step| step.as_array().unwrap().iter().map(text_of).collect())
                .collect();
            let solution: Vec<&str> = wants.iter().map(|step| step[0]).collect();
            let result = server.play(&position, &solution).await;
            assert_eq!(result["refused"], Value::Null, "{name}");
            let points: Vec<Value> =
                result["steps"].as_array().unwrap().iter().map(|step| step["points"].clone()).collect();
            assert_eq!(Value::from(points), lesson["points"], "{name}");
            for action in &wants[0] {
                let result = server.play(&position, &[action]).await;
                assert_eq!(result["refused"], Value::Null, "{name}");
            }
            check_refusals(&server, &position, lesson, &name).await;
        }
        for example in game["examples"].as_array().unwrap() {
            let name = format!("{kind}: {}", example["id"]);
            let position = lesson_position(game, example);
            let result = server.play(&position, &[]).await;
            for guest in example["position"]["hand"].as_array().unwrap() {
                let legal = result["view"]["legal"].as_array().unwrap().iter();
                let guest = guest.as_str().unwrap();
                let mut placements = legal.filter(|legal| text_of(&legal["action"]).starts_with(guest));
                assert!(placements.next().is_some(), "{name}: {guest} has nowhere to sit");
            }
            check_refusals(&server, &position, example, &name).await;
        }
    }
    server.stop().await;
}

/// Checks that likely mistakes are refused for the reason that the lesson is about.
async fn check_refusals(server: &StudyServer, position: &Value, lesson: &Value, name: &str) {
    let Some(mistakes) = lesson["refused"].as_object() else { return };
    for (action, code) in mistakes {
        let result = server.play(position, &[action]).await;
        assert_eq!(&result["refused"]["code"], code, "{name}: {action}");
    }
}
