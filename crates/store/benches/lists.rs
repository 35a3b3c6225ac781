//! List queries with 100,000 rooms and 1,000,000 entries.
//!
//! `cargo bench -p cafe-store --bench lists`
//!
//! `CAFE_BENCH_FOLDER=DIR` keeps the data in an empty folder, to measure a server on it. It prints the token of a visitor who has 100 rooms.

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a benchmark may panic")]

use std::path::PathBuf;
use std::sync::LazyLock;

use cafe_bots::Level;
use cafe_room::{
    Bot, Entry, Name, NewRoom, Room, RoomId, RoomOptions, TimedEntry, Token, Visitor, VisitorId,
};
use cafe_rules::{Kind, Options, Secret};
use cafe_store::{PublicCursor, RoomsOf, Store};
use divan::Bencher;
use tokio::runtime::Runtime;

const ROOMS: u32 = 100_000;
const ENTRIES_PER_ROOM: usize = 10;
/// Number of visitors who have the rooms.
const VISITORS: u32 = 1_000;
const PAGE: usize = 100;

fn main() {
    divan::main();
}

fn digits<const N: usize>(number: u32) -> [u8; N] {
    let mut bytes = [0; N];
    (0..4).for_each(|place| bytes[place] = ((number >> (5 * place)) % 32) as u8);
    bytes
}

fn visitor(number: u32) -> VisitorId {
    VisitorId::from_random(digits(number % VISITORS))
}

/// Returns a public room of a visitor against a bot. Two of three are over.
fn room(number: u32) -> Room {
    let options = RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap());
    let options = RoomOptions { public: true, ..options };
    let (id, host) = (RoomId::from_random(digits(number)), visitor(number));
    let mut new = NewRoom::new(id, host.clone(), options, Secret([1; 32]));
    new.bots = vec![(1, Bot::unnamed(Level::Novice))];
    let at = i64::from(number);
    let mut room = Room::create(new, at).unwrap();
    let mut add = |entry| room.apply(TimedEntry { at, entry }).map(drop).unwrap();
    let name = Name::new("Ann").unwrap();
    add(Entry::SeatTaken { player: 0, visitor: host, name, is_program: false, share: None });
    add(Entry::Started { date: "2026-11-18".to_owned() });
    for text in 0..ENTRIES_PER_ROOM - 5 {
        add(Entry::Chat { player: 0, text: format!("Message {text}") });
    }
    if number.is_multiple_of(3) {
        add(Entry::Chat { player: 0, text: "Good bye".to_owned() });
    } else {
        add(Entry::Closed { reason: None });
    }
    room
}

struct Fixture {
    runtime: Runtime,
    store: Store,
    /// In the middle of the list of public rooms.
    middle: PublicCursor,
    /// Deleted at the end.
    _folder: Option<tempfile::TempDir>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let kept = std::env::var_os("CAFE_BENCH_FOLDER").map(PathBuf::from);
    let folder = kept.is_none().then(|| tempfile::tempdir().unwrap());
    let path = kept.as_deref().or(folder.as_ref().map(tempfile::TempDir::path)).unwrap();
    let store = Store::open_for_tests(path).unwrap();
    runtime.block_on(async {
        let token = Token::from_random([7; 32]);
        let ann = Visitor { id: visitor(7), name: Name::new("Ann").unwrap(), is_program: false };
        store.create_visitor(&ann, token.hash(), 0).await.unwrap();
        if kept.is_some() {
            println!("token of a visitor: {}", token.reveal());
        }
        for first in (0..ROOMS).step_by(1_000) {
            let mut writes = tokio::task::JoinSet::new();
            for number in first..first + 1_000 {
                let (store, room) = (store.clone(), room(number));
                assert_eq!(room.entries().len(), ENTRIES_PER_ROOM);
                writes.spawn(async move { store.create_room(&room, ROOMS as usize).await });
            }
            while let Some(written) = writes.join_next().await {
                written.unwrap().unwrap();
            }
        }
    });
    let middle = PublicCursor { active_at: i64::from(ROOMS - VISITORS), id: room(1).id };
    Fixture { runtime, store, middle, _folder: folder }
});

#[divan::bench]
fn first_page_of_public_rooms(bencher: Bencher) {
    let Fixture { runtime, store, .. } = &*FIXTURE;
    bencher.bench_local(|| {
        let page = runtime.block_on(store.public_rooms(None, PAGE)).unwrap();
        assert_eq!(page.rooms.len(), PAGE);
        page
    });
}

#[divan::bench]
fn later_page_of_public_rooms(bencher: Bencher) {
    let Fixture { runtime, store, middle, .. } = &*FIXTURE;
    bencher.bench_local(|| runtime.block_on(store.public_rooms(Some(middle.clone()), PAGE)).unwrap());
}

#[divan::bench(args = [None, Some(true), Some(false)])]
fn page_of_own_rooms(bencher: Bencher, over: Option<bool>) {
    let Fixture { runtime, store, .. } = &*FIXTURE;
    let query = RoomsOf { visitor: visitor(7), over, after: None, limit: PAGE };
    bencher.bench_local(|| {
        let page = runtime.block_on(store.rooms_of(query.clone())).unwrap().unwrap();
        assert!(!page.rooms.is_empty());
        page
    });
}

#[divan::bench]
fn one_room(bencher: Bencher) {
    let Fixture { runtime, store, .. } = &*FIXTURE;
    let id = room(70_000).id;
    bencher.bench_local(|| runtime.block_on(store.room_listing(&id)).unwrap().unwrap());
}
