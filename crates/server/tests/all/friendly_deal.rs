//! Games with a friendly first deal, over real connections.

use crate::common::requests::*;
use crate::common::{TestVisitor, card_game, fast_bots, game_for_two, play_out, start_in, start_server};
use cafe_bots::Level;
use cafe_room::RoomOptions;
use cafe_room::messages::NewBot;
use cafe_rules::{DealSource, Record};
use serde_json::json;

async fn open(visitor: &TestVisitor, options: RoomOptions) -> String {
    let bots = vec![NewBot { player: 1, level: Level::Novice }];
    let options = RoomOptions { friendly_deal: true, ..options };
    visitor.session.open_room(options, bots).await.unwrap().id
}

#[tokio::test(flavor = "multi_thread")]
async fn friendly_game_is_marked_from_the_lobby_to_the_record() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    for game in ["card", "board"] {
        let room_id = open(&ann, game_for_two(game)).await;
        let room = ann.get(&format!("/api/v1/rooms/{room_id}")).await;
        assert_eq!(room["options"]["friendly_deal"], true);
        let mut connections = start_in(&room_id, &[&ann]).await;
        play_out(&mut connections, &mut fastrand::Rng::with_seed(6)).await;
        let text = ann.session.record(&room_id).await.unwrap();
        let record = Record::parse(&text).unwrap();
        let DealSource::Friendly(deal) = record.header().deal_source else { panic!("not marked: {text}") };
        assert!(record.start().has_friendly_opening());
        let replay = ann.session.replay(&room_id).await.unwrap();
        assert_eq!(replay.friendly_deal, Some(deal.number));
        assert_eq!(replay.seed, Some(deal.seed.to_string()));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friendly_deal_is_refused_between_visitors() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let options = RoomOptions { friendly_deal: true, ..card_game(2) };
    for bots in [json!([]), json!([{ "player": 0, "level": "novice" }])] {
        let (status, error) = ann.post("/api/v1/rooms", json!({ "options": options, "bots": bots })).await;
        assert_eq!((status, &error["error"]["code"]), (422, &json!("bad_options")), "{bots}");
    }
    let room_id = open(&ann, card_game(2)).await;
    let mut host = ann.connect(&room_id).await;
    host.accept(remove(1)).await;
    ben.connect(&room_id).await.refuse(take_seat(1), "player_reserved").await;
    host.refuse(add_bot(0, Level::Novice), "player_reserved").await;
    server.stop().await;
}
