//! Resigning, and claiming the end after a long silence.

use cafe_room::messages::{GameReplay, GameView, RoomEvent, RoomListing, RoomView};
use cafe_room::{
    AppliedEntry, Clock, Decision, EarlyEnd, Entry, Millis, Name, PlayedBy, RoomError, RoomRequest,
    SUBSTITUTE_LEVEL, VisitorId,
};
use cafe_rules::{Action, Kind, Record, Viewer};

use crate::test_room::Seat::{Bot, Visitor};
use crate::test_room::{Seat, TestRoom, play};

const DAY: Millis = 24 * 60 * 60 * 1000;

impl TestRoom {
    fn resign(&mut self, player: u8) -> Result<(), RoomError> {
        self.request(player, &RoomRequest::Resign {})
    }

    /// Plays random actions to the end; bots play where they have to.
    fn play_to_the_end(&mut self, seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        while self.room.to_move().is_some() {
            let legal: Vec<Action> = self.game().current.legal().iter().collect();
            let by = self.room.bot_to_move(self.now).map_or(PlayedBy::Player, |(_, by)| by);
            let entries = self.room.bot_entries(&[legal[rng.usize(..legal.len())]], by);
            entries.into_iter().for_each(|entry| self.apply(entry));
        }
    }

    fn view(&self, player: u8) -> GameView {
        let viewer = self.room.viewer(&self.visitors[usize::from(player)].id);
        GameView::of(&self.room, viewer).unwrap()
    }
}

#[test]
fn resigning_ends_a_game_of_two() {
    for seats in [[Visitor, Visitor], [Visitor, Bot]] {
        let mut room = TestRoom::start(&seats, 1);
        room.request(0, &play(0, "draw")).unwrap();
        room.resign(0).unwrap();
        assert!(room.room.is_over() && room.room.to_move().is_none());
        let result = room.room.result().unwrap();
        assert_eq!((result.why.as_str(), &result.resigned[..]), ("resigned", &[0][..]));
        assert_eq!((&result.winners[..], &result.places[..]), (&[1][..], &[2, 1][..]));
        assert_eq!(result.penalties, [0, 0]);
        assert_eq!(room.view(0).result, Some(result.clone()));
        let listing = RoomListing::of(&room.room);
        assert!(listing.room.over && !listing.room.closed && listing.to_move.is_none());
        assert_eq!(listing.result, Some(result));
        // Repeated, it has been done; everything else is over.
        let again = room.room.decide(&room.visitors[0], &RoomRequest::Resign {}, 0);
        assert_eq!(again, Ok(Decision::NoChange));
        let late = play(1, "draw");
        assert!(room.room.decide(&room.visitors[1], &late, 0).is_err());
    }
}

#[test]
fn record_and_replay_tell_who_resigned_and_reveal_the_deal() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    room.request(0, &play(0, "draw")).unwrap();
    assert!(room.room.record().is_none() && GameReplay::of(&room.room).is_none());
    room.resign(1).unwrap();
    let record = room.room.record().unwrap();
    assert_eq!((&record.header().resigned[..], record.winner_by_resignation()), (&[1][..], Some(0)));
    assert!(record.header().secret.is_some());
    assert_eq!(Record::parse(&record.to_string()), Ok(record));
    let replay = GameReplay::of(&room.room).unwrap();
    assert_eq!((replay.result.resigned, replay.steps.len()), (vec![1], 1));
    assert!(replay.secret.is_some() && replay.room.occupants[1].resigned);
}

#[test]
fn with_more_players_a_bot_plays_on() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], 1);
    room.resign(0).unwrap();
    assert_eq!(room.room.to_move(), Some(0), "the bot plays this turn");
    assert_eq!(room.room.bot_to_move(0), Some((SUBSTITUTE_LEVEL, PlayedBy::Bot)));
    let occupant = &RoomView::of(&room.room).occupants[0];
    assert!(occupant.resigned && occupant.bot_plays);
    let take_seat = RoomRequest::TakeSeat { player: None, share: None };
    let undo = RoomRequest::Undo { seq: 0 };
    for request in [RoomRequest::Resume {}, take_seat, RoomRequest::HandOver {}, undo, play(0, "draw")] {
        assert_eq!(room.request(0, &request), Err(RoomError::Resigned), "{request:?}");
    }
    room.resign(0).unwrap();
    room.request(0, &RoomRequest::Leave {}).unwrap();
    assert!(room.room.has_resigned(0) && room.game().resigned == [0]);
    room.request(0, &RoomRequest::Chat { text: "Good luck!".to_owned() }).unwrap();
    room.play_to_the_end(5);
    assert_eq!(room.room.result().unwrap().places[0], 3);
    assert!(Record::parse(&room.room.record().unwrap().to_string()).is_ok());
}

#[test]
fn player_who_resigned_watches_without_cards_until_the_end() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], 1);
    room.room.options.spectators = false;
    assert!(room.view(0).hands[0].is_some());
    room.resign(0).unwrap();
    let id = room.visitors[0].id.clone();
    assert!(room.room.can_watch(&id));
    assert_eq!(room.room.viewer(&id), Viewer::Spectator);
    let view = room.view(0);
    assert!(view.hands.iter().all(Option::is_none) && view.legal.is_empty());
    assert_eq!((view.nudge_at, view.claim_at), (None, None));
    room.play_to_the_end(1);
    assert_eq!(room.room.viewer(&id), Viewer::Player(0));
}

#[test]
fn players_who_resigned_rank_last_whatever_their_points() {
    let mut had_most_points = 0;
    for secret in 0..12 {
        let mut room = TestRoom::start_game(Kind::Card, &[Visitor, Visitor, Visitor, Visitor], secret);
        room.resign(2).unwrap();
        room.resign(0).unwrap();
        room.play_to_the_end(secret.into());
        let result = room.room.result().unwrap();
        let by_points = room.game().current.outcome().unwrap();
        had_most_points += usize::from(by_points.winners.iter().any(|winner| [0, 2].contains(winner)));
        assert_eq!((result.places[0], result.places[2]), (3, 4), "who resigned later is better");
        assert!(result.winners.iter().all(|winner| [1, 3].contains(winner)));
        assert_eq!(result.finals, by_points.final_scores.to_vec());
        // The replay and the past view of the last action show the same result.
        let replay = GameReplay::of(&room.room).unwrap();
        assert_eq!(replay.steps.last().unwrap().view.result.as_ref(), Some(&result));
        let last = room.game().steps.len();
        assert_eq!(GameView::past(&room.room, last, Viewer::Player(0)).unwrap().result, Some(result));
    }
    assert!(had_most_points > 2, "{had_most_points}");
}

/// Lets players resign one after the other; all but the last play on.
fn resign_in_turn(seats: &[Seat], resigning: &[u8]) -> TestRoom {
    let mut room = TestRoom::start(seats, 1);
    for player in resigning {
        assert!(!room.room.is_over());
        room.resign(*player).unwrap();
    }
    assert_eq!(room.game().early_end, Some(EarlyEnd::Resignation));
    room
}

#[test]
fn game_ends_when_one_player_or_no_visitor_is_left() {
    let room = resign_in_turn(&[Visitor, Visitor, Visitor], &[1, 0]);
    let result = room.room.result().unwrap();
    assert_eq!((&result.winners[..], &result.places[..]), (&[2][..], &[2, 3, 1][..]));
    // Bots are opponents as long as a visitor plays.
    let room = resign_in_turn(&[Visitor, Visitor, Bot], &[0, 1]);
    assert_eq!(room.room.result().unwrap().places, [3, 2, 1]);
    let room = resign_in_turn(&[Visitor, Bot, Bot], &[0]);
    assert_eq!(room.room.result().unwrap().places, [3, 1, 1]);
}

#[test]
fn erased_visitor_does_not_keep_the_game_going() {
    let mut room = TestRoom::start(&[Visitor, Bot, Bot], 1);
    let (visitor, name) = (VisitorId::erased(), Name::new("Somebody").unwrap());
    room.apply(Entry::SeatTaken { player: 1, visitor, name, is_program: false, share: None });
    room.apply(Entry::BotTookOver { player: 1, by_choice: false });
    room.resign(0).unwrap();
    assert!(room.room.is_over());
}

#[test]
fn eliminated_player_does_not_keep_the_game_going() {
    let mut ended = 0;
    for secret in 0..40 {
        let mut room = TestRoom::start_game(Kind::Board, &[Visitor, Visitor, Visitor], secret);
        let mut rng = fastrand::Rng::with_seed(secret.into());
        while RoomView::of(&room.room).started && !room.room.is_over() && room.view(0).eliminated.is_empty() {
            let legal: Vec<Action> = room.game().current.legal().iter().collect();
            let bar = legal.iter().find(|action| matches!(action, Action::Bar(_)));
            let action = bar.copied().unwrap_or_else(|| legal[rng.usize(..legal.len())]);
            let entries = room.room.bot_entries(&[action], PlayedBy::Player);
            entries.into_iter().for_each(|entry| room.apply(entry));
        }
        let eliminated = room.view(0).eliminated;
        let [eliminated] = eliminated[..] else { continue };
        if room.room.is_over() {
            continue;
        }
        let resigning = (eliminated + 1) % 3;
        room.resign(resigning).unwrap();
        assert!(room.room.is_over(), "one player is left who could win");
        let places = room.room.result().unwrap().places;
        assert_eq!((places[usize::from(eliminated)], places[usize::from(resigning)]), (2, 3));
        ended += 1;
    }
    assert!(ended > 0, "nobody was eliminated");
}

#[test]
fn resigning_needs_a_seat_and_a_running_game() {
    let mut waiting = TestRoom::wait(&[Visitor, Visitor]);
    waiting.request(0, &RoomRequest::TakeSeat { player: Some(0), share: None }).unwrap();
    assert_eq!(waiting.resign(0), Err(RoomError::NotStarted));
    assert_eq!(waiting.resign(1), Err(RoomError::NotSeated));
    let mut finished = TestRoom::start(&[Visitor, Visitor], 1);
    finished.play_to_the_end(1);
    assert_eq!(finished.resign(0), Err(RoomError::Over));
}

#[test]
fn undo_does_not_cross_a_resignation() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor, Visitor], 0xab);
    room.request(0, &play(0, "draw")).unwrap();
    room.request(1, &play(1, "draw")).unwrap();
    room.request(0, &RoomRequest::Undo { seq: 2 }).unwrap();
    assert!(room.room.undo_vote.is_some());
    room.resign(3).unwrap();
    assert!(room.room.undo_vote.is_none(), "the request has lapsed");
    let undo = |seq| RoomRequest::Undo { seq };
    assert_eq!(room.request(0, &undo(2)), Err(RoomError::NothingToUndo));
    // Later actions can be undone, and who resigned need not agree.
    room.request(2, &play(2, "draw")).unwrap();
    room.request(2, &undo(3)).unwrap();
    let vote = room.room.undo_vote.as_ref().unwrap().id;
    for player in [0, 1] {
        room.request(player, &RoomRequest::AnswerUndo { seq: 3, vote, agree: true }).unwrap();
    }
    assert_eq!(room.room.to_move(), Some(2), "the draw is undone");
    let crossing = Entry::Undone { player: 1, count: 2 };
    let applied = room.room.apply(cafe_room::TimedEntry { at: 0, entry: crossing });
    assert!(applied.is_err());
}

#[test]
fn guest_seated_before_a_resignation_stays() {
    let mut checked = 0;
    for secret in 0..30 {
        let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], secret);
        let legal = room.game().current.legal_action_strings();
        let Some(seat) = legal.iter().find(|action| action.contains('@')) else { continue };
        room.request(0, &play(0, seat)).unwrap();
        if !room.view(0).can_undo {
            continue;
        }
        room.resign(2).unwrap();
        assert!(!room.view(0).can_undo);
        assert_eq!(room.request(0, &RoomRequest::Undo { seq: 1 }), Err(RoomError::NothingToUndo));
        checked += 1;
    }
    assert!(checked > 3, "{checked}");
}

fn claim() -> RoomRequest {
    RoomRequest::ClaimEnd {}
}

#[test]
fn silent_player_counts_as_resigned_after_seven_days() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    assert_eq!((room.view(0).claim_at, room.view(1).claim_at), (None, Some(7 * DAY)));
    room.now = 7 * DAY - 1;
    assert_eq!(room.request(1, &claim()), Err(RoomError::NotSilent));
    room.now = 7 * DAY;
    assert_eq!(room.request(0, &claim()), Err(RoomError::NotWaiting), "it is the own turn");
    room.request(1, &claim()).unwrap();
    let result = room.room.result().unwrap();
    assert_eq!((&result.winners[..], &result.resigned[..]), (&[1][..], &[0][..]));
    let number = room.room.last_number();
    let event = RoomEvent::of(&room.room, &AppliedEntry { number, played: None }, Viewer::Spectator);
    let event = serde_json::to_value(event.unwrap()).unwrap();
    assert_eq!((&event["type"], &event["claimed_by"]), (&"resigned".into(), &1.into()));
}

#[test]
fn every_move_starts_the_seven_days_again() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], 1);
    room.now = 6 * DAY;
    room.request(0, &play(0, "draw")).unwrap();
    room.now = 8 * DAY;
    assert_eq!(room.request(2, &claim()), Err(RoomError::NotSilent));
    room.now = 13 * DAY;
    room.request(2, &claim()).unwrap();
    assert!(!room.room.is_over() && room.room.has_resigned(1), "a bot plays on");
    assert_eq!(room.request(2, &claim()), Err(RoomError::NotWaiting), "a bot is to move");
    assert_eq!(room.request(1, &claim()), Err(RoomError::Resigned));
}

#[test]
fn undoing_starts_the_seven_days_again() {
    let mut checked = 0;
    for secret in 0..30 {
        let mut room = TestRoom::start(&[Visitor, Visitor], secret);
        let legal = room.game().current.legal_action_strings();
        let Some(seat) = legal.iter().find(|action| action.contains('@')) else { continue };
        room.request(0, &play(0, seat)).unwrap();
        if !room.view(0).can_undo {
            continue;
        }
        room.now = 6 * DAY;
        room.request(0, &RoomRequest::Undo { seq: 1 }).unwrap();
        assert_eq!(room.view(1).claim_at, Some(13 * DAY));
        checked += 1;
    }
    assert!(checked > 3, "{checked}");
}

#[test]
fn only_games_without_a_clock_can_be_claimed() {
    for clock in [Clock::Seconds { per_turn: 600 }, Clock::Days { per_turn: 14 }] {
        let mut room = TestRoom::start(&[Visitor, Visitor], 1);
        room.room.options.clock = clock;
        room.now = 8 * DAY;
        assert_eq!(room.request(1, &claim()), Err(RoomError::HasClock));
        assert_eq!(room.view(1).claim_at, None);
    }
}

#[test]
fn player_who_returns_has_seven_days_again() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    room.request(1, &RoomRequest::HandOver {}).unwrap();
    room.request(0, &play(0, "draw")).unwrap();
    // The bot has not played for as long, because the server was off.
    room.now = 8 * DAY;
    room.request(1, &RoomRequest::Resume {}).unwrap();
    assert_eq!(room.request(0, &claim()), Err(RoomError::NotSilent));
    assert_eq!(room.view(0).claim_at, Some(15 * DAY));
}
