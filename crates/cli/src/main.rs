//! `cafe`: the command line of the café.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cafe_bots::{Budget, Level};
use cafe_cli::arguments::{MOST_MS, read_kind, read_level, read_seed};
#[cfg(feature = "server")]
use cafe_cli::{admin, load, serve};
use cafe_cli::{analyse, arena, engine, files, plan, play, replay, sample, tune, verify};
use cafe_rules::{Kind, Options, Seed};
use clap::{Args, Parser, Subcommand};

/// Café International on the command line: play against bots, let them play each other in the arena, analyse, replay
/// and verify games, and drive it all from programs
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
    /// Where input or output is no terminal, the game goes line by line: one number or action a line. If several play the
    /// card game here, an empty line is expected before the cards of the next player are shown.
    Play {
        #[command(flatten)]
        game: GameArguments,
        /// The deal follows from this seed: a whole number or 64 hexadecimal digits; left to chance if left out
        #[arg(long, value_parser = read_seed, value_name = "SEED")]
        seed: Option<Seed>,
        /// How many play at this screen, one after the other; the others are bots
        #[arg(long, default_value_t = 1, value_name = "N")]
        humans: u8,
        /// How well the bots play: novice, casual, regular, expert or master; one for all, or one for each bot: A,B,…
        #[arg(long, default_value = "regular", value_delimiter = ',', value_parser = read_level, value_name = "LEVEL")]
        level: Vec<Level>,
        /// How many milliseconds a master may think about a turn
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=MOST_MS), value_name = "N")]
        ms: u64,
        /// Keep the record in this new file
        ///
        /// If left out, every game gets a file of its own, named by date, time and process, in your data folder
        /// ($XDG_DATA_HOME/cafe or ~/.local/share/cafe); without a home folder, in the current one.
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
    },
    /// Open the house: tables for people and bots, for browsers and programs
    ///
    /// Everything is kept in one file; nothing that was acknowledged is lost, however the process ends. Ctrl-C or SIGTERM
    /// closes the house in good order. Every setting can also be given in the environment (CAFE_LISTEN for --listen, and so
    /// on) or in a file (--config): a flag counts most, then the environment, then the file.
    #[cfg(feature = "server")]
    Serve(serve::Arguments),
    /// Look after a house: its tables, its visitors, a backup; also while it is open
    ///
    /// Lists and backups are read from the file. What changes something is asked of the server that is open on the folder,
    /// or done to the file if none is.
    #[cfg(feature = "server")]
    Admin(admin::Arguments),
    /// Play whole games over real sockets, to see what a server can take
    ///
    /// Two players at each table play whatever is legal, game after game. A move counts when the opponent has seen it.
    #[cfg(feature = "server")]
    Load(load::Arguments),
    /// Show a recorded game: step by step in a terminal, else as text
    Replay(replay::Arguments),
    /// Say how well a recorded game was played, or what is best in a position
    ///
    /// Goes through a record turn by turn: what was played, what it lost, and what would have been better; then, for each
    /// player, the average loss, the accuracy, and what the cards gave. Of a position it shows the best turns.
    Analyse(analyse::Arguments),
    /// Check records: every action, all points, the result and the deal
    ///
    /// Prints what is wrong with its line, action and reason, and ends with 1 if anything is.
    Verify {
        /// Records, archives of many records, folders of .cafe files, or - for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Let bots play against bots and tell who is better, and how sure that is
    ///
    /// Every deal is played once in each seating order of the bots, so that the luck of the cards and of the seat
    /// cancels. Intervals are of 95 %, and reckoned from deals: the games of one deal resemble each other.
    Arena(arena::Arguments),
    /// Write random games as records, for trying things out
    ///
    /// The same arguments write the same games, also without a seed.
    Sample {
        #[command(flatten)]
        game: GameArguments,
        /// How many games
        #[arg(long, default_value_t = 1, value_name = "N")]
        games: u64,
        /// The games follow from this seed: a whole number or 64 hexadecimal digits
        #[arg(long, value_parser = read_seed, default_value = "0", value_name = "SEED")]
        seed: Seed,
    },
    /// Show a floor plan of the board game and check it
    Plan {
        /// The floor plan; the standard one if left out
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Learn again what the bots know, from self-play
    ///
    /// The weights in crates/bots/data were made by this command; each file names its own. The same arguments make the
    /// same weights. The bots use what is there when they are built: copy the new file to card.json or board.json there,
    /// and build again.
    Tune(tune::Arguments),
    /// Answer requests of a program, one JSON object per line (docs/protocol.md)
    Engine {
        /// Play board games on this floor plan instead of the standard one
        #[arg(long, value_name = "FILE")]
        plan: Option<PathBuf>,
    },
}

/// What is agreed before a game.
#[derive(Args, Clone, Copy)]
struct GameArguments {
    /// Which game: card or board
    #[arg(long, default_value_t = Kind::Card, value_parser = read_kind, value_name = "GAME")]
    game: Kind,
    /// How many players: 2 to 5 in the card game, 2 to 4 in the board game
    #[arg(long, default_value_t = 2, value_name = "N")]
    players: u8,
    /// Play with ladies' parties and regulars' tables
    #[arg(long)]
    parties: bool,
}

impl GameArguments {
    fn options(self) -> Result<Options, String> {
        Options::new(self.game, self.players, self.parties).map_err(|wrong| wrong.to_string())
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(code) => code,
        Err(why) => {
            complain(&why);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode, String> {
    let mut output = BufWriter::new(io::stdout().lock());
    match command {
        Command::Play { game, seed, humans, level: levels, ms, save } => {
            let (options, budget) = (game.options()?, Budget::Time(Duration::from_millis(ms)));
            play::play(play::Agreed { options, seed, humans, levels, budget, save })?;
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
            written(if json { report.write_json(&mut output) } else { report.write(&mut output) })?;
            written(output.flush())?;
            return Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Arena(arguments) => return arena::run(&arguments, &mut output),
        Command::Sample { game, games, seed } => {
            written(sample::sample(game.options()?, seed, games, &mut output))?;
        }
        Command::Plan { file } => written(plan::draw(plan::load(file.as_deref())?, &mut output))?,
        Command::Tune(arguments) => tune::run(&arguments)?,
        Command::Engine { plan } => {
            let board = plan::load(plan.as_deref())?;
            written(engine::serve(BufReader::new(io::stdin().lock()), &mut output, board))?;
        }
    }
    written(output.flush())?;
    Ok(ExitCode::SUCCESS)
}

/// Whoever reads the output may stop reading; that is no fault.
fn written(done: io::Result<()>) -> Result<(), String> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| error.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "this is where a command says what went wrong")]
fn complain(why: &str) {
    let lines: Vec<String> = why.lines().map(files::clean).collect();
    eprintln!("cafe: {}", lines.join("\n"));
}
