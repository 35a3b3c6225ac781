//! `cafe`: the command line of the café.

use std::io::{self, BufReader, BufWriter};
use std::path::PathBuf;
use std::process::ExitCode;

use cafe_cli::engine;
use cafe_rules::Board;
use clap::{Parser, Subcommand};

/// Café International on the command line.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer requests of a program, one JSON object per line (docs/protocol.md)
    Engine {
        /// Play board games on this floor plan instead of the standard one
        #[arg(long, value_name = "FILE")]
        plan: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Command::Engine { plan } => load(plan).and_then(|board| {
            engine::serve(BufReader::new(io::stdin().lock()), BufWriter::new(io::stdout().lock()), board)
                .map_err(|error| error.to_string())
        }),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            complain(&why);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is where a command says what went wrong")]
fn complain(why: &str) {
    eprintln!("cafe: {why}");
}

fn load(plan: Option<PathBuf>) -> Result<&'static Board, String> {
    let Some(path) = plan else { return Ok(Board::standard()) };
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let board = Board::from_json(&text).map_err(|faults| format!("{}: {faults}", path.display()))?;
    board.keep().map_err(|full| full.to_string())
}
