//! The command `cafe`.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cafe_bots::{Budget, Level};
use cafe_cli::arguments::{read_kind, read_level};
use cafe_cli::engine::MAX_MS;
use cafe_cli::seeds::read_seed;
#[cfg(feature = "server")]
use cafe_cli::{admin, load, serve, settings};
use cafe_cli::{analyse, arena, engine, plan, play, replay, sample, text_file, tune, verify};
use cafe_rules::{Kind, Options, Seed};
use clap::{Args, Parser, Subcommand};

/// The server allocates a few dozen small blocks per move in changing threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit code of a wrong command line, as clap uses it.
#[cfg(feature = "server")]
const USAGE_EXIT_CODE: u8 = 2;

/// Café International on the command line: play against bots, run a server, analyse, replay and verify games, and use
/// the rules and bots from other programs
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal, against bots or with friends on one screen
    ///
    /// If input or output is not a terminal, the game runs line by line: one number or action per line. When several people
    /// play the card game on one screen, an empty line shows the cards of the next player.
    Play {
        #[command(flatten)]
        game: GameArguments,
        /// Random seed of the deal: a whole number or 64 hexadecimal digits [default: random]
        #[arg(long, value_parser = read_seed, value_name = "SEED")]
        seed: Option<Seed>,
        /// Number of people who play on this screen; the others are bots
        #[arg(long, default_value_t = 1, value_name = "N")]
        humans: u8,
        /// Level of the bots: novice, casual, regular, expert or master; one for all, or one for each bot: A,B,…
        #[arg(long, default_value = "regular", value_delimiter = ',', value_parser = read_level, value_name = "LEVEL")]
        level: Vec<Level>,
        /// Thinking time of a master for a turn, in milliseconds
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=MAX_MS), value_name = "N")]
        ms: u64,
        /// File to create for the record
        ///
        /// By default each game has its own file, named by date, time and process, in $XDG_DATA_HOME/cafe or
        /// ~/.local/share/cafe; without a home folder, in the current folder.
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
    },
    /// Run the server: games of people and bots, for browsers and programs
    ///
    /// All data is in one file. An acknowledged change is never lost, however the process ends. Ctrl-C or SIGTERM shuts the
    /// server down cleanly. Every setting can also be given as an environment variable (CAFE_LISTEN for --listen) or in
    /// a file (--config); flags take precedence over variables, and variables over the file.
    #[cfg(feature = "server")]
    Serve(serve::Arguments),
    /// Administer a server: list and close games, list and erase visitors, back up the data
    ///
    /// Lists and backups are read from the data folder. Changes are made by the server that runs on the folder, or in
    /// the database if none does.
    #[cfg(feature = "server")]
    Admin(admin::Arguments),
    /// Load a server with games over WebSockets and measure it
    ///
    /// Two clients in each game play random legal actions, game after game. A move counts when the opponent has received it.
    /// With --hostile the server is attacked instead, and what its other visitors feel is measured.
    #[cfg(feature = "server")]
    Load(load::Arguments),
    /// Show a recorded game, step by step in a terminal or as text
    Replay(replay::Arguments),
    /// Analyse a recorded game or a position
    ///
    /// For a record: every turn with its loss and better turns, and for each player the average loss, the accuracy and
    /// the luck. For a position: the best turns.
    Analyse(analyse::Arguments),
    /// Check records: every action, all points, the result and the deal
    ///
    /// Prints every fault with its line, action and reason. Exits with 1 if there is any.
    Verify {
        /// Records, archives of records, folders of .cafe files, or - for standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Compare bots by letting them play against each other
    ///
    /// Every deal is played once in each seating order of the bots, so that the luck of cards and seats cancels out.
    /// The 95 % intervals are computed over deals, because the games of a deal are correlated.
    Arena(arena::Arguments),
    /// Write random games as records
    ///
    /// The same arguments give the same games.
    Sample {
        #[command(flatten)]
        game: GameArguments,
        /// Number of games
        #[arg(long, default_value_t = 1, value_name = "N")]
        games: u64,
        /// Random seed: a whole number or 64 hexadecimal digits
        #[arg(long, value_parser = read_seed, default_value = "0", value_name = "SEED")]
        seed: Seed,
    },
    /// Draw and check a floor plan of the board game
    Plan {
        /// Floor plan (JSON) [default: the standard one]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Train the bots' weights by self-play
    ///
    /// The same arguments give the same weights. The weights are built into the bots: replace a file in crates/bots/data
    /// and build again. Each file there names the command that made it.
    Tune(tune::Arguments),
    /// Answer requests of a program, one JSON object per line (docs/protocol.md)
    Engine {
        /// Floor plan of board games (JSON) [default: the standard one]
        #[arg(long, value_name = "FILE")]
        plan: Option<PathBuf>,
    },
}

/// Options of a game.
#[derive(Args, Clone, Copy)]
struct GameArguments {
    /// Game: card or board
    #[arg(long, default_value_t = Kind::Card, value_parser = read_kind, value_name = "GAME")]
    game: Kind,
    /// Number of players: 2 to 5 in the card game, 2 to 4 in the board game
    #[arg(long, default_value_t = 2, value_name = "N")]
    players: u8,
    /// Play with parties: a whole table of ladies or of gentlemen in one turn
    #[arg(long)]
    parties: bool,
}

impl GameArguments {
    fn options(self) -> Result<Options, String> {
        Options::new(self.game, self.players, self.parties).map_err(|error| error.to_string())
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        #[cfg(feature = "server")]
        Err(error) if let Some(message) = settings::explain_renamed_argument(&error) => {
            print_error(&message);
            return USAGE_EXIT_CODE.into();
        }
        Err(error) => error.exit(),
    };
    match run(arguments.command) {
        Ok(code) => code,
        Err(message) => {
            print_error(&message);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode, String> {
    let mut output = BufWriter::new(io::stdout().lock());
    match command {
        Command::Play { game, seed, humans, level: levels, ms, save } => {
            let (options, budget) = (game.options()?, Budget::Time(Duration::from_millis(ms)));
            play::play(play::PlayConfig { options, seed, humans, levels, budget, save })?;
        }
        #[cfg(feature = "server")]
        Command::Serve(arguments) => serve::run(&arguments, &mut output)?,
        #[cfg(feature = "server")]
        Command::Admin(arguments) => admin::run(&arguments, &mut output)?,
        #[cfg(feature = "server")]
        Command::Load(arguments) => load::run(&arguments, &mut output)?,
        Command::Replay(arguments) => replay::run(&arguments)?,
        Command::Analyse(arguments) => analyse::run(&arguments)?,
        Command::Verify { files, json } => {
            let report = verify::verify(&files);
            check_written(if json { report.write_json(&mut output) } else { report.write(&mut output) })?;
            check_written(output.flush())?;
            return Ok(if report.is_valid() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Arena(arguments) => return arena::run(&arguments, &mut output),
        Command::Sample { game, games, seed } => {
            check_written(sample::sample(game.options()?, seed, games, &mut output))?;
        }
        Command::Plan { file } => check_written(plan::draw(plan::load(file.as_deref())?, &mut output))?,
        Command::Tune(arguments) => tune::run(&arguments)?,
        Command::Engine { plan } => {
            let board = plan::load(plan.as_deref())?;
            check_written(engine::serve(BufReader::new(io::stdin().lock()), &mut output, board))?;
        }
    }
    check_written(output.flush())?;
    Ok(ExitCode::SUCCESS)
}

/// Ignores a closed pipe: its reader has seen enough.
fn check_written(written: io::Result<()>) -> Result<(), String> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| error.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "errors of a command go to standard error")]
fn print_error(message: &str) {
    let lines: Vec<String> = message.lines().map(text_file::sanitize).collect();
    eprintln!("cafe: {}", lines.join("\n"));
}
