use cafe_bots::{Budget, Level};
use cafe_rules::Record;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::session::tests::{session, session_with};
use super::*;
use crate::describe::Describer;

/// Returns a screen whose introduction has been closed.
fn play_screen(kind: Kind, humans: u8, folder: &std::path::Path) -> PlayScreen {
    let mut screen = PlayScreen::new(session(kind, humans, folder), Palette::Full);
    screen.is_introducing = false;
    screen
}

fn press(screen: &mut PlayScreen, keys: &[KeyCode]) {
    for &code in keys {
        assert_eq!(screen.press(KeyEvent::from(code)).unwrap(), Flow::Continue, "{code:?}");
    }
}

fn type_in(screen: &mut PlayScreen, text: &str) {
    for letter in text.chars() {
        press(screen, &[KeyCode::Char(letter)]);
    }
}

fn render(screen: &PlayScreen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// Returns the notation of the first legal opener.
fn first_opener(screen: &PlayScreen) -> String {
    let opener = screen.choices.iter().find(|choice| choice.short.starts_with("opens"));
    opener.expect("an opener").text.clone()
}

/// Plays an opener.
fn play_opener(screen: &mut PlayScreen) {
    let opener = first_opener(screen);
    type_in(screen, &opener);
    press(screen, &[KeyCode::Enter]);
}

#[test]
fn typed_action_is_played_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let control_z = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    for back in [KeyEvent::from(KeyCode::Backspace), control_z] {
        let mut screen = play_screen(Kind::Card, 1, folder.path());
        let before = *screen.session.game();
        play_opener(&mut screen);
        assert_eq!(screen.session.record().steps().len(), 1);
        assert_eq!(screen.press(back).unwrap(), Flow::Continue);
        assert_eq!(*screen.session.game(), before);
        assert_eq!(screen.choices, choices::list(&before));
    }
}

#[test]
fn letters_filter_and_take_nothing_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Card, 1, folder.path());
    play_opener(&mut screen);
    type_in(&mut screen, "usm");
    assert_eq!(screen.filter, "usm");
    assert_eq!(screen.session.record().steps().len(), 1);
}

#[test]
fn save_error_is_shown_and_the_game_continues() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("gone");
    std::fs::create_dir(&place).unwrap();
    let mut screen = play_screen(Kind::Card, 2, &place);
    std::fs::remove_dir(&place).unwrap();
    type_in(&mut screen, "draw");
    press(&mut screen, &[KeyCode::Enter]);
    assert!(render(&screen, 80, 24).contains("Pass the screen to Ben."));
    press(&mut screen, &[KeyCode::Enter]);
    let text = render(&screen, 80, 24);
    assert!(text.contains("Cannot save the record to"), "{text}");
    press(&mut screen, &[KeyCode::Char('x')]);
    assert!(!render(&screen, 80, 24).contains("Cannot save the record"));
    type_in(&mut screen, "draw");
    press(&mut screen, &[KeyCode::Enter]);
    assert_eq!(screen.session.record().steps().len(), 2);
}

#[test]
fn typing_filters_and_escape_clears() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Board, 1, folder.path());
    let all = screen.matching().len();
    type_in(&mut screen, "bar");
    assert!(screen.matching().len() < all);
    press(&mut screen, &[KeyCode::Esc]);
    assert_eq!(screen.matching().len(), all);
    press(&mut screen, &[KeyCode::Down, KeyCode::Down, KeyCode::Up]);
    assert_eq!(screen.selected, 1);
}

#[test]
fn refused_action_shows_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Card, 1, folder.path());
    type_in(&mut screen, "close");
    press(&mut screen, &[KeyCode::Enter]);
    let text = render(&screen, 80, 24);
    assert!(text.contains("close: you can close the café only with an empty hand."), "{text}");
    assert!(screen.session.record().steps().is_empty());
}

#[test]
fn opener_waits_for_company() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Card, 1, folder.path());
    play_opener(&mut screen);
    insta::assert_snapshot!(render(&screen, 80, 24));
}

#[test]
fn board_game_opening() {
    let folder = tempfile::tempdir().unwrap();
    let screen = play_screen(Kind::Board, 1, folder.path());
    insta::assert_snapshot!(render(&screen, 80, 24));
}

#[test]
fn cards_of_bots_are_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Card, 1, folder.path());
    type_in(&mut screen, "draw");
    press(&mut screen, &[KeyCode::Enter]);
    assert!(screen.poll_timeout().is_some());
    while screen.poll_timeout().is_some() {
        screen.tick().unwrap();
    }
    let text = render(&screen, 80, 24);
    let hidden = screen.session.game().hands()[1].len();
    assert!(text.contains(&format!("{hidden} cards")), "{text}");
    assert!(screen.session.is_humans_turn());
}

#[test]
fn bots_are_introduced_first() {
    let folder = tempfile::tempdir().unwrap();
    let levels = [Level::Expert, Level::Novice, Level::Casual, Level::Master];
    let session = session_with(Kind::Card, 1, &levels, Budget::DEFAULT, folder.path());
    let mut screen = PlayScreen::new(session, Palette::Full);
    let text = render(&screen, 80, 24);
    for level in levels {
        assert!(text.contains(&level.description()[..40]), "{level:?} is missing in {text}");
    }
    press(&mut screen, &[KeyCode::Char('q')]);
    assert_eq!(screen.popup(), None);
    assert!(PlayScreen::new(self::session(Kind::Card, 2, folder.path()), Palette::Full).popup().is_none());
}

#[test]
fn screen_can_be_left_while_a_master_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let long = Budget::Time(Duration::from_secs(600));
    let session = session_with(Kind::Card, 1, &[Level::Master], long, folder.path());
    let mut screen = PlayScreen::new(session, Palette::Full);
    press(&mut screen, &[KeyCode::Enter]);
    type_in(&mut screen, "draw");
    press(&mut screen, &[KeyCode::Enter]);
    let text = render(&screen, 80, 24);
    assert!(text.contains("Madame Wen is thinking …") && text.contains("any key"), "{text}");
    screen.tick().unwrap();
    assert_eq!(screen.poll_timeout(), Some(Duration::from_millis(BOT_POLL_MS)));
    let waiting = render(&screen, 80, 24);
    assert!(waiting.contains("Madame Wen is thinking …") && !waiting.contains("any key"), "{waiting}");
    press(&mut screen, &[KeyCode::Char('x'), KeyCode::Char('?'), KeyCode::Char('x'), KeyCode::Char('q')]);
    assert_eq!(screen.session.record().steps().len(), 1);
    assert_eq!(screen.press(KeyEvent::from(KeyCode::Char('q'))).unwrap(), Flow::Exit);
}

#[test]
fn hand_is_hidden_between_two_people() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Card, 2, folder.path());
    type_in(&mut screen, "draw");
    press(&mut screen, &[KeyCode::Enter]);
    let covered = render(&screen, 80, 24);
    assert!(covered.contains("Pass the screen to Ben."), "{covered}");
    let hand = screen.session.game().hands()[1];
    assert!(hand.tiles().all(|tile| !covered.contains(&tile.to_string())), "{covered}");
    press(&mut screen, &[KeyCode::Char('x')]);
    assert!(screen.is_covered);
    press(&mut screen, &[KeyCode::Enter]);
    assert!(hand.tiles().all(|tile| render(&screen, 80, 24).contains(&tile.to_string())));
}

#[test]
fn board_game_hides_nothing_between_people() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Board, 2, folder.path());
    type_in(&mut screen, "bar");
    press(&mut screen, &[KeyCode::Enter]);
    assert!(!screen.is_covered);
    assert_eq!(screen.viewer, 1);
}

#[test]
fn whole_game_ends_with_result_and_valid_record() {
    for kind in Kind::BOTH {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = play_screen(kind, 1, folder.path());
        while !screen.is_over() {
            press(&mut screen, &[KeyCode::Enter]);
        }
        let text = render(&screen, 80, 24);
        let outcome = screen.session.game().outcome().unwrap();
        let describer = Describer { names: screen.session.names(), viewer: None };
        let result = describer.standings(screen.session.game(), &outcome);
        let expected = [describer.winner_sentence(&outcome), describe::ending_sentence(outcome.why)]
            .into_iter()
            .chain(result);
        for line in expected {
            assert!(text.contains(&line), "{line:?} is missing in {text}");
        }
        press(&mut screen, &[KeyCode::Char(' ')]);
        let cafe = render(&screen, 80, 24);
        assert!(!cafe.contains(describe::penalty_rule(kind)), "{cafe}");
        assert!(cafe.contains("game over"), "{cafe}");
        assert_eq!(screen.press(KeyEvent::from(KeyCode::Enter)).unwrap(), Flow::Exit);
        let record = std::fs::read_to_string(folder.path().join("game.cafe")).unwrap();
        assert_eq!(&Record::parse(&record).unwrap(), screen.session.record());
    }
}

#[test]
fn leaving_asks_for_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play_screen(Kind::Card, 1, folder.path());
    press(&mut screen, &[KeyCode::Char('q'), KeyCode::Char('n'), KeyCode::Esc]);
    assert!(render(&screen, 80, 24).contains("Leave the game?"));
    assert_eq!(screen.press(KeyEvent::from(KeyCode::Char('q'))).unwrap(), Flow::Exit);
}

#[test]
fn help_fits_the_smallest_window() {
    for kind in Kind::BOTH {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = play_screen(kind, 1, folder.path());
        press(&mut screen, &[KeyCode::Char('?')]);
        let popup = screen.popup().unwrap();
        assert!(popup.lines.iter().all(|line| line.chars().count() <= 70), "{kind}");
        assert!(popup.lines.len() + 4 <= 22, "{kind}");
        insta::assert_snapshot!(format!("help_{kind}"), render(&screen, 80, 24));
    }
}
