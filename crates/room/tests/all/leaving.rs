//! Letting a bot play, nudging the player to move, and ending a game by agreement.

use cafe_room::messages::{GameReplay, GameView, RoomView};
use cafe_room::{
    Clock, Decision, EarlyEnd, Entry, Millis, Name, PlayedBy, RoomError, RoomRequest, VisitorId,
};
use cafe_rules::{Record, Viewer};

use crate::test_room::Seat::{Bot, Program, Visitor};
use crate::test_room::{TestRoom, play};

const MINUTE: Millis = 60 * 1000;

impl TestRoom {
    fn nudge(&mut self, player: u8) -> Result<(), RoomError> {
        self.request(player, &RoomRequest::Nudge {})
    }

    fn nudge_count(&self) -> usize {
        let is_nudge = |entry: &Entry| matches!(entry, Entry::Nudged { .. });
        self.room.entries().iter().filter(|timed| is_nudge(&timed.entry)).count()
    }

    fn propose_end(&mut self, player: u8) -> Result<(), RoomError> {
        self.request(player, &RoomRequest::ProposeEnd {})
    }

    fn answer_end(&mut self, player: u8, agree: bool) -> Result<(), RoomError> {
        let vote = self.room.end_vote.as_ref().map_or(0, |vote| vote.id);
        self.request(player, &RoomRequest::AnswerEnd { vote, agree })
    }

    fn ended_by_agreement(&self) -> bool {
        self.room.is_over() && self.game().early_end == Some(EarlyEnd::Agreement)
    }
}

#[test]
fn player_lets_a_bot_play_and_returns() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    room.request(0, &RoomRequest::HandOver {}).unwrap();
    let id = room.visitors[0].id.clone();
    assert!(RoomView::of(&room.room).occupants[0].bot_plays && room.room.has_handed_over(&id));
    assert!(matches!(room.room.bot_to_move(0), Some((_, PlayedBy::Bot))));
    let again = room.room.decide(&room.visitors[0], &RoomRequest::HandOver {}, 0);
    assert_eq!(again, Ok(Decision::NoChange));
    room.request(0, &RoomRequest::Resume {}).unwrap();
    assert!(room.room.bot_to_move(0).is_none() && !room.room.has_handed_over(&id));
    // Whoever plays has returned as well.
    room.request(0, &RoomRequest::HandOver {}).unwrap();
    room.request(0, &play(0, "draw")).unwrap();
    assert!(!room.room.has_handed_over(&id));
}

#[test]
fn absent_player_has_not_handed_over() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    let id = room.visitors[0].id.clone();
    room.request(0, &RoomRequest::Leave {}).unwrap();
    assert!(!room.room.has_handed_over(&id));
    room.request(0, &RoomRequest::HandOver {}).unwrap();
    assert!(room.room.has_handed_over(&id), "a player for whom a bot plays wants it to go on");
}

#[test]
fn handing_over_needs_a_seat_and_a_running_game() {
    let mut room = TestRoom::wait(&[Visitor, Visitor]);
    assert_eq!(room.request(0, &RoomRequest::HandOver {}), Err(RoomError::NotSeated));
    room.request(0, &RoomRequest::TakeSeat { player: None, share: None }).unwrap();
    assert_eq!(room.request(0, &RoomRequest::HandOver {}), Err(RoomError::NotStarted));
}

#[test]
fn nudge_is_possible_once_in_a_turn_after_some_minutes() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], 1);
    let nudge_at =
        |room: &TestRoom, player| GameView::of(&room.room, Viewer::Player(player)).unwrap().nudge_at;
    assert_eq!([0, 1, 2].map(|player| nudge_at(&room, player)), [None, Some(10 * MINUTE), Some(10 * MINUTE)]);
    room.now = 10 * MINUTE - 1;
    assert_eq!(room.nudge(1), Err(RoomError::TooFast));
    room.now = 10 * MINUTE;
    assert_eq!(room.nudge(0), Err(RoomError::NotWaiting), "it is the own turn");
    room.nudge(1).unwrap();
    assert_eq!([1, 2].map(|player| nudge_at(&room, player)), [None, Some(20 * MINUTE)]);
    room.nudge(1).unwrap();
    assert_eq!(room.nudge_count(), 1, "a second nudge of the same turn changes nothing");
    assert_eq!(room.nudge(2), Err(RoomError::TooFast));
    room.now = 20 * MINUTE;
    room.nudge(2).unwrap();
    room.request(0, &play(0, "draw")).unwrap();
    room.now = 30 * MINUTE;
    room.nudge(2).unwrap();
    assert_eq!(room.nudge_count(), 3, "the next turn is another one");
    let last = &room.room.entries().last().unwrap().entry;
    assert_eq!(*last, Entry::Nudged { player: 2, to: 1 });
}

#[test]
fn nudge_is_for_players_who_wait_for_a_visitor_in_a_slow_game() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Bot], 1);
    room.now = 60 * MINUTE;
    room.request(0, &RoomRequest::Mute { player: 1, muted: true }).unwrap();
    assert_eq!(room.nudge(1), Err(RoomError::Muted));
    room.request(0, &RoomRequest::Mute { player: 1, muted: false }).unwrap();
    room.room.options.clock = Clock::Seconds { per_turn: 600 };
    assert_eq!(room.nudge(1), Err(RoomError::HasClock));
    room.room.options.clock = Clock::Days { per_turn: 3 };
    room.nudge(1).unwrap();
    assert_eq!(room.nudge_count(), 1);
    room.request(0, &RoomRequest::HandOver {}).unwrap();
    assert_eq!(room.nudge(1), Err(RoomError::NotWaiting), "a bot plays");
    room.request(0, &play(0, "draw")).unwrap();
    room.request(1, &play(1, "draw")).unwrap();
    room.now = 120 * MINUTE;
    assert_eq!(room.nudge(0), Err(RoomError::NotWaiting), "a bot plays");
}

#[test]
fn all_people_have_to_agree_to_the_end() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor, Bot], 1);
    room.propose_end(0).unwrap();
    let vote = GameView::of(&room.room, Viewer::Spectator).unwrap().end_vote.unwrap();
    assert_eq!((vote.player, &vote.agreed[..], &vote.missing[..]), (0, &[][..], &[1, 2][..]));
    room.answer_end(1, true).unwrap();
    room.answer_end(1, true).unwrap();
    assert!(!room.room.is_over(), "agreeing twice counts once");
    // Moves do not end the proposal, and neither does an absence.
    room.request(0, &play(0, "draw")).unwrap();
    room.request(2, &RoomRequest::HandOver {}).unwrap();
    assert!(!room.room.is_over() && room.room.end_vote.is_some());
    room.answer_end(2, true).unwrap();
    assert!(room.ended_by_agreement());
    assert_eq!(room.answer_end(2, true), Ok(()), "a repetition changes nothing");
}

#[test]
fn game_ended_by_agreement_has_a_record_and_no_winner() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    room.request(0, &play(0, "draw")).unwrap();
    room.propose_end(1).unwrap();
    room.answer_end(0, true).unwrap();
    let result = room.room.result().unwrap();
    assert_eq!(
        (result.why.as_str(), &result.winners[..], &result.places[..]),
        ("agreement", &[][..], &[0, 0][..])
    );
    let record = room.room.record().unwrap();
    assert_eq!((record.is_over(), record.header().note.as_str()), (false, "ended by agreement"));
    assert!(record.header().secret.is_some());
    assert_eq!(Record::parse(&record.to_string()), Ok(record));
    assert_eq!(GameReplay::of(&room.room).unwrap().result, result);
    let listed = RoomView::of(&room.room);
    assert!(listed.over && !listed.closed);
    assert!(room.room.check_rematch(&room.visitors[0]).is_ok());
}

#[test]
fn declined_proposal_can_be_made_again() {
    let mut room = TestRoom::start(&[Visitor, Visitor], 1);
    assert_eq!(room.answer_end(1, true), Err(RoomError::NoEndProposal));
    room.propose_end(0).unwrap();
    let declined = room.room.end_vote.as_ref().unwrap().id;
    room.answer_end(1, false).unwrap();
    assert!(room.room.end_vote.is_none() && !room.room.is_over());
    room.propose_end(0).unwrap();
    let late = RoomRequest::AnswerEnd { vote: declined, agree: true };
    assert_eq!(room.request(1, &late), Err(RoomError::Stale), "it answers another proposal");
    room.answer_end(0, true).unwrap();
    assert!(!room.room.is_over(), "a player cannot agree to the own proposal");
    room.answer_end(0, false).unwrap();
    assert!(room.room.end_vote.is_none(), "it is withdrawn");
    // Two who propose the end agree.
    room.propose_end(0).unwrap();
    room.propose_end(1).unwrap();
    assert!(room.ended_by_agreement());
}

#[test]
fn bots_and_programs_need_not_agree() {
    let mut room = TestRoom::start(&[Visitor, Program, Bot], 1);
    room.propose_end(0).unwrap();
    assert!(room.ended_by_agreement());
    let mut room = TestRoom::start(&[Visitor, Program, Visitor], 1);
    room.propose_end(1).unwrap();
    assert!(!room.room.is_over(), "a program may propose it");
    room.answer_end(0, true).unwrap();
    room.answer_end(2, false).unwrap();
    room.propose_end(0).unwrap();
    assert_eq!(room.answer_end(1, false), Err(RoomError::NoEndProposal), "nobody asks a program");
}

#[test]
fn resignation_ends_a_proposal() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], 1);
    room.propose_end(0).unwrap();
    room.request(1, &RoomRequest::Resign {}).unwrap();
    assert!(room.room.end_vote.is_none());
    assert_eq!(room.propose_end(1), Err(RoomError::Resigned));
    room.propose_end(0).unwrap();
    room.answer_end(2, true).unwrap();
    assert!(room.ended_by_agreement(), "who resigned need not agree");
    assert_eq!(room.room.record().unwrap().header().resigned, [1]);
}

#[test]
fn erased_visitor_does_not_block_the_end() {
    let mut room = TestRoom::start(&[Visitor, Visitor, Visitor], 1);
    room.propose_end(0).unwrap();
    room.answer_end(1, true).unwrap();
    let (visitor, name) = (VisitorId::erased(), Name::new("Somebody").unwrap());
    room.apply(Entry::SeatTaken { player: 2, visitor, name, is_program: false, share: None });
    room.propose_end(0).unwrap();
    assert!(room.ended_by_agreement());
}

#[test]
fn game_with_a_clock_is_not_ended_by_agreement() {
    for clock in [Clock::Seconds { per_turn: 600 }, Clock::Days { per_turn: 14 }] {
        let mut room = TestRoom::start(&[Visitor, Visitor], 1);
        room.room.options.clock = clock;
        assert_eq!(room.propose_end(0), Err(RoomError::HasClock));
    }
}
