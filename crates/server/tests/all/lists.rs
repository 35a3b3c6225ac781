//! Lists of rooms: they are read from rows that are written with the entries, and show what a replay shows.

use crate::common::requests::*;
use crate::common::{TwoPlayers, card_game, fast_bots, play_game, start_server, two_players};
use cafe_room::messages::{PublicRoomsQuery, RoomListing, RoomView};
use cafe_room::{RoomId, RoomOptions, RoomRequest};
use reqwest::Method;

#[tokio::test(flavor = "multi_thread")]
async fn lists_follow_a_game_turn_by_turn() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { room_id, mut connections, view, .. } = two_players(&server, card_game(2)).await;
    let id = RoomId::parse(&room_id).unwrap();
    let (mut view, mut to_move, mut turns) = (view, 0, 0);
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..60 {
        let legal = view["legal"].as_array().unwrap();
        let action = text_of(&legal[rng.usize(..legal.len())]["action"]).to_owned();
        view = connections[to_move].accept(play(seq_of(&view["seq"]), &action)).await["view"].clone();
        let room = server.state.store.room(&id).await.unwrap().unwrap();
        let listing = server.state.store.room_listing(&id).await.unwrap().unwrap();
        assert_eq!((&listing.room, listing.to_move), (&RoomView::of(&room), room.to_move()));
        let Some(next) = room.to_move().map(usize::from) else { break };
        if next != to_move {
            turns += 1;
            assert_eq!(listing, RoomListing::of(&room), "at the end of a turn everything is up to date");
            let seq = room.game.as_ref().unwrap().seq();
            let is_current = |update: &serde_json::Value| seq_of(&update["view"]["seq"]) as usize == seq;
            let mut update = connections[next].next_of("update").await;
            while !is_current(&update) {
                update = connections[next].next_of("update").await;
            }
            (view, to_move) = (update["view"].clone(), next);
        }
    }
    assert!(turns > 3, "{turns}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_show_results_seats_and_rematches() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let (room_id, mut connections) = play_game(&[&ann, &ben], card_game(2)).await;
    let id = RoomId::parse(&room_id).unwrap();
    let check = async || {
        let room = server.state.store.room(&id).await.unwrap().unwrap();
        let listing = server.state.store.room_listing(&id).await.unwrap().unwrap();
        assert_eq!(listing, RoomListing::of(&room));
        listing
    };
    assert!(check().await.result.is_some());
    connections[0].accept(RoomRequest::Rematch {}).await;
    assert!(check().await.room.next_room.is_some());
    connections[0].accept(RoomRequest::Share {}).await;
    assert!(check().await.room.shared);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_list_has_pages() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut opened = Vec::new();
    for _ in 0..5 {
        let host = server.visitor("Ann").await;
        opened.push(host.open_room(RoomOptions { public: true, ..card_game(2) }).await);
    }
    let ben = server.visitor("Ben").await;
    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = ben.session.public_rooms(&PublicRoomsQuery { limit: 2, after }).await.unwrap();
        listed.extend(page.rooms.into_iter().map(|item| item.room.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(listed.len(), 5, "each of them once");
    opened.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, opened);
    for (query, status) in
        [("limit=0", 422), ("limit=101", 422), ("after=x", 422), ("limit=x", 400), ("over=true", 400)]
    {
        let response = ben.http(Method::GET, &format!("/api/v1/rooms?{query}"), None).await;
        assert_eq!(response.status(), status, "{query}");
    }
    server.stop().await;
}
