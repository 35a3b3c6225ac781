//! Chat and reactions: muting.

use crate::common::requests::*;
use crate::common::{card_game, fast_bots, start_server};
use cafe_room::{Reaction, RoomRequest};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn muted_visitor_cannot_chat_or_react() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let room_id = ann.open_room(card_game(2)).await;
    let (mut host, mut other) = (ann.connect(&room_id).await, ben.connect(&room_id).await);
    host.accept(take_seat(0)).await;
    other.accept(take_seat(1)).await;
    let is_muted = |update: &Value| update["room"]["occupants"][1]["muted"].as_bool().unwrap();
    other.refuse(mute(1, true), "not_host").await;
    assert!(is_muted(&host.accept(mute(1, true)).await));
    other.refuse(chat("na"), "muted").await;
    other.refuse(react(Reaction::Hello), "muted").await;
    // Neither leaving nor another device lifts it.
    other.accept(RoomRequest::Leave {}).await;
    other = ben.connect(&room_id).await;
    assert!(is_muted(&other.accept(take_seat(1)).await));
    other.refuse(chat("na"), "muted").await;
    other.refuse(react(Reaction::Hello), "muted").await;
    // It applies to the visitor, not to the seat.
    other.accept(RoomRequest::Leave {}).await;
    let cat = server.visitor("Cat").await;
    let mut third = cat.connect(&room_id).await;
    assert!(!is_muted(&third.accept(take_seat(1)).await));
    third.accept(chat("na")).await;
    third.accept(RoomRequest::Leave {}).await;
    other.accept(take_seat(1)).await;
    assert!(!is_muted(&host.accept(mute(1, false)).await));
    other.accept(chat("na")).await;
    other.accept(react(Reaction::Hello)).await;
    other.accept(RoomRequest::Leave {}).await;
    other.accept(take_seat(1)).await;
    other.accept(chat("na")).await;
    server.stop().await;
}
