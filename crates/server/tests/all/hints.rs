//! Hints, computed on threads.

use crate::common::requests::*;
use crate::common::{card_game, fast_bots, start_server};
use cafe_bots::Level;
use cafe_room::{RoomOptions, RoomRequest};
use cafe_server::ServerConfig;

#[tokio::test(flavor = "multi_thread")]
async fn hint_is_computed_once_for_all_devices() {
    let (_folder, server) = start_server(ServerConfig { bot_threads: 1, ..fast_bots() }).await;
    let hints = RoomOptions { hints: true, ..card_game(2) };
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(hints).await;
    let mut desk = ann.connect(&room_id).await;
    desk.accept(take_seat(0)).await;
    desk.accept(add_bot(1, Level::Novice)).await;
    desk.accept(RoomRequest::Start {}).await;
    let mut phone = ann.connect(&room_id).await;
    let busy = server.state.bots.reserve_free_threads();
    desk.send(hint(0)).await;
    phone.send(hint(0)).await;
    // A device cannot ask again before it has its answer.
    desk.refuse(hint(0), "too_fast").await;
    phone.accept(RoomRequest::Ping {}).await;
    drop(busy);
    let (first_hint, second_hint) = (desk.next_of("hint").await, phone.next_of("hint").await);
    assert_eq!(first_hint["turns"], second_hint["turns"]);
    let turns = first_hint["turns"].as_array().unwrap();
    assert!((1..=3).contains(&turns.len()), "{first_hint}");
    for field in ["points", "value", "exact", "continues", "fills", "doubled", "hand_size"] {
        assert!(turns.iter().all(|turn| !turn[field].is_null()), "{field}: {first_hint}");
    }
    assert_eq!(desk.request(hint(0)).await["type"], "hint");
    server.stop().await;
}
