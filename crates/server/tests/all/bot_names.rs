//! Names of bots: unique in a room, and unchanged from seat to record and rematch.

use crate::common::requests::*;
use crate::common::{TestConnection, TestServer, card_game, fast_bots, start_server};
use cafe_bots::Level;
use cafe_room::RoomRequest;
use cafe_room::messages::{NewBot, RoomView};
use cafe_rules::Record;

fn names(room: &RoomView) -> Vec<&str> {
    room.occupants.iter().map(|occupant| occupant.name.as_str()).collect()
}

/// Returns player and name of every `seat_taken` event since the room was opened.
async fn seats_taken(connection: &mut TestConnection) -> Vec<(u64, String)> {
    let update = connection.next_update().await;
    let events = update["events"].as_array().unwrap().iter();
    let taken = events.filter(|event| event["type"] == "seat_taken");
    taken.map(|event| (event["player"].as_u64().unwrap(), text_of(&event["name"]).to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_keep_unique_names_in_game_record_and_rematch() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = server.visitor("Ann").await;
    let bots = [4, 1].map(|player| NewBot { player, level: Level::Novice });
    let room = ann.session.open_room(card_game(5), bots.to_vec()).await.unwrap();
    assert_eq!(names(&room), ["", "Oskar", "", "", "Fleur"]);
    let mut connection = ann.connect(&room.id).await;
    connection.accept(take_seat(0)).await;
    // The name of a removed bot is free for another one.
    connection.accept(remove(4)).await;
    let added = [(2, Level::Novice, "Fleur"), (3, Level::Master, "Madame Wen"), (4, Level::Novice, "Mei")];
    for (player, level, name) in added {
        let update = connection.accept(add_bot(player, level)).await;
        assert_eq!(update["events"][0]["name"], name, "{update}");
    }
    let expected = ["Ann", "Oskar", "Fleur", "Madame Wen", "Mei"];
    connection.accept(RoomRequest::Start {}).await;
    connection.accept(RoomRequest::Leave {}).await;
    connection.result().await;
    let update = connection.accept(RoomRequest::Rematch {}).await;
    let next_room = text_of(&update["events"][0]["room"]);
    server.stop().await;

    // After a restart the names come from the store.
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let ann = ann.on(&server);
    assert_eq!(names(&ann.session.room(&room.id).await.unwrap()), expected);
    let taken = seats_taken(&mut ann.connect(&room.id).await).await;
    let taken: Vec<(u64, &str)> = taken.iter().map(|(player, name)| (*player, name.as_str())).collect();
    let [first, second, third, fourth, fifth] =
        [0, 1, 2, 3, 4].map(|player| (player, expected[player as usize]));
    assert_eq!(taken, [(4, "Fleur"), second, first, third, fourth, fifth]);
    assert_eq!(names(&ann.session.replay(&room.id).await.unwrap().room), expected);
    let record = Record::parse(&ann.session.record(&room.id).await.unwrap()).unwrap();
    assert_eq!(record.header().names, expected);
    // In the rematch everybody moves on by one seat.
    let rematch = ann.session.room(next_room).await.unwrap();
    assert_eq!(names(&rematch), ["Oskar", "Fleur", "Madame Wen", "Mei", ""]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_does_not_take_the_name_of_a_visitor() {
    let (_folder, server) = start_server(fast_bots()).await;
    let fleur = server.visitor("Fleur").await;
    let room_id = fleur.open_room(card_game(2)).await;
    let mut connection = fleur.connect(&room_id).await;
    connection.accept(take_seat(0)).await;
    connection.accept(add_bot(1, Level::Novice)).await;
    assert_eq!(names(&fleur.session.room(&room_id).await.unwrap()), ["Fleur", "Oskar"]);
    server.stop().await;
}
