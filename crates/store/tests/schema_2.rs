//! A stored sample of schema 2 opens with everything in it. See `data/README.md`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use cafe_room::messages::RoomListing;
use cafe_room::{Entry, Millis, Occupant, Room, RoomId, Token, TokenHash, VisitorId};
use cafe_store::{ListPage, RoomState, RoomSummary, RoomsOf, Store, StoreError, StoreReader, database_file};
use rusqlite::Connection;

const FINISHED_CARD: &str = "x6d4zuan39hveuds";
const REMATCH: &str = "ipsws3qt4d4iv2kq";
const FINISHED_BOARD: &str = "n8wfw7rzeb7nvc8d";
const RUNNING_DAYS: &str = "x86tzgiudxmt4d32";
const RUNNING_SECONDS: &str = "v83m5w94ufvfgqej";
const WAITING: &str = "uixtumy5b6grw73r";
const CLOSED_BY_HOST: &str = "rti5xf7grzeup9dx";
const CLOSED_BY_ADMIN: &str = "hd825b93z6m9nez4";
const OF_ERASED_HOST: &str = "e5dv2mnzkpis84gq";

const ANN: &str = "bcwnx8e4djmr";
const BEN: &str = "cektqwzz8huz";
const CARL: &str = "fvt2kyq4xbj3";

/// Copies the sample into a data folder.
fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/schema-2.sqlite");
    std::fs::copy(file, database_file(folder.path())).unwrap();
    folder
}

fn connect(folder: &Path) -> Connection {
    Connection::open(database_file(folder)).unwrap()
}

fn room_id(text: &str) -> RoomId {
    RoomId::parse(text).unwrap()
}

fn visitor(text: &str) -> VisitorId {
    VisitorId::parse(text).unwrap()
}

fn hash(token: &str) -> TokenHash {
    Token::parse(token).unwrap().hash()
}

async fn read(store: &Store, id: &str) -> Room {
    store.room(&room_id(id)).await.unwrap().unwrap()
}

/// A row of the old table of rooms.
struct OldRoom {
    id: String,
    host: String,
    public: bool,
    state: i64,
    timer_at: Option<Millis>,
    entries: u64,
    last_at: Millis,
}

fn old_rooms(connection: &Connection) -> Vec<OldRoom> {
    let query = "SELECT id, host, public, state, deadline, count(*), max(at)
                 FROM tables JOIN entries ON table_key = key GROUP BY key";
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| {
        Ok(OldRoom {
            id: row.get(0)?,
            host: row.get(1)?,
            public: row.get(2)?,
            state: row.get(3)?,
            timer_at: row.get(4)?,
            entries: row.get::<_, i64>(5)?.cast_unsigned(),
            last_at: row.get(6)?,
        })
    });
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn every_room_replays_with_its_summary() {
    let folder = sample();
    let old_rooms = old_rooms(&connect(folder.path()));
    assert_eq!(old_rooms.len(), 9);
    let store = Store::open(folder.path()).unwrap();
    for old in old_rooms {
        let room = read(&store, &old.id).await;
        let summary = RoomSummary::of(&room);
        let now = (summary.host.as_str(), summary.public, summary.state as i64, summary.timer_at);
        assert_eq!(now, (old.host.as_str(), old.public, old.state, old.timer_at), "{}", old.id);
        assert_eq!((room.last_number(), room.updated_at), (old.entries, old.last_at), "{}", old.id);
    }
}

#[tokio::test]
async fn finished_games_give_the_records_of_the_old_program() {
    let folder = sample();
    let store = Store::open(folder.path()).unwrap();
    let records = [
        (FINISHED_CARD, include_str!("data/finished_card.cafe")),
        (FINISHED_BOARD, include_str!("data/finished_board.cafe")),
    ];
    for (id, record) in records {
        assert_eq!(read(&store, id).await.record().unwrap().to_string(), record);
    }
}

#[tokio::test]
async fn rooms_keep_their_details() {
    let folder = sample();
    let store = Store::open(folder.path()).unwrap();
    let card = read(&store, FINISHED_CARD).await;
    assert_eq!(card.next_room, Some(room_id(REMATCH)));
    assert!(card.shared && !card.options.spectators);
    assert_eq!(card.occupants[2].visitor().unwrap().id, VisitorId::erased());
    assert_eq!(card.occupants[2].name(), "Somebody");
    let texts: Vec<&str> = (card.entries().iter())
        .filter_map(|timed| match &timed.entry {
            Entry::Chat { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["Hello!", "…", "ça va?", "Good game"]);

    let rematch = read(&store, REMATCH).await;
    assert_eq!(rematch.occupants[0], Occupant::Free { reserved_for: Some(visitor(BEN)) });
    assert_eq!(rematch.occupants[1], Occupant::FREE, "the erased visitor's seat");
    let days = read(&store, RUNNING_DAYS).await;
    assert_eq!(days.options.clock.limit_millis(), Some(3 * 24 * 60 * 60 * 1000));
    assert!(days.options.parties && days.undo_vote.is_some());
    let seconds = read(&store, RUNNING_SECONDS).await;
    assert_eq!(seconds.options.clock.limit_millis(), Some(15_000));
    let waiting = read(&store, WAITING).await;
    assert!(waiting.is_waiting() && waiting.occupants[1].visitor().unwrap().muted);
    assert!(matches!(waiting.occupants[3], Occupant::Bot(_)));
    assert_eq!(waiting.host, visitor(ANN), "the first host left");
    let closed = read(&store, CLOSED_BY_ADMIN).await;
    let reason = Some("maintenance".to_owned());
    assert_eq!(closed.entries().last().unwrap().entry, Entry::Closed { reason });
}

fn ids<Cursor>(page: &ListPage<Cursor>) -> Vec<&str> {
    page.rooms.iter().map(|listing| listing.room.id.as_str()).collect()
}

#[tokio::test]
async fn lists_show_what_a_replay_shows() {
    let folder = sample();
    let all = old_rooms(&connect(folder.path()));
    let store = Store::open(folder.path()).unwrap();
    for old in all {
        let listing = store.room_listing(&room_id(&old.id)).await.unwrap().unwrap();
        assert_eq!(listing, RoomListing::of(&read(&store, &old.id).await), "{}", old.id);
        assert_eq!(store.log_length(&room_id(&old.id)).await.unwrap(), old.entries);
    }
}

#[tokio::test]
async fn log_has_no_names_and_no_chat_any_more() {
    let folder = sample();
    Store::open(folder.path()).unwrap().close().await;
    let query = "SELECT group_concat(data, ' ') FROM entries";
    let log: String = connect(folder.path()).query_row(query, [], |row| row.get(0)).unwrap();
    for text in [ANN, BEN, CARL, "\"Ann\"", "\"Ben\"", "Hello!", "Good game"] {
        assert!(!log.contains(text), "{text}");
    }
}

#[tokio::test]
async fn lists_have_the_same_rooms() {
    let folder = sample();
    let store = Store::open(folder.path()).unwrap();
    let query = RoomsOf { visitor: visitor(BEN), over: None, after: None, limit: 10 };
    let rooms = store.rooms_of(query.clone()).await.unwrap().unwrap();
    assert_eq!(ids(&rooms), [RUNNING_DAYS, FINISHED_BOARD, FINISHED_CARD], "Ben left another one");
    assert_eq!(rooms.next, None);
    let query = RoomsOf { over: Some(true), after: Some(room_id(FINISHED_BOARD)), ..query };
    let rooms = store.rooms_of(query).await.unwrap().unwrap();
    assert_eq!(ids(&rooms), [FINISHED_CARD]);
    let public = store.public_rooms(None, 10).await.unwrap();
    assert_eq!(ids(&public), [WAITING, RUNNING_DAYS]);
    let due = store.due_rooms(Millis::MAX, 10).await.unwrap();
    let ids: Vec<&str> = due.iter().map(|room| room.id.as_str()).collect();
    assert_eq!(ids, [RUNNING_SECONDS, RUNNING_DAYS]);
    let idle = store.idle_waiting_rooms(Millis::MAX, 10).await.unwrap();
    let ids: Vec<&str> = idle.iter().map(|room| room.id.as_str()).collect();
    assert_eq!(ids, [REMATCH, WAITING]);
    // As host only; as the visitor a seat is reserved for; as player.
    assert!(store.rooms_mentioning(&visitor(ANN)).await.unwrap().contains(&room_id(CLOSED_BY_HOST)));
    assert!(store.rooms_mentioning(&visitor(BEN)).await.unwrap().contains(&room_id(REMATCH)));
    let active = store.active_rooms_of(&visitor(CARL)).await.unwrap();
    assert_eq!(active, [room_id(RUNNING_SECONDS)]);
    let erased = store.room(&room_id(OF_ERASED_HOST)).await.unwrap().unwrap();
    assert_eq!(RoomSummary::of(&erased).state, RoomState::Over);
}

#[tokio::test]
async fn sessions_and_links_still_work() {
    let folder = sample();
    let query = "SELECT expires FROM links";
    let expires_at: Millis = connect(folder.path()).query_row(query, [], |row| row.get(0)).unwrap();
    let store = Store::open(folder.path()).unwrap();
    let tokens = [
        ("v695zsz5in4nwf639ecxwp28fys96auz", ANN, "Anna", false),
        ("himjac7b84mgiv4da6frggag4mbkech8", ANN, "Anna", false),
        ("aztyz5kv8b2wtcnv4sikegre2s8e3jxd", BEN, "Ben", false),
        ("y9nzv2y683zxcdkrzqxv74dt95ub5w3m", CARL, "Carl", true),
    ];
    for (token, id, name, is_program) in tokens {
        let session = store.session(hash(token)).await.unwrap().unwrap();
        assert_eq!(session.visitor.id, visitor(id));
        assert_eq!((session.visitor.name.as_str(), session.visitor.is_program), (name, is_program));
        assert!(session.renewed_at > 0);
    }
    // The erased visitor.
    assert_eq!(store.session(hash("3x8ddgmmksbqqx43gn27qr8g9unrr566")).await.unwrap(), None);
    assert!(!store.visitor_exists(&visitor("idgqvrkiekc5")).await.unwrap());

    let (link, device) = (hash("turd2tk8cwseiwbhjzeezq6r5h37w9iq"), Token::from_random([1; 32]).hash());
    assert_eq!(store.claim_link(link, device, expires_at).await, Err(StoreError::Conflict));
    store.claim_link(link, device, expires_at - 1).await.unwrap();
    assert_eq!(store.session(device).await.unwrap().unwrap().visitor.id, visitor(BEN));
}

#[tokio::test]
async fn erasing_leaves_nothing_of_a_visitor_in_the_file() {
    let folder = sample();
    let store = Store::open(folder.path()).unwrap();
    let contains = |text: &str| {
        let bytes = std::fs::read(database_file(folder.path())).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    assert!(contains(BEN) && contains("ça va?") && contains("Ben"));
    store.erase_visitor(&visitor(BEN)).await.unwrap();
    let card = read(&store, FINISHED_CARD).await;
    assert_eq!(card.occupants[1].name(), "Somebody");
    assert!(card.record().is_some());
    assert!(store.rooms_mentioning(&visitor(BEN)).await.unwrap().is_empty());
    assert_eq!(store.session(hash("aztyz5kv8b2wtcnv4sikegre2s8e3jxd")).await.unwrap(), None);
    store.close().await;
    for text in [BEN, "ça va?", "Ben"] {
        assert!(!contains(text), "{text}");
    }
}

#[tokio::test]
async fn reopening_changes_nothing() {
    let folder = sample();
    Store::open(folder.path()).unwrap().close().await;
    let migrated = std::fs::read(database_file(folder.path())).unwrap();
    let query = "SELECT count(*) FROM entries WHERE data ->> 'type' IS NULL";
    let unconverted: i64 = connect(folder.path()).query_row(query, [], |row| row.get(0)).unwrap();
    assert_eq!(unconverted, 0);
    Store::open(folder.path()).unwrap().close().await;
    assert!(std::fs::read(database_file(folder.path())).unwrap() == migrated);
}

#[tokio::test]
async fn reader_refuses_lists_until_the_file_is_migrated() {
    let folder = sample();
    let reader = StoreReader::open(folder.path()).unwrap();
    let error = reader.rooms(true, 100).err().unwrap();
    assert!(error.to_string().contains("start the server once"), "{error}");
    assert_eq!(reader.visitors(100).unwrap_err(), error);
    drop(reader);
    Store::open(folder.path()).unwrap().close().await;
    let reader = StoreReader::open(folder.path()).unwrap();
    let list = reader.rooms(true, 100).unwrap();
    assert_eq!((list.rooms.len(), list.unreadable.len()), (9, 0));
    let visitors = reader.visitors(100).unwrap();
    let counts: Vec<_> = visitors.iter().map(|one| (one.name.as_str(), one.devices, one.rooms)).collect();
    assert_eq!(counts, [("Carl", 1, 3), ("Ben", 1, 3), ("Anna", 2, 4)]);
}
