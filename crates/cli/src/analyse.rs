//! `cafe analyse`: how well a recorded game was played, or what is best in a position.

mod subject;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use cafe_analysis::{AnalysisSettings, GameAnalysis, analyse_position};
use cafe_bots::{Budget, Candidate};
use cafe_lab::analyse_game;
use cafe_rules::{Game, Record, View, Viewer};
use clap::value_parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use self::subject::Subject;
use crate::arguments::{MOST_MS, MOST_PLAYOUTS, MOST_THREADS, read_number_seed};
use crate::engine::{ANALYSIS_MS, MOST_TURNS, moves};
use crate::files::clean_json;
use crate::screen::Palette;
use crate::{threads, words};

/// How long a decision of a record is thought about, unless told otherwise.
const DECISION_MS: u64 = 100;
/// How often it is shown that somebody still thinks.
const TICK: Duration = Duration::from_millis(100);

/// Analyse a game or a position
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// A record (`.cafe`), a position (JSON, as in docs/protocol.md), or - for standard input
    file: PathBuf,
    /// Think this long about each decision; 100 if left out, 1000 for a position
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=MOST_MS))]
    ms: Option<u64>,
    /// Think about each decision with so many playouts: slower or faster, but the same everywhere
    #[arg(long, value_name = "N", conflicts_with = "ms", value_parser = value_parser!(u64).range(1..=MOST_PLAYOUTS))]
    playouts: Option<u64>,
    /// Show at most so many better turns, or the best turns of a position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u64).range(1..=MOST_TURNS))]
    top: u64,
    /// The chance in it, a whole number or 64 hexadecimal digits: the same seed and number of playouts give the same
    /// analysis
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = read_number_seed)]
    seed: u64,
    /// Only the decisions of this player, counted from 1
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    player: Option<u8>,
    /// Which record, of a file with several; the first if left out
    #[arg(long, alias = "game-number", value_name = "N", value_parser = value_parser!(u32).range(1..))]
    record: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Think about so many decisions of a record at the same time; one for each core if left out
    ///
    /// A position is one decision: more threads have no effect on it.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}

impl Arguments {
    fn budget(&self, usual_ms: u64) -> Budget {
        match self.playouts {
            Some(playouts) => Budget::Playouts(playouts),
            None => Budget::Time(Duration::from_millis(self.ms.unwrap_or(usual_ms))),
        }
    }
}

/// Analyses the record or the position.
///
/// # Errors
/// What is wrong with it, or why there is nothing to analyse.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let report = match subject::read(&arguments.file, arguments.record)? {
        Subject::Position(game) => position(&game, arguments)?,
        Subject::Record { log, number, of } => record(&log, (number, of), arguments)?,
    };
    let mut output = io::stdout().lock();
    // Who reads only the beginning, as `head` does, has seen enough.
    match output.write_all(report.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn position(game: &Game, arguments: &Arguments) -> Result<String, String> {
    if arguments.player.is_some() {
        return Err("--player is for records; in a position the player to move is asked".to_owned());
    }
    let view = View::of(game, Viewer::Player(game.turn()));
    let top = arguments.top as usize;
    let budget = arguments.budget(ANALYSIS_MS);
    let bar = thinking(budget);
    let found: Vec<Candidate> = analyse_position(&view, top, budget, arguments.seed);
    bar.finish_and_clear();
    Ok(if arguments.json {
        line(&json!({"player": game.turn(), "moves": moves(game, &found)}))
    } else {
        text::position(game, &found)
    })
}

/// Shows on the standard error, if that is a terminal, that somebody thinks.
fn thinking(budget: Budget) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} thinking {msg}, {elapsed} so far")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.set_message(match budget {
        Budget::Time(time) => format!("for {:.1} s", time.as_secs_f64()),
        Budget::Playouts(playouts) => format!("with {}", words::counted(playouts, "playout")),
    });
    bar.enable_steady_tick(TICK);
    bar
}

fn record(log: &Record, (number, of): (u32, usize), arguments: &Arguments) -> Result<String, String> {
    let players = log.header().options.players();
    if let Some(player) = arguments.player.filter(|&player| player > players) {
        return Err(format!("there is no player {player}: the game is for {players}"));
    }
    let settings = AnalysisSettings {
        budget: arguments.budget(DECISION_MS),
        top: arguments.top as usize,
        seed: arguments.seed,
        player: arguments.player.map(|player| player - 1),
    };
    let analysis = analysed(log, &settings, arguments.threads)?;
    if analysis.decisions.is_empty() {
        return Err("nothing has been decided in this record yet".to_owned());
    }
    if arguments.json {
        let mut all = Map::new();
        all.insert("record".to_owned(), json!(number));
        all.insert("records".to_owned(), json!(of));
        if let Value::Object(analysis) = analysis.to_json() {
            all.extend(analysis);
        }
        return Ok(line(&Value::Object(all)));
    }
    let coloured = io::stdout().is_terminal() && Palette::of_terminal() != Palette::Plain;
    let mut report = text::record(&analysis, &words::names(log.header()), coloured);
    if of > 1 {
        report.insert_str(0, &format!("Record {number} of {of}; --record N analyses another.\n\n"));
    }
    Ok(report)
}

/// Analyses with so many threads; a bar shows on the standard error if that is a terminal.
fn analysed(log: &Record, settings: &AnalysisSettings, threads: Option<u16>) -> Result<GameAnalysis, String> {
    // Nobody decides more often than there are actions.
    let pool = threads::pool(threads, log.steps().len())?;
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {pos} of {len} decisions  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style);
    let progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let analysis = pool.install(|| analyse_game(log, settings, progress));
    bar.finish_and_clear();
    Ok(analysis)
}

fn line(json: &Value) -> String {
    clean_json(&json.to_string()) + "\n"
}
