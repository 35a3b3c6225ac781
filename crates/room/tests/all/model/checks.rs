//! Invariants of a room.

use std::collections::BTreeSet;

use cafe_room::messages::{GameView, RoomEvent, RoomUpdate};
use cafe_room::{AppliedEntry, EarlyEnd, Millis, Occupant, Room, RoomGame, TimedEntry, Visitor};
use cafe_rules::{Kind, Record, Viewer};

/// Seats, turn, vote and deadline are consistent.
pub(super) fn check_state(room: &Room, now: Millis) {
    let mut seen = BTreeSet::new();
    for seated in room.occupants.iter().filter_map(Occupant::visitor) {
        assert!(seen.insert(&seated.id), "{} has two seats", seated.id);
        assert!(seated.missed_turns <= 2, "a bot did not take over");
    }
    if room.options.friendly_deal {
        let is_fair = |(player, occupant): (usize, &Occupant)| match occupant {
            Occupant::Free { .. } => true,
            Occupant::Visitor(_) => player == 0,
            Occupant::Bot(_) => player > 0,
        };
        assert!(room.occupants.iter().enumerate().all(is_fair), "a friendly deal against a visitor");
    }
    if let Some(game) = &room.game {
        assert!(!room.occupants.iter().any(Occupant::is_free), "a player is missing");
        assert_eq!(room.to_move().is_none(), room.is_over());
        let vote = room.undo_vote.as_ref().map_or(0, |vote| usize::from(vote.count));
        assert!(vote <= game.steps.len(), "more to undo than was played");
        assert!(!room.is_over() || room.closed || room.end_vote.is_none(), "there is nothing left to end");
        for &player in &game.resigned {
            let is_played = room.occupants[usize::from(player)].bot_level().is_some();
            assert!(is_played || room.is_over(), "no bot plays for player {player}");
        }
        check_result(room);
    }
    if let Some(limit) = room.options.clock.limit_millis() {
        assert!(room.deadline().is_none_or(|deadline| deadline <= now + limit), "the deadline is too late");
    }
}

/// A game that is over has a result and a record, which hold who resigned.
fn check_result(room: &Room) {
    let result = room.result();
    assert_eq!(result.is_some(), room.game.as_ref().is_some_and(RoomGame::is_over));
    assert_eq!(room.record().is_some(), result.is_some());
    let (Some(result), Some(game)) = (result, &room.game) else { return };
    let is_agreed = game.early_end == Some(EarlyEnd::Agreement);
    assert_eq!(result.winners.is_empty(), is_agreed);
    assert!(!result.winners.iter().any(|&winner| game.has_resigned(winner)), "who resigned has won");
    let last = game.resigned.iter().enumerate();
    for (order, &player) in last.filter(|_| !is_agreed) {
        let place = result.places[usize::from(player)];
        assert_eq!(usize::from(place), result.places.len() - order, "player {player} is ranked by points");
    }
    let text = room.record().expect("the game is over").to_string();
    let record = Record::parse(&text).unwrap_or_else(|faults| panic!("{faults} in {text}"));
    assert_eq!(record.header().resigned, game.resigned);
}

/// Players see their own cards and nobody else's.
pub(super) fn check_views(room: &Room, visitors: &[Visitor]) {
    let Some(game) = &room.game else { return };
    let is_hidden = game.current.options().kind() == Kind::Card && game.current.ending().is_none();
    for visitor in visitors {
        let viewer = room.viewer(&visitor.id);
        let view = GameView::of(room, viewer).expect("the game has started");
        let own = match viewer {
            Viewer::Player(player) => Some(player),
            Viewer::Spectator => None,
        };
        assert_eq!(view.player, own);
        for (player, (hand, down)) in (0..).zip(view.hands.iter().zip(&view.down)) {
            let may_see = !is_hidden || own == Some(player);
            assert!(
                may_see || (hand.is_none() && down.is_none()),
                "{viewer:?} sees cards of player {player}"
            );
        }
        assert!(view.legal.is_empty() || own == room.to_move(), "{viewer:?} has actions out of turn");
        let has_resigned = room.player_of(&visitor.id).is_some_and(|player| room.has_resigned(player));
        assert!(!has_resigned || room.is_over() || own.is_none(), "{viewer:?} has resigned");
        check_choices(&view, own.is_some() && own == room.to_move());
        let penalties = game.current.penalties().to_vec();
        assert_eq!(view.penalties, view.result.as_ref().map_or(penalties, |result| result.penalties.clone()));
    }
}

/// Every tile in the hand of the player to move has a chair or a reason why not, and nobody else is told.
fn check_choices(view: &GameView, is_to_move: bool) {
    let hand = view.player.filter(|_| is_to_move).and_then(|player| view.hands[usize::from(player)].as_ref());
    for tile in hand.into_iter().flatten() {
        let prefix = tile.to_string();
        let has_seat = view.legal.iter().any(|legal| {
            legal.action.starts_with(&prefix) && legal.action.contains('@') && !legal.action.contains(' ')
        });
        let reasons = view.unseatable.iter().filter(|unseatable| unseatable.tile == *tile).count();
        assert_eq!(reasons, usize::from(!has_seat), "{tile} in {view:?}");
    }
    assert!(is_to_move || view.unseatable.is_empty(), "reasons out of turn");
}

/// Every viewer is told about an entry, and nobody about a card that another player draws.
pub(super) fn check_events(room: &Room, applied: &AppliedEntry, visitors: &[Visitor]) {
    for visitor in visitors {
        let event = RoomEvent::of(room, applied, room.viewer(&visitor.id)).expect("every entry is an event");
        assert_eq!(event.number, applied.number);
        assert!(!serde_json::to_string(&event).unwrap().contains("secret"));
    }
}

/// The log alone gives the same room, also through its stored form.
pub(super) fn check_replay(room: &Room) {
    let entries = room.entries().iter().map(|TimedEntry { at, entry }| {
        let text = serde_json::to_string(entry).unwrap();
        TimedEntry { at: *at, entry: serde_json::from_str(&text).unwrap() }
    });
    let replayed = Room::replay(room.id.clone(), entries).expect("the log is valid");
    assert_eq!(format!("{replayed:?}"), format!("{room:?}"));
}

/// A viewer who reconnects misses nothing and gets nothing twice.
pub(super) fn check_missed(room: &Room, last: u8) {
    let last = u64::from(last) % (room.last_number() + 1);
    let update = RoomUpdate::since(room, last, Viewer::Spectator);
    let numbers: Vec<u64> = update.events.iter().map(|event| event.number).collect();
    assert_eq!(numbers, (last + 1..=room.last_number()).collect::<Vec<_>>(), "after {last}");
}
