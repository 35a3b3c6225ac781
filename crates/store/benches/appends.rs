//! The cost of appends: many rooms at once, as under load, so that they share commits.
//!
//! `cargo bench -p cafe-store --bench appends`

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may panic")]

use cafe_room::{Entry, NewRoom, Room, RoomId, RoomOptions, TimedEntry, VisitorId};
use cafe_rules::{Kind, Options, Secret};
use cafe_store::{Append, PendingWrite, RoomSummary, Store};
use divan::Bencher;
use tokio::runtime::Runtime;

/// Number of rooms in which a move is stored at the same time.
const ROOMS: usize = 200;
const MOVES_PER_ROOM: u64 = 50;

fn main() {
    divan::main();
}

struct Fixture {
    runtime: Runtime,
    store: Store,
    rooms: Vec<Room>,
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_for_tests(folder.path()).unwrap();
        let options = RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap());
        let host = VisitorId::from_random([1; 12]);
        let rooms: Vec<Room> = (0..ROOMS)
            .map(|number| {
                let mut id = [0; 16];
                (id[0], id[1]) = ((number % 32) as u8, (number / 32) as u8);
                let id = RoomId::from_random(id);
                Room::create(NewRoom::new(id, host.clone(), options.clone(), Secret([1; 32])), 1).unwrap()
            })
            .collect();
        for room in &rooms {
            runtime.block_on(store.create_room(room, ROOMS)).unwrap();
        }
        Fixture { runtime, store, rooms, _folder: folder }
    }

    /// Stores moves in all rooms, and after every `turn` of them a summary as well.
    fn run(&self, first: u64, turn: Option<u64>) {
        let action = "seat F c1 t1".to_owned();
        let entry = Entry::ActionPlayed { player: 0, action, by: cafe_room::PlayedBy::Player };
        self.runtime.block_on(async {
            for number in first..first + MOVES_PER_ROOM {
                let mut pending: Vec<PendingWrite> = Vec::with_capacity(ROOMS);
                for room in &self.rooms {
                    let entries = vec![TimedEntry { at: number as i64, entry: entry.clone() }];
                    let ends_turn = turn.is_some_and(|turn| number.is_multiple_of(turn));
                    let summary = ends_turn.then(|| summary_of(room));
                    let append = Append { room: room.id.clone(), first: number, entries, summary };
                    pending.push(self.store.begin_append(append).await.unwrap());
                }
                for write in pending {
                    write.done().await.unwrap();
                }
            }
        });
    }
}

/// Returns what is stored of a room at the end of a turn.
fn summary_of(room: &Room) -> RoomSummary {
    RoomSummary::without_view(room)
}

fn bench(bencher: Bencher, turn: Option<u64>) {
    let fixture = Fixture::new();
    let mut first = 2;
    bencher.counter(divan::counter::ItemsCount::new(ROOMS as u64 * MOVES_PER_ROOM)).bench_local(|| {
        fixture.run(first, turn);
        first += MOVES_PER_ROOM;
    });
}

#[divan::bench(sample_count = 50, sample_size = 1)]
fn plain_moves(bencher: Bencher) {
    bench(bencher, None);
}

#[divan::bench(sample_count = 50, sample_size = 1)]
fn moves_with_a_turn_end_every_third(bencher: Bencher) {
    bench(bencher, Some(3));
}
