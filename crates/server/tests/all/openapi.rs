//! What the server says about itself is what it does.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::description::Description;
use crate::common::{Cafe, Socket, Visitor, play_out, quick, share};
use cafe_server::{HouseRules, TableId};
use reqwest::Method;
use serde_json::{Value, json};

async fn cafe() -> (tempfile::TempDir, Cafe, Description) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), HouseRules { tables_each: 3, ..quick() }).await;
    let description = Description::of(&cafe).await;
    (folder, cafe, description)
}

fn filled(path: &str) -> String {
    path.replace("{id}", "aaaaaaaaaaaaaaaa").replace("{code}", "x")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_described_with_exactly_its_methods() {
    let (_folder, cafe, description) = cafe().await;
    assert_eq!(description.0["openapi"], "3.1.0");
    // A router tells its paths only to who debugs it.
    let router = format!("{:?}", cafe_server::http::router(cafe.house.clone()));
    let served: BTreeSet<&str> = router.split('"').filter(|text| text.starts_with("/api/v1")).collect();
    let paths: BTreeSet<&str> =
        description.0["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(served, paths);
    // What is described to nobody is for whoever runs the house, and nothing comes to it by accident.
    let described = |path: &&str| path.starts_with("/api/v1");
    // These are how a router writes that it has an answer for everything else.
    let fallback = |path: &&str| ["/", "/{*__private__axum_fallback}"].contains(path);
    let paths = router.split('"').filter(|text| text.starts_with('/'));
    let others: BTreeSet<&str> = paths.filter(|path| !described(path) && !fallback(path)).collect();
    let kept = ["/admin/v1/tables/{id}/end", "/admin/v1/visitors/{id}", "/healthz", "/metrics", "/readyz"];
    assert_eq!(others, kept.into());
    let nobody = Visitor { cookie: String::new(), ..cafe.visitor("Ann").await };
    for (path, item) in description.0["paths"].as_object().unwrap() {
        // What a path cannot do, it answers with what it can.
        let answer = nobody.send(Method::TRACE, &filled(path), None).await;
        assert_eq!(answer.status(), 405, "{path}");
        let mut served: BTreeSet<String> =
            answer.headers()["allow"].to_str().unwrap().split(',').map(str::to_lowercase).collect();
        served.remove("head");
        let described: BTreeSet<String> = item.as_object().unwrap().keys().cloned().collect();
        assert_eq!(served, described, "{path}");
        description.is_a("Failure", &answer.json().await.unwrap());
    }
    cafe.close().await;
}

/// The requests that the protocol's page names.
fn requests_in_the_docs() -> BTreeSet<(String, String)> {
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
async fn the_page_about_the_protocol_names_every_route_and_no_other() {
    let (_folder, cafe, description) = cafe().await;
    let described: BTreeSet<(String, String)> =
        description.operations().map(|(method, path, _)| (method.to_owned(), path.to_owned())).collect();
    assert_eq!(requests_in_the_docs(), described);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_names_its_answers_and_its_errors() {
    let (_folder, cafe, description) = cafe().await;
    let mut names = BTreeSet::new();
    for (method, path, told) in description.operations() {
        let operation = format!("{method} {path}");
        assert!(names.insert(told["operationId"].as_str().unwrap()), "{operation}: two have this name");
        let responses = told["responses"].as_object().unwrap();
        assert!(responses.keys().any(|status| status < &"400".to_owned()), "{operation}");
        for (status, response) in responses {
            assert!(
                response["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{operation} {status}"
            );
            if status >= &"400".to_owned() {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Failure", "{operation} {status}");
            }
        }
        let has = |status: &str| responses.contains_key(status);
        assert_eq!(has("404"), path.contains('{'), "{operation}");
        assert!(has("429"), "{operation} has a limit");
        assert!(method == "get" || has("403"), "{operation} can come from the page of another site");
        // Who must be introduced is told so: by what it needs, and by what happens without.
        let optional = told["security"].as_array().is_none_or(|keys| keys.contains(&json!({})));
        assert_eq!(has("401"), !optional, "{operation}");
        assert_eq!(told["requestBody"].is_object(), has("415"), "{operation}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_that_is_described_is_one_for_typescript_too() {
    let (_folder, cafe, description) = cafe().await;
    let types = cafe_server::wire::types();
    for name in description.0["components"]["schemas"].as_object().unwrap().keys() {
        // These two are parts of others there.
        let part = ["Ask", "What"].contains(&name.as_str());
        assert!(part || types.contains(&format!("export type {name} =")), "{name}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_visitors_are_answered_is_as_described() {
    let (_folder, cafe, description) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let nobody = Visitor { cookie: String::new(), ..ann.clone() };
    let me = "/api/v1/me";
    let ask = async |visitor: &Visitor, method: &str, path: &str, body: Option<Value>| {
        description.ask(visitor, method, path, path, body).await.0
    };
    let named = |name: &str| Some(json!({ "name": name }));
    assert_eq!(ask(&ann, "get", me, None).await, 200);
    assert_eq!(ask(&nobody, "get", me, None).await, 401);
    assert_eq!(ask(&ann, "post", me, named("Ann")).await, 200);
    assert_eq!(ask(&nobody, "post", me, named("Ben")).await, 201);
    assert_eq!(ask(&nobody, "post", me, named("")).await, 422);
    assert_eq!(ask(&nobody, "post", me, Some(json!({ "nom": "Ben" }))).await, 422);
    assert_eq!(ask(&nobody, "post", me, named(&"x".repeat(20_000))).await, 413);
    assert_eq!(ask(&nobody, "post", me, None).await, 415);
    assert_eq!(ask(&ann, "patch", me, named("Anna")).await, 200);
    assert_eq!(ask(&nobody, "patch", me, named("Anna")).await, 401);
    assert_eq!(ask(&nobody, "post", "/api/v1/programs", named("DeepCafe")).await, 201);
    assert_eq!(ask(&nobody, "post", "/api/v1/me/link", None).await, 401);
    let devices = "/api/v1/me/devices";
    assert_eq!(
        (ask(&ann, "delete", devices, None).await, ask(&nobody, "delete", devices, None).await),
        (204, 401)
    );
    let (status, link) = description.ask(&ann, "post", "/api/v1/me/link", "/api/v1/me/link", None).await;
    assert_eq!(status, 200);
    let (claim, path) = ("/api/v1/links/{code}", format!("/api/v1/links/{}", link["code"].as_str().unwrap()));
    assert_eq!(description.ask(&nobody, "post", claim, &path, None).await.0, 200);
    assert_eq!(description.ask(&nobody, "post", claim, &path, None).await.0, 404);
    let half = ann.client.post(cafe.url(me)).header("content-type", "application/json").body("{");
    assert_eq!(description.answered("post", me, half.send().await.unwrap()).await.0, 400);
    for (method, path, _) in description.operations().filter(|(method, ..)| *method != "get") {
        let method_known = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
        let request = ann.client.request(method_known, cafe.url(&filled(path)));
        let answer = request.header("cookie", &ann.cookie).header("origin", "http://evil.example");
        let (status, told) = description.answered(method, path, answer.send().await.unwrap()).await;
        assert_eq!((status, &told["error"]["code"]), (403, &json!("other_origin")), "{method} {path}");
    }
    assert_eq!(ask(&ann, "delete", me, None).await, 204);
    assert_eq!(ask(&ann, "delete", me, None).await, 401);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_answered_about_tables_is_as_described() {
    let (_folder, cafe, description) = cafe().await;
    let (ann, ben, eve) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await, cafe.visitor("Eve").await);
    let (tables, one) = ("/api/v1/tables", "/api/v1/tables/{id}");
    let new =
        |options: Value| Some(json!({ "options": options, "bots": [{ "seat": 2, "level": "novice" }] }));
    let agreed = json!({ "game": "card", "players": 3, "public": true, "watching": false });
    let (status, room) = description.ask(&ann, "post", tables, tables, new(agreed)).await;
    assert_eq!(status, 201);
    let path = |what: &str| one.replace("{id}", room["id"].as_str().unwrap()) + what;
    let ask = async |visitor: &Visitor, method: &str, what: &str| {
        description.ask(visitor, method, &format!("{one}{what}"), &path(what), None).await.0
    };
    let chess = json!({ "game": "chess", "players": 2 });
    assert_eq!(description.ask(&ann, "post", tables, tables, new(chess)).await.0, 422);
    let (_, listed) = description.ask(&eve, "get", tables, tables, None).await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(ask(&eve, "get", "").await, 200);
    assert_eq!(ask(&eve, "get", "/socket").await, 400);
    let mut sockets = Vec::new();
    for (seat, visitor) in [&ann, &ben].into_iter().enumerate() {
        let mut socket = visitor.join(room["id"].as_str().unwrap()).await;
        socket.must(json!({ "do": "sit", "seat": seat, "share": share(seat as u8) })).await;
        sockets.push(socket);
    }
    sockets[0].must(json!({ "do": "start" })).await;
    for what in ["/record", "/replay"] {
        assert_eq!((ask(&ann, "get", what).await, ask(&eve, "get", what).await), (409, 403), "{what}");
    }
    assert_eq!((ask(&ann, "post", "/share").await, ask(&eve, "post", "/share").await), (409, 403));
    assert_eq!((ask(&ann, "delete", "").await, ask(&eve, "delete", "").await), (409, 403));
    let games = "/api/v1/games";
    assert_eq!(description.ask(&ann, "get", games, games, None).await.0, 200);
    sockets[0] = ann.join(room["id"].as_str().unwrap()).await;
    play_out(&mut sockets, &mut fastrand::Rng::with_seed(5)).await;
    assert_eq!(ask(&ann, "post", "/share").await, 204);
    for what in ["/record", "/replay"] {
        assert_eq!(ask(&eve, "get", what).await, 200, "{what}");
    }
    let (_, page) = description.ask(&ann, "get", games, games, None).await;
    assert_eq!(page["games"][0]["result"]["final"].as_array().unwrap().len(), 3);
    assert_eq!(description.ask(&ann, "get", games, "/api/v1/games?limit=1000", None).await.0, 422);
    assert_eq!(description.ask(&ann, "get", games, "/api/v1/games?limit=x", None).await.0, 400);
    for (method, path, _) in description.operations().filter(|(_, path, _)| path.contains("{id}")) {
        if !path.ends_with("/socket") {
            assert_eq!(description.ask(&ann, method, path, &filled(path), None).await.0, 404, "{path}");
        }
    }
    let waiting = || new(json!({ "game": "card", "players": 3 }));
    for expected in [201, 201, 201, 429] {
        assert_eq!(description.ask(&ann, "post", tables, tables, waiting()).await.0, expected);
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_over_a_socket_is_as_described() {
    let (_folder, cafe, description) = cafe().await;
    let ann = cafe.visitor("Ann").await;
    let mut kinds = BTreeSet::new();
    for game in ["card", "board"] {
        let options =
            json!({ "game": game, "players": 2, "hints": true, "clock": { "kind": "days", "each": 1 } });
        let table = ann.table(options).await;
        let mut socket = ann.join(&table).await;
        let asks = [
            (json!({ "do": "sit", "seat": 0, "share": share(3), "id": 1 }), "now"),
            (json!({ "do": "add_bot", "seat": 1, "level": "casual" }), "now"),
            (json!({ "do": "start" }), "now"),
            (json!({ "do": "say", "text": "Bonsoir!" }), "now"),
            (json!({ "do": "react", "with": "cheers" }), "done"),
            (json!({ "do": "hint", "seq": 0 }), "hint"),
            (json!({ "do": "act", "seq": 7000, "actions": ["draw"] }), "refused"),
            (json!({ "do": "leave" }), "now"),
        ];
        let mut hear = async |socket: &mut Socket| {
            let told = socket.hear().await;
            description.is_a("Tell", &told);
            kinds.insert(told["tell"].as_str().unwrap().to_owned());
            told
        };
        while hear(&mut socket).await["tell"] != "now" {}
        for (ask, answer) in asks {
            description.is_a("Asked", &ask);
            socket.raw(&ask.to_string()).await;
            while hear(&mut socket).await["tell"] != answer {}
        }
        // A bot plays for her to the end.
        while !hear(&mut socket).await["scene"]["result"].is_object() {}
        socket.raw(&json!({ "do": "share" }).to_string()).await;
        while hear(&mut socket).await["happened"][0]["what"] != "shared" {}
        // Those at a table that is ended are told why, if whoever does it says so.
        for why in [None, Some("We close at ten.".to_owned())] {
            let table = ann.table(json!({ "game": game, "players": 2 })).await;
            let mut socket = ann.join(&table).await;
            while hear(&mut socket).await["tell"] != "now" {}
            cafe.house.end_table(&TableId::parse(&table).unwrap(), why).await.unwrap();
            while hear(&mut socket).await["happened"][0]["what"] != "closed" {}
        }
    }
    let expected = ["done", "hint", "now", "presence", "reacted", "refused", "welcome"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    cafe.close().await;
}
