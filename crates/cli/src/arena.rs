//! `cafe arena`: bots against bots, until luck has cancelled.

mod table;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cafe_bots::Budget;
use cafe_lab::arena::{ArenaError, Progress, Report};
use cafe_lab::{Arena, Entrant};
use cafe_rules::{Kind, Record};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::arguments::{MOST_MS, MOST_PLAYOUTS, MOST_THREADS, read_entrant, read_kind, read_number_seed};
use crate::{interrupt, new_file, threads};

/// Let bots play against bots
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Who plays, one for each seat: novice, casual, regular, expert, master, seer
    ///
    /// The seer is not a player: it is the strongest search given every card, also the hidden ones, and shows how much
    /// skill could win at all against the luck of the cards.
    #[arg(long, required = true, value_delimiter = ',', value_parser = read_entrant, value_name = "A,B,…")]
    bots: Vec<Entrant>,
    /// Which game: card or board
    #[arg(long, default_value_t = Kind::Card, value_parser = read_kind, value_name = "GAME")]
    game: Kind,
    /// How many players; follows from the bots if left out
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Play with ladies' parties and regulars' tables
    #[arg(long)]
    parties: bool,
    /// How many deals; each is played in every seating order of the bots
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    deals: u32,
    /// How many milliseconds a master may think about a turn; 300 if left out
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_MS), value_name = "N")]
    ms: Option<u64>,
    /// How many playouts a master makes for a turn, instead of a time: the same games on every machine
    #[arg(long, conflicts_with = "ms", value_parser = clap::value_parser!(u64).range(1..=MOST_PLAYOUTS), value_name = "N")]
    playouts: Option<u64>,
    /// The deals and the bots' dice follow from this seed: a whole number or 64 hexadecimal digits
    #[arg(long, default_value = "0", value_parser = read_number_seed, value_name = "SEED")]
    seed: u64,
    /// Stop as soon as it is clear that the first bot wins more or less than an even share
    ///
    /// The test stays honest however often it looks. The price is wider intervals.
    #[arg(long)]
    stop: bool,
    /// How many games are played at the same time; one for each core if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS), value_name = "N")]
    threads: Option<u16>,
    /// Keep the records of all games in this new file
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
            let bots = if bots == 1 { "1 bot".to_owned() } else { format!("{bots} bots") };
            return Err(format!("--players says {players}, but --bots names {bots}: one for each seat"));
        }
        let mut arena =
            Arena::new(self.game, self.parties, self.bots.clone()).map_err(|wrong| wrong.to_string())?;
        arena.budget = match (self.ms, self.playouts) {
            (_, Some(playouts)) => Budget::Playouts(playouts),
            (Some(ms), None) => Budget::Time(Duration::from_millis(ms)),
            (None, None) => Budget::DEFAULT,
        };
        (arena.seed, arena.deals, arena.stop_early) = (self.seed, self.deals, self.stop);
        Ok(arena)
    }
}

/// Plays the games, with a progress bar on the standard error if that is a terminal, and writes what came of them. After
/// Ctrl-C that is what came of those played until then.
///
/// # Errors
/// If it cannot be played or written, in words.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<ExitCode, String> {
    let arena = arguments.arena()?;
    let mut keeper = arguments.records.as_deref().map(Keeper::open).transpose()?;
    let pool = threads::pool(arguments.threads, arena.games().try_into().unwrap_or(usize::MAX))?;
    interrupt::expect("The games under way are played to their end. Ctrl-C again leaves at once.");
    let report = pool.install(|| play(&arena, keeper.as_mut())).map_err(|fault| fault.to_string())?;
    let interrupted = interrupt::came() && !report.stopped && report.deals < arena.deals.into();
    let written = if interrupted && report.deals == 0 {
        writeln!(io::stderr(), "cafe: interrupted before the first deal was played in every seating order")
    } else if arguments.json {
        write_json(&report, interrupted, output)
    } else {
        table::write(&arena, &report, interrupted, output)
    };
    match written.and_then(|()| output.flush()) {
        // Whoever reads the output may stop reading; that is no fault.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.to_string()),
        _ => {}
    }
    keeper.map_or(Ok(()), Keeper::close)?;
    Ok(if interrupted { interrupt::EXIT_CODE.into() } else { ExitCode::SUCCESS })
}

fn write_json(report: &Report, interrupted: bool, output: &mut impl Write) -> io::Result<()> {
    let mut json = serde_json::to_value(report)?;
    json["interrupted"] = json!(interrupted);
    writeln!(output, "{json}")
}

fn play(arena: &Arena, mut keeper: Option<&mut Keeper>) -> Result<Report, ArenaError> {
    let progress = ProgressBar::new(arena.games()).with_style(style());
    let first = arena.entrants().first().map_or("", |first| first.as_str());
    let tell = |news: Progress<'_>| {
        if let Some(share) = news.share {
            progress.set_message(format!("{first} {:.1} %", 100.0 * share));
        }
        progress.set_position(news.games);
        if let Some(keeper) = &mut keeper {
            keeper.keep(news.records);
        }
    };
    let report = arena.run_while(|| !interrupt::came(), tell);
    progress.finish_and_clear();
    report
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos} of {len} games  {msg}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes records one after the other into a file that was not there before.
struct Keeper {
    file: File,
    path: PathBuf,
    begun: bool,
    /// The first thing that went wrong. The games go on: their result is worth having without their records.
    trouble: Option<io::Error>,
}

impl Keeper {
    fn open(path: &Path) -> Result<Keeper, String> {
        let file = new_file::create(path)?;
        Ok(Keeper { file, path: path.to_owned(), begun: false, trouble: None })
    }

    /// Writes some more games, as a whole: whenever the arena is interrupted, there are only whole deals in the file.
    fn keep(&mut self, games: &[Record]) {
        let mut text = String::new();
        for game in games {
            if self.begun {
                text.push('\n');
            }
            self.begun = true;
            text.push_str(&game.to_string());
        }
        if self.trouble.is_none() {
            self.trouble = self.file.write_all(text.as_bytes()).err();
        }
    }

    fn close(self) -> Result<(), String> {
        if !self.begun {
            // Interrupted before there was anything to keep: the name stays free.
            let _ = fs::remove_file(&self.path);
            return Ok(());
        }
        match self.trouble.or_else(|| self.file.sync_all().err()) {
            Some(error) => Err(format!("not all records could be kept in {}: {error}", self.path.display())),
            None => Ok(()),
        }
    }
}
