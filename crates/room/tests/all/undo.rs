//! Undo of actions that revealed something: the other players have to agree.

use crate::test_room::Seat::{Bot, Program, Visitor};
use crate::test_room::{Seat, TestRoom, play};
use cafe_room::{Decision, Entry, Name, PlayedBy, RoomError, RoomRequest, VisitorId};

impl TestRoom {
    /// Starts a card game in which the first player has drawn a card, which reveals it.
    fn after_draw(seats: &[Seat]) -> TestRoom {
        let mut room = TestRoom::start(seats, 0xab);
        room.request(0, &play(0, "draw")).unwrap();
        assert_eq!(room.room.to_move(), Some(1));
        room
    }

    fn request_undo(&mut self) -> Result<(), RoomError> {
        self.request(0, &RoomRequest::Undo { seq: 1 })
    }

    fn answer(&mut self, player: u8, agree: bool) -> Result<(), RoomError> {
        let seq = self.game().seq() as u32;
        let vote = self.room.undo_vote.as_ref().map_or(0, |vote| vote.id);
        self.request(player, &RoomRequest::AnswerUndo { seq, vote, agree })
    }

    /// Returns true if the draw was undone.
    fn is_undone(&self) -> bool {
        self.room.to_move() == Some(0)
    }
}

#[test]
fn bots_always_agree() {
    let mut room = TestRoom::after_draw(&[Visitor, Bot, Bot]);
    room.request_undo().unwrap();
    assert!(room.is_undone());
}

#[test]
fn declined_undo_can_be_requested_again() {
    let mut room = TestRoom::after_draw(&[Visitor, Visitor]);
    room.request_undo().unwrap();
    assert!(!room.is_undone());
    room.answer(1, false).unwrap();
    assert!(!room.is_undone() && room.room.undo_vote.is_none());
    assert_eq!(room.answer(1, true), Err(RoomError::NoUndoRequest));
    room.request_undo().unwrap();
    room.answer(1, true).unwrap();
    assert!(room.is_undone());
}

#[test]
fn stale_answer_does_not_count_for_the_next_request() {
    let mut room = TestRoom::after_draw(&[Visitor, Visitor]);
    room.request_undo().unwrap();
    room.request(1, &play(1, "draw")).unwrap();
    room.request(0, &RoomRequest::Undo { seq: 2 }).unwrap();
    assert_eq!(room.room.undo_vote.as_ref().unwrap().count, 2);
    let vote = room.room.undo_vote.as_ref().unwrap().id;
    let stale = RoomRequest::AnswerUndo { seq: 1, vote, agree: true };
    assert_eq!(room.request(1, &stale), Err(RoomError::Stale));
    assert_eq!(room.game().seq(), 2);
    room.answer(1, true).unwrap();
    assert_eq!(room.game().seq(), 3);
}

#[test]
fn answer_does_not_count_for_a_request_that_replaced_the_answered_one() {
    let mut room = TestRoom::after_draw(&[Visitor, Visitor, Visitor]);
    room.request(1, &play(1, "draw")).unwrap();
    let seq = room.game().seq() as u32;
    room.request(0, &RoomRequest::Undo { seq }).unwrap();
    let first = room.room.undo_vote.clone().unwrap();
    room.request(1, &RoomRequest::Undo { seq }).unwrap();
    let answer = |vote| RoomRequest::AnswerUndo { seq, vote, agree: true };
    assert_eq!(room.request(2, &answer(first.id)), Err(RoomError::Stale));
    let second = room.room.undo_vote.clone().unwrap();
    assert_eq!((second.player, second.agreed.len()), (1, 0));
    room.request(2, &answer(second.id)).unwrap();
    assert_eq!(room.room.undo_vote.as_ref().unwrap().agreed, [2]);
}

#[test]
fn undo_is_refused_if_the_room_does_not_allow_it() {
    let mut room = TestRoom::after_draw(&[Visitor, Bot]);
    room.room.options.undo = false;
    assert_eq!(room.request_undo(), Err(RoomError::UndoOff));
    assert!(!room.is_undone());
}

/// Seats a guest for the first player. Returns true if that is legal and leaves the turn open.
fn seat_guest(room: &mut TestRoom, by: PlayedBy) -> bool {
    let game = room.game().current;
    let Some(action) = game.legal_action_strings().into_iter().find(|action| action.contains('@')) else {
        return false;
    };
    room.apply(Entry::ActionPlayed { player: 0, action, by });
    room.room.to_move() == Some(0)
}

#[test]
fn action_of_a_substitute_bot_is_not_undone_freely() {
    let mut checked = 0;
    for secret in 0..50 {
        for by in [PlayedBy::Player, PlayedBy::Bot, PlayedBy::Clock] {
            let mut room = TestRoom::start(&[Visitor, Visitor], secret);
            if !seat_guest(&mut room, by) {
                continue;
            }
            let revealed = room.game().steps[0].reveals;
            let is_own = by == PlayedBy::Player;
            assert_eq!(room.game().can_undo_freely(), is_own && !revealed);
            checked += u32::from(!revealed);
            if !is_own && !revealed {
                room.request_undo().unwrap();
                assert!(room.room.undo_vote.is_some(), "the other player has to agree");
            }
        }
    }
    assert!(checked > 3, "{checked}");
}

#[test]
fn player_cannot_agree_to_the_own_request() {
    let mut room = TestRoom::after_draw(&[Visitor, Visitor]);
    room.request_undo().unwrap();
    room.answer(0, true).unwrap();
    assert!(!room.is_undone());
}

#[test]
fn all_other_players_have_to_agree() {
    let mut room = TestRoom::after_draw(&[Visitor, Visitor, Visitor]);
    room.request_undo().unwrap();
    room.answer(1, true).unwrap();
    assert!(!room.is_undone());
    room.answer(1, true).unwrap();
    assert!(!room.is_undone(), "agreeing twice counts once");
    room.answer(2, false).unwrap();
    assert!(!room.is_undone() && room.room.undo_vote.is_none());
    room.request_undo().unwrap();
    room.answer(2, true).unwrap();
    assert!(!room.is_undone(), "earlier answers do not count");
    room.answer(1, true).unwrap();
    assert!(room.is_undone());
}

#[test]
fn program_has_to_agree_like_a_visitor() {
    let mut room = TestRoom::after_draw(&[Visitor, Program]);
    room.request_undo().unwrap();
    assert!(!room.is_undone());
    room.answer(1, true).unwrap();
    assert!(room.is_undone());
}

#[test]
fn undo_waits_for_absent_players() {
    for absent in [Visitor, Program] {
        let mut room = TestRoom::after_draw(&[Visitor, Visitor, absent]);
        room.request(2, &RoomRequest::Leave {}).unwrap();
        assert_eq!(room.request_undo(), Err(RoomError::PlayerAway));
        room.request(2, &RoomRequest::Resume {}).unwrap();
        room.request_undo().unwrap();
        room.answer(1, true).unwrap();
        // Leaving is not an agreement.
        room.request(2, &RoomRequest::Leave {}).unwrap();
        assert!(!room.is_undone());
        room.request(2, &RoomRequest::Resume {}).unwrap();
        room.answer(2, true).unwrap();
        assert!(room.is_undone());
    }
}

#[test]
fn erased_visitor_does_not_have_to_agree() {
    let mut room = TestRoom::after_draw(&[Visitor, Bot]);
    room.apply(Entry::SeatTaken {
        player: 1,
        visitor: VisitorId::erased(),
        name: Name::new("Somebody").unwrap(),
        is_program: false,
        share: None,
    });
    room.apply(Entry::BotTookOver { player: 1, by_choice: false });
    room.request_undo().unwrap();
    assert!(room.is_undone());
}

#[test]
fn action_that_laid_a_table_is_not_undone_freely() {
    let mut found = 0;
    for secret in 0..20 {
        let mut room = TestRoom::start(&[Visitor, Visitor], secret);
        let mut rng = fastrand::Rng::with_seed(secret.into());
        for _ in 0..300 {
            if room.room.is_over() {
                break;
            }
            let (player, seq) = (room.game().current.turn(), room.game().seq() as u32);
            let legal = room.game().current.legal_action_strings();
            let placements: Vec<&String> = legal.iter().filter(|action| action.contains('@')).collect();
            let action = rng.choice(&placements).copied().or_else(|| rng.choice(&legal)).unwrap();
            let decide = |actions: &[&str]| {
                let actions = actions.iter().map(|&action| action.to_owned()).collect();
                room.room.decide(&room.visitors[usize::from(player)], &RoomRequest::Play { seq, actions }, 0)
            };
            // The second action is dropped if the first one reveals something.
            let decision = decide(&[action, "end"]).or_else(|_| decide(&[action]));
            let Ok(Decision::Append(entries)) = decision else { panic!("{action} is legal") };
            let count = entries.len();
            room.apply(entries.into_iter().next().unwrap());
            let step = room.game().steps.last().unwrap();
            if step.reveals && !step.ends_turn {
                found += 1;
                assert_eq!(count, 1, "the end of the turn was dropped");
                assert!(!room.game().can_undo_freely());
                room.request(player, &RoomRequest::Undo { seq: seq + 1 }).unwrap();
                assert!(room.room.undo_vote.is_some(), "the other player has to agree");
                break;
            }
        }
    }
    assert!(found > 3, "{found}");
}
