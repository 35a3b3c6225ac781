use cafe_bots::Budget;
use cafe_rules::{Event, Kind, Step};

use super::*;

/// Returns a session of two players with regular bots whose record is in this folder.
pub(crate) fn session(kind: Kind, humans: u8, folder: &std::path::Path) -> Session {
    session_with(kind, humans, &[Level::Regular; 2][usize::from(humans)..], Budget::DEFAULT, folder)
}

/// Returns a session whose record is in this folder.
pub(crate) fn session_with(
    kind: Kind,
    humans: u8,
    levels: &[Level],
    budget: Budget,
    folder: &std::path::Path,
) -> Session {
    let players = humans + levels.len() as u8;
    let (options, seed) = (Options::new(kind, players, false).unwrap(), Seed([5; 32]));
    let bots = Bots::new(levels, humans, players, budget, seed).unwrap();
    let record_file = RecordFile::open(Some(folder.join("game.cafe"))).unwrap();
    Session::new(options, seed, humans, bots, record_file)
}

/// Longer than any bot of these tests thinks.
const LONG_TIMEOUT: Duration = Duration::from_secs(60);

fn seat_a_guest(session: &mut Session) {
    let legal = session.game().legal();
    let action = legal.iter().find(|action| matches!(action, Action::Seat(..))).unwrap();
    session.play(action).unwrap();
}

#[test]
fn taken_back_guest_returns_to_the_hand() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(Kind::Card, 1, folder.path());
    let before = *session.game();
    assert!(!session.can_take_back());
    seat_a_guest(&mut session);
    assert_eq!(session.game().hands()[0].len(), 6);
    assert!(session.take_back());
    assert_eq!(*session.game(), before);
    assert!(!session.take_back());
}

#[test]
fn finished_turn_cannot_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(Kind::Card, 2, folder.path());
    session.play(Action::Draw).unwrap();
    assert!(!session.can_take_back());
}

#[test]
fn action_that_laid_a_table_cannot_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(Kind::Card, 2, folder.path());
    let mut seen = 0;
    while session.game().ending().is_none() {
        let view = View::of(session.game(), Viewer::Player(session.game().turn()));
        let turn = Level::Regular.choose(&view, Budget::DEFAULT, 7).unwrap();
        session.play(turn.actions[0]).unwrap();
        let laid = |step: &Step| step.events.iter().any(|event| matches!(event, Event::TableLaid { .. }));
        let last = session.record.steps().last().unwrap();
        if laid(last) && !last.ends_turn() {
            assert!(!session.can_take_back());
            seen += 1;
        }
    }
    assert!(seen > 0, "no session was laid in the middle of a turn");
}

#[test]
fn bots_play_until_a_person_is_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(Kind::Board, 1, folder.path());
    assert!(session.is_humans_turn());
    assert!(!session.play_bot_action(LONG_TIMEOUT).unwrap());
    assert!(session.record().steps().is_empty());
    while session.is_humans_turn() {
        let action = session.game().legal().get(0).unwrap();
        session.play(action).unwrap();
    }
    while !session.is_humans_turn() {
        assert!(session.play_bot_action(LONG_TIMEOUT).unwrap());
    }
    assert!(session.record().steps().iter().any(|step| step.player == 1));
}

#[test]
fn bot_thinks_again_only_after_a_table_was_laid() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(Kind::Card, 1, folder.path());
    let (mut planned, mut replanned) = (0, 0);
    while session.game().ending().is_none() {
        if session.is_humans_turn() {
            session.play(session.game().legal().get(0).unwrap()).unwrap();
            continue;
        }
        let is_thinking = session.thinking_bot().is_some();
        session.play_bot_action(LONG_TIMEOUT).unwrap();
        let [.., before, last] = session.record().steps() else { continue };
        if !before.ends_turn() {
            let laid = before.events.iter().any(|event| matches!(event, Event::TableLaid { .. }));
            assert_eq!(is_thinking, laid, "{last:?}");
            planned += u32::from(!laid);
            replanned += u32::from(laid);
        }
    }
    assert!(planned > 0 && replanned > 0, "{planned} and {replanned}");
}

#[test]
fn same_seed_and_actions_give_the_same_game() {
    let steps = || {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session_with(Kind::Card, 1, &[Level::Regular; 2], Budget::DEFAULT, folder.path());
        while session.game().ending().is_none() {
            if !session.play_bot_action(LONG_TIMEOUT).unwrap() {
                session.play(session.game().legal().get(0).unwrap()).unwrap();
            }
        }
        session.record().steps().to_vec()
    };
    let game = steps();
    assert!(game.iter().any(|step| step.player == 2));
    assert_eq!(game, steps());
}

#[test]
fn record_names_bots_with_their_levels() {
    let folder = tempfile::tempdir().unwrap();
    let levels = [Level::Regular, Level::Expert, Level::Regular];
    let session = session_with(Kind::Card, 1, &levels, Budget::DEFAULT, folder.path());
    assert_eq!(session.names(), ["You", "Irma", "Tariq", "Ravi"]);
    let expected = ["You", "Irma (regular)", "Tariq (expert)", "Ravi (regular)"];
    assert_eq!(session.record().header().names, expected);
}

#[test]
fn game_continues_if_the_record_cannot_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("gone");
    std::fs::create_dir(&place).unwrap();
    let mut session = session(Kind::Card, 2, &place);
    std::fs::remove_dir(&place).unwrap();
    session.play(Action::Draw).unwrap();
    let note = session.take_note().unwrap();
    assert!(note.starts_with("Cannot save the record to "), "{note}");
    session.play(Action::Draw).unwrap();
    assert_eq!(session.take_note(), None, "reported once");
    assert!(session.save().unwrap_err().starts_with("cannot save the record to "));
    std::fs::create_dir(&place).unwrap();
    let path = session.save().unwrap().unwrap();
    assert_eq!(&Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap(), session.record());
}
