//! The game after an earlier action, on request.

use crate::common::requests::*;
use crate::common::{TwoPlayers, card_game, fast_bots, start_server, two_players};
use cafe_room::RoomRequest;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn past_view_is_sent_to_the_asker_only() {
    let (_folder, server) = start_server(fast_bots()).await;
    let eve = server.visitor("Eve").await;
    let TwoPlayers { room_id, connections: [mut ann, mut ben], .. } =
        two_players(&server, card_game(2)).await;
    ann.accept(play(0, "draw")).await;
    let answer = ann.request(past_view(0)).await;
    let view = &answer["view"];
    assert_eq!((&answer["type"], &view["seq"], &view["turn"]), (&json!("past_view"), &json!(0), &json!(0)));
    assert_eq!(view["hand_sizes"], json!([7, 7]));
    assert_eq!((view["hands"][0].as_array().map(Vec::len), &view["hands"][1]), (Some(7), &Value::Null));
    assert_eq!((&view["legal"], &view["can_undo"]), (&json!([]), &json!(false)));
    // A spectator sees no hand.
    let mut spectator = eve.connect(&room_id).await;
    assert_eq!(spectator.request(past_view(0)).await["view"]["hands"], json!([null, null]));
    ann.refuse(past_view(2), "no_such_position").await;
    ben.send(RoomRequest::Ping {}).await;
    loop {
        let message = ben.next().await;
        assert_ne!(message["type"], "past_view");
        if message["type"] == "done" {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn room_without_a_game_has_no_past_views() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let mut connection = ann.connect(&ann.open_room(card_game(2)).await).await;
    connection.refuse(past_view(0), "not_started").await;
    server.stop().await;
}
