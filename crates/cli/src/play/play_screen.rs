//! The full-screen app of `cafe play`.

use std::io;
use std::time::Duration;

use cafe_rules::{Kind, View, Viewer};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::choices::{self, Choice};
use super::session::Session;
use crate::describe;
use crate::screen::terminal::{App, Flow};
use crate::screen::{DisplayState, GameScreen, Palette};

mod contents;
mod popups;

/// Time that an action is shown before a bot plays the next.
const BOT_PAUSE_MS: u64 = 1100;
/// Interval between two checks whether a bot has chosen its turn.
const BOT_POLL_MS: u64 = 50;
const MAX_FILTER_BYTES: usize = 60;
/// Number of rows by which Page Up and Page Down move.
const PAGE_ROWS: usize = 8;

/// The screen of the people at this terminal.
#[derive(Debug)]
pub(super) struct PlayScreen {
    session: Session,
    palette: Palette,
    /// The player whose cards are shown.
    viewer: u8,
    /// The legal actions of the player to move.
    choices: Vec<Choice>,
    /// What the user has typed.
    filter: String,
    /// Index of the selected choice among the matching ones.
    selected: usize,
    /// Why the last input was refused.
    error: String,
    /// A note about the record, until the user has read it.
    note: Option<String>,
    /// True while the bots are introduced.
    is_introducing: bool,
    /// True if the pause is over and a bot still thinks.
    is_waiting: bool,
    /// True while the screen is hidden between two players.
    is_covered: bool,
    shows_help: bool,
    asks_to_leave: bool,
    hides_result: bool,
}

impl PlayScreen {
    /// Creates the screen of a session.
    pub(super) fn new(mut session: Session, palette: Palette) -> PlayScreen {
        let choices = choices::list(session.game());
        let note = session.take_note();
        let is_introducing = session.bots().descriptions().next().is_some();
        PlayScreen {
            session,
            palette,
            viewer: 0,
            choices,
            filter: String::new(),
            selected: 0,
            error: String::new(),
            note,
            is_introducing,
            is_waiting: false,
            is_covered: false,
            shows_help: false,
            asks_to_leave: false,
            hides_result: false,
        }
    }

    pub(super) fn into_session(self) -> Session {
        self.session
    }

    /// Returns the choices that match the filter.
    fn matching(&self) -> Vec<&Choice> {
        choices::filter(&self.choices, &self.filter)
    }

    /// Updates choices and viewer after an action, and starts a bot that is to move.
    fn refresh(&mut self) -> io::Result<()> {
        self.filter.clear();
        self.selected = 0;
        self.error.clear();
        self.note = self.session.take_note().or(self.note.take());
        self.choices =
            if self.session.is_humans_turn() { choices::list(self.session.game()) } else { Vec::new() };
        let turn = self.session.game().turn();
        if self.session.is_humans_turn() && turn != self.viewer {
            self.viewer = turn;
            self.is_covered = self.session.game().options().kind() == Kind::Card;
        }
        self.session.start_bot()
    }

    /// Handles a key.
    fn press(&mut self, key: KeyEvent) -> io::Result<Flow> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Ok(Flow::Exit),
            KeyCode::Char('z') if control => {
                self.take_back()?;
                return Ok(Flow::Continue);
            }
            _ if self.is_introducing => self.is_introducing = false,
            _ if self.shows_help => {
                self.shows_help = false;
                return Ok(Flow::Continue);
            }
            KeyCode::Char('q' | 'y') | KeyCode::Enter if self.asks_to_leave => return Ok(Flow::Exit),
            _ if self.asks_to_leave => {
                self.asks_to_leave = false;
                return Ok(Flow::Continue);
            }
            _ if self.is_covered => {
                self.is_covered = key.code != KeyCode::Enter;
                return Ok(Flow::Continue);
            }
            _ if self.note.is_some() => self.note = None,
            KeyCode::Enter | KeyCode::Char('q') | KeyCode::Esc if self.is_over() => return Ok(Flow::Exit),
            _ if self.is_over() => self.hides_result = !self.hides_result,
            KeyCode::Char('q') if self.filter.is_empty() => self.asks_to_leave = true,
            KeyCode::Esc if self.filter.is_empty() => self.asks_to_leave = true,
            KeyCode::Char('?') => self.shows_help = true,
            _ if !self.session.is_humans_turn() => self.play_bot()?,
            code => self.edit_choice(code)?,
        }
        Ok(Flow::Continue)
    }

    fn is_over(&self) -> bool {
        self.session.game().ending().is_some()
    }

    /// Plays the next action of a bot, if it has chosen its turn.
    fn play_bot(&mut self) -> io::Result<()> {
        self.is_waiting = !self.session.play_bot_action(Duration::ZERO)?;
        if self.is_waiting { Ok(()) } else { self.refresh() }
    }

    /// Handles a key while a person is to move.
    fn edit_choice(&mut self, code: KeyCode) -> io::Result<()> {
        let last = self.matching().len().saturating_sub(1);
        match code {
            KeyCode::Down => self.selected = (self.selected + 1).min(last),
            KeyCode::Up => self.selected = self.selected.saturating_sub(1),
            KeyCode::PageDown => self.selected = (self.selected + PAGE_ROWS).min(last),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(PAGE_ROWS),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Esc => self.set_filter(String::new()),
            KeyCode::Backspace if self.filter.is_empty() => self.take_back()?,
            KeyCode::Backspace => {
                let mut filter = self.filter.clone();
                filter.pop();
                self.set_filter(filter);
            }
            KeyCode::Char(letter) if self.filter.len() < MAX_FILTER_BYTES && !letter.is_control() => {
                let filter = format!("{}{letter}", self.filter);
                self.set_filter(filter.trim_start().to_owned());
            }
            KeyCode::Enter => self.play_selected()?,
            _ => {}
        }
        Ok(())
    }

    fn set_filter(&mut self, filter: String) {
        self.filter = filter;
        self.selected = 0;
        self.error.clear();
    }

    fn play_selected(&mut self) -> io::Result<()> {
        let chosen = self.matching().get(self.selected).map(|choice| choice.action);
        let action = match chosen {
            Some(action) => Ok(action),
            None => self.session.game().parse_action(self.filter.trim()),
        };
        match action.and_then(|action| self.session.play(action)) {
            Ok(()) => self.refresh(),
            Err(refusal) => {
                self.error = format!("{}: {refusal}.", self.filter.trim());
                Ok(())
            }
        }
    }

    fn take_back(&mut self) -> io::Result<()> {
        if self.session.is_humans_turn() && self.session.take_back() {
            return self.refresh();
        }
        self.error = "There is nothing to undo: the last turn is over, or a new table was laid.".into();
        Ok(())
    }
}

impl App for PlayScreen {
    fn draw(&self, frame: &mut Frame) {
        let game = self.session.game();
        let display = DisplayState::of_view(&View::of(game, Viewer::Player(self.viewer)));
        let highlights = self.highlights();
        let status = match game.outcome() {
            Some(_) => "game over".to_owned(),
            None if self.session.is_humans_turn() => "your turn".to_owned(),
            None => format!("{} plays", self.session.names()[usize::from(game.turn())]),
        };
        let keys: &[(&str, &str)] = if self.is_over() {
            &[("Enter", "leave"), ("any other key", "show the café")]
        } else if self.session.is_humans_turn() {
            &[("↑↓", "choose"), ("Enter", "play"), ("Backspace", "undo"), ("?", "help"), ("q", "leave")]
        } else if self.is_waiting {
            &[("?", "help"), ("q", "leave")]
        } else {
            &[("any key", "continue"), ("?", "help"), ("q", "leave")]
        };
        let lists = if self.session.is_humans_turn() {
            vec![self.actions(), self.history()]
        } else {
            vec![self.history()]
        };
        let lists = lists.into_iter().filter(|list| !list.rows.is_empty() || list.selectable).collect();
        let screen = GameScreen {
            title: describe::game(game.options()),
            status,
            display: &display,
            names: self.session.names(),
            highlights: &highlights,
            lists,
            description: self.description(),
            prompt: self.prompt(),
            keys,
            popup: self.popup(),
        };
        screen.draw(self.palette, frame);
    }

    fn handle_key(&mut self, key: KeyEvent) -> io::Result<Flow> {
        self.press(key)
    }

    fn poll_timeout(&self) -> Option<Duration> {
        let has_popup = self.is_introducing || self.shows_help || self.asks_to_leave || self.note.is_some();
        let needs_key = self.is_over() || self.session.is_humans_turn() || has_popup;
        (!needs_key).then(|| Duration::from_millis(if self.is_waiting { BOT_POLL_MS } else { BOT_PAUSE_MS }))
    }

    fn tick(&mut self) -> io::Result<()> {
        self.play_bot()
    }
}

#[cfg(test)]
mod tests;
