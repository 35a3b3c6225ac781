//! Somebody who plays on the screen.

use std::io;
use std::time::Duration;

use cafe_rules::{Kind, View, Viewer};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::choices::{self, Choice};
use super::table::Table;
use crate::screen::terminal::{App, Flow};
use crate::screen::{Palette, Scene, Sight};
use crate::words;

mod notices;
mod scene;

/// How long an action is shown before a bot plays the next.
const PAUSE_MS: u64 = 1100;
/// How long to wait before looking again whether a bot has decided.
const LOOK_MS: u64 = 50;
const TYPED_MOST: usize = 60;
const PAGE: usize = 8;

/// The screen of those who play here.
#[derive(Debug)]
pub(super) struct Sitting {
    table: Table,
    palette: Palette,
    /// Whose cards are shown.
    viewer: u8,
    /// What the player to move can do.
    choices: Vec<Choice>,
    typed: String,
    selected: usize,
    /// Why the last thing did not work.
    refused: String,
    /// What has to be told about the record.
    remark: Option<String>,
    /// It is told who the bots are.
    greeting: bool,
    /// It is time to go on, but a bot still thinks.
    waiting: bool,
    /// The screen hides everything until this player sits down.
    curtain: bool,
    help: bool,
    leaving: bool,
    result_hidden: bool,
}

impl Sitting {
    /// Sits down at a table.
    pub(super) fn new(mut table: Table, palette: Palette) -> Sitting {
        let choices = choices::all(table.game());
        let remark = table.take_remark();
        let greeting = table.bots().characters().next().is_some();
        Sitting {
            table,
            palette,
            viewer: 0,
            choices,
            typed: String::new(),
            selected: 0,
            refused: String::new(),
            remark,
            greeting,
            waiting: false,
            curtain: false,
            help: false,
            leaving: false,
            result_hidden: false,
        }
    }

    /// Gets up; the table stays.
    pub(super) fn into_table(self) -> Table {
        self.table
    }

    fn fitting(&self) -> Vec<&Choice> {
        choices::fitting(&self.choices, &self.typed)
    }

    /// After any action: whose turn it is, and what can be done.
    fn refresh(&mut self) -> io::Result<()> {
        self.typed.clear();
        self.selected = 0;
        self.refused.clear();
        self.remark = self.table.take_remark().or(self.remark.take());
        self.choices =
            if self.table.waits_for_human() { choices::all(self.table.game()) } else { Vec::new() };
        let turn = self.table.game().turn();
        if self.table.waits_for_human() && turn != self.viewer {
            self.viewer = turn;
            self.curtain = self.table.game().options().kind() == Kind::Card;
        }
        self.table.think()
    }

    /// Answers to a key.
    fn press(&mut self, key: KeyEvent) -> io::Result<Flow> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Ok(Flow::Leave),
            KeyCode::Char('z') if control => {
                self.take_back()?;
                return Ok(Flow::Stay);
            }
            _ if self.greeting => self.greeting = false,
            _ if self.help => {
                self.help = false;
                return Ok(Flow::Stay);
            }
            KeyCode::Char('q' | 'y') | KeyCode::Enter if self.leaving => return Ok(Flow::Leave),
            _ if self.leaving => {
                self.leaving = false;
                return Ok(Flow::Stay);
            }
            _ if self.curtain => {
                self.curtain = key.code != KeyCode::Enter;
                return Ok(Flow::Stay);
            }
            _ if self.remark.is_some() => self.remark = None,
            KeyCode::Enter | KeyCode::Char('q') | KeyCode::Esc if self.is_over() => return Ok(Flow::Leave),
            _ if self.is_over() => self.result_hidden = !self.result_hidden,
            KeyCode::Char('q') if self.typed.is_empty() => self.leaving = true,
            KeyCode::Esc if self.typed.is_empty() => self.leaving = true,
            KeyCode::Char('?') => self.help = true,
            _ if !self.table.waits_for_human() => self.bot()?,
            code => self.choose(code)?,
        }
        Ok(Flow::Stay)
    }

    fn is_over(&self) -> bool {
        self.table.game().ending().is_some()
    }

    /// A bot goes on, if it has decided.
    fn bot(&mut self) -> io::Result<()> {
        self.waiting = !self.table.bot_plays(Duration::ZERO)?;
        if self.waiting { Ok(()) } else { self.refresh() }
    }

    /// A key while it is one's turn.
    fn choose(&mut self, code: KeyCode) -> io::Result<()> {
        let last = self.fitting().len().saturating_sub(1);
        match code {
            KeyCode::Down => self.selected = (self.selected + 1).min(last),
            KeyCode::Up => self.selected = self.selected.saturating_sub(1),
            KeyCode::PageDown => self.selected = (self.selected + PAGE).min(last),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(PAGE),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Esc => self.type_anew(String::new()),
            KeyCode::Backspace if self.typed.is_empty() => self.take_back()?,
            KeyCode::Backspace => {
                let mut typed = self.typed.clone();
                typed.pop();
                self.type_anew(typed);
            }
            KeyCode::Char(letter) if self.typed.len() < TYPED_MOST && !letter.is_control() => {
                let typed = format!("{}{letter}", self.typed);
                self.type_anew(typed.trim_start().to_owned());
            }
            KeyCode::Enter => self.play_selected()?,
            _ => {}
        }
        Ok(())
    }

    fn type_anew(&mut self, typed: String) {
        self.typed = typed;
        self.selected = 0;
        self.refused.clear();
    }

    fn play_selected(&mut self) -> io::Result<()> {
        let chosen = self.fitting().get(self.selected).map(|choice| choice.action);
        let action = match chosen {
            Some(action) => Ok(action),
            None => self.table.game().parse_action(self.typed.trim()),
        };
        match action.and_then(|action| self.table.play(action)) {
            Ok(()) => self.refresh(),
            Err(refusal) => {
                self.refused = format!("{}: {refusal}.", self.typed.trim());
                Ok(())
            }
        }
    }

    fn take_back(&mut self) -> io::Result<()> {
        if self.table.waits_for_human() && self.table.take_back() {
            return self.refresh();
        }
        self.refused = "Nothing can be taken back: the turn before is over, or a new table was laid.".into();
        Ok(())
    }
}

impl App for Sitting {
    fn draw(&self, frame: &mut Frame) {
        let game = self.table.game();
        let sight = Sight::of(&View::of(game, Viewer::Player(self.viewer)));
        let marks = self.marks();
        let corner = match game.outcome() {
            Some(_) => "the café is closed".to_owned(),
            None if self.table.waits_for_human() => "your turn".to_owned(),
            None => format!("{} plays", self.table.names()[usize::from(game.turn())]),
        };
        let keys: &[(&str, &str)] = if self.is_over() {
            &[("Enter", "leave"), ("any other key", "look at the café")]
        } else if self.table.waits_for_human() {
            &[("↑↓", "choose"), ("Enter", "play"), ("Backspace", "take back"), ("?", "help"), ("q", "leave")]
        } else if self.waiting {
            &[("?", "help"), ("q", "leave")]
        } else {
            &[("any key", "go on"), ("?", "help"), ("q", "leave")]
        };
        let lists = if self.table.waits_for_human() {
            vec![self.actions(), self.history()]
        } else {
            vec![self.history()]
        };
        let lists = lists.into_iter().filter(|list| !list.rows.is_empty() || list.choosing).collect();
        let scene = Scene {
            title: words::game(game.options()),
            corner,
            sight: &sight,
            names: self.table.names(),
            marks: &marks,
            lists,
            story: self.story(),
            prompt: self.prompt(),
            keys,
            notice: self.notice(),
        };
        scene.draw(self.palette, frame);
    }

    fn key(&mut self, key: KeyEvent) -> io::Result<Flow> {
        self.press(key)
    }

    fn patience(&self) -> Option<Duration> {
        let reads = self.greeting || self.help || self.leaving || self.remark.is_some();
        let waits = self.is_over() || self.table.waits_for_human() || reads;
        (!waits).then(|| Duration::from_millis(if self.waiting { LOOK_MS } else { PAUSE_MS }))
    }

    fn tick(&mut self) -> io::Result<()> {
        self.bot()
    }
}

#[cfg(test)]
mod tests;
