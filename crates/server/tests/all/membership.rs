//! Host, players and spectators of a room.

use crate::common::requests::*;
use crate::common::{TwoPlayers, card_game, fast_bots, start_server, two_players};
use cafe_bots::Level;
use cafe_room::messages::{MyRoomsQuery, RoomListItem};
use cafe_room::{RoomOptions, RoomRequest};

#[tokio::test(flavor = "multi_thread")]
async fn start_disconnects_spectators_if_they_are_not_allowed() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben, cat) =
        (server.visitor("Ann").await, server.visitor("Ben").await, server.visitor("Cat").await);
    let eve = server.visitor("Eve").await;
    let room_id = ann.open_room(RoomOptions { spectators: false, ..card_game(2) }).await;
    // The host may stay without playing.
    let mut host = ann.connect(&room_id).await;
    let (mut first, mut second) = (ben.connect(&room_id).await, cat.connect(&room_id).await);
    let mut spectator = eve.connect(&room_id).await;
    first.accept(take_seat(0)).await;
    second.accept(take_seat(1)).await;
    first.accept(RoomRequest::Start {}).await;
    let (messages, close_frame) = spectator.read_to_end().await;
    assert_eq!(close_frame, Some((1008, "this game is for its players only".to_owned())));
    assert!(messages.last().unwrap().contains("\"spectators_off\""), "{messages:?}");
    let reveals_game = |text: &String| text.contains("\"started\",") || text.contains("\"view\"");
    assert!(!messages.iter().any(reveals_game), "{messages:?}");
    for connection in [&mut host, &mut first, &mut second] {
        connection.accept(RoomRequest::Ping {}).await;
    }
    assert!(eve.try_connect(&room_id).await.is_err());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_changes_only_when_the_host_leaves() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, cat) = (server.visitor("Ann").await, server.visitor("Cat").await);
    let room_id = ann.open_room(card_game(3)).await;
    let (mut host, mut other) = (ann.connect(&room_id).await, cat.connect(&room_id).await);
    other.accept(take_seat(1)).await;
    host.accept(add_bot(0, Level::Novice)).await;
    let removed = host.accept(remove(0)).await;
    assert_eq!(removed["room"]["host"], ann.id);
    other.accept(RoomRequest::Leave {}).await;
    other.accept(take_seat(1)).await;
    let seated = host.accept(take_seat(0)).await;
    assert_eq!(seated["room"]["host"], ann.id);
    let left = host.accept(RoomRequest::Leave {}).await;
    assert_eq!(left["room"]["host"], cat.id);
    host.refuse(add_bot(0, Level::Novice), "not_host").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn renamed_visitor_takes_a_seat_with_the_new_name() {
    let (_folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let room_id = ann.open_room(card_game(2)).await;
    let mut connection = ann.connect(&room_id).await;
    ann.session.rename("Anna").await.unwrap();
    let seated = connection.accept(take_seat(0)).await;
    assert_eq!(seated["room"]["occupants"][0]["name"], "Anna");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_list_shows_scores_only_if_spectators_are_allowed() {
    let (_folder, server) = start_server(fast_bots()).await;
    for spectators in [true, false] {
        let options = RoomOptions { public: true, spectators, ..card_game(2) };
        let TwoPlayers { room_id, visitors: [ann, _], connections: _connections, .. } =
            two_players(&server, options).await;
        let eve = server.visitor("Eve").await;
        let scores_and_turn = |rooms: Vec<RoomListItem>| {
            let item = rooms.into_iter().find(|item| item.room.id == room_id).unwrap();
            (item.scores.len(), item.to_move)
        };
        let own = ann.session.my_rooms(&MyRoomsQuery::default()).await.unwrap().rooms;
        assert_eq!(scores_and_turn(own), (2, Some(0)));
        let expected = if spectators { (2, Some(0)) } else { (0, None) };
        assert_eq!(scores_and_turn(eve.session.rooms().await.unwrap()), expected);
    }
    server.stop().await;
}
