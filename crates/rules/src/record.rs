//! The record of a game, in the text format of `docs/record.md`.
//!
//! A game is determined by its header and its actions; the rest of a record is there for the reader. [`Record::parse`]
//! replays the game and checks all of it.

use std::fmt::{self, Write as _};

use crate::faults::FaultCollector;
use crate::record_fault::RecordFault;
use crate::record_header::Header;
use crate::record_reader::RecordReader;
use crate::{Action, Faults, Game, Outcome, Step};

/// The first line of every record.
pub const RECORD_FIRST_LINE: &str = "cafe 1";
/// Length limit of a record.
pub const RECORD_MAX_BYTES: usize = 1 << 20;

/// A game from its deal on: the header, and every action in order.
///
/// ```
/// use cafe_rules::{DealSource, Header, Kind, Record, Options, Seed};
/// let options = Options::new(Kind::Card, 2, false)?;
/// let mut record = Record::new(Header::new(options, DealSource::Seed(Seed([5; 32]))));
/// while record.game().ending().is_none() {
///     let action = record.game().legal().get(0).expect("a game that goes on has a legal action");
///     record.play(action)?;
/// }
/// let text = record.to_string();
/// assert_eq!(Record::parse(&text)?, record);
///
/// let forged = text.replacen("result: ", "result: closed; ", 1);
/// assert!(Record::parse(&forged).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    header: Header,
    start: Game,
    game: Game,
    steps: Vec<Step>,
}

impl Record {
    /// Creates the record of a game that has just been dealt.
    ///
    /// # Panics
    /// If the header's options and its deal are of different games.
    #[must_use]
    pub fn new(header: Header) -> Record {
        let start = Game::with_board(header.board, header.options, &header.deal());
        Record { header, start, game: start, steps: Vec::new() }
    }

    /// The options, the deal and the names of the players.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game before the first action.
    #[must_use]
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The game after the last action.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the replay of the game: every action with its events and the game before and after it.
    ///
    /// ```
    /// use cafe_rules::{DealSource, Header, Kind, Options, Record, Seed};
    /// let options = Options::new(Kind::Card, 2, false)?;
    /// let mut record = Record::new(Header::new(options, DealSource::Seed(Seed([5; 32]))));
    /// record.play(record.game().parse_action("draw")?)?;
    /// for step in record.steps() {
    ///     println!("{} {}", step.player, step.before.format_action(&step.action));
    ///     assert_eq!(step.after.scores()[0], step.before.scores()[0] + step.points());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the result of a game that was played to its end. Players who resigned rank last, whatever their points.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(|outcome| outcome.rank_resigned_last(&self.header.resigned))
    }

    /// Returns the winner of a game that was not played to its end, because all other players resigned.
    #[must_use]
    pub fn winner_by_resignation(&self) -> Option<u8> {
        let mut left =
            (0..self.header.options.players()).filter(|player| !self.header.resigned.contains(player));
        let winner = left.next().filter(|_| left.next().is_none());
        winner.filter(|_| self.game.ending().is_none())
    }

    /// Returns true if the game was played to its end or all players but one resigned.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.ending().is_some() || self.winner_by_resignation().is_some()
    }

    /// Iterates over the steps by turn; the last turn may be unfinished.
    pub fn turns(&self) -> impl Iterator<Item = &[Step]> {
        self.steps.split_inclusive(Step::ends_turn)
    }

    /// Plays an action and appends it.
    ///
    /// # Errors
    /// The reason why the action is not legal; the record is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<&Step, crate::Refusal> {
        let step = self.game.play_step(action)?;
        self.steps.push(step);
        Ok(&self.steps[self.steps.len() - 1])
    }

    /// Takes back every action after the first `steps`; does nothing if there are no more.
    pub fn truncate(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.game = self.steps.last().map_or(self.start, |step| step.after);
    }

    /// Parses one record and replays it: every action must be legal, all points, scores and the result must be right,
    /// and the deal must match the commitment.
    ///
    /// # Errors
    /// All faults with their lines, up to the first illegal action.
    pub fn parse(text: &str) -> Result<Record, Faults<RecordFault>> {
        let mut faults = FaultCollector::new();
        let record = RecordReader::new(&mut faults).read(text);
        match record {
            Some(record) => faults.into_result(record),
            None => Err(faults.into_result(()).expect_err("a text without a record has a fault")),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{RECORD_FIRST_LINE}")?;
        write!(f, "{}", self.header)?;
        if !self.steps.is_empty() {
            writeln!(f)?;
        }
        for (number, turn) in self.turns().enumerate() {
            writeln!(f, "{}", turn_line(number + 1, turn))?;
        }
        match self.outcome() {
            Some(outcome) => writeln!(f, "\nresult: {}", result_line(&outcome)),
            None => Ok(()),
        }
    }
}

/// Formats a turn: `3. 0: RUm@c4 b4+6 c3+2; end = 8 | 12 4`.
pub(crate) fn turn_line(number: usize, turn: &[Step]) -> String {
    let mut line = format!("{number}. {}:", turn[0].player);
    let mut sum = 0;
    for (index, step) in turn.iter().enumerate() {
        let _ =
            write!(line, "{} {}", if index > 0 { ";" } else { "" }, step.after.format_action(&step.action));
        for (source, points) in step.after.points_by_source(&step.events) {
            let _ = write!(line, " {source}{points:+}");
            sum += points;
        }
    }
    let scores: Vec<String> = turn[turn.len() - 1].after.scores().iter().map(ToString::to_string).collect();
    let _ = write!(line, " = {sum} | {}", scores.join(" "));
    line
}

/// Formats a result: `closed; penalties 2 8; final 88 110; winners 1`.
pub(crate) fn result_line(outcome: &Outcome) -> String {
    fn row(numbers: &[impl ToString]) -> String {
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
    format!(
        "{}; penalties {}; final {}; winners {}",
        outcome.why.as_str(),
        row(&outcome.penalties),
        row(&outcome.final_scores),
        row(&outcome.winners)
    )
}
