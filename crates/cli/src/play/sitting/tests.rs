use cafe_bots::{Budget, Level};
use cafe_rules::Record;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::table::tests::{table, table_with};
use super::*;
use crate::words::Teller;

/// Somebody who has read who the others are.
fn sitting(kind: Kind, humans: u8, folder: &std::path::Path) -> Sitting {
    let mut sitting = Sitting::new(table(kind, humans, folder), Palette::Full);
    sitting.greeting = false;
    sitting
}

fn press(sitting: &mut Sitting, keys: &[KeyCode]) {
    for &code in keys {
        assert_eq!(sitting.press(KeyEvent::from(code)).unwrap(), Flow::Stay, "{code:?}");
    }
}

fn type_in(sitting: &mut Sitting, text: &str) {
    for letter in text.chars() {
        press(sitting, &[KeyCode::Char(letter)]);
    }
}

fn shown(sitting: &Sitting, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| sitting.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// The text of the first legal opener.
fn an_opener(sitting: &Sitting) -> String {
    let opener = sitting.choices.iter().find(|choice| choice.short.starts_with("opens"));
    opener.expect("an opener").text.clone()
}

/// Plays an opener and stays in the turn.
fn open(sitting: &mut Sitting) {
    let opener = an_opener(sitting);
    type_in(sitting, &opener);
    press(sitting, &[KeyCode::Enter]);
}

#[test]
fn a_typed_action_is_played_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let control_z = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    for back in [KeyEvent::from(KeyCode::Backspace), control_z] {
        let mut sitting = sitting(Kind::Card, 1, folder.path());
        let before = *sitting.table.game();
        open(&mut sitting);
        assert_eq!(sitting.table.log().steps().len(), 1);
        assert_eq!(sitting.press(back).unwrap(), Flow::Stay);
        assert_eq!(*sitting.table.game(), before);
        assert_eq!(sitting.choices, choices::all(&before));
    }
}

#[test]
fn any_letter_can_begin_what_is_typed_and_takes_nothing_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Card, 1, folder.path());
    open(&mut sitting);
    type_in(&mut sitting, "usm");
    assert_eq!(sitting.typed, "usm");
    assert_eq!(sitting.table.log().steps().len(), 1);
}

#[test]
fn a_record_that_cannot_be_kept_is_told_on_a_sheet_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("gone");
    std::fs::create_dir(&place).unwrap();
    let mut sitting = sitting(Kind::Card, 2, &place);
    std::fs::remove_dir(&place).unwrap();
    type_in(&mut sitting, "draw");
    press(&mut sitting, &[KeyCode::Enter]);
    assert!(shown(&sitting, 80, 24).contains("Pass the screen to Ben."));
    press(&mut sitting, &[KeyCode::Enter]);
    let told = shown(&sitting, 80, 24);
    assert!(told.contains("The record could not be kept in"), "{told}");
    press(&mut sitting, &[KeyCode::Char('x')]);
    assert!(!shown(&sitting, 80, 24).contains("The record could not be kept"));
    type_in(&mut sitting, "draw");
    press(&mut sitting, &[KeyCode::Enter]);
    assert_eq!(sitting.table.log().steps().len(), 2);
}

#[test]
fn typing_filters_and_escape_clears() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Board, 1, folder.path());
    let all = sitting.fitting().len();
    type_in(&mut sitting, "bar");
    assert!(sitting.fitting().len() < all);
    press(&mut sitting, &[KeyCode::Esc]);
    assert_eq!(sitting.fitting().len(), all);
    press(&mut sitting, &[KeyCode::Down, KeyCode::Down, KeyCode::Up]);
    assert_eq!(sitting.selected, 1);
}

#[test]
fn a_refused_action_shows_its_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Card, 1, folder.path());
    type_in(&mut sitting, "close");
    press(&mut sitting, &[KeyCode::Enter]);
    let shown = shown(&sitting, 80, 24);
    assert!(shown.contains("close: you can close the café only with an empty hand."), "{shown}");
    assert!(sitting.table.log().steps().is_empty());
}

#[test]
fn an_opener_waits_and_its_followers_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Card, 1, folder.path());
    open(&mut sitting);
    insta::assert_snapshot!(shown(&sitting, 80, 24));
}

#[test]
fn a_board_game_as_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let sitting = sitting(Kind::Board, 1, folder.path());
    insta::assert_snapshot!(shown(&sitting, 80, 24));
}

#[test]
fn a_bot_answers_and_its_cards_stay_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Card, 1, folder.path());
    type_in(&mut sitting, "draw");
    press(&mut sitting, &[KeyCode::Enter]);
    assert!(sitting.patience().is_some());
    while sitting.patience().is_some() {
        sitting.tick().unwrap();
    }
    let shown = shown(&sitting, 80, 24);
    let hidden = sitting.table.game().hands()[1].len();
    assert!(shown.contains(&format!("{hidden} cards")), "{shown}");
    assert!(sitting.table.waits_for_human());
}

#[test]
fn a_sheet_says_first_who_plays_and_any_key_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let levels = [Level::Expert, Level::Novice, Level::Casual, Level::Master];
    let table = table_with(Kind::Card, 1, &levels, Budget::DEFAULT, folder.path());
    let mut sitting = Sitting::new(table, Palette::Full);
    let told = shown(&sitting, 80, 24);
    for level in levels {
        assert!(told.contains(&level.description()[..40]), "{level:?} is missing in {told}");
    }
    press(&mut sitting, &[KeyCode::Char('q')]);
    assert_eq!(sitting.notice(), None);
    assert!(Sitting::new(self::table(Kind::Card, 2, folder.path()), Palette::Full).notice().is_none());
}

#[test]
fn while_a_master_thinks_the_screen_says_so_and_can_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let long = Budget::Time(Duration::from_secs(600));
    let table = table_with(Kind::Card, 1, &[Level::Master], long, folder.path());
    let mut sitting = Sitting::new(table, Palette::Full);
    press(&mut sitting, &[KeyCode::Enter]);
    type_in(&mut sitting, "draw");
    press(&mut sitting, &[KeyCode::Enter]);
    let told = shown(&sitting, 80, 24);
    assert!(told.contains("Madame Wen is thinking …") && told.contains("any key"), "{told}");
    sitting.tick().unwrap();
    assert_eq!(sitting.patience(), Some(Duration::from_millis(LOOK_MS)));
    let waiting = shown(&sitting, 80, 24);
    assert!(waiting.contains("Madame Wen is thinking …") && !waiting.contains("any key"), "{waiting}");
    press(&mut sitting, &[KeyCode::Char('x'), KeyCode::Char('?'), KeyCode::Char('x'), KeyCode::Char('q')]);
    assert_eq!(sitting.table.log().steps().len(), 1);
    assert_eq!(sitting.press(KeyEvent::from(KeyCode::Char('q'))).unwrap(), Flow::Leave);
}

#[test]
fn the_hand_is_hidden_between_two_players_at_one_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Card, 2, folder.path());
    type_in(&mut sitting, "draw");
    press(&mut sitting, &[KeyCode::Enter]);
    let curtain = shown(&sitting, 80, 24);
    assert!(curtain.contains("Pass the screen to Ben."), "{curtain}");
    let hand = sitting.table.game().hands()[1];
    assert!(hand.tiles().all(|tile| !curtain.contains(&tile.to_string())), "{curtain}");
    press(&mut sitting, &[KeyCode::Char('x')]);
    assert!(sitting.curtain);
    press(&mut sitting, &[KeyCode::Enter]);
    assert!(hand.tiles().all(|tile| shown(&sitting, 80, 24).contains(&tile.to_string())));
}

#[test]
fn in_the_board_game_hands_lie_open_and_nothing_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Board, 2, folder.path());
    type_in(&mut sitting, "bar");
    press(&mut sitting, &[KeyCode::Enter]);
    assert!(!sitting.curtain);
    assert_eq!(sitting.viewer, 1);
}

#[test]
fn a_whole_game_ends_with_its_result_and_a_sound_record() {
    for kind in Kind::BOTH {
        let folder = tempfile::tempdir().unwrap();
        let mut sitting = sitting(kind, 1, folder.path());
        while !sitting.is_over() {
            press(&mut sitting, &[KeyCode::Enter]);
        }
        let told = shown(&sitting, 80, 24);
        let outcome = sitting.table.game().outcome().unwrap();
        let teller = Teller { names: sitting.table.names(), viewer: None };
        let result = teller.standings(sitting.table.game(), &outcome);
        let sheet = [teller.verdict(&outcome), words::over(outcome.why)].into_iter().chain(result);
        for line in sheet {
            assert!(told.contains(&line), "{line:?} is missing in {told}");
        }
        press(&mut sitting, &[KeyCode::Char(' ')]);
        let cafe = shown(&sitting, 80, 24);
        assert!(!cafe.contains(words::penalty_rule(kind)), "{cafe}");
        assert!(cafe.contains("the café is closed"), "{cafe}");
        assert_eq!(sitting.press(KeyEvent::from(KeyCode::Enter)).unwrap(), Flow::Leave);
        let record = std::fs::read_to_string(folder.path().join("game.cafe")).unwrap();
        assert_eq!(&Record::parse(&record).unwrap(), sitting.table.log());
    }
}

#[test]
fn leaving_asks_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = sitting(Kind::Card, 1, folder.path());
    press(&mut sitting, &[KeyCode::Char('q'), KeyCode::Char('n'), KeyCode::Esc]);
    assert!(shown(&sitting, 80, 24).contains("Leave the café?"));
    assert_eq!(sitting.press(KeyEvent::from(KeyCode::Char('q'))).unwrap(), Flow::Leave);
}

#[test]
fn every_line_of_the_help_fits_the_smallest_window() {
    for kind in Kind::BOTH {
        let folder = tempfile::tempdir().unwrap();
        let mut sitting = sitting(kind, 1, folder.path());
        press(&mut sitting, &[KeyCode::Char('?')]);
        let notice = sitting.notice().unwrap();
        assert!(notice.lines.iter().all(|line| line.chars().count() <= 70), "{kind}");
        assert!(notice.lines.len() + 4 <= 22, "{kind}");
        insta::assert_snapshot!(format!("help_{kind}"), shown(&sitting, 80, 24));
    }
}
