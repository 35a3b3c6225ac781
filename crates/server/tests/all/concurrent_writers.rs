//! Entries that another writer stored for a room that is in memory: the room catches up and decides again.

use crate::common::requests::*;
use crate::common::{TestServer, TwoPlayers, card_game, fast_bots, start_server, two_players};
use cafe_room::{Entry, PlayedBy, RoomId, TimedEntry};
use cafe_store::Append;

/// Appends an entry to the stored log of a room without telling the room.
async fn append_elsewhere(server: &TestServer, room_id: &str, entry: Entry) {
    let room = RoomId::parse(room_id).unwrap();
    let stored = server.state.store.entries_since(&room, 0).await.unwrap();
    let entries = vec![TimedEntry { at: stored.last().unwrap().at, entry }];
    let append = Append { room, first: stored.len() as u64 + 1, entries, summary: None };
    server.state.store.append(append).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn request_is_decided_again_after_a_conflict() {
    let (_folder, server) = start_server(fast_bots()).await;
    let TwoPlayers { room_id, mut connections, view, .. } = two_players(&server, card_game(2)).await;
    append_elsewhere(&server, &room_id, Entry::Chat { player: 1, text: "Hello".to_owned() }).await;
    let action = text_of(&view["legal"][0]["action"]);
    connections[0].send(play(seq_of(&view["seq"]), action)).await;
    for connection in &mut connections {
        let missed = connection.next_event("chat").await;
        assert_eq!(missed["events"][0]["text"], "Hello");
        let played = connection.next_event("action_played").await;
        assert_eq!(played["events"][0]["action"], action);
    }
    assert_eq!(server.state.metrics.store_conflicts.get(), 1);
    assert_eq!(server.state.metrics.store_errors.get(), 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_move_is_stale_after_a_conflict() {
    let (_folder, server) = start_server(fast_bots()).await;
    // A deal with which the first player can also seat a guest.
    let (TwoPlayers { room_id, mut connections, view, .. }, seating) = loop {
        let game = two_players(&server, card_game(2)).await;
        let first = text_of(&game.view["legal"][0]["action"]).to_owned();
        if first != "draw" {
            break (game, first);
        }
    };
    let entry = Entry::ActionPlayed { player: 0, action: "draw".to_owned(), by: PlayedBy::Player };
    append_elsewhere(&server, &room_id, entry).await;
    connections[0].refuse(play(seq_of(&view["seq"]), &seating), "stale").await;
    let update = connections[1].next_event("action_played").await;
    assert_eq!(update["events"][0]["action"], "draw");
    server.stop().await;
}
