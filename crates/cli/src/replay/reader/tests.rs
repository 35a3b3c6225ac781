use cafe_rules::Event;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::sample_games::{board_game, card_game};
use crate::screen::sight::seated;

fn reader(log: Record) -> Reader {
    Reader::new(log, Palette::Full)
}

fn press(reader: &mut Reader, keys: &[KeyCode]) {
    for &code in keys {
        assert_eq!(reader.press(KeyEvent::from(code)), Flow::Stay, "{code:?}");
    }
}

fn shown(reader: &Reader, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| reader.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// Opened after the first action like this.
fn opened_at(log: Record, wanted: impl Fn(&Step) -> bool) -> Reader {
    let at = log.steps().iter().position(wanted).expect("such an action") + 1;
    let mut reader = reader(log);
    reader.at = at;
    reader
}

fn with_joker_and_bar(step: &Step) -> bool {
    let Game::Board(game) = &step.after else { return false };
    game.bar().len() >= 3
        && seated(&step.after).iter().any(|(_, guest)| guest.is_joker())
        && step.events.iter().filter(|event| matches!(event, Event::Scored { .. })).count() == 2
}

#[test]
fn an_action_forward_and_back_leads_to_the_same_place() {
    let mut reader = reader(card_game(3));
    assert_eq!((reader.at(), reader.turn()), (0, 0));
    press(&mut reader, &[KeyCode::Right, KeyCode::Char(' '), KeyCode::Char('n')]);
    assert_eq!(reader.at(), 3);
    press(&mut reader, &[KeyCode::Left, KeyCode::Char('p')]);
    assert_eq!(reader.at(), 1);
    press(&mut reader, &[KeyCode::Left, KeyCode::Left]);
    assert_eq!(reader.at(), 0);
}

#[test]
fn down_and_up_go_by_whole_turns() {
    let mut reader = reader(board_game(3));
    let lengths: Vec<usize> = reader.log.turns().map(<[Step]>::len).collect();
    press(&mut reader, &[KeyCode::Down]);
    assert_eq!((reader.at(), reader.turn()), (lengths[0], 1));
    press(&mut reader, &[KeyCode::PageDown]);
    assert_eq!((reader.at(), reader.turn()), (lengths[0] + lengths[1], 2));
    press(&mut reader, &[KeyCode::Right, KeyCode::Up]);
    assert_eq!(reader.turn(), 2);
    press(&mut reader, &[KeyCode::PageUp, KeyCode::Up]);
    assert_eq!(reader.at(), 0);
}

#[test]
fn home_and_end_are_the_deal_and_the_result() {
    let mut reader = reader(card_game(3));
    press(&mut reader, &[KeyCode::End]);
    assert!(reader.game().outcome().is_some());
    assert_eq!(reader.turn(), reader.log.turns().count());
    press(&mut reader, &[KeyCode::Right, KeyCode::Down]);
    assert_eq!(reader.at(), reader.log.steps().len());
    press(&mut reader, &[KeyCode::Home]);
    assert_eq!(reader.game(), reader.log.start());
}

#[test]
fn a_turn_can_be_gone_to_by_its_number() {
    let mut reader = reader(card_game(3));
    press(&mut reader, &[KeyCode::Char('g'), KeyCode::Char('1'), KeyCode::Char('9'), KeyCode::Backspace]);
    press(&mut reader, &[KeyCode::Char('2'), KeyCode::Enter]);
    assert_eq!(reader.turn(), 12);
    assert!(reader.step().unwrap().1.ends_turn());
    press(&mut reader, &[KeyCode::Char('g'), KeyCode::Char('5'), KeyCode::Esc]);
    assert_eq!(reader.turn(), 12);
    press(&mut reader, &[KeyCode::Char('g'), KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Char('9')]);
    press(&mut reader, &[KeyCode::Enter]);
    assert_eq!(reader.turn(), reader.log.turns().count());
}

#[test]
fn a_running_game_goes_faster_slower_and_stops_at_the_end() {
    let mut reader = reader(board_game(3));
    assert_eq!(reader.patience(), None);
    press(&mut reader, &[KeyCode::Char('a')]);
    let first = reader.patience().unwrap();
    press(&mut reader, &[KeyCode::Char('+')]);
    assert!(reader.patience().unwrap() < first);
    press(&mut reader, &[KeyCode::Char('-'), KeyCode::Char('-')]);
    assert!(reader.patience().unwrap() > first);
    for _ in reader.log.clone().steps() {
        reader.tick().unwrap();
    }
    assert_eq!(reader.patience(), None);
    assert!(reader.game().outcome().is_some());
}

#[test]
fn any_key_ends_the_help_and_q_the_reading() {
    let mut reader = reader(card_game(3));
    press(&mut reader, &[KeyCode::Char('?'), KeyCode::Char('q')]);
    for code in [KeyCode::Char('q'), KeyCode::Esc] {
        assert_eq!(reader.press(KeyEvent::from(code)), Flow::Leave);
    }
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    reader.help = true;
    assert_eq!(reader.press(interrupt), Flow::Leave);
}

#[test]
fn a_card_game_with_an_opener_who_waits() {
    let reader = opened_at(card_game(3), words::opens);
    insta::assert_snapshot!(shown(&reader, 80, 24));
}

#[test]
fn a_card_game_in_which_a_table_is_cleared() {
    let laid = |step: &Step| step.events.iter().any(|event| matches!(event, Event::TableLaid { .. }));
    let reader = opened_at(card_game(3), laid);
    insta::assert_snapshot!("cleared_80x24", shown(&reader, 80, 24));
    insta::assert_snapshot!("cleared_120x40", shown(&reader, 120, 40));
}

#[test]
fn a_board_game_with_jokers_and_guests_at_the_bar() {
    let reader = opened_at(board_game(3), with_joker_and_bar);
    insta::assert_snapshot!("board_80x24", shown(&reader, 80, 24));
    insta::assert_snapshot!("board_120x40", shown(&reader, 120, 40));
}

#[test]
fn a_finished_game_shows_its_result() {
    for (name, log) in [("finished_card", card_game(3)), ("finished_board", board_game(3))] {
        let mut reader = reader(log);
        press(&mut reader, &[KeyCode::End]);
        insta::assert_snapshot!(name, shown(&reader, 80, 24));
    }
}

#[test]
fn the_deal_and_the_help() {
    let mut reader = reader(card_game(3));
    press(&mut reader, &[KeyCode::Char('?')]);
    insta::assert_snapshot!(shown(&reader, 80, 24));
}

#[test]
fn a_window_that_is_too_small_is_told_so() {
    let shown = shown(&reader(board_game(3)), 60, 20);
    assert!(shown.contains("The café needs a window of 80 × 24; this one is 60 × 20."), "{shown}");
}

#[test]
fn no_size_of_the_window_breaks_the_picture() {
    for log in [card_game(3), board_game(3)] {
        let mut reader = reader(log);
        press(&mut reader, &[KeyCode::Char('g'), KeyCode::Char('9'), KeyCode::Enter]);
        for (width, height) in
            [(1, 1), (2, 30), (79, 24), (80, 23), (81, 25), (100, 24), (110, 50), (300, 100)]
        {
            shown(&reader, width, height);
        }
    }
}
