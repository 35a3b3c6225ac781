//! Speed of the views: `cargo bench -p cafe-room`.
//!
//! An item is a position of a game that plays at random, as the player to move sees it: that view lists the legal actions, so
//! it is the most expensive one.

use cafe_room::messages::{GameView, RoomUpdate, ServerMessage};
use cafe_room::{Entry, Name, PlayedBy, Room, RoomId, RoomOptions, TimedEntry, VisitorId};
use cafe_rules::{Options, Secret, Viewer};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// Games per benchmark, so that no single one dominates.
const GAMES: u8 = 16;
/// One of this many positions is used.
const POSITIONS_PER_SAMPLE: usize = 7;

fn main() {
    divan::main();
}

/// Returns the options of the benchmarks: both games with and without parties, for two.
fn options() -> impl Iterator<Item = Options> {
    Options::all().filter(|options| options.players() == 2)
}

/// Returns rooms from all phases of random games.
fn rooms(options: Options) -> Vec<Room> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut rooms = Vec::new();
    for number in 0..GAMES {
        let mut room = start(options, number);
        while let Some(player) = room.to_move() {
            rooms.push(room.clone());
            let game = &room.game.as_ref().expect("the game has started").current;
            let legal = game.legal();
            let action = legal.get(random.usize(..legal.len())).expect("a running game has a legal action");
            let action = game.format_action(&action);
            apply(&mut room, Entry::ActionPlayed { player, action, by: PlayedBy::Player });
        }
    }
    rooms.into_iter().step_by(POSITIONS_PER_SAMPLE).collect()
}

/// Starts a game of visitors.
fn start(options: Options, number: u8) -> Room {
    let visitor = |player: u8| VisitorId::from_random([player; 12]);
    let opened = Entry::Opened {
        options: RoomOptions::new(options),
        host: visitor(0),
        secret: Secret([number; 32]).to_string(),
        reserved_for: Vec::new(),
        deal: None,
    };
    let id = RoomId::from_random([number; 16]);
    let mut room = Room::open(id, TimedEntry { at: 0, entry: opened }).expect("a valid entry");
    for player in 0..options.players() {
        let (visitor, name) = (visitor(player), Name::new("Ann").expect("a valid name"));
        apply(&mut room, Entry::SeatTaken { player, visitor, name, is_program: false, share: None });
    }
    apply(&mut room, Entry::Started { date: "2026-11-16".to_owned() });
    room
}

fn apply(room: &mut Room, entry: Entry) {
    room.apply(TimedEntry { at: 0, entry }).expect("a valid entry");
}

/// Returns the viewer who is to move.
fn viewer(room: &Room) -> Viewer {
    room.to_move().map_or(Viewer::Spectator, Viewer::Player)
}

#[divan::bench(args = options())]
fn view_of_player_to_move(bencher: Bencher<'_, '_>, options: Options) {
    let rooms = rooms(options);
    bencher.counter(ItemsCount::new(rooms.len())).bench_local(|| {
        for room in &rooms {
            black_box(GameView::of(black_box(room), viewer(room)));
        }
    });
}

/// The first turn has the most legal actions: all tables are empty.
#[divan::bench(args = options())]
fn view_of_first_player(bencher: Bencher<'_, '_>, options: Options) {
    let rooms: Vec<Room> = (0..GAMES).map(|number| start(options, number)).collect();
    bencher.counter(ItemsCount::new(rooms.len())).bench_local(|| {
        for room in &rooms {
            black_box(GameView::of(black_box(room), Viewer::Player(0)));
        }
    });
}

#[divan::bench(args = options())]
fn view_of_spectator(bencher: Bencher<'_, '_>, options: Options) {
    let rooms = rooms(options);
    bencher.counter(ItemsCount::new(rooms.len())).bench_local(|| {
        for room in &rooms {
            black_box(GameView::of(black_box(room), Viewer::Spectator));
        }
    });
}

#[divan::bench(args = options())]
fn message_to_player_to_move(bencher: Bencher<'_, '_>, options: Options) {
    let rooms = rooms(options);
    bencher.counter(ItemsCount::new(rooms.len())).bench_local(|| {
        for room in &rooms {
            let update = RoomUpdate::of(black_box(room), &[], viewer(room), None);
            black_box(ServerMessage::Update(Box::new(update)).to_json());
        }
    });
}
