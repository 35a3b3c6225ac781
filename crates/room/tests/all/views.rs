//! What a view hides.

use cafe_bots::{Budget, rank_turns};
use cafe_room::messages::{GameResult, GameView, HintTurn, LegalAction, RoomView, StudyResult};
use cafe_room::{
    Entry, FixedDeal, Name, PlayedBy, Room, RoomError, RoomId, RoomOptions, RoomRequest, TimedEntry,
    VisitorId,
};
use cafe_rules::{
    Action, Board, Deal, Ending, Event, Events, Game, Kind, Options, Secret, Seed, View, Viewer,
};
use serde_json::{Value, json};

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
    GameView {
        legal: Vec::new(),
        unseatable: Vec::new(),
        can_undo: false,
        nudge_at: None,
        claim_at: None,
        ..view
    }
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

/// Calls `check` with every position of a random game of each kind for two, and the view of the player to move. The players seat
/// guests where they can, so that hands and bag become empty.
fn for_each_view(seed: u64, mut check: impl FnMut(&Game, &GameView)) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for options in Options::all().filter(|options| options.players() == 2) {
        let deal = Deal::shuffled(options.kind(), Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut room = start_game(options, &deal);
        while let Some(player) = room.to_move() {
            let view = GameView::of(&room, Viewer::Player(player)).unwrap();
            check(&room.game.as_ref().unwrap().current, &view);
            let seatings: Vec<&LegalAction> =
                view.legal.iter().filter(|legal| legal.action.contains('@')).collect();
            let any = &view.legal[rng.usize(..view.legal.len())];
            let action = rng.choice(seatings).unwrap_or(any).action.clone();
            let entry = Entry::ActionPlayed { player, action, by: PlayedBy::Player };
            room.apply(TimedEntry { at: 0, entry }).unwrap();
        }
    }
}

fn played(game: &Game, action: &str) -> (Game, Events) {
    let mut after = *game;
    let events = after.play(game.parse_action(action).unwrap()).unwrap();
    (after, events)
}

#[test]
fn legal_actions_name_the_tables_that_pay_double() {
    let mut doubled = 0;
    for_each_view(10, |game, view| {
        for legal in &view.legal {
            for event in &played(game, &legal.action).1 {
                let (table, is_doubled) = match *event {
                    Event::Scored { table, score, .. } => (table, score.points() > i16::from(score.guests)),
                    Event::PartyScored { table, own, .. } => (table, own),
                    _ => continue,
                };
                assert_eq!(legal.doubled.contains(&game.table_cell(table)), is_doubled, "{legal:?}");
                doubled += usize::from(is_doubled);
            }
        }
    });
    assert!(doubled > 0, "no table paid double");
}

fn points(events: &Events) -> i16 {
    events.iter().filter_map(Event::points).sum()
}

#[test]
fn follow_up_is_the_best_next_guest_at_the_tables_of_an_opener() {
    let (mut openers, mut free_first_guests) = (0, 0);
    for_each_view(11, |game, view| {
        for legal in &view.legal {
            let (after, events) = played(game, &legal.action);
            let next = after.legal_action_strings().into_iter().filter(|action| action.contains('@'));
            let is_opener = legal.action.contains('@')
                && !["swap", "party"].iter().any(|other| legal.action.starts_with(other))
                && points(&events) == 0;
            let expected = next.map(|action| points(&played(&after, &action).1)).max();
            assert_eq!(legal.follow_up, expected.filter(|_| is_opener), "{legal:?} in {}", game.position());
            openers += usize::from(is_opener);
            free_first_guests += usize::from(is_opener && view.seq == 0 && view.bar_values.len() > 1);
        }
    });
    assert!(openers > 100 && free_first_guests > 0, "{openers} openers, {free_first_guests} first guests");
}

#[test]
fn action_that_ends_the_game_has_its_result() {
    let mut results = 0;
    for seed in 20..40 {
        for_each_view(seed, |game, view| {
            for legal in &view.legal {
                let outcome = played(game, &legal.action).0.outcome();
                let visible = outcome.filter(|outcome| outcome.why != Ending::Bag);
                results += usize::from(visible.is_some());
                let expected = visible.map(|outcome| GameResult::of(&outcome));
                assert_eq!(legal.result, expected, "{legal:?} in {}", game.position());
            }
        });
    }
    assert!(results > 100, "{results} results");
}

/// Returns the result of an action in a position.
fn result_in(position: &Value, action: &str) -> Option<GameResult> {
    let game = Game::from_position(position, Board::standard()).unwrap();
    let legal = StudyResult::of(&game, &[], None).view.legal;
    legal.into_iter().find(|legal| legal.action == action).unwrap().result
}

#[test]
fn closing_shows_the_final_scores() {
    let position = json!({
        "game": "card", "players": 2, "scores": [62, 57], "down": [["RUm"], []],
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "hands": [[], ["ITf", "ITm", "DEf"]], "guest_stock": ["CFm", "CFf"], "table_stock": ["US"],
    });
    let result = result_in(&position, "close").unwrap();
    assert_eq!((result.finals, result.winners), (vec![60, 51], vec![0]));
    assert_eq!(result_in(&position, "draw"), None, "the game goes on");
}

#[test]
fn result_that_depends_on_the_bag_is_not_shown() {
    let position = json!({
        "game": "board", "players": 2, "turns": 40, "seated": {"m5": "ESm"}, "scores": [9, 9],
        "hands": [["ESf", "DEf"], ["DEm"]], "guest_stock": ["JKm", "FRf", "ITf", "ITm"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    assert_eq!(played(&game, "bar DEf").0.ending(), Some(Ending::Bag));
    assert_eq!(result_in(&position, "bar DEf"), None);
}

#[test]
fn totals_are_the_final_scores_if_the_game_ended_now() {
    let mut rng = fastrand::Rng::with_seed(12);
    for options in Options::all() {
        let deal = Deal::shuffled(options.kind(), Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut room = start_game(options, &deal);
        while let Some(player) = room.to_move() {
            let views: Vec<GameView> = (0..options.players())
                .map(Viewer::Player)
                .chain([Viewer::Spectator])
                .map(|viewer| GameView::of(&room, viewer).unwrap())
                .collect();
            let view = &views[usize::from(player)];
            assert!(
                views
                    .iter()
                    .all(|other| (&other.penalties, &other.totals) == (&view.penalties, &view.totals))
            );
            let hand_sizes =
                |player: usize| view.hand_sizes[player] + view.down_sizes.get(player).unwrap_or(&0);
            for (player, penalty) in view.penalties.iter().enumerate() {
                assert_eq!(view.totals[player], view.scores[player] - penalty);
                let jokers = view.hands[player].iter().flatten().filter(|tile| tile.is_joker()).count();
                let (each, extra) = if options.kind() == Kind::Card { (2, 0) } else { (5, 5 * jokers) };
                assert_eq!(*penalty as usize, each * hand_sizes(player) + extra, "{view:?}");
            }
            let action = view.legal[rng.usize(..view.legal.len())].action.clone();
            let entry = Entry::ActionPlayed { player, action, by: PlayedBy::Player };
            room.apply(TimedEntry { at: 0, entry }).unwrap();
        }
        let view = GameView::of(&room, Viewer::Spectator).unwrap();
        let result = view.result.unwrap();
        assert_eq!((view.penalties, view.totals), (result.penalties, result.finals), "{options}");
    }
}

#[test]
fn hint_turns_have_facts_about_the_turn() {
    let (mut filled, mut doubled, mut ended, mut exact) = (0, 0, 0, 0);
    for_each_view(13, |game, view| {
        let player = view.player.unwrap();
        let ranked = rank_turns(&View::of(game, Viewer::Player(player)), &[], Budget::Playouts(4), 1);
        for candidate in ranked.iter().take(3) {
            let hint = HintTurn::of(game, &[], candidate);
            let mut after = *game;
            let mut scored = 0;
            for action in &hint.actions {
                let (next, events) = played(&after, action);
                (after, scored) = (next, scored + points(&events));
            }
            assert_eq!((hint.points, hint.continues), (scored, candidate.turn.continues));
            assert_eq!(hint.hand_size, after.hands()[usize::from(player)].len());
            let is_over = after.ending().is_some_and(|why| why != Ending::Bag);
            assert_eq!(hint.result.is_some(), is_over, "{hint:?}");
            assert_eq!(hint.exact, candidate.worlds == 0);
            filled += hint.fills.len();
            doubled += hint.doubled.len();
            ended += usize::from(is_over);
            exact += usize::from(hint.exact);
        }
    });
    assert!(filled > 0 && doubled > 0, "{filled} filled, {doubled} doubled, {ended} ended, {exact} exact");
}
