//! The log of a room: appends, conflicts, batches.

use cafe_bots::Level;
use cafe_room::{Bot, Entry, NewRoom, Room, RoomId, RoomOptions, TimedEntry, VisitorId};
use cafe_rules::{Kind, Options, Secret};

use super::*;
use crate::change::CreateRoom;
use crate::{Append, RoomState, RoomSummary};

/// Opens a room with two bots, and so with three entries.
pub(super) fn room_of(host: VisitorId) -> Room {
    let options = RoomOptions::new(Options::new(Kind::Card, 3, false).unwrap());
    let mut new = NewRoom::new(RoomId::from_random([7; 16]), host, options, Secret([1; 32]));
    new.bots = (1..3).map(|player| (player, Bot::unnamed(Level::Novice))).collect();
    Room::create(new, 1).unwrap()
}

fn chat(texts: &[&str]) -> Vec<TimedEntry> {
    let entry = |text: &&str| Entry::Chat { player: 0, text: (*text).to_owned() };
    texts.iter().map(|text| TimedEntry { at: 2, entry: entry(text) }).collect()
}

#[test]
fn conflict_in_a_batch_fails_alone() {
    let folder = tempfile::tempdir().unwrap();
    let id = RoomId::from_random([7; 16]);
    let summary =
        RoomSummary { state: RoomState::Playing, ..RoomSummary::without_view(&room_of(visitor_id(1))) };
    let append = |first, texts: &[&str], summary| {
        Change::Append(Append { room: id.clone(), first, entries: chat(texts), summary })
    };
    let changes = [
        Change::CreateRoom(CreateRoom {
            room: id.clone(),
            entries: chat(&["1"]),
            summary: summary.clone(),
            max_open: 1,
        }),
        append(2, &["2"], None),
        // The number is taken.
        append(2, &["x"], None),
        // There would be a gap.
        append(4, &["x"], None),
        append(u64::MAX, &["x"], None),
        // Nothing of a change that fails is stored, neither its entries nor its summary.
        append(2, &["x", "x"], Some(RoomSummary { state: RoomState::Over, ..summary })),
        append(3, &["3"], None),
        append(4, &["4", "5"], None),
    ];
    let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
    let outcomes = changes.map(|change| send(&jobs, change));
    drop(jobs);
    // All of them wait, so they are one transaction.
    Writer::new(create_database(folder.path()), Arc::default()).run(queue);
    let outcomes = outcomes.map(|outcome| outcome.blocking_recv().unwrap());
    let conflict = Err(StoreError::Conflict);
    let [created, second, taken, gap, far, two_taken, third, two] = outcomes;
    assert!([created, second, third, two].iter().all(Result::is_ok));
    assert!([taken, gap, far, two_taken].iter().all(|outcome| *outcome == conflict));
    let connection = Connection::open(database_file(folder.path())).unwrap();
    let query = "SELECT group_concat(text, '' ORDER BY number) FROM entries JOIN personal_data USING (room_key, number)";
    let stored: String = connection.query_row(query, [], |row| row.get(0)).unwrap();
    let state: i64 = connection.query_row("SELECT state FROM rooms", [], |row| row.get(0)).unwrap();
    assert_eq!((stored.as_str(), state), ("12345", RoomState::Playing as i64));
}

#[tokio::test]
async fn append_to_an_unknown_room_is_a_conflict() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let append =
        Append { room: RoomId::from_random([1; 16]), first: 1, entries: chat(&["x"]), summary: None };
    assert_eq!(store.append(append).await, Err(StoreError::Conflict));
}

#[tokio::test]
async fn entries_since_returns_the_later_entries() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let room = room_of(visitor_id(1));
    store.create_room(&room, 1).await.unwrap();
    let append = Append { room: room.id.clone(), first: 4, entries: chat(&["a", "b"]), summary: None };
    store.append(append).await.unwrap();
    assert_eq!(store.entries_since(&room.id, 0).await.unwrap().len(), 5);
    assert_eq!(store.entries_since(&room.id, 3).await.unwrap(), chat(&["a", "b"]));
    assert_eq!(store.entries_since(&room.id, 4).await.unwrap(), chat(&["b"]));
    for last in [5, 6, u64::MAX] {
        assert!(store.entries_since(&room.id, last).await.unwrap().is_empty());
    }
    assert!(store.entries_since(&RoomId::from_random([1; 16]), 0).await.unwrap().is_empty());
}

#[tokio::test]
async fn host_has_a_limited_number_of_open_rooms() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut room = room_of(visitor_id(1));
    store.create_room(&room, 1).await.unwrap();
    room.id = RoomId::from_random([8; 16]);
    assert_eq!(store.create_room(&room, 1).await, Err(StoreError::TooMany));
    store.quarantine_room(&RoomId::from_random([7; 16]), true).await.unwrap();
    store.create_room(&room, 1).await.unwrap();
}

#[tokio::test]
async fn next_room_is_stored_with_the_entry_that_names_it_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let room = room_of(visitor_id(1));
    store.create_room(&room, 1).await.unwrap();
    let mut next = room_of(visitor_id(1));
    next.id = RoomId::from_random([8; 16]);
    let write = async |first, max_open| {
        let append = Append { room: room.id.clone(), first, entries: chat(&["a"]), summary: None };
        store.begin_append_and_create_room(append, &next, max_open).await.unwrap().done().await
    };
    let stored = async || {
        let entries = store.entries_since(&room.id, 0).await.unwrap().len();
        (entries, store.room(&next.id).await.unwrap().is_some())
    };
    assert_eq!(write(4, 1).await, Err(StoreError::TooMany));
    assert_eq!(write(9, 2).await, Err(StoreError::Conflict));
    assert_eq!(stored().await, (3, false));
    write(4, 2).await.unwrap();
    assert_eq!(stored().await, (4, true));
}
