//! `cafe arena`: matches between bots.

mod record_archive;
mod report_text;

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cafe_bots::Budget;
use cafe_lab::arena::{ArenaError, Progress, Report};
use cafe_lab::{Arena, Entrant};
use cafe_rules::Kind;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use self::record_archive::RecordArchive;
use crate::arguments::{MAX_PLAYOUTS, MAX_THREADS, read_entrant, read_kind};
use crate::engine::MAX_MS;
use crate::seeds::read_number_seed;
use crate::{describe, interrupt, threads};

/// Arguments of `cafe arena`.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Bots, one per seat: novice, casual, regular, expert, master, seer
    ///
    /// The seer is the strongest search with all hidden cards revealed. It shows how much skill can win at all against the
    /// luck of the cards.
    #[arg(long, required = true, value_delimiter = ',', value_parser = read_entrant, value_name = "A,B,…")]
    bots: Vec<Entrant>,
    /// Game: card or board
    #[arg(long, default_value_t = Kind::Card, value_parser = read_kind, value_name = "GAME")]
    game: Kind,
    /// Number of players [default: number of bots]
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Play with parties: a whole table of ladies or of gentlemen in one turn
    #[arg(long)]
    parties: bool,
    /// Number of deals; each is played in every seating order of the bots
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    deals: u32,
    /// Thinking time of a master for a turn, in milliseconds [default: 300]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_MS), value_name = "N")]
    ms: Option<u64>,
    /// Number of playouts of a master for a turn, instead of a time: the same games on every machine
    #[arg(long, conflicts_with = "ms", value_parser = clap::value_parser!(u64).range(1..=MAX_PLAYOUTS), value_name = "N")]
    playouts: Option<u64>,
    /// Random seed: a whole number or 64 hexadecimal digits
    #[arg(long, default_value = "0", value_parser = read_number_seed, value_name = "SEED")]
    seed: u64,
    /// Stop as soon as the first bot clearly wins more or less than an even share
    ///
    /// Uses a sequential test with wider intervals, which are valid at every look.
    #[arg(long)]
    stop: bool,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS), value_name = "N")]
    threads: Option<u16>,
    /// File to create for the records of all games
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn arena(&self) -> Result<Arena, String> {
        let bots = self.bots.len();
        if let Some(players) = self.players.filter(|&players| usize::from(players) != bots) {
            let bots = describe::count(bots, "bot");
            return Err(format!("--players is {players}, but --bots names {bots}: name one for each seat"));
        }
        let mut arena =
            Arena::new(self.game, self.parties, self.bots.clone()).map_err(|error| error.to_string())?;
        arena.budget = match (self.ms, self.playouts) {
            (_, Some(playouts)) => Budget::Playouts(playouts),
            (Some(ms), None) => Budget::Time(Duration::from_millis(ms)),
            (None, None) => Budget::DEFAULT,
        };
        (arena.seed, arena.deals, arena.stop_early) = (self.seed, self.deals, self.stop);
        Ok(arena)
    }
}

/// Plays the games and writes the report; after Ctrl-C, the report of the games played so far. A progress bar is shown on
/// standard error if that is a terminal.
///
/// # Errors
/// If the arguments are wrong or an output cannot be written.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<ExitCode, String> {
    let arena = arguments.arena()?;
    let mut archive = arguments.records.as_deref().map(RecordArchive::create).transpose()?;
    let pool = threads::pool(arguments.threads, arena.games().try_into().unwrap_or(usize::MAX))?;
    interrupt::install_handler("Finishing the running games. Press Ctrl-C again to quit at once.");
    let report = pool.install(|| play(&arena, archive.as_mut())).map_err(|error| error.to_string())?;
    let interrupted = interrupt::is_interrupted() && !report.stopped && report.deals < arena.deals.into();
    let written = if interrupted && report.deals == 0 {
        writeln!(io::stderr(), "cafe: interrupted before the first deal was finished")
    } else if arguments.json {
        write_json(&report, interrupted, output)
    } else {
        report_text::write(&arena, &report, interrupted, output)
    };
    match written.and_then(|()| output.flush()) {
        // The reader of a pipe may close it.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.to_string()),
        _ => {}
    }
    archive.map_or(Ok(()), RecordArchive::close)?;
    Ok(if interrupted { interrupt::EXIT_CODE.into() } else { ExitCode::SUCCESS })
}

fn write_json(report: &Report, interrupted: bool, output: &mut impl Write) -> io::Result<()> {
    let mut json = serde_json::to_value(report)?;
    json["interrupted"] = json!(interrupted);
    writeln!(output, "{json}")
}

fn play(arena: &Arena, mut archive: Option<&mut RecordArchive>) -> Result<Report, ArenaError> {
    let progress = ProgressBar::new(arena.games()).with_style(progress_style());
    let first = arena.entrants().first().map_or("", |first| first.as_str());
    let on_progress = |update: Progress<'_>| {
        if let Some(share) = update.share {
            progress.set_message(format!("{first} {:.1} %", 100.0 * share));
        }
        progress.set_position(update.games);
        if let Some(archive) = &mut archive {
            archive.append(update.records);
        }
    };
    let report = arena.run_while(|| !interrupt::is_interrupted(), on_progress);
    progress.finish_and_clear();
    report
}

fn progress_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos} of {len} games  {msg}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
