//! The home page in one request, and what needs no database.

use crate::common::requests::*;
use crate::common::{TestServer, TestVisitor, card_game, fast_bots, play_game, start_server};
use cafe_bots::Level;
use cafe_room::{RoomOptions, RoomRequest};
use reqwest::{Method, Response};
use serde_json::{Value, json};

const HOME: &str = "/api/v1/home";

async fn home(visitor: &TestVisitor, known: Option<&str>) -> Response {
    let mut request = visitor.session.request(Method::GET, HOME).unwrap();
    if let Some(etag) = known {
        request = request.header("if-none-match", etag);
    }
    request.send().await.unwrap()
}

/// Returns the tag and the content of the page.
async fn load(visitor: &TestVisitor) -> (String, Value) {
    let response = home(visitor, None).await;
    assert_eq!(response.status(), 200);
    let etag = response.headers()["etag"].to_str().unwrap().to_owned();
    (etag, response.json().await.unwrap())
}

async fn start() -> (tempfile::TempDir, TestServer, TestVisitor, TestVisitor) {
    let (folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    (folder, server, ann, ben)
}

#[tokio::test(flavor = "multi_thread")]
async fn home_has_the_lists_of_the_other_requests() {
    let (_folder, server, ann, ben) = start().await;
    play_game(&[&ann, &ben], card_game(2)).await;
    let room_id = ben.open_room(RoomOptions { public: true, ..card_game(2) }).await;
    ben.connect(&room_id).await.accept(take_any_seat()).await;
    ann.connect(&room_id).await.accept(take_any_seat()).await;
    for visitor in [&ann, &ben] {
        let (_, page) = load(visitor).await;
        let expected = json!({
            "me": visitor.get("/api/v1/me").await,
            "is_new": false,
            "running": visitor.get("/api/v1/me/rooms?over=false&limit=100").await,
            "finished": visitor.get("/api/v1/me/rooms?over=true&limit=6").await,
            "public": visitor.get("/api/v1/rooms?limit=100").await["rooms"],
        });
        assert_eq!(page, expected);
        assert_eq!(page["running"]["rooms"][0]["room"]["id"], room_id);
        assert_eq!(page["finished"]["rooms"].as_array().unwrap().len(), 1);
        assert_eq!(page["public"].as_array().unwrap().len(), 1);
    }
    let (_, page) = load(&server.anonymous()).await;
    let empty = json!({ "rooms": [], "next": null });
    assert_eq!((&page["me"], &page["running"], &page["finished"]), (&Value::Null, &empty, &empty));
    assert_eq!(page["public"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unchanged_home_is_not_sent_again() {
    let (_folder, server, ann, ben) = start().await;
    let (etag, _) = load(&ann).await;
    for known in [etag.clone(), format!("W/{etag}"), format!("\"x\", {etag}")] {
        let response = home(&ann, Some(&known)).await;
        assert_eq!(response.status(), 304);
        assert_eq!(response.headers()["etag"], etag.as_str());
        assert_eq!(response.text().await.unwrap(), "");
    }
    assert_eq!(home(&ben, Some(&etag)).await.status(), 200, "another visitor has another page");
    let room_id = ben.open_room(RoomOptions { public: true, ..card_game(2) }).await;
    let changed = home(&ann, Some(&etag)).await;
    assert_eq!(changed.status(), 200);
    let etag = changed.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(home(&ann, Some(&etag)).await.status(), 304);
    ann.connect(&room_id).await.accept(take_any_seat()).await;
    assert_eq!(home(&ann, Some(&etag)).await.status(), 200, "the game is one of hers now");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_files_need_no_database() {
    let (_folder, server, ann, _) = start().await;
    let reads = server.state.store.reads();
    let before = reads.get();
    for path in ["/", "/new", "/t/abc", "/assets/x.js", "/favicon.ico", "/metrics", "/healthz", "/admin/v1/x"]
    {
        ann.http(Method::GET, path, None).await;
    }
    assert_eq!(reads.get(), before);
    ann.http(Method::GET, "/api/v1/me", None).await;
    assert_eq!(reads.get(), before + 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visitor_is_new_until_a_game_starts() {
    let (_folder, server, ann, ben) = start().await;
    let is_new = async |visitor: &TestVisitor| load(visitor).await.1["is_new"].clone();
    assert_eq!(is_new(&server.anonymous()).await, true);
    // A room that is closed before its game does not count.
    let closed = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&closed).await;
    connection.accept(take_any_seat()).await;
    connection.accept(RoomRequest::Close {}).await;
    let mut connection = ann.connect(&ann.open_room(card_game(2)).await).await;
    connection.accept(take_seat(0)).await;
    connection.accept(add_bot(1, Level::Novice)).await;
    assert_eq!(is_new(&ann).await, true);
    connection.accept(RoomRequest::Start {}).await;
    assert_eq!((is_new(&ann).await, is_new(&ben).await), (json!(false), json!(true)));
    play_game(&[&ben, &ann], card_game(2)).await;
    assert_eq!(is_new(&ben).await, false);
    server.stop().await;
}
