//! The record of a game: a text that people can read and programs can check. `docs/record.md` specifies it.
//!
//! A game is its header and the list of actions that were played ([`Log`]); everything else in a record follows from
//! them and is there for the reader. [`Log::read`] believes none of it: it plays the game again and compares.

use std::fmt::{self, Write as _};

use crate::faults::Finding;
use crate::quote::clip;
use crate::record_fault::{Reason, RecordFault};
use crate::record_header::Header;
use crate::{Action, Event, Events, Faults, Game, Outcome};

/// The first line of every record.
pub const RECORD_FIRST_LINE: &str = "cafe 1";
/// A record is at most this long.
pub const RECORD_BYTES: usize = 1 << 20;

/// A game from its deal on: who played, what was dealt, and every action in order.
///
/// ```
/// use cafe_rules::{DealtBy, Header, Kind, Log, Options, Seed};
/// let options = Options::new(Kind::Card, 2, false)?;
/// let mut log = Log::new(Header::new(options, DealtBy::Seed(Seed([5; 32]))));
/// while log.game().ending().is_none() {
///     let action = log.game().legal().get(0).expect("a game that goes on has a legal action");
///     log.play(action)?;
/// }
/// let text = log.to_string();
/// assert_eq!(Log::read(&text)?, log);
///
/// let forged = text.replacen("result: ", "result: closed; ", 1);
/// assert!(Log::read(&forged).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    header: Header,
    start: Game,
    game: Game,
    steps: Vec<Step>,
}

/// One action of a game, with what it brought about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Whose turn it was.
    pub player: u8,
    /// What was played.
    pub action: Action,
    /// What happened.
    pub events: Events,
    /// The game afterwards.
    pub after: Game,
}

impl Step {
    /// Whether the turn ended with this action.
    #[must_use]
    pub fn ends_turn(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::TurnPassed { .. } | Event::GameOver { .. }))
    }
}

impl Log {
    /// A game that has just been dealt.
    ///
    /// # Panics
    /// If the header's options and its deal are of different games.
    #[must_use]
    pub fn new(header: Header) -> Log {
        let start = Game::on(header.board, header.options, &header.deal());
        Log { header, start, game: start, steps: Vec::new() }
    }

    /// Who plays what, and the deal.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game as it was dealt.
    #[must_use]
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Everything that was played.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What was played, turn by turn; the last turn may not be finished.
    pub fn turns(&self) -> impl Iterator<Item = &[Step]> {
        self.steps.split_inclusive(Step::ends_turn)
    }

    /// Plays an action and writes it down.
    ///
    /// # Errors
    /// Why it is not legal; nothing is written down then.
    pub fn play(&mut self, action: Action) -> Result<&Step, crate::Refusal> {
        let player = self.game.turn();
        let events = self.game.play(action)?;
        self.steps.push(Step { player, action, events, after: self.game });
        Ok(&self.steps[self.steps.len() - 1])
    }

    /// Reads one record and plays it again: every action must be legal, all points, scores and the result must be
    /// right, and the deal must be the one the dealer committed to.
    ///
    /// # Errors
    /// Everything that is wrong, with its line; nothing that follows an illegal action is looked at.
    pub fn read(text: &str) -> Result<Log, Faults<RecordFault>> {
        let mut faults = Finding::new();
        let log = Reader { faults: &mut faults, log: None, result: None, turns: 0 }.read(text);
        match log {
            Some(log) => faults.or(log),
            None => Err(faults.or(()).expect_err("where no game could be read, a fault was found")),
        }
    }
}

/// Cuts an archive into its records, each with the number of its first line. Nothing is checked yet.
pub fn records(archive: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = archive;
    let mut line = 1;
    std::iter::from_fn(move || {
        // Blank lines and comments before a record belong to it, but not behind the last one.
        if rest.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) {
            return None;
        }
        let mut begun = false;
        let mut end = 0;
        for one in rest.split_inclusive('\n') {
            let first = one.trim_end().starts_with("cafe ");
            if first && begun {
                break;
            }
            begun |= first || !(one.trim().is_empty() || one.starts_with('#'));
            end += one.len();
        }
        let (record, after) = rest.split_at(end);
        let number = line;
        line += record.matches('\n').count();
        rest = after;
        Some((number, record))
    })
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{RECORD_FIRST_LINE}")?;
        write!(f, "{}", self.header)?;
        if !self.steps.is_empty() {
            writeln!(f)?;
        }
        for (number, turn) in self.turns().enumerate() {
            writeln!(f, "{}", turn_line(number + 1, turn))?;
        }
        match self.game.outcome() {
            Some(outcome) => writeln!(f, "\nresult: {}", result_line(&outcome)),
            None => Ok(()),
        }
    }
}

/// `3. 0: RUm@c4 b4+6 c3+2; end = 8 | 12 4`
fn turn_line(number: usize, turn: &[Step]) -> String {
    let mut line = format!("{number}. {}:", turn[0].player);
    let mut sum = 0;
    for (place, step) in turn.iter().enumerate() {
        let _ = write!(line, "{} {}", if place > 0 { ";" } else { "" }, step.after.write(&step.action));
        for (source, points) in step.after.points(&step.events) {
            let _ = write!(line, " {source}{points:+}");
            sum += points;
        }
    }
    let scores: Vec<String> = turn[turn.len() - 1].after.scores().iter().map(ToString::to_string).collect();
    let _ = write!(line, " = {sum} | {}", scores.join(" "));
    line
}

/// `closed; penalties 2 8; final 88 110; winners 1`
fn result_line(outcome: &Outcome) -> String {
    fn row(numbers: &[impl ToString]) -> String {
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
    format!(
        "{}; penalties {}; final {}; winners {}",
        outcome.why.word(),
        row(&outcome.penalties),
        row(&outcome.finals),
        row(&outcome.winners)
    )
}

struct Reader<'f> {
    faults: &'f mut Finding<RecordFault>,
    log: Option<Log>,
    result: Option<usize>,
    turns: usize,
}

impl Reader<'_> {
    fn read(mut self, text: &str) -> Option<Log> {
        if text.len() > RECORD_BYTES {
            self.fault(1, None, Reason::TooLong);
            return None;
        }
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
        match lines.next() {
            Some((_, RECORD_FIRST_LINE)) => {}
            Some((number, _)) => {
                self.fault(number, None, Reason::FirstLine);
                return None;
            }
            None => {
                self.fault(1, None, Reason::FirstLine);
                return None;
            }
        }
        let mut header = Vec::new();
        while let Some(line) = lines.next_if(|(_, line)| !is_turn(line) && !line.starts_with("result:")) {
            header.push(line);
        }
        self.log = Header::read(&header, self.faults).map(Log::new);
        for (number, line) in lines {
            self.log.as_ref()?;
            if self.result.is_some() {
                self.fault(number, None, Reason::AfterResult);
                return None;
            }
            let read = match line.strip_prefix("result: ") {
                Some(result) => self.result(number, result),
                None => self.turn(number, line),
            };
            read?;
        }
        let log = self.log.take()?;
        if log.game.ending().is_some() && self.result.is_none() {
            self.fault(text.lines().count().max(1), None, Reason::NoResult);
        }
        if log.game.ending().is_some() && log.header.commitment.is_some() && log.header.secret.is_none() {
            self.fault(1, None, Reason::SecretMissing);
        }
        Some(log)
    }

    fn fault(&mut self, line: usize, action: Option<&str>, reason: Reason) {
        self.faults.add(RecordFault { line, action: action.map(clip), reason });
    }

    /// Plays a line; nothing if the game cannot go on from there.
    fn turn(&mut self, number: usize, line: &str) -> Option<()> {
        let log = self.log.as_mut()?;
        let before = log.steps.len();
        let spelled = split_turn(line).filter(|spelled| spelled.number == (self.turns + 1).to_string());
        let Some(spelled) = spelled else {
            let expected = self.turns + 1;
            self.fault(number, None, Reason::TurnLine { expected });
            return None;
        };
        self.turns += 1;
        if log.steps.last().is_some_and(|step| !step.ends_turn()) {
            self.fault(number, None, Reason::TurnNotEnded);
            return None;
        }
        if spelled.player != log.game.turn() {
            let to_move = log.game.turn();
            self.fault(number, None, Reason::Player { said: spelled.player, to_move });
            return None;
        }
        let mut wrong = Vec::new();
        for part in spelled.steps.split("; ") {
            if log.steps.len() > before && log.steps.last().is_some_and(Step::ends_turn) {
                self.fault(number, Some(part), Reason::TurnHasEnded);
                return None;
            }
            let (text, said) = split_points(part);
            let played = log.game.read(text).and_then(|action| log.play(action).cloned());
            match played {
                Err(refusal) => {
                    self.fault(number, Some(text), Reason::Refused(Box::new(refusal)));
                    return None;
                }
                Ok(step) => {
                    let points = step.after.points(&step.events);
                    let written: Vec<String> = points.iter().map(|(at, n)| format!("{at}{n:+}")).collect();
                    if written != said {
                        wrong.push((text, Reason::Points { right: written.join(" ") }));
                    }
                }
            }
        }
        let turn = &log.steps[before..];
        let right = turn_line(self.turns, turn);
        let tail = |line: &str| line.rsplit_once(" = ").map(|(_, tail)| tail.to_owned());
        let sums_right = tail(&right) == Some(spelled.tail.to_owned());
        for (action, reason) in wrong {
            self.fault(number, Some(action), reason);
        }
        if !sums_right {
            self.fault(number, None, Reason::Sums { right: tail(&right).unwrap_or_default() });
        }
        Some(())
    }

    fn result(&mut self, number: usize, said: &str) -> Option<()> {
        self.result = Some(number);
        let right = self.log.as_ref()?.game.outcome().map(|outcome| result_line(&outcome));
        match right {
            None => self.fault(number, None, Reason::ResultTooEarly),
            Some(right) if right != said => self.fault(number, None, Reason::Result { right }),
            Some(_) => {}
        }
        Some(())
    }
}

fn is_turn(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_digit())
}

struct Spelled<'t> {
    number: &'t str,
    player: u8,
    steps: &'t str,
    tail: &'t str,
}

fn split_turn(line: &str) -> Option<Spelled<'_>> {
    let (number, rest) = line.split_once(". ")?;
    let (player, rest) = rest.split_once(": ")?;
    let (steps, tail) = rest.rsplit_once(" = ")?;
    let player = player.parse().ok().filter(|number: &u8| number.to_string() == player)?;
    Some(Spelled { number, player, steps, tail })
}

/// Parts `RUm@c4 b4+6 c3+2` into the action and what it is said to score.
fn split_points(part: &str) -> (&str, Vec<String>) {
    let mut action = part;
    let mut points = Vec::new();
    while let Some((rest, word)) = action.rsplit_once(' ') {
        if !word.contains(['+', '-']) {
            break;
        }
        points.insert(0, word.to_owned());
        action = rest;
    }
    (action, points)
}
