use cafe_rules::Event;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::sample_games::{board_game, card_game};
use crate::screen::display_state::seated_guests;

fn replay_screen(record: Record) -> ReplayScreen {
    ReplayScreen::new(record, Palette::Full)
}

fn press(screen: &mut ReplayScreen, keys: &[KeyCode]) {
    for &code in keys {
        assert_eq!(screen.press(KeyEvent::from(code)), Flow::Continue, "{code:?}");
    }
}

fn render(screen: &ReplayScreen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// Returns a screen after the first action that matches.
fn opened_at(record: Record, matches: impl Fn(&Step) -> bool) -> ReplayScreen {
    let actions = record.steps().iter().position(matches).expect("such an action") + 1;
    let mut screen = replay_screen(record);
    screen.actions = actions;
    screen
}

fn with_joker_and_bar(step: &Step) -> bool {
    let Game::Board(game) = &step.after else { return false };
    game.bar().len() >= 3
        && seated_guests(&step.after).iter().any(|(_, guest)| guest.is_joker())
        && step.events.iter().filter(|event| matches!(event, Event::Scored { .. })).count() == 2
}

#[test]
fn forward_and_back_return_to_the_same_step() {
    let mut screen = replay_screen(card_game(3));
    assert_eq!((screen.actions(), screen.turn()), (0, 0));
    press(&mut screen, &[KeyCode::Right, KeyCode::Char(' '), KeyCode::Char('n')]);
    assert_eq!(screen.actions(), 3);
    press(&mut screen, &[KeyCode::Left, KeyCode::Char('p')]);
    assert_eq!(screen.actions(), 1);
    press(&mut screen, &[KeyCode::Left, KeyCode::Left]);
    assert_eq!(screen.actions(), 0);
}

#[test]
fn down_and_up_move_by_turns() {
    let mut screen = replay_screen(board_game(3));
    let lengths: Vec<usize> = screen.record.turns().map(<[Step]>::len).collect();
    press(&mut screen, &[KeyCode::Down]);
    assert_eq!((screen.actions(), screen.turn()), (lengths[0], 1));
    press(&mut screen, &[KeyCode::PageDown]);
    assert_eq!((screen.actions(), screen.turn()), (lengths[0] + lengths[1], 2));
    press(&mut screen, &[KeyCode::Right, KeyCode::Up]);
    assert_eq!(screen.turn(), 2);
    press(&mut screen, &[KeyCode::PageUp, KeyCode::Up]);
    assert_eq!(screen.actions(), 0);
}

#[test]
fn home_and_end_go_to_deal_and_result() {
    let mut screen = replay_screen(card_game(3));
    press(&mut screen, &[KeyCode::End]);
    assert!(screen.game().outcome().is_some());
    assert_eq!(screen.turn(), screen.record.turns().count());
    press(&mut screen, &[KeyCode::Right, KeyCode::Down]);
    assert_eq!(screen.actions(), screen.record.steps().len());
    press(&mut screen, &[KeyCode::Home]);
    assert_eq!(screen.game(), screen.record.start());
}

#[test]
fn turn_is_selected_by_number() {
    let mut screen = replay_screen(card_game(3));
    press(&mut screen, &[KeyCode::Char('g'), KeyCode::Char('1'), KeyCode::Char('9'), KeyCode::Backspace]);
    press(&mut screen, &[KeyCode::Char('2'), KeyCode::Enter]);
    assert_eq!(screen.turn(), 12);
    assert!(screen.step().unwrap().ends_turn());
    press(&mut screen, &[KeyCode::Char('g'), KeyCode::Char('5'), KeyCode::Esc]);
    assert_eq!(screen.turn(), 12);
    press(&mut screen, &[KeyCode::Char('g'), KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Char('9')]);
    press(&mut screen, &[KeyCode::Enter]);
    assert_eq!(screen.turn(), screen.record.turns().count());
}

#[test]
fn autoplay_changes_speed_and_stops_at_the_end() {
    let mut screen = replay_screen(board_game(3));
    assert_eq!(screen.poll_timeout(), None);
    press(&mut screen, &[KeyCode::Char('a')]);
    let first = screen.poll_timeout().unwrap();
    press(&mut screen, &[KeyCode::Char('+')]);
    assert!(screen.poll_timeout().unwrap() < first);
    press(&mut screen, &[KeyCode::Char('-'), KeyCode::Char('-')]);
    assert!(screen.poll_timeout().unwrap() > first);
    for _ in screen.record.clone().steps() {
        screen.tick().unwrap();
    }
    assert_eq!(screen.poll_timeout(), None);
    assert!(screen.game().outcome().is_some());
}

#[test]
fn any_key_closes_the_help_and_q_exits() {
    let mut screen = replay_screen(card_game(3));
    press(&mut screen, &[KeyCode::Char('?'), KeyCode::Char('q')]);
    for code in [KeyCode::Char('q'), KeyCode::Esc] {
        assert_eq!(screen.press(KeyEvent::from(code)), Flow::Exit);
    }
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    screen.shows_help = true;
    assert_eq!(screen.press(interrupt), Flow::Exit);
}

#[test]
fn card_game_with_an_opener() {
    let screen = opened_at(card_game(3), describe::is_opener);
    insta::assert_snapshot!(render(&screen, 80, 24));
}

#[test]
fn card_game_with_a_cleared_table() {
    let laid = |step: &Step| step.events.iter().any(|event| matches!(event, Event::TableLaid { .. }));
    let screen = opened_at(card_game(3), laid);
    insta::assert_snapshot!("cleared_80x24", render(&screen, 80, 24));
    insta::assert_snapshot!("cleared_120x40", render(&screen, 120, 40));
}

#[test]
fn board_game_with_jokers_and_bar() {
    let screen = opened_at(board_game(3), with_joker_and_bar);
    insta::assert_snapshot!("board_80x24", render(&screen, 80, 24));
    insta::assert_snapshot!("board_120x40", render(&screen, 120, 40));
}

#[test]
fn finished_game_shows_the_result() {
    for (name, record) in [("finished_card", card_game(3)), ("finished_board", board_game(3))] {
        let mut screen = replay_screen(record);
        press(&mut screen, &[KeyCode::End]);
        insta::assert_snapshot!(name, render(&screen, 80, 24));
    }
}

#[test]
fn deal_and_help() {
    let mut screen = replay_screen(card_game(3));
    press(&mut screen, &[KeyCode::Char('?')]);
    insta::assert_snapshot!(render(&screen, 80, 24));
}

#[test]
fn small_window_gets_a_message() {
    let text = render(&replay_screen(board_game(3)), 60, 20);
    assert!(text.contains("The game needs a window of 80 × 24; this one is 60 × 20."), "{text}");
}

#[test]
fn every_window_size_can_be_drawn() {
    for record in [card_game(3), board_game(3)] {
        let mut screen = replay_screen(record);
        press(&mut screen, &[KeyCode::Char('g'), KeyCode::Char('9'), KeyCode::Enter]);
        for (width, height) in
            [(1, 1), (2, 30), (79, 24), (80, 23), (81, 25), (100, 24), (110, 50), (300, 100)]
        {
            render(&screen, width, height);
        }
    }
}
