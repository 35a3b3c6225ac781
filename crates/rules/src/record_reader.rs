//! Parsing and replaying of a record.

use crate::excerpt::excerpt;
use crate::faults::FaultCollector;
use crate::record::{RECORD_FIRST_LINE, RECORD_MAX_BYTES, result_line, turn_line};
use crate::record_fault::{RecordFault, RecordFaultReason};
use crate::{Header, Record, Step};

/// Parses a record line by line and collects its faults.
pub(crate) struct RecordReader<'f> {
    faults: &'f mut FaultCollector<RecordFault>,
    record: Option<Record>,
    /// Number of turns read so far.
    turns: usize,
    has_result: bool,
}

impl<'f> RecordReader<'f> {
    pub(crate) fn new(faults: &'f mut FaultCollector<RecordFault>) -> RecordReader<'f> {
        RecordReader { faults, record: None, turns: 0, has_result: false }
    }

    /// Returns the record; `None` if the game cannot be replayed to the end of the text.
    pub(crate) fn read(mut self, text: &str) -> Option<Record> {
        if text.len() > RECORD_MAX_BYTES {
            self.fault(1, None, RecordFaultReason::TooLong);
            return None;
        }
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
        let first = lines.next();
        if !matches!(first, Some((_, RECORD_FIRST_LINE))) {
            self.fault(first.map_or(1, |(number, _)| number), None, RecordFaultReason::FirstLine);
            return None;
        }
        let mut header = Vec::new();
        while let Some(line) = lines.next_if(|(_, line)| !is_turn(line) && !line.starts_with("result:")) {
            header.push(line);
        }
        self.record = Header::parse(&header, self.faults).map(Record::new);
        for (number, line) in lines {
            self.record.as_ref()?;
            if self.has_result {
                self.fault(number, None, RecordFaultReason::AfterResult);
                return None;
            }
            match line.strip_prefix("result: ") {
                Some(result) => self.result(number, result)?,
                None => self.turn(number, line)?,
            }
        }
        let record = self.record.take()?;
        if record.game().ending().is_some() && !self.has_result {
            self.fault(text.lines().count().max(1), None, RecordFaultReason::MissingResult);
        }
        if record.is_over() && record.header().commitment.is_some() && record.header().secret.is_none() {
            self.fault(1, None, RecordFaultReason::SecretMissing);
        }
        Some(record)
    }

    fn fault(&mut self, line: usize, action: Option<&str>, reason: RecordFaultReason) {
        self.faults.add(RecordFault { line, action: action.map(excerpt), reason });
    }

    /// Plays the actions of a line; returns `None` if the game cannot continue.
    fn turn(&mut self, number: usize, line: &str) -> Option<()> {
        let record = self.record.as_mut()?;
        let before = record.steps().len();
        let expected = self.turns + 1;
        let Some(turn) = TurnLine::split(line).filter(|turn| turn.number == expected.to_string()) else {
            self.fault(number, None, RecordFaultReason::TurnLine { expected });
            return None;
        };
        self.turns += 1;
        if record.steps().last().is_some_and(|step| !step.ends_turn()) {
            self.fault(number, None, RecordFaultReason::TurnNotEnded);
            return None;
        }
        let to_move = record.game().turn();
        if turn.player != to_move {
            self.fault(number, None, RecordFaultReason::WrongPlayer { found: turn.player, to_move });
            return None;
        }
        let mut wrong_points = Vec::new();
        for part in turn.actions.split("; ") {
            if record.steps().len() > before && record.steps().last().is_some_and(Step::ends_turn) {
                self.fault(number, Some(part), RecordFaultReason::TurnAlreadyEnded);
                return None;
            }
            let (text, found) = split_points(part);
            let step = record.game().parse_action(text).and_then(|action| record.play(action));
            match step {
                Err(refusal) => {
                    self.fault(number, Some(text), RecordFaultReason::IllegalAction(Box::new(refusal)));
                    return None;
                }
                Ok(step) => {
                    let points = step.after.points_by_source(&step.events);
                    let expected: Vec<String> =
                        points.iter().map(|(source, points)| format!("{source}{points:+}")).collect();
                    if expected != found {
                        wrong_points.push((text, expected.join(" ")));
                    }
                }
            }
        }
        let expected = turn_line(self.turns, &record.steps()[before..]);
        let sums = expected.rsplit_once(" = ").map_or("", |(_, sums)| sums);
        for (action, expected) in wrong_points {
            self.fault(number, Some(action), RecordFaultReason::WrongPoints { expected });
        }
        if sums != turn.sums {
            self.fault(number, None, RecordFaultReason::WrongSums { expected: sums.to_owned() });
        }
        Some(())
    }

    fn result(&mut self, number: usize, found: &str) -> Option<()> {
        self.has_result = true;
        let expected = self.record.as_ref()?.outcome().map(|outcome| result_line(&outcome));
        match expected {
            None => self.fault(number, None, RecordFaultReason::UnexpectedResult),
            Some(expected) if expected != found => {
                self.fault(number, None, RecordFaultReason::WrongResult { expected });
            }
            Some(_) => {}
        }
        Some(())
    }
}

fn is_turn(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_digit())
}

/// The parts of `3. 0: RUm@c4 b4+6 c3+2; end = 8 | 12 4`.
struct TurnLine<'t> {
    number: &'t str,
    player: u8,
    actions: &'t str,
    /// The points of the turn and the scores: `8 | 12 4`.
    sums: &'t str,
}

impl TurnLine<'_> {
    fn split(line: &str) -> Option<TurnLine<'_>> {
        let (number, rest) = line.split_once(". ")?;
        let (player, rest) = rest.split_once(": ")?;
        let (actions, sums) = rest.rsplit_once(" = ")?;
        let player = player.parse().ok().filter(|number: &u8| number.to_string() == player)?;
        Some(TurnLine { number, player, actions, sums })
    }
}

/// Splits `RUm@c4 b4+6 c3+2` into the action and its points.
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
