//! The version of the messages, and deals from a test secret.

use crate::common::{TestConnection, TestServer, card_game, fast_bots, start_game, start_server};
use cafe_room::messages::PROTOCOL_VERSION;
use cafe_rules::Secret;
use cafe_server::ServerConfig;
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn responses_of_the_api_and_sockets_carry_the_version() {
    let (_folder, server) = start_server(fast_bots()).await;
    let response = reqwest::get(server.url("/api/v1/me")).await.unwrap();
    assert_eq!(response.headers()["x-cafe-protocol"], PROTOCOL_VERSION.to_string().as_str());
    let response = reqwest::get(server.url("/healthz")).await.unwrap();
    assert!(!response.headers().contains_key("x-cafe-protocol"));
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let welcome = ann.connect(&room_id).await.next_of("welcome").await;
    assert_eq!(welcome["protocol"], PROTOCOL_VERSION);
    server.stop().await;
}

/// Starts a game of two visitors and returns the hands.
async fn deal(server: &TestServer) -> Vec<Value> {
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let (_, mut connections) = start_game(&[&ann, &ben], card_game(2)).await;
    let mut hands = Vec::new();
    for (player, connection) in connections.iter_mut().enumerate() {
        hands.push(started_view(connection).await["hands"][player].clone());
    }
    hands
}

async fn started_view(connection: &mut TestConnection) -> Value {
    connection.next_event("started").await["view"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn test_secret_fixes_the_deal_of_every_room() {
    let config = |test_secret| ServerConfig { test_secret, ..fast_bots() };
    let (_folder, server) = start_server(config(Some(Secret([7; 32])))).await;
    assert_eq!(deal(&server).await, deal(&server).await);
    server.stop().await;
    let (_folder, server) = start_server(config(None)).await;
    assert_ne!(deal(&server).await, deal(&server).await);
    server.stop().await;
}
