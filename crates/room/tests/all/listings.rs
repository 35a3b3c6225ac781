//! What lists show of a room.

use cafe_room::messages::{GameResult, RoomListing, RoomView};
use cafe_room::{Clock, RoomRequest, VisitorId};

use crate::test_room::{Seat, TestRoom, play};

/// Plays a game to its end with chat and undone actions, and returns it.
fn finished_game() -> TestRoom {
    let mut room = TestRoom::start(&[Seat::Visitor, Seat::Visitor], 3);
    for round in 0.. {
        let Some(player) = room.room.to_move() else { break };
        let seq = room.game().seq() as u32;
        let legal = room.game().current.legal_action_strings();
        let action = &legal[round % legal.len()];
        room.request(player, &play(seq, action)).unwrap();
        if round % 5 == 0 {
            room.request(player, &RoomRequest::Chat { text: format!("round {round}") }).unwrap();
            let seq = room.game().seq() as u32;
            let _ = room.request(player, &RoomRequest::Undo { seq });
        }
    }
    room
}

#[test]
fn entries_that_change_the_view_are_known() {
    let room = finished_game().room;
    let mut entries = room.entries().iter().cloned();
    let mut replayed = cafe_room::Room::open(room.id.clone(), entries.next().unwrap()).unwrap();
    let mut kinds = [0, 0];
    for timed in entries {
        let (before, was_over) = (RoomView::of(&replayed), replayed.is_over());
        let is_changed = RoomView::is_changed_by(&timed.entry);
        replayed.apply(timed).unwrap();
        kinds[usize::from(is_changed)] += 1;
        if !is_changed && replayed.is_over() == was_over {
            assert_eq!(RoomView::of(&replayed), before, "entry {}", replayed.last_number());
        }
    }
    assert!(kinds.iter().all(|count| *count > 2), "{kinds:?}");
}

#[test]
fn scores_are_shown_to_players_or_if_spectators_are_allowed() {
    let mut room = finished_game();
    for spectators in [true, false] {
        room.room.options.spectators = spectators;
        let listing = RoomListing::of(&room.room);
        let own = listing.clone().for_visitor(&room.visitors[1].id).unwrap();
        assert_eq!((own.player, own.scores.len(), own.result.is_some()), (Some(1), 2, true));
        let public = listing.clone().for_everybody();
        assert_eq!((public.scores.len(), public.result.is_some()), (2 * usize::from(spectators), spectators));
        assert_eq!(listing.for_visitor(&VisitorId::from_random([9; 12])), None, "no seat");
    }
}

#[test]
fn erased_visitor_is_not_in_the_view() {
    let room = TestRoom::start(&[Seat::Visitor, Seat::Visitor], 3);
    let mut view = RoomView::of(&room.room);
    let [ann, ben] = [&room.visitors[0].id, &room.visitors[1].id];
    view.occupants[1].reserved_for = Some(ann.to_string());
    view.erase_visitor(ann);
    assert_eq!((view.host.as_str(), view.occupants[0].name.as_str()), (ben.as_str(), "Somebody"));
    let json = serde_json::to_string(&view).unwrap();
    let names = |visitor: &VisitorId| json.contains(&format!("\"{visitor}\""));
    assert!(!names(ann) && names(ben), "{json}");
    view.erase_visitor(ben);
    assert_eq!(view.host, VisitorId::erased().as_str());
}

#[test]
fn listings_from_before_resignations_are_read() {
    let mut room = TestRoom::start(&[Seat::Visitor, Seat::Visitor], 1);
    room.request(0, &RoomRequest::ProposeEnd {}).unwrap();
    room.request(1, &RoomRequest::ProposeEnd {}).unwrap();
    let RoomListing { room, result, .. } = RoomListing::of(&room.room);
    let mut view = serde_json::to_value(&room).unwrap();
    for occupant in view["occupants"].as_array_mut().unwrap() {
        assert_eq!(occupant.as_object_mut().unwrap().remove("resigned"), Some(false.into()));
    }
    assert_eq!(serde_json::from_value::<RoomView>(view).unwrap(), room);
    let mut stored = serde_json::to_value(&result).unwrap();
    assert!(stored.as_object_mut().unwrap().remove("resigned").is_some());
    assert_eq!(serde_json::from_value::<Option<GameResult>>(stored).unwrap(), result);
}

#[test]
fn cafe_and_deadline_are_listed_for_those_who_may_see_the_game() {
    let mut room = TestRoom::start(&[Seat::Visitor, Seat::Visitor], 3);
    room.room.options.clock = Clock::Days { per_turn: 2 };
    room.room.options.spectators = false;
    let listing = RoomListing::of(&room.room);
    let own = listing.clone().for_visitor(&room.visitors[0].id).unwrap();
    assert_eq!(own.deadline, room.room.deadline());
    assert!(own.deadline.is_some_and(|deadline| deadline > own.updated_at));
    // Five tables, and twelve seats that are free at the start.
    let (tables, seats) = own.cafe.split_once(' ').unwrap();
    assert!(tables.len() == 5 && tables.chars().all(|letter| ('A'..='L').contains(&letter)), "{tables}");
    assert_eq!(seats, ".".repeat(12));
    let public = listing.for_everybody();
    assert_eq!((public.deadline, public.cafe.as_str()), (None, ""));
}

#[test]
fn cafe_summary_follows_the_seated_guests() {
    let mut room = TestRoom::start(&[Seat::Visitor, Seat::Visitor], 3);
    assert!(room.room.cafe_summary().ends_with(&".".repeat(12)));
    for _ in 0..40 {
        let player = room.room.to_move().unwrap();
        let seq = room.game().seq() as u32;
        let legal = room.game().current.legal_action_strings();
        let action = legal.iter().find(|action| action.contains('@')).unwrap_or(&legal[0]);
        room.request(player, &play(seq, action)).unwrap();
        let seated = room.game().current.setup().seated.len();
        let summary = room.room.cafe_summary();
        let (_, seats) = summary.split_once(' ').unwrap();
        assert_eq!(seats.chars().filter(|letter| *letter != '.').count(), seated, "{summary}");
    }
}

#[test]
fn turn_of_a_bot_has_no_deadline() {
    let room = TestRoom::start(&[Seat::Visitor, Seat::Visitor], 3);
    let mut view = RoomView::of(&room.room);
    assert_eq!(view.deadline(Some(1), Some(7)), Some(7));
    assert_eq!((view.deadline(None, Some(7)), view.deadline(Some(1), None)), (None, None));
    view.occupants[1].bot_plays = true;
    assert_eq!((view.deadline(Some(1), Some(7)), view.deadline(Some(0), Some(7))), (None, Some(7)));
}
