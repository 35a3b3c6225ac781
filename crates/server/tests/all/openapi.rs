//! The OpenAPI document describes what the server does.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::openapi_document::OpenApiDocument;
use crate::common::requests::*;
use crate::common::{
    TestConnection, TestServer, TestVisitor, card_game, fast_bots, game_for_two, play_out, share, start_in,
};
use cafe_bots::Level;
use cafe_room::messages::ClientMessage;
use cafe_room::{Clock, Reaction, RoomId, RoomOptions, RoomRequest};
use cafe_server::ServerConfig;
use reqwest::Method;
use serde_json::{Value, json};

async fn start_server() -> (tempfile::TempDir, TestServer, OpenApiDocument) {
    let config = ServerConfig { max_open_rooms_per_visitor: 3, ..fast_bots() };
    let (folder, server) = crate::common::start_server(config).await;
    let document = OpenApiDocument::of(&server).await;
    (folder, server, document)
}

/// Fills in the parameters of a path.
fn filled(path: &str) -> String {
    path.replace("{id}", "aaaaaaaaaaaaaaaa").replace("{code}", "x").replace("{step}", "0")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_described_with_its_methods() {
    let (_folder, server, document) = start_server().await;
    assert_eq!(document.0["openapi"], "3.1.0");
    // The debug output of a router has its paths.
    let router = format!("{:?}", cafe_server::http::router(server.state.clone()));
    let served: BTreeSet<&str> = router.split('"').filter(|text| text.starts_with("/api/v1")).collect();
    let paths: BTreeSet<&str> = document.0["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(served, paths);
    // Routes that are not part of the API are listed here, so that none is added by accident.
    let is_api = |path: &&str| path.starts_with("/api/v1");
    // The fallback of a router.
    let is_fallback = |path: &&str| ["/", "/{*__private__axum_fallback}"].contains(path);
    let paths = router.split('"').filter(|text| text.starts_with('/'));
    let others: BTreeSet<&str> = paths.filter(|path| !is_api(path) && !is_fallback(path)).collect();
    let expected =
        ["/admin/v1/rooms/{id}/close", "/admin/v1/visitors/{id}", "/healthz", "/metrics", "/readyz"];
    assert_eq!(others, expected.into());
    let anonymous = server.anonymous();
    for (path, item) in document.0["paths"].as_object().unwrap() {
        let response = anonymous.http(Method::TRACE, &filled(path), None).await;
        assert_eq!(response.status(), 405, "{path}");
        let mut served: BTreeSet<String> =
            response.headers()["allow"].to_str().unwrap().split(',').map(str::to_lowercase).collect();
        served.remove("head");
        let described: BTreeSet<String> = item.as_object().unwrap().keys().cloned().collect();
        assert_eq!(served, described, "{path}");
        document.check_message("ErrorBody", &response.json().await.unwrap());
    }
    server.stop().await;
}

/// Returns the requests that docs/server-protocol.md names.
fn documented_requests() -> BTreeSet<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server-protocol.md");
    let page = std::fs::read_to_string(page).unwrap();
    let named = page.split('`').skip(1).step_by(2).filter_map(|code| {
        let (method, rest) = code.split_once(" /api/v1")?;
        let path = rest.split([' ', '?']).next()?;
        Some((method.to_lowercase(), format!("/api/v1{path}")))
    });
    named.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn protocol_page_names_exactly_the_described_routes() {
    let (_folder, server, document) = start_server().await;
    let described: BTreeSet<(String, String)> =
        document.operations().map(|(method, path, _)| (method.to_owned(), path.to_owned())).collect();
    assert_eq!(documented_requests(), described);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_describes_its_responses() {
    let (_folder, server, document) = start_server().await;
    let mut names = BTreeSet::new();
    for (method, path, described) in document.operations() {
        let operation = format!("{method} {path}");
        assert!(names.insert(described["operationId"].as_str().unwrap()), "{operation}: duplicate id");
        let responses = described["responses"].as_object().unwrap();
        assert!(responses.keys().any(|status| status < &"400".to_owned()), "{operation}");
        for (status, response) in responses {
            assert!(
                response["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{operation} {status}"
            );
            if status >= &"400".to_owned() {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/ErrorBody", "{operation} {status}");
            }
        }
        let has = |status: &str| responses.contains_key(status);
        assert_eq!(has("404"), path.contains('{'), "{operation}");
        assert!(has("429"), "{operation} has a limit");
        assert!(method == "get" || has("403"), "{operation} can come from another origin");
        // An operation that needs an identity says so, and describes the error without one.
        let optional = described["security"].as_array().is_none_or(|keys| keys.contains(&json!({})));
        assert_eq!(has("401"), !optional, "{operation}");
        assert_eq!(described["requestBody"].is_object(), has("415"), "{operation}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_schema_is_a_typescript_type() {
    let (_folder, server, document) = start_server().await;
    let types = cafe_server::typescript::types();
    for name in document.0["components"]["schemas"].as_object().unwrap().keys() {
        // These are parts of others in TypeScript.
        let is_part = ["RoomEventKind", "RoomRequest"].contains(&name.as_str());
        assert!(is_part || types.contains(&format!("export type {name} =")), "{name}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_about_visitors_match_the_document() {
    let (_folder, server, document) = start_server().await;
    let ann = server.visitor("Ann").await;
    let anonymous = server.anonymous();
    let me = "/api/v1/me";
    let call = async |visitor: &TestVisitor, method: &str, path: &str, body: Option<Value>| {
        document.call(visitor, method, path, path, body).await.0
    };
    let named = |name: &str| Some(json!({ "name": name }));
    assert_eq!(call(&ann, "get", me, None).await, 200);
    assert_eq!(call(&anonymous, "get", me, None).await, 401);
    assert_eq!(call(&ann, "post", me, named("Ann")).await, 200);
    assert_eq!(call(&anonymous, "post", me, named("Ben")).await, 201);
    assert_eq!(call(&anonymous, "post", me, named("")).await, 422);
    assert_eq!(call(&anonymous, "post", me, Some(json!({ "nom": "Ben" }))).await, 422);
    assert_eq!(call(&anonymous, "post", me, named(&"x".repeat(20_000))).await, 413);
    assert_eq!(call(&anonymous, "post", me, None).await, 415);
    assert_eq!(call(&ann, "patch", me, named("Anna")).await, 200);
    assert_eq!(call(&anonymous, "patch", me, named("Anna")).await, 401);
    assert_eq!(call(&anonymous, "post", "/api/v1/programs", named("DeepCafe")).await, 201);
    assert_eq!(call(&anonymous, "post", "/api/v1/me/link", None).await, 401);
    let devices = "/api/v1/me/devices";
    assert_eq!(
        (call(&ann, "delete", devices, None).await, call(&anonymous, "delete", devices, None).await),
        (204, 401)
    );
    let (status, listed) = document.call(&ann, "get", devices, devices, None).await;
    let of_ann = format!("{devices}/{}", listed[0]["id"].as_str().unwrap());
    assert_eq!((status, call(&anonymous, "get", devices, None).await), (200, 401));
    let device = "/api/v1/me/devices/{id}";
    let eve = server.visitor("Eve").await;
    assert_eq!(document.call(&eve, "delete", device, &of_ann, None).await.0, 404);
    assert_eq!(document.call(&anonymous, "delete", device, &of_ann, None).await.0, 401);
    let of_eve = document.call(&eve, "get", devices, devices, None).await.1;
    let of_eve = format!("{devices}/{}", of_eve[0]["id"].as_str().unwrap());
    assert_eq!(document.call(&eve, "delete", device, &of_eve, None).await.0, 204);
    let both = server.with_cookie(&format!("{}; {}", ann.cookie(), ann.cookie()));
    assert_eq!(
        (call(&both, "get", me, None).await, call(&both, "patch", me, named("Anna")).await),
        (400, 400)
    );
    let (status, link) = document.call(&ann, "post", "/api/v1/me/link", "/api/v1/me/link", None).await;
    assert_eq!(status, 200);
    let (claim, path) = ("/api/v1/links/{code}", format!("/api/v1/links/{}", link["code"].as_str().unwrap()));
    assert_eq!(document.call(&anonymous, "post", claim, &path, None).await.0, 200);
    assert_eq!(document.call(&anonymous, "post", claim, &path, None).await.0, 404);
    let invalid = ann.session.request(Method::POST, me).unwrap();
    let invalid = invalid.header("content-type", "application/json").body("{");
    assert_eq!(document.check_response("post", me, invalid.send().await.unwrap()).await.0, 400);
    for (method, path, _) in document.operations().filter(|(method, ..)| *method != "get") {
        let http_method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
        let request = ann.session.request(http_method, &filled(path)).unwrap();
        let response = request.header("origin", "http://evil.example").send().await.unwrap();
        let (status, error) = document.check_response(method, path, response).await;
        assert_eq!((status, &error["error"]["code"]), (403, &json!("other_origin")), "{method} {path}");
    }
    assert_eq!(call(&ann, "delete", me, None).await, 204);
    assert_eq!(call(&ann, "delete", me, None).await, 401);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_about_rooms_match_the_document() {
    let (_folder, server, document) = start_server().await;
    let (ann, ben, eve) =
        (server.visitor("Ann").await, server.visitor("Ben").await, server.visitor("Eve").await);
    let (rooms, room_path) = ("/api/v1/rooms", "/api/v1/rooms/{id}");
    let new_room =
        |options: Value| Some(json!({ "options": options, "bots": [{ "player": 2, "level": "novice" }] }));
    let options = json!(RoomOptions { public: true, spectators: false, ..card_game(3) });
    let (status, room) = document.call(&ann, "post", rooms, rooms, new_room(options)).await;
    assert_eq!(status, 201);
    let room_id = text_of(&room["id"]);
    let call = async |visitor: &TestVisitor, method: &str, suffix: &str| {
        let path = format!("{room_path}{suffix}");
        let filled_path = path.replace("{id}", room_id).replace("{step}", "0");
        document.call(visitor, method, &path, &filled_path, None).await.0
    };
    let chess = json!({ "game": "chess", "players": 2 });
    assert_eq!(document.call(&ann, "post", rooms, rooms, new_room(chess)).await.0, 422);
    let home = "/api/v1/home";
    for visitor in [&ann, &server.anonymous()] {
        assert_eq!(document.call(visitor, "get", home, home, None).await.0, 200);
    }
    let etag = ann.http(Method::GET, home, None).await.headers()["etag"].clone();
    let unchanged = ann.session.request(Method::GET, home).unwrap().header("if-none-match", etag);
    assert_eq!(document.check_response("get", home, unchanged.send().await.unwrap()).await.0, 304);
    let (_, listed) = document.call(&eve, "get", rooms, rooms, None).await;
    assert_eq!(listed["rooms"].as_array().unwrap().len(), 1);
    assert_eq!(document.call(&eve, "get", rooms, "/api/v1/rooms?after=x", None).await.0, 422);
    assert_eq!(call(&eve, "get", "").await, 200);
    assert_eq!(call(&eve, "get", "/socket").await, 400);
    let mut connections = start_in(room_id, &[&ann, &ben]).await;
    connections[0].next_event("started").await;
    for suffix in ["/record", "/replay", "/positions/{step}"] {
        assert_eq!(
            (call(&ann, "get", suffix).await, call(&eve, "get", suffix).await),
            (409, 403),
            "{suffix}"
        );
    }
    assert_eq!((call(&ann, "post", "/share").await, call(&eve, "post", "/share").await), (409, 403));
    assert_eq!((call(&ann, "delete", "").await, call(&eve, "delete", "").await), (409, 403));
    let my_rooms = "/api/v1/me/rooms";
    assert_eq!(document.call(&ann, "get", my_rooms, my_rooms, None).await.0, 200);
    connections[0] = ann.connect(room_id).await;
    play_out(&mut connections, &mut fastrand::Rng::with_seed(5)).await;
    assert_eq!(call(&ann, "post", "/share").await, 204);
    for suffix in ["/record", "/replay", "/positions/{step}"] {
        assert_eq!(call(&eve, "get", suffix).await, 200, "{suffix}");
    }
    let (_, page) = document.call(&ann, "get", my_rooms, my_rooms, None).await;
    assert_eq!(page["rooms"][0]["result"]["final"].as_array().unwrap().len(), 3);
    assert_eq!(document.call(&ann, "get", my_rooms, "/api/v1/me/rooms?limit=1000", None).await.0, 422);
    assert_eq!(document.call(&ann, "get", my_rooms, "/api/v1/me/rooms?limit=x", None).await.0, 400);
    for (method, path, _) in document.operations().filter(|(_, path, _)| path.contains("{id}")) {
        if !path.ends_with("/socket") {
            assert_eq!(document.call(&ann, method, path, &filled(path), None).await.0, 404, "{path}");
        }
    }
    for expected in [201, 201, 201, 429] {
        let body = new_room(json!(card_game(3)));
        assert_eq!(document.call(&ann, "post", rooms, rooms, body).await.0, expected);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn socket_messages_match_the_document() {
    let (_folder, server, document) = start_server().await;
    let ann = server.visitor("Ann").await;
    let mut kinds = BTreeSet::new();
    for game in ["card", "board"] {
        let options = RoomOptions { hints: true, clock: Clock::Days { per_turn: 1 }, ..game_for_two(game) };
        let mut connection = ann.connect(&ann.open_room(options).await).await;
        let requests = [
            (take_seat_with_share(0, &share(3)), "update"),
            (add_bot(1, Level::Casual), "update"),
            (RoomRequest::Start {}, "update"),
            (chat("Bonsoir!"), "update"),
            (react(Reaction::Cheers), "done"),
            (hint(0), "hint"),
            (past_view(0), "past_view"),
            (play(7000, "draw"), "refused"),
            (RoomRequest::Leave {}, "update"),
        ];
        let mut next = async |connection: &mut TestConnection| {
            let message = connection.next().await;
            document.check_message("ServerMessage", &message);
            kinds.insert(text_of(&message["type"]).to_owned());
            message
        };
        while next(&mut connection).await["type"] != "update" {}
        for (request, answer) in requests {
            document
                .check_message("ClientMessage", &json!(ClientMessage { id: 1, request: request.clone() }));
            connection.send(request).await;
            while next(&mut connection).await["type"] != answer {}
        }
        // A bot plays for her to the end.
        while !next(&mut connection).await["view"]["result"].is_object() {}
        connection.send(RoomRequest::Share {}).await;
        while next(&mut connection).await["events"][0]["type"] != "replay_shared" {}
        // An administrator may give a reason for closing a room.
        for reason in [None, Some("We close at ten.".to_owned())] {
            let room_id = ann.open_room(game_for_two(game)).await;
            let mut connection = ann.connect(&room_id).await;
            while next(&mut connection).await["type"] != "update" {}
            server.state.close_room(&RoomId::parse(&room_id).unwrap(), reason).await.unwrap();
            while next(&mut connection).await["events"][0]["type"] != "closed" {}
        }
    }
    let expected = ["done", "hint", "past_view", "presence", "reaction", "refused", "update", "welcome"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    server.stop().await;
}
