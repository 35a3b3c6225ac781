//! Deleting rooms and visitors that are not kept.

use cafe_room::{Entry, Room, RoomId, TimedEntry};

use super::append::room_of;
use super::*;
use crate::{Append, RoomSummary};

async fn append(store: &Store, room: &mut Room, entry: Entry) -> Result<(), StoreError> {
    let (timed, first) = (TimedEntry { at: room.updated_at + 1, entry }, room.last_number() + 1);
    room.apply(timed.clone()).unwrap();
    let summary = Some(RoomSummary::of(room));
    store.append(Append { room: room.id.clone(), first, entries: vec![timed], summary }).await
}

async fn open(store: &Store, id: u8) -> Room {
    let mut room = room_of(visitor_id(1));
    room.id = RoomId::from_random([id; 16]);
    store.create_room(&room, 100).await.unwrap();
    room
}

#[tokio::test]
async fn only_rooms_that_are_over_and_inactive_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let waiting = open(&store, 1).await;
    let (mut closed, mut visited) = (open(&store, 2).await, open(&store, 3).await);
    for room in [&mut closed, &mut visited] {
        append(&store, room, Entry::Closed { reason: None }).await.unwrap();
    }
    store.mark_active(&visited.id, 100).await.unwrap();
    let expired = store.expired_rooms(false, 50, 10).await.unwrap();
    assert_eq!(expired, [closed.id.clone()]);
    assert!(store.expired_rooms(true, 50, 10).await.unwrap().is_empty(), "no game has started");
    let all = [&waiting, &closed, &visited].map(|room| room.id.clone());
    store.delete_rooms(all.to_vec(), 50).await.unwrap();
    assert!(!store.room_exists(&closed.id).await.unwrap());
    assert!(store.room(&closed.id).await.unwrap().is_none());
    for room in [&waiting, &visited] {
        assert_eq!(store.room(&room.id).await.unwrap().unwrap().entries(), room.entries());
    }
    let connection = Connection::open(database_file(folder.path())).unwrap();
    for table in ["entries", "personal_data", "room_views"] {
        let query = format!("SELECT count(*) FROM {table} WHERE room_key NOT IN (SELECT key FROM rooms)");
        let left: i64 = connection.query_row(&query, [], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[tokio::test]
async fn append_to_a_deleted_room_does_not_reach_a_new_room_with_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let mut deleted = open(&store, 1).await;
    append(&store, &mut deleted, Entry::Closed { reason: None }).await.unwrap();
    store.delete_rooms(vec![deleted.id.clone()], 100).await.unwrap();
    let mut new = open(&store, 2).await;
    append(&store, &mut new, Entry::Closed { reason: None }).await.unwrap();
    let chat = Entry::Chat { player: 0, text: "Hello".to_owned() };
    assert_eq!(append(&store, &mut deleted, chat).await, Err(StoreError::Conflict));
    assert_eq!(store.room(&new.id).await.unwrap().unwrap().entries(), new.entries());
}

#[tokio::test]
async fn visitors_who_never_did_anything_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let token = |number: u8| Token::from_random([number; 32]).hash();
    // Unused, unused and young, a program, returned, seated, host.
    for number in 0..6 {
        let name = Name::new("Ann").unwrap();
        let visitor = Visitor { id: visitor_id(number.into()), name, is_program: number == 2 };
        let at = if number == 1 { 100 } else { i64::from(number) };
        store.create_visitor(&visitor, token(number), at).await.unwrap();
    }
    store.renew_session(token(3), 50).await.unwrap();
    let mut room = room_of(visitor_id(5));
    store.create_room(&room, 1).await.unwrap();
    let (visitor, name) = (visitor_id(4), Name::new("Ann").unwrap());
    let seat_taken = Entry::SeatTaken { player: 0, visitor, name, is_program: false, share: None };
    append(&store, &mut room, seat_taken).await.unwrap();
    assert!(!store.delete_unused_visitors(99, 10).await.unwrap());
    let mut kept = Vec::new();
    for number in 0..6 {
        if store.visitor_exists(&visitor_id(number)).await.unwrap() {
            kept.push(number);
        }
    }
    assert_eq!(kept, [1, 2, 3, 4, 5]);
    assert_eq!(store.session(token(0)).await.unwrap(), None);
    store.write(create_visitor(10)).await.unwrap();
    assert!(store.delete_unused_visitors(1000, 1).await.unwrap(), "one more is left");
    assert!(!store.delete_unused_visitors(1000, 1).await.unwrap());
}
