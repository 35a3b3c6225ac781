//! What a view hides.

use cafe_room::messages::{GameView, RoomView};
use cafe_room::{
    Entry, FixedDeal, Name, PlayedBy, Room, RoomError, RoomId, RoomOptions, RoomRequest, TimedEntry,
    VisitorId,
};
use cafe_rules::{Action, Deal, Event, Kind, Options, Secret, Seed, Viewer};

use crate::test_room::{Seat, TestRoom, play};

#[test]
fn room_view_tells_whose_share_was_taken() {
    let mut room = TestRoom::wait(&[Seat::Visitor, Seat::Visitor]);
    let take = |player, share: Option<&str>| RoomRequest::TakeSeat {
        player: Some(player),
        share: share.map(str::to_owned),
    };
    room.request(0, &take(0, Some(&"ab".repeat(32)))).unwrap();
    room.request(1, &take(1, None)).unwrap();
    let has_share: Vec<bool> =
        RoomView::of(&room.room).occupants.iter().map(|occupant| occupant.has_share).collect();
    assert_eq!(has_share, [true, false]);
}

fn start_game(options: Options, deal: &Deal) -> Room {
    let visitor = |player: u8| VisitorId::from_random([player; 12]);
    let fixed_deal = FixedDeal {
        guests: deal.guests().iter().map(ToString::to_string).collect(),
        tables: deal.tables().iter().map(ToString::to_string).collect(),
    };
    let mut entries = vec![Entry::Opened {
        options: RoomOptions::new(options),
        host: visitor(0),
        secret: Secret([7; 32]).to_string(),
        reserved_for: Vec::new(),
        deal: Some(fixed_deal),
    }];
    for player in 0..options.players() {
        let name = Name::new(&format!("Player {player}")).unwrap();
        entries.push(Entry::SeatTaken {
            player,
            visitor: visitor(player),
            name,
            is_program: false,
            share: None,
        });
    }
    entries.push(Entry::Started { date: "2026-11-16".to_owned() });
    let entries = entries.into_iter().map(|entry| TimedEntry { at: 0, entry });
    Room::replay(RoomId::from_random([1; 16]), entries).unwrap()
}

#[test]
fn hands_and_cards_face_down_are_visible_to_their_player_only() {
    let options = Options::new(Kind::Card, 3, false).unwrap();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut laid_down = 0;
    for _ in 0..20 {
        let deal = Deal::shuffled(Kind::Card, Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut room = start_game(options, &deal);
        while room.to_move().is_some() {
            let game = room.game.as_ref().unwrap().current;
            let legal: Vec<Action> = game.legal().iter().collect();
            let down = legal.iter().find(|action| matches!(action, Action::Down(_)));
            laid_down += usize::from(down.is_some());
            let action = down.copied().unwrap_or_else(|| legal[rng.usize(..legal.len())]);
            let action = game.format_action(&action);
            let entry = Entry::ActionPlayed { player: game.turn(), action, by: PlayedBy::Player };
            room.apply(TimedEntry { at: 0, entry }).unwrap();
            for viewer in (0..3).map(Viewer::Player).chain([Viewer::Spectator]) {
                let view = GameView::of(&room, viewer).unwrap();
                for player in 0..3 {
                    let is_own = viewer == Viewer::Player(player);
                    let index = usize::from(player);
                    let visible = (view.hands[index].is_some(), view.down[index].is_some());
                    assert_eq!(visible, (is_own, is_own), "{viewer:?} sees player {player}");
                }
            }
        }
    }
    assert!(laid_down > 0, "no card was laid face down");
}

/// Returns a view without what only the player to move sees.
fn without_choices(view: GameView) -> GameView {
    GameView { legal: Vec::new(), can_undo: false, nudge_at: None, claim_at: None, ..view }
}

#[test]
fn past_view_is_what_the_viewer_saw_then() {
    let mut rng = fastrand::Rng::with_seed(9);
    for options in Options::all() {
        let deal = Deal::shuffled(options.kind(), Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut room = start_game(options, &deal);
        let viewers: Vec<Viewer> =
            (0..options.players()).map(Viewer::Player).chain([Viewer::Spectator]).collect();
        let views = |room: &Room| -> Vec<GameView> {
            let view = |&viewer: &Viewer| without_choices(GameView::of(room, viewer).unwrap());
            viewers.iter().map(view).collect()
        };
        let mut seen = vec![views(&room)];
        while room.to_move().is_some() {
            let game = room.game.as_ref().unwrap().current;
            let legal: Vec<Action> = game.legal().iter().collect();
            let action = game.format_action(&legal[rng.usize(..legal.len())]);
            let entry = Entry::ActionPlayed { player: game.turn(), action, by: PlayedBy::Player };
            room.apply(TimedEntry { at: 0, entry }).unwrap();
            seen.push(views(&room));
        }
        for (actions, seen) in seen.iter().enumerate() {
            for (&viewer, seen) in viewers.iter().zip(seen) {
                assert_eq!(&GameView::past(&room, actions, viewer).unwrap(), seen, "{options} {viewer:?}");
            }
        }
        assert_eq!(
            GameView::past(&room, seen.len(), Viewer::Spectator),
            Err(RoomError::NoSuchPosition),
            "{options}"
        );
    }
}

#[test]
fn past_views_do_not_count_undone_actions() {
    let mut room = TestRoom::start(&[Seat::Visitor, Seat::Bot], 3);
    let dealt = GameView::past(&room.room, 0, Viewer::Player(0)).unwrap();
    room.request(0, &play(0, "draw")).unwrap();
    assert_eq!(GameView::past(&room.room, 1, Viewer::Player(0)).unwrap().turn, 1);
    room.request(0, &RoomRequest::Undo { seq: 1 }).unwrap();
    assert_eq!(room.game().seq(), 2);
    assert_eq!(GameView::past(&room.room, 0, Viewer::Player(0)).unwrap(), dealt);
    let beyond = GameView::past(&room.room, 1, Viewer::Player(0));
    assert_eq!(beyond, Err(RoomError::NoSuchPosition));
}

#[test]
fn legal_actions_name_the_tables_that_pay_double() {
    let mut rng = fastrand::Rng::with_seed(10);
    let mut doubled = 0;
    for options in Options::all().filter(|options| options.players() == 2) {
        let deal = Deal::shuffled(options.kind(), Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut room = start_game(options, &deal);
        while let Some(player) = room.to_move() {
            let game = room.game.as_ref().unwrap().current;
            let legal = GameView::of(&room, Viewer::Player(player)).unwrap().legal;
            for legal in &legal {
                let mut after = game;
                let events = after.play(game.parse_action(&legal.action).unwrap()).unwrap();
                for event in &events {
                    let (table, is_doubled) = match *event {
                        Event::Scored { table, score, .. } => {
                            (table, score.points() > i16::from(score.guests))
                        }
                        Event::PartyScored { table, own, .. } => (table, own),
                        _ => continue,
                    };
                    assert_eq!(legal.doubled.contains(&game.table_cell(table)), is_doubled, "{legal:?}");
                    doubled += usize::from(is_doubled);
                }
            }
            let action = legal[rng.usize(..legal.len())].action.clone();
            let entry = Entry::ActionPlayed { player, action, by: PlayedBy::Player };
            room.apply(TimedEntry { at: 0, entry }).unwrap();
        }
    }
    assert!(doubled > 0, "no table paid double");
}
