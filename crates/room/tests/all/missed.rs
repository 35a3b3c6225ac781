//! What a viewer is sent after missing some or very many entries.

use crate::test_room::Seat::Visitor;
use crate::test_room::TestRoom;
use cafe_room::messages::{RoomEvent, RoomEventKind, RoomUpdate, ServerMessage};
use cafe_room::{Entry, PlayedBy, TimedEntry};
use cafe_rules::{Action, Kind, Viewer};

const VIEWERS: [Viewer; 3] = [Viewer::Player(0), Viewer::Player(1), Viewer::Spectator];

/// A game played at random, with the events that every viewer was sent live.
struct LiveGame {
    room: TestRoom,
    rng: fastrand::Rng,
    live: [Vec<RoomEvent>; 3],
}

impl LiveGame {
    fn start(kind: Kind, seed: u8) -> LiveGame {
        let room = TestRoom::start_game(kind, &[Visitor, Visitor], seed);
        let mut game =
            LiveGame { room, rng: fastrand::Rng::with_seed(seed.into()), live: Default::default() };
        game.live = VIEWERS.map(|viewer| RoomUpdate::since(&game.room.room, 0, viewer).events);
        game
    }

    fn add(&mut self, entry: Entry) {
        let room = &mut self.room.room;
        let applied = [room.apply(TimedEntry { at: room.updated_at + 1, entry }).unwrap()];
        for (viewer, live) in VIEWERS.into_iter().zip(&mut self.live) {
            live.extend(RoomUpdate::of(room, &applied, viewer, None).events);
        }
    }

    fn is_over(&self) -> bool {
        self.room.room.is_over()
    }

    fn play_any(&mut self) {
        let game = self.room.game().current;
        let legal: Vec<Action> = game.legal().iter().collect();
        let action = game.format_action(&legal[self.rng.usize(..legal.len())]);
        self.add(Entry::ActionPlayed { player: game.turn(), action, by: PlayedBy::Player });
    }

    fn undo(&mut self, count: u16) {
        self.add(Entry::Undone { player: 0, count });
    }

    /// Plays until the end, and sometimes undoes actions or chats.
    fn play_out(&mut self) {
        while !self.is_over() {
            match self.rng.u8(..20) {
                0 => {
                    let count = self.rng.usize(1..=30).min(self.room.game().steps.len()) as u16;
                    if count > 0 {
                        self.undo(count);
                    }
                }
                1 => self.add(Entry::Chat { player: 0, text: "Bonsoir!".to_owned() }),
                _ => self.play_any(),
            }
        }
    }

    /// Plays and undoes without end.
    fn waste_entries(&mut self, entries: u64) {
        let enough = self.room.room.last_number() + entries;
        while self.room.room.last_number() < enough {
            self.play_any();
            self.undo(1);
        }
    }

    fn since(&self, last: u64, viewer: Viewer) -> RoomUpdate {
        RoomUpdate::since(&self.room.room, last, viewer)
    }
}

fn is_game_event(event: &&RoomEvent) -> bool {
    matches!(event.kind, RoomEventKind::ActionPlayed { .. } | RoomEventKind::Undone { .. })
}

#[test]
fn catching_up_equals_following_live() {
    for seed in 0..6 {
        let mut game = LiveGame::start(if seed % 2 == 0 { Kind::Card } else { Kind::Board }, seed);
        game.play_out();
        for (viewer, live) in VIEWERS.into_iter().zip(&game.live) {
            for last in (0..=game.room.room.last_number()).rev().take(500).step_by(5) {
                let update = game.since(last, viewer);
                let missed: Vec<&RoomEvent> = live.iter().filter(|event| event.number > last).collect();
                assert!(!update.condensed && update.events.iter().eq(missed), "{seed} {viewer:?} {last}");
            }
        }
    }
}

#[test]
fn whole_game_reaches_a_new_viewer_completely() {
    let mut game = LiveGame::start(Kind::Board, 1);
    while !game.is_over() {
        game.play_any();
    }
    let update = game.since(0, Viewer::Spectator);
    assert!(!update.condensed);
    assert_eq!(update.events.len() as u64, game.room.room.last_number());
}

#[test]
fn long_log_is_condensed_to_the_actions_that_stand() {
    let mut game = LiveGame::start(Kind::Card, 2);
    for _ in 0..20 {
        game.play_any();
    }
    game.waste_entries(3_000);
    for _ in 0..10 {
        game.play_any();
    }
    let last_number = game.room.room.last_number();
    for (viewer, live) in VIEWERS.into_iter().zip(&game.live) {
        for last in [0, 10, last_number - 501] {
            let update = game.since(last, viewer);
            assert!(update.condensed, "{last}");
            let stand: Vec<u64> = game.room.game().steps.iter().map(|step| step.number).collect();
            let expected = live.iter().filter(|event| stand.contains(&event.number));
            assert!(update.events.iter().filter(is_game_event).eq(expected));
            let text = ServerMessage::Update(Box::new(update)).to_json();
            assert!(text.len() < 20_000, "{} bytes", text.len());
        }
        assert!(!game.since(last_number - 500, viewer).condensed);
    }
}

#[test]
fn condensed_update_has_the_newest_chat_and_seats() {
    let mut game = LiveGame::start(Kind::Card, 3);
    for number in 0..300 {
        game.add(Entry::Chat { player: 0, text: format!("message {number}") });
    }
    game.waste_entries(1_000);
    game.add(Entry::BotTookOver { player: 1, by_choice: true });
    let update = game.since(0, Viewer::Spectator);
    let chat = |event: &RoomEvent| match &event.kind {
        RoomEventKind::Chat { text, .. } => Some(text.clone()),
        _ => None,
    };
    let shown: Vec<String> = update.events.iter().filter_map(chat).collect();
    assert_eq!((shown.len(), shown.first().unwrap().as_str()), (200, "message 100"));
    assert_eq!(update.events.last().unwrap().kind, RoomEventKind::BotTookOver { player: 1, by_choice: true });
    assert!(update.events.is_sorted_by_key(|event| event.number));
}

#[test]
fn chat_of_a_new_viewer_has_a_limit_in_bytes() {
    let mut game = LiveGame::start(Kind::Card, 4);
    for _ in 0..150 {
        game.add(Entry::Chat { player: 0, text: "ü".repeat(300) });
    }
    let bytes: usize = game.since(0, Viewer::Spectator).events.len() * 600;
    assert!((20_000..40_000).contains(&bytes), "{bytes}");
    game.waste_entries(1_000);
    let text = ServerMessage::Update(Box::new(game.since(0, Viewer::Spectator))).to_json();
    assert!(text.len() < 60_000, "{}", text.len());
}

#[test]
fn earlier_position_does_not_cost_the_whole_game() {
    let mut game = LiveGame::start(Kind::Board, 5);
    while game.room.game().steps.len() < 60 {
        game.play_any();
    }
    game.undo(3);
    game.play_any();
    let last_number = game.room.room.last_number();
    let past = game.room.game().after(40).unwrap();
    // Whatever starts at the deal goes wrong from here on.
    game.room.room.game.as_mut().unwrap().start =
        TestRoom::start_game(Kind::Board, &[Visitor; 3], 6).game().start;
    let update = game.since(last_number - 5, Viewer::Spectator);
    let missed = game.live[2].iter().filter(|event| event.number > last_number - 5);
    assert!(update.events.iter().eq(missed));
    assert_eq!(game.room.game().after(40).unwrap(), past);
    game.undo(18);
    assert_eq!(game.room.game().current, past);
}

/// Prints what joining a room costs: `cargo test -p cafe-room --test all joining -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn joining_costs() {
    const RUNS: u32 = 100;
    for (name, kind, wasted) in [
        ("card game", Kind::Card, 0),
        ("board game", Kind::Board, 0),
        ("board game with 9,400 wasted entries", Kind::Board, 9_400),
    ] {
        let mut game = LiveGame::start(kind, 7);
        for _ in 0..30 {
            game.play_any();
        }
        game.waste_entries(wasted);
        while !game.is_over() {
            game.play_any();
        }
        let last_number = game.room.room.last_number();
        for last in [0, last_number - 10] {
            let start = std::time::Instant::now();
            let mut bytes = 0;
            for _ in 0..RUNS {
                let update = game.since(last, Viewer::Player(0));
                bytes = ServerMessage::Update(Box::new(update)).to_json().len();
            }
            let each = start.elapsed() / RUNS;
            println!("{name}, {last_number} entries, from {last}: {bytes} bytes, {each:?}");
        }
    }
}
