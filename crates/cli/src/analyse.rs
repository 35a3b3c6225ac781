//! `cafe analyse`: grades the decisions of a recorded game, or lists the best turns of a position.

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
use crate::arguments::{MAX_PLAYOUTS, MAX_THREADS};
use crate::engine::MAX_MS;
use crate::engine::{DEFAULT_ANALYSIS_MS, MAX_TOP, candidates_json};
use crate::screen::Palette;
use crate::seeds::read_number_seed;
use crate::text_file::sanitize_json;
use crate::{describe, threads};

/// Default thinking time for a decision of a record.
const DEFAULT_DECISION_MS: u64 = 100;
/// Interval between two frames of the spinner.
const SPINNER_INTERVAL: Duration = Duration::from_millis(100);

/// Arguments of `cafe analyse`.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Record (.cafe), position (JSON as in docs/protocol.md), or - for standard input
    file: PathBuf,
    /// Thinking time for each decision, in milliseconds [default: 100 for a record, 1000 for a position]
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=MAX_MS))]
    ms: Option<u64>,
    /// Number of playouts for each decision, instead of a time: the same result on every machine
    #[arg(long, value_name = "N", conflicts_with = "ms", value_parser = value_parser!(u64).range(1..=MAX_PLAYOUTS))]
    playouts: Option<u64>,
    /// Maximum number of better turns to show, or of best turns of a position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u64).range(1..=MAX_TOP))]
    top: u64,
    /// Random seed: a whole number or 64 hexadecimal digits
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = read_number_seed)]
    seed: u64,
    /// Analyse only this player, counted from 1
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    player: Option<u8>,
    /// Number of the record in a file with several [default: 1]
    #[arg(long, alias = "game-number", value_name = "N", value_parser = value_parser!(u32).range(1..))]
    record: Option<u32>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Number of decisions of a record to analyse at the same time [default: number of cores]
    ///
    /// A position is a single decision and always uses one thread.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl Arguments {
    fn budget(&self, default_ms: u64) -> Budget {
        match self.playouts {
            Some(playouts) => Budget::Playouts(playouts),
            None => Budget::Time(Duration::from_millis(self.ms.unwrap_or(default_ms))),
        }
    }
}

/// Analyses the file and prints the report.
///
/// # Errors
/// If the file is not valid or has nothing to analyse.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let report = match subject::read(&arguments.file, arguments.record)? {
        Subject::Position(game) => analyse_position_file(&game, arguments)?,
        Subject::Record { record, number, count } => analyse_record(&record, (number, count), arguments)?,
    };
    let mut output = io::stdout().lock();
    // The reader of a pipe may close it, as `head` does.
    match output.write_all(report.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn analyse_position_file(game: &Game, arguments: &Arguments) -> Result<String, String> {
    if arguments.player.is_some() {
        return Err("--player is for records; a position is analysed for the player to move".to_owned());
    }
    let view = View::of(game, Viewer::Player(game.turn()));
    let top = arguments.top as usize;
    let budget = arguments.budget(DEFAULT_ANALYSIS_MS);
    let spinner = show_spinner(budget);
    let candidates: Vec<Candidate> = analyse_position(&view, top, budget, arguments.seed);
    spinner.finish_and_clear();
    Ok(if arguments.json {
        json_line(&json!({"player": game.turn(), "moves": candidates_json(game, &candidates)}))
    } else {
        text::position(game, &candidates)
    })
}

/// Shows a spinner on standard error if that is a terminal.
fn show_spinner(budget: Budget) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} thinking {msg}, {elapsed} so far")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let spinner = ProgressBar::new_spinner().with_style(style);
    spinner.set_message(match budget {
        Budget::Time(time) => format!("for {:.1} s", time.as_secs_f64()),
        Budget::Playouts(playouts) => format!("with {}", describe::count(playouts, "playout")),
    });
    spinner.enable_steady_tick(SPINNER_INTERVAL);
    spinner
}

fn analyse_record(
    record: &Record,
    (number, count): (u32, usize),
    arguments: &Arguments,
) -> Result<String, String> {
    let players = record.header().options.players();
    if let Some(player) = arguments.player.filter(|&player| player > players) {
        return Err(format!("there is no player {player}: the game has {players}"));
    }
    let settings = AnalysisSettings {
        budget: arguments.budget(DEFAULT_DECISION_MS),
        top: arguments.top as usize,
        seed: arguments.seed,
        player: arguments.player.map(|player| player - 1),
    };
    let analysis = analyse_in_parallel(record, &settings, arguments.threads)?;
    if analysis.decisions.is_empty() {
        return Err("this record has no decisions".to_owned());
    }
    if arguments.json {
        let mut json = Map::new();
        json.insert("record".to_owned(), json!(number));
        json.insert("records".to_owned(), json!(count));
        if let Value::Object(analysis) = analysis.to_json() {
            json.extend(analysis);
        }
        return Ok(json_line(&Value::Object(json)));
    }
    let use_colour = io::stdout().is_terminal() && Palette::detect() != Palette::Plain;
    let mut report = text::record(&analysis, record, use_colour);
    if count > 1 {
        let note = format!("Record {number} of {count}; choose another with --record N.\n\n");
        report.insert_str(0, &note);
    }
    Ok(report)
}

/// Analyses the decisions on several threads. A progress bar is shown on standard error if that is a terminal.
fn analyse_in_parallel(
    record: &Record,
    settings: &AnalysisSettings,
    threads: Option<u16>,
) -> Result<GameAnalysis, String> {
    // There are at most as many decisions as actions.
    let pool = threads::pool(threads, record.steps().len())?;
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {pos} of {len} decisions  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style);
    let progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let analysis = pool.install(|| analyse_game(record, settings, progress));
    bar.finish_and_clear();
    Ok(analysis)
}

fn json_line(json: &Value) -> String {
    sanitize_json(&json.to_string()) + "\n"
}
