//! A game that is being played at this terminal: its record, the players, and the plans of the bots.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use cafe_bots::Level;
use cafe_rules::{Action, DealSource, Game, Header, Options, Record, Refusal, Seed, View, Viewer};

use super::bot_task::BotTask;
use super::bots::Bots;
use super::record_file::RecordFile;
use super::timestamp;
use crate::describe::{self, YOU};

/// Names of several people at one terminal.
const HUMAN_NAMES: [&str; 5] = ["Ann", "Ben", "Cleo", "Dora", "Emil"];

/// A game that is being played.
#[derive(Debug)]
pub(super) struct Session {
    record: Record,
    names: Vec<String>,
    humans: u8,
    bots: Bots,
    /// The bot to move, while it thinks.
    bot_task: Option<BotTask>,
    /// The actions that it has chosen and not played yet.
    planned_actions: VecDeque<Action>,
    record_file: RecordFile,
    /// True if the last attempt to save the record failed.
    has_save_error: bool,
    /// A note for the players about the record.
    note: Option<String>,
}

impl Session {
    /// Deals a game. The first players are people, the others bots.
    pub(super) fn new(
        options: Options,
        seed: Seed,
        humans: u8,
        bots: Bots,
        mut record_file: RecordFile,
    ) -> Session {
        let human_names: &[&str] = if humans == 1 { &[YOU] } else { &HUMAN_NAMES[..usize::from(humans)] };
        let people = || human_names.iter().map(|&name| name.to_owned());
        let names = people().chain(bots.names().map(str::to_owned)).collect();
        let mut header = Header::new(options, DealSource::Seed(seed));
        header.names = people().chain(bots.full_names()).collect();
        header.date = timestamp::record_date();
        let note = record_file.note.take();
        Session {
            record: Record::new(header),
            names,
            humans,
            bots,
            bot_task: None,
            planned_actions: VecDeque::new(),
            record_file,
            has_save_error: false,
            note,
        }
    }

    /// The current state of the game.
    pub(super) fn game(&self) -> &Game {
        self.record.game()
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// Names of the players.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn bots(&self) -> &Bots {
        &self.bots
    }

    /// Number of people.
    pub(super) fn humans(&self) -> u8 {
        self.humans
    }

    /// Returns true if a person is to move.
    pub(super) fn is_humans_turn(&self) -> bool {
        self.game().ending().is_none() && self.game().turn() < self.humans
    }

    /// Plays an action of the player to move. The record is saved at the end of the turn.
    pub(super) fn play(&mut self, action: Action) -> Result<(), Refusal> {
        if self.record.play(action)?.ends_turn() {
            self.save_turn();
        }
        Ok(())
    }

    /// Saves the record. An error does not end the game: it is reported once, and every turn tries again.
    fn save_turn(&mut self) {
        match self.record_file.save(&self.record) {
            Ok(_) => self.has_save_error = false,
            Err(_) if self.has_save_error => {}
            Err(error) => {
                self.has_save_error = true;
                let error = describe::capitalize(&error);
                self.note = Some(format!("{error}. The game continues; every turn tries again."));
            }
        }
    }

    /// Returns the note about the record, once.
    pub(super) fn take_note(&mut self) -> Option<String> {
        self.note.take()
    }

    /// Returns the level of the bot to move if it has not chosen its turn yet.
    pub(super) fn thinking_bot(&self) -> Option<Level> {
        let level = self.bots.level(self.game().turn())?;
        (self.game().ending().is_none() && self.planned_actions.is_empty()).then_some(level)
    }

    /// Starts the bot to move, unless it thinks already or has chosen its turn.
    pub(super) fn start_bot(&mut self) -> io::Result<()> {
        if let Some(level) = self.thinking_bot()
            && self.bot_task.is_none()
        {
            let player = self.game().turn();
            let view = View::of(self.game(), Viewer::Player(player));
            self.bot_task = Some(self.bots.start(level, player, view, self.record.steps().len())?);
        }
        Ok(())
    }

    /// Plays one action of the bot to move. Returns false if no bot is to move or it still thinks after the timeout.
    ///
    /// A bot chooses a whole turn at once, or up to the point where something hidden is revealed.
    pub(super) fn play_bot_action(&mut self, timeout: Duration) -> io::Result<bool> {
        self.start_bot()?;
        if let Some(task) = &self.bot_task {
            let Some(turn) = task.wait(timeout)? else { return Ok(false) };
            self.bot_task = None;
            self.planned_actions.extend(turn.actions);
        }
        let Some(action) = self.planned_actions.pop_front() else { return Ok(false) };
        self.play(action).map_err(io::Error::other)?;
        Ok(true)
    }

    /// Returns true if the last action can be taken back: it belongs to the current turn and revealed nothing.
    pub(super) fn can_take_back(&self) -> bool {
        self.record.steps().last().is_some_and(|step| !step.ends_turn() && !step.reveals_hidden())
    }

    /// Takes the last action back. Returns false if that is not possible.
    pub(super) fn take_back(&mut self) -> bool {
        if !self.can_take_back() {
            return false;
        }
        self.record.truncate(self.record.steps().len() - 1);
        true
    }

    /// Saves the record, including an unfinished turn. Returns its path, or `None` if nothing was played.
    pub(super) fn save(&mut self) -> Result<Option<PathBuf>, String> {
        if self.record.steps().is_empty() {
            return Ok(None);
        }
        self.record_file.save(&self.record).map(|path| Some(path.to_owned()))
    }
}

#[cfg(test)]
pub(super) mod tests;
