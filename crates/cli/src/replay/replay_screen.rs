//! The full-screen app of `cafe replay`.

use std::io;
use std::time::Duration;

use cafe_rules::{Game, Outcome, Record, Step};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::{Line, Span};

use crate::describe::{self, Describer};
use crate::screen::terminal::{App, Flow};
use crate::screen::{DisplayState, GameScreen, Highlights, List, Palette, Popup, Row};

/// Time that autoplay shows each action, from slow to fast.
const AUTOPLAY_MS: [u64; 6] = [4000, 2500, 1500, 900, 500, 250];
const DEFAULT_SPEED: usize = 2;
const MAX_TURN_DIGITS: usize = 5;

/// A recorded game and the current step.
#[derive(Clone, Debug)]
pub struct ReplayScreen {
    record: Record,
    names: Vec<String>,
    palette: Palette,
    /// Number of actions played.
    actions: usize,
    /// By turn: number of actions at its end.
    turn_ends: Vec<usize>,
    /// The number of a turn while the user types it.
    turn_input: Option<String>,
    /// Index of the autoplay speed.
    speed: usize,
    is_playing: bool,
    shows_help: bool,
    /// A note for the start, for example that there are several records.
    pub note: String,
}

impl ReplayScreen {
    /// Shows a record from the deal.
    #[must_use]
    pub fn new(record: Record, palette: Palette) -> ReplayScreen {
        let mut turn_ends = Vec::new();
        for turn in record.turns() {
            turn_ends.push(turn_ends.last().copied().unwrap_or(0) + turn.len());
        }
        let names = describe::player_names(record.header());
        ReplayScreen {
            record,
            names,
            palette,
            actions: 0,
            turn_ends,
            turn_input: None,
            speed: DEFAULT_SPEED,
            is_playing: false,
            shows_help: false,
            note: String::new(),
        }
    }

    /// Number of actions played.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// Returns the turn of the last action, counted from 1; 0 at the deal.
    #[must_use]
    pub fn turn(&self) -> usize {
        if self.actions == 0 { 0 } else { self.turn_ends.partition_point(|&end| end < self.actions) + 1 }
    }

    /// Goes to the end of a turn, or of the last turn if there are fewer; 0 is the deal.
    pub fn go_to_turn(&mut self, turn: usize) {
        self.actions = match turn {
            0 => 0,
            _ => self.turn_ends.get(turn - 1).or(self.turn_ends.last()).copied().unwrap_or(0),
        };
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent) -> Flow {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return Flow::Exit;
        }
        if self.shows_help {
            self.shows_help = false;
            return Flow::Continue;
        }
        if self.turn_input.is_some() && self.edit_turn_input(key.code) {
            return Flow::Continue;
        }
        let last = self.record.steps().len();
        if !matches!(key.code, KeyCode::Char('a' | '+' | '-' | '=' | '?')) {
            self.is_playing = false;
        }
        match key.code {
            KeyCode::Right | KeyCode::Char(' ' | 'n') => self.actions = (self.actions + 1).min(last),
            KeyCode::Left | KeyCode::Char('p') => self.actions = self.actions.saturating_sub(1),
            KeyCode::Down | KeyCode::PageDown => {
                self.actions = self.turn_ends.iter().copied().find(|&end| end > self.actions).unwrap_or(last);
            }
            KeyCode::Up | KeyCode::PageUp => {
                self.actions = self.turn_ends.iter().copied().rfind(|&end| end < self.actions).unwrap_or(0);
            }
            KeyCode::Home => self.actions = 0,
            KeyCode::End => self.actions = last,
            KeyCode::Char('g') => self.turn_input = Some(String::new()),
            KeyCode::Char('a') => {
                self.is_playing = !self.is_playing;
                if self.is_playing && self.actions == last {
                    self.actions = 0;
                }
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(AUTOPLAY_MS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('?') => self.shows_help = true,
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Exit,
            _ => {}
        }
        Flow::Continue
    }

    /// Handles a key of the turn input. Returns false if the key is not part of it.
    fn edit_turn_input(&mut self, code: KeyCode) -> bool {
        let Some(typed) = &mut self.turn_input else { return false };
        match code {
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                if typed.len() < MAX_TURN_DIGITS {
                    typed.push(digit);
                }
            }
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Enter => {
                let turn = typed.parse().ok();
                self.turn_input = None;
                if let Some(turn) = turn {
                    self.go_to_turn(turn);
                }
            }
            KeyCode::Esc => self.turn_input = None,
            _ => {
                self.turn_input = None;
                return false;
            }
        }
        true
    }

    fn step(&self) -> Option<&Step> {
        self.record.steps().get(self.actions.checked_sub(1)?)
    }

    fn game(&self) -> &Game {
        self.step().map_or(self.record.start(), |step| &step.after)
    }

    fn is_at_end(&self) -> bool {
        self.actions == self.record.steps().len()
    }

    /// Returns the result at the end of a game that was played to its end.
    fn outcome(&self) -> Option<Outcome> {
        self.game().ending().and_then(|_| self.record.outcome())
    }

    fn description(&self) -> Vec<Line<'_>> {
        let palette = self.palette;
        let describer = Describer { names: &self.names, viewer: None };
        let Some(step) = self.step() else {
            let begins = format!("{} begins.", describer.name(self.record.start().turn()));
            return vec![
                Line::styled(begins, palette.text()),
                Line::styled("Press → for the first action, a for autoplay.", palette.muted()),
                Line::styled(self.note.clone(), palette.muted()),
            ];
        };
        let action = Span::styled(describer.action(step), palette.text());
        let points = describe::explain_points(&step.before, &step.events);
        let style = if points.total < 0 { palette.error() } else { palette.gain() };
        let total = Span::styled(format!("{:+}  ", points.total), style);
        let reason = Span::styled(points.long.clone(), palette.text());
        let has_scored = !points.long.is_empty();
        let resignations = describer.resignations(&self.record);
        let ending = match self.outcome() {
            Some(outcome) => Some((
                format!("{} {resignations}", describe::ending_sentence(outcome.why)).trim_end().to_owned(),
                describer.winner_sentence(&outcome),
            )),
            // The game was not played to its end.
            None if self.is_at_end() && !resignations.is_empty() => Some((String::new(), resignations)),
            None => None,
        };
        if let Some((reason_of_end, result)) = ending {
            // The last action, its points and the result must fit into three lines.
            let blank = Span::styled("  ", palette.text());
            let last = if has_scored { vec![action, blank, total, reason] } else { vec![action] };
            return vec![
                Line::from(last),
                Line::styled(reason_of_end, palette.muted()),
                Line::styled(result, palette.heading()),
            ];
        }
        let mut description = vec![Line::from(action)];
        if has_scored {
            description.push(Line::from(vec![total, reason]));
        }
        let mut consequences = describer.consequences(step);
        if let Some(total) = self.turn_total().filter(|_| step.ends_turn()) {
            consequences.insert(0, format!("{total:+} in this turn."));
        }
        if !consequences.is_empty() {
            description.push(Line::styled(consequences.join(" "), palette.muted()));
        }
        description
    }

    /// Returns the points of a turn in which several actions scored.
    fn turn_total(&self) -> Option<i16> {
        let turn = self.record.turns().nth(self.turn().checked_sub(1)?)?;
        let scores: Vec<i16> = turn.iter().map(Step::points).collect();
        let only_last_scored = scores[..scores.len() - 1].iter().all(|&score| score == 0);
        (!only_last_scored).then(|| scores.iter().sum())
    }

    fn prompt(&self) -> Line<'_> {
        let palette = self.palette;
        if let Some(typed) = &self.turn_input {
            return Line::from(vec![
                Span::styled("Go to turn ", palette.heading()),
                Span::styled(format!("{typed}▏"), palette.text()),
                Span::styled(format!("  of {}, then Enter", self.turn_ends.len()), palette.muted()),
            ]);
        }
        const WIDTH: usize = 48;
        let steps = self.record.steps().len();
        let done = (self.actions * WIDTH).checked_div(steps).unwrap_or(0);
        let mut spans = vec![
            Span::styled("━".repeat(done), palette.heading()),
            Span::styled("─".repeat(WIDTH - done), palette.line()),
            Span::styled(format!("  action {} of {steps}", self.actions), palette.muted()),
        ];
        if self.is_playing {
            spans.push(Span::styled(format!(" · speed {}", self.speed + 1), palette.heading()));
        }
        Line::from(spans)
    }

    fn turns(&self) -> List {
        let row = |(index, turn): (usize, &[Step])| {
            let player = turn.first().map_or(0, |step| step.player);
            let name = self.names.get(usize::from(player)).map_or("", String::as_str);
            let actions: Vec<String> =
                turn.iter().map(|step| step.after.format_action(&step.action)).collect();
            let shown = actions.iter().filter(|action| *action != "end" || actions.len() == 1);
            let shown = shown.map(String::as_str).collect::<Vec<_>>().join(" ");
            let total: i16 = turn.iter().map(Step::points).sum();
            Row {
                text: format!("{:>2} {} {shown}", index + 1, describe::short_name(name)),
                points: if total == 0 { String::new() } else { format!("{total:+}") },
                ..Row::default()
            }
        };
        List {
            heading: "turns".to_owned(),
            rows: self.record.turns().enumerate().map(row).collect(),
            selected: self.turn().checked_sub(1),
            selectable: false,
        }
    }

    fn result(&self) -> Option<List> {
        let outcome = self.outcome()?;
        let mut players: Vec<usize> = (0..self.names.len()).collect();
        players.sort_by_key(|&player| outcome.places[player]);
        let row = |&player: &usize| Row {
            text: format!("{}. {}", outcome.places[player], self.names[player]),
            note: format!("{} − {}", self.game().scores()[player], outcome.penalties[player]),
            points: outcome.final_scores[player].to_string(),
        };
        let rows = players.iter().map(row).collect();
        Some(List { heading: "result".to_owned(), rows, selected: None, selectable: false })
    }

    fn help_popup() -> Popup {
        let lines = [
            "→  space  n    next action",
            "←  p           previous action",
            "↓  PgDn        end of the turn, next turn",
            "↑  PgUp        previous turn",
            "Home  End      start, end of the game",
            "g              go to a turn by number",
            "a              autoplay; + faster, - slower",
            "q  Esc         leave",
            "",
            "(RU) is a table of Russia, RUf a lady and RUm a gentleman",
            "from Russia; ruf is a joker as a lady from Russia.",
        ];
        Popup {
            heading: "Keys".to_owned(),
            lines: lines.map(str::to_owned).to_vec(),
            footer: "any key to continue".to_owned(),
            hides_screen: false,
        }
    }
}

impl App for ReplayScreen {
    fn draw(&self, frame: &mut Frame) {
        let display = DisplayState::of_game(self.game());
        let highlights = self.step().map(Highlights::of).unwrap_or_default();
        let screen = GameScreen {
            title: describe::game(self.record.header().options),
            status: format!("turn {} of {}", self.turn(), self.turn_ends.len()),
            display: &display,
            names: &self.names,
            highlights: &highlights,
            lists: self.result().into_iter().chain([self.turns()]).collect(),
            description: self.description(),
            prompt: self.prompt(),
            keys: &[
                ("←→", "action"),
                ("↑↓", "turn"),
                ("g", "go to"),
                ("a", if self.is_playing { "stop" } else { "play" }),
                ("+-", "speed"),
                ("?", "help"),
                ("q", "leave"),
            ],
            popup: self.shows_help.then(ReplayScreen::help_popup),
        };
        screen.draw(self.palette, frame);
    }

    fn handle_key(&mut self, key: KeyEvent) -> io::Result<Flow> {
        Ok(self.press(key))
    }

    fn poll_timeout(&self) -> Option<Duration> {
        self.is_playing.then(|| Duration::from_millis(AUTOPLAY_MS[self.speed]))
    }

    fn tick(&mut self) -> io::Result<()> {
        self.actions = (self.actions + 1).min(self.record.steps().len());
        self.is_playing &= self.actions < self.record.steps().len();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
