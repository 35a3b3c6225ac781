//! Somebody who leafs through a recorded game on the screen.

use std::io;
use std::time::Duration;

use cafe_rules::{Game, Record, Step};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::{Line, Span};

use crate::screen::terminal::{App, Flow};
use crate::screen::{List, Marks, Notice, Palette, Row, Scene, Sight};
use crate::words::{self, Teller};

/// From slow to fast: how long autoplay shows each action.
const SPEEDS_MS: [u64; 6] = [4000, 2500, 1500, 900, 500, 250];
const FIRST_SPEED: usize = 2;
const JUMP_DIGITS: usize = 5;

/// Where somebody is in a recorded game.
#[derive(Clone, Debug)]
pub struct Reader {
    log: Record,
    names: Vec<String>,
    palette: Palette,
    /// How many actions have been played.
    at: usize,
    /// By turn: how many actions have been played when it has ended.
    ends: Vec<usize>,
    /// The number of a turn while it is being typed.
    jump: Option<String>,
    speed: usize,
    playing: bool,
    help: bool,
    /// A remark for the beginning: that there are several records.
    pub note: String,
}

impl Reader {
    /// Opens a record at the deal.
    #[must_use]
    pub fn new(log: Record, palette: Palette) -> Reader {
        let mut ends = Vec::new();
        for turn in log.turns() {
            ends.push(ends.last().copied().unwrap_or(0) + turn.len());
        }
        let names = words::names(log.header());
        Reader {
            log,
            names,
            palette,
            at: 0,
            ends,
            jump: None,
            speed: FIRST_SPEED,
            playing: false,
            help: false,
            note: String::new(),
        }
    }

    /// How many actions have been played.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The turn of the last action, from 1; 0 at the deal.
    #[must_use]
    pub fn turn(&self) -> usize {
        if self.at == 0 { 0 } else { self.ends.partition_point(|&end| end < self.at) + 1 }
    }

    /// Goes to the end of a turn, or of the last one if there are fewer; 0 is the deal.
    pub fn go_to_turn(&mut self, turn: usize) {
        self.at = match turn {
            0 => 0,
            _ => self.ends.get(turn - 1).or(self.ends.last()).copied().unwrap_or(0),
        };
    }

    /// Answers to a key.
    pub fn press(&mut self, key: KeyEvent) -> Flow {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return Flow::Leave;
        }
        if self.help {
            self.help = false;
            return Flow::Stay;
        }
        if self.jump.is_some() && self.type_turn(key.code) {
            return Flow::Stay;
        }
        let last = self.log.steps().len();
        if !matches!(key.code, KeyCode::Char('a' | '+' | '-' | '=' | '?')) {
            self.playing = false;
        }
        match key.code {
            KeyCode::Right | KeyCode::Char(' ' | 'n') => self.at = (self.at + 1).min(last),
            KeyCode::Left | KeyCode::Char('p') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::PageDown => {
                self.at = self.ends.iter().copied().find(|&end| end > self.at).unwrap_or(last);
            }
            KeyCode::Up | KeyCode::PageUp => {
                self.at = self.ends.iter().copied().rfind(|&end| end < self.at).unwrap_or(0);
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Char('g') => self.jump = Some(String::new()),
            KeyCode::Char('a') => {
                self.playing = !self.playing;
                if self.playing && self.at == last {
                    self.at = 0;
                }
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS_MS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Leave,
            _ => {}
        }
        Flow::Stay
    }

    /// Takes a key for the number of a turn; `false` if it is none and means something else.
    fn type_turn(&mut self, code: KeyCode) -> bool {
        let Some(typed) = &mut self.jump else { return false };
        match code {
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                if typed.len() < JUMP_DIGITS {
                    typed.push(digit);
                }
            }
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Enter => {
                let turn = typed.parse().ok();
                self.jump = None;
                if let Some(turn) = turn {
                    self.go_to_turn(turn);
                }
            }
            KeyCode::Esc => self.jump = None,
            _ => {
                self.jump = None;
                return false;
            }
        }
        true
    }

    fn step(&self) -> Option<(&Game, &Step)> {
        let index = self.at.checked_sub(1)?;
        let step = &self.log.steps()[index];
        Some((&step.before, step))
    }

    fn game(&self) -> &Game {
        self.step().map_or(self.log.start(), |(_, step)| &step.after)
    }

    fn story(&self) -> Vec<Line<'_>> {
        let palette = self.palette;
        let teller = Teller { names: &self.names, viewer: None };
        let Some((before, step)) = self.step() else {
            let begins = format!("The café opens. {} begins.", teller.name(self.log.start().turn()));
            return vec![
                Line::styled(begins, palette.text()),
                Line::styled("Press → for the first action, a to let the game run.", palette.soft()),
                Line::styled(self.note.clone(), palette.soft()),
            ];
        };
        let deed = Span::styled(teller.deed(before, step), palette.text());
        let points = words::points(before, &step.events);
        let style = if points.sum < 0 { palette.refused() } else { palette.won() };
        let sum = Span::styled(format!("{:+}  ", points.sum), style);
        let why = Span::styled(points.long.clone(), palette.text());
        let scored = !points.long.is_empty();
        if let Some(outcome) = step.after.outcome() {
            // The last action, its points and the result have to fit into three lines.
            let blank = Span::styled("  ", palette.text());
            let last = if scored { vec![deed, blank, sum, why] } else { vec![deed] };
            return vec![
                Line::from(last),
                Line::styled(words::over(outcome.why), palette.soft()),
                Line::styled(teller.verdict(&outcome), palette.brass()),
            ];
        }
        let mut story = vec![Line::from(deed)];
        if scored {
            story.push(Line::from(vec![sum, why]));
        }
        let mut after = teller.aftermath(before, step);
        if let Some(sum) = self.turn_sum().filter(|_| step.ends_turn()) {
            after.insert(0, format!("{sum:+} in this turn."));
        }
        if !after.is_empty() {
            story.push(Line::styled(after.join(" "), palette.soft()));
        }
        story
    }

    /// The points of a turn of several scoring actions.
    fn turn_sum(&self) -> Option<i16> {
        let turn = self.log.turns().nth(self.turn().checked_sub(1)?)?;
        let scores: Vec<i16> = turn.iter().map(Step::points).collect();
        let last_alone = scores[..scores.len() - 1].iter().all(|&score| score == 0);
        (!last_alone).then(|| scores.iter().sum())
    }

    fn prompt(&self) -> Line<'_> {
        let palette = self.palette;
        if let Some(typed) = &self.jump {
            return Line::from(vec![
                Span::styled("Go to turn ", palette.brass()),
                Span::styled(format!("{typed}▏"), palette.text()),
                Span::styled(format!("  of {}, then Enter", self.ends.len()), palette.soft()),
            ]);
        }
        const WIDTH: usize = 48;
        let steps = self.log.steps().len();
        let done = (self.at * WIDTH).checked_div(steps).unwrap_or(0);
        let mut spans = vec![
            Span::styled("━".repeat(done), palette.brass()),
            Span::styled("─".repeat(WIDTH - done), palette.line()),
            Span::styled(format!("  action {} of {steps}", self.at), palette.soft()),
        ];
        if self.playing {
            spans.push(Span::styled(format!(" · speed {}", self.speed + 1), palette.brass()));
        }
        Line::from(spans)
    }

    fn turns(&self) -> List {
        let row = |(index, turn): (usize, &[Step])| {
            let player = turn.first().map_or(0, |step| step.player);
            let name = self.names.get(usize::from(player)).map_or("", String::as_str);
            let actions: Vec<String> =
                turn.iter().map(|step| step.after.format_action(&step.action)).collect();
            let told = actions.iter().filter(|action| *action != "end" || actions.len() == 1);
            let told = told.map(String::as_str).collect::<Vec<_>>().join(" ");
            let sum: i16 = turn.iter().map(Step::points).sum();
            Row {
                text: format!("{:>2} {} {told}", index + 1, words::short_name(name)),
                points: if sum == 0 { String::new() } else { format!("{sum:+}") },
                ..Row::default()
            }
        };
        List {
            heading: "turns".to_owned(),
            rows: self.log.turns().enumerate().map(row).collect(),
            marked: self.turn().checked_sub(1),
            choosing: false,
        }
    }

    fn result(&self) -> Option<List> {
        let outcome = self.game().outcome()?;
        let mut players: Vec<usize> = (0..self.names.len()).collect();
        players.sort_by_key(|&player| outcome.places[player]);
        let row = |&player: &usize| Row {
            text: format!("{}. {}", outcome.places[player], self.names[player]),
            aside: format!("{} − {}", self.game().scores()[player], outcome.penalties[player]),
            points: outcome.final_scores[player].to_string(),
        };
        let rows = players.iter().map(row).collect();
        Some(List { heading: "result".to_owned(), rows, marked: None, choosing: false })
    }

    fn help() -> Notice {
        let lines = [
            "→  space  n    the next action",
            "←  p           back by one action",
            "↓  PgDn        to the end of the turn, then turn by turn",
            "↑  PgUp        back by a turn",
            "Home  End      the deal, the end of the game",
            "g              go to a turn by its number",
            "a              let the game run; + faster, - slower",
            "q  Esc         leave",
            "",
            "(RU) is a table of Russia, RUf a lady and RUm a gentleman",
            "from there; ruf is a joker who sits as a lady from Russia.",
        ];
        Notice {
            heading: "Keys".to_owned(),
            lines: lines.map(str::to_owned).to_vec(),
            foot: "any key goes back".to_owned(),
            opaque: false,
        }
    }
}

impl App for Reader {
    fn draw(&self, frame: &mut Frame) {
        let sight = Sight::whole(self.game());
        let marks = self.step().map(|(before, step)| Marks::of(before, step)).unwrap_or_default();
        let scene = Scene {
            title: words::game(self.log.header().options),
            corner: format!("turn {} of {}", self.turn(), self.ends.len()),
            sight: &sight,
            names: &self.names,
            marks: &marks,
            lists: self.result().into_iter().chain([self.turns()]).collect(),
            story: self.story(),
            prompt: self.prompt(),
            keys: &[
                ("←→", "action"),
                ("↑↓", "turn"),
                ("g", "go to"),
                ("a", if self.playing { "stop" } else { "play" }),
                ("+-", "speed"),
                ("?", "help"),
                ("q", "leave"),
            ],
            notice: self.help.then(Reader::help),
        };
        scene.draw(self.palette, frame);
    }

    fn key(&mut self, key: KeyEvent) -> io::Result<Flow> {
        Ok(self.press(key))
    }

    fn patience(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_millis(SPEEDS_MS[self.speed]))
    }

    fn tick(&mut self) -> io::Result<()> {
        self.at = (self.at + 1).min(self.log.steps().len());
        self.playing &= self.at < self.log.steps().len();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
