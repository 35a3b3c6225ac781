//! Names, ids and chat beside the log, and their erasure.

use cafe_room::messages::RoomListing;
use cafe_room::{Entry, NewRoom, PlayerIndex, Room, RoomId, RoomOptions, TimedEntry};
use cafe_rules::{Kind, Options, Secret};

use super::*;
use crate::{Append, RoomSummary};

/// A room of Ann with a seat reserved for Ben.
struct StoredRoom {
    store: Store,
    room: Room,
    connection: Connection,
    _folder: tempfile::TempDir,
}

impl StoredRoom {
    async fn open() -> StoredRoom {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let options = RoomOptions::new(Options::new(Kind::Card, 3, false).unwrap());
        let mut new = NewRoom::new(RoomId::from_random([7; 16]), visitor_id(1), options, Secret([1; 32]));
        new.reserved_for = vec![None, Some(visitor_id(2)), None];
        let room = Room::create(new, 1).unwrap();
        store.create_room(&room, 1).await.unwrap();
        let connection = Connection::open(database_file(folder.path())).unwrap();
        StoredRoom { store, room, connection, _folder: folder }
    }

    /// Stores an entry as the server does.
    async fn add(&mut self, entry: Entry) {
        let timed = TimedEntry { at: self.room.updated_at + 1, entry };
        let first = self.room.last_number() + 1;
        self.room.apply(timed.clone()).unwrap();
        let summary = Some(RoomSummary::of(&self.room));
        let append = Append { room: self.room.id.clone(), first, entries: vec![timed], summary };
        self.store.append(append).await.unwrap();
    }

    async fn seat(&mut self, player: PlayerIndex, visitor: u16, name: &str) {
        let (visitor, name) = (visitor_id(visitor), Name::new(name).unwrap());
        self.add(Entry::SeatTaken { player, visitor, name, is_program: false, share: None }).await;
    }

    async fn chat(&mut self, player: PlayerIndex, text: &str) {
        self.add(Entry::Chat { player, text: text.to_owned() }).await;
    }

    /// Ann and Carl take the same seat, one after the other, and Ben another one; everybody chats.
    async fn with_chat() -> StoredRoom {
        let mut stored = StoredRoom::open().await;
        stored.seat(0, 1, "Ann").await;
        stored.chat(0, "Hello from Ann").await;
        stored.seat(1, 2, "Ben").await;
        stored.chat(1, "Hello from Ben").await;
        stored.add(Entry::SeatLeft { player: 0, host_left: Some(true), removed: false }).await;
        stored.seat(0, 3, "Carl").await;
        stored.chat(0, "Hello from Carl").await;
        stored
    }

    /// Returns all rows of the log.
    fn log(&self) -> Vec<(i64, String, i64)> {
        let mut statement = self.connection.prepare("SELECT at, data, checksum FROM entries").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    async fn read(&self) -> Room {
        self.store.room(&self.room.id).await.unwrap().unwrap()
    }

    async fn texts(&self) -> Vec<String> {
        let room = self.read().await;
        let texts = room.entries().iter().filter_map(|timed| match &timed.entry {
            Entry::Chat { text, .. } => Some(text.clone()),
            Entry::SeatTaken { name, .. } => Some(name.to_string()),
            _ => None,
        });
        texts.collect()
    }
}

#[tokio::test]
async fn log_has_no_ids_names_or_chat() {
    let stored = StoredRoom::with_chat().await;
    let log: String = stored.log().into_iter().map(|(_, data, _)| data).collect();
    let ids = [1, 2, 3].map(|number| visitor_id(number).to_string());
    for text in ["Ann", "Ben", "Carl", "Hello"].into_iter().chain(ids.iter().map(String::as_str)) {
        assert!(!log.contains(text), "{text}");
    }
    assert_eq!(stored.read().await.entries(), stored.room.entries(), "reading puts everything back");
}

#[tokio::test]
async fn erasing_a_visitor_leaves_the_log_unchanged() {
    let stored = StoredRoom::with_chat().await;
    let log = stored.log();
    stored.store.erase_visitor(&visitor_id(1)).await.unwrap();
    assert_eq!(stored.log(), log);
    let texts = ["Somebody", "…", "Ben", "Hello from Ben", "Carl", "Hello from Carl"];
    assert_eq!(stored.texts().await, texts, "Carl had the same seat");
    let room = stored.read().await;
    let Entry::Opened { host, reserved_for, .. } = &room.entries()[0].entry else { panic!("not opened") };
    assert_eq!((host, &reserved_for[1]), (&VisitorId::erased(), &Some(visitor_id(2))));

    stored.store.erase_visitor(&visitor_id(2)).await.unwrap();
    assert_eq!(stored.log(), log);
    let texts = ["Somebody", "…", "Somebody", "…", "Carl", "Hello from Carl"];
    assert_eq!(stored.texts().await, texts);
    let room = stored.read().await;
    let Entry::Opened { reserved_for, .. } = &room.entries()[0].entry else { panic!("not opened") };
    assert_eq!(reserved_for, &[None, None, None]);
    assert_eq!(room.occupants[1].visitor().unwrap().id, VisitorId::erased());
    assert!(stored.store.rooms_mentioning(&visitor_id(2)).await.unwrap().is_empty());
}

#[tokio::test]
async fn erasing_a_visitor_changes_what_lists_show() {
    let stored = StoredRoom::with_chat().await;
    assert_eq!(
        stored.store.room_listing(&stored.room.id).await.unwrap(),
        Some(RoomListing::of(&stored.room))
    );
    stored.store.erase_visitor(&visitor_id(2)).await.unwrap();
    let listing = stored.store.room_listing(&stored.room.id).await.unwrap().unwrap();
    assert_eq!(listing, RoomListing::of(&stored.read().await), "as if it was replayed");
    assert_eq!(listing.room.host, visitor_id(3).as_str());
    assert_eq!(listing.room.occupants[1].name, "Somebody");
}

#[tokio::test]
async fn entries_can_be_neither_changed_nor_deleted() {
    let stored = StoredRoom::with_chat().await;
    let log = stored.log();
    let statements = [
        "UPDATE entries SET data = 'null'",
        "UPDATE entries SET at = 0 WHERE number = 2",
        "DELETE FROM entries WHERE number = 2",
        "DELETE FROM entries",
    ];
    for statement in statements {
        let error = stored.connection.execute(statement, []).unwrap_err();
        assert!(error.to_string().contains("append-only"), "{statement}: {error}");
    }
    assert_eq!(stored.log(), log);
    // A room as a whole can be deleted.
    stored.connection.pragma_update(None, "foreign_keys", "on").unwrap();
    stored.connection.execute("DELETE FROM rooms", []).unwrap();
    assert_eq!(stored.log(), []);
}
