//! `cafe tune`: trains the bots' weights by self-play.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use cafe_bots::Weights;
use cafe_lab::{TuneConfig, tune};
use cafe_rules::{Kind, PlayerCountError};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::read_kind;
use crate::new_file::NewFile;
use crate::seeds::read_number_seed;

/// Arguments of `cafe tune`.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Game: card or board
    #[arg(long, value_parser = read_kind, value_name = "GAME")]
    game: Kind,
    /// Number of generations
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    generations: u64,
    /// Number of games per generation and number of players
    #[arg(long, default_value_t = 8000, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    /// Random seed: a whole number or 64 hexadecimal digits; the same seed gives the same weights
    #[arg(long, default_value = "1", value_parser = read_number_seed, value_name = "SEED")]
    seed: u64,
    /// Train for this number of players only [default: every number]
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// File to create for the weights
    #[arg(long, value_name = "FILE")]
    save: PathBuf,
}

/// Trains the weights and writes them.
///
/// # Errors
/// If the number of players is wrong, or the file exists or cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let kind = arguments.game;
    let players: Vec<u8> = match arguments.players {
        None => kind.players().collect(),
        Some(players) if kind.players().contains(&players) => vec![players],
        Some(players) => return Err(PlayerCountError { kind, players: players.into() }.to_string()),
    };
    // Checked first: an hour of training must not end with a file that cannot be written.
    let mut file = NewFile::prepare(&arguments.save)?;
    let mut nets = BTreeMap::new();
    for players in players {
        nets.insert(players, train(arguments, players));
    }
    let weights = Weights { command: reproducing_command(arguments), nets };
    file.write(weights.to_bytes())
        .map_err(|error| format!("cannot write the weights to {}: {error}", arguments.save.display()))
}

/// Returns the command that reproduces the weights.
fn reproducing_command(arguments: &Arguments) -> String {
    let players = arguments.players.map(|players| format!(" --players {players}")).unwrap_or_default();
    format!(
        "cafe tune --game {} --generations {} --games {} --seed {}{players} --save FILE",
        arguments.game.as_str(),
        arguments.generations,
        arguments.games,
        arguments.seed
    )
}

fn train(arguments: &Arguments, players: u8) -> cafe_bots::Net {
    let config = TuneConfig {
        kind: arguments.game,
        players,
        generations: arguments.generations,
        games: arguments.games,
        seed: arguments.seed,
    };
    let progress = ProgressBar::new(config.generations * config.games).with_style(progress_style());
    progress.set_message(format!("{} game, {players} players", config.kind.as_str()));
    let net = tune(
        &config,
        || progress.inc(1),
        |generation| {
            let line = format!(
                "{players} players, generation {} of {}: {} positions, error {:.1} of {:.1}",
                generation.number,
                config.generations,
                generation.samples,
                generation.fit.error,
                generation.fit.variance
            );
            // A hidden progress bar prints nothing.
            if progress.is_hidden() {
                let _ = writeln!(std::io::stderr(), "{line}");
            } else {
                progress.println(line);
            }
        },
    );
    progress.finish();
    net
}

fn progress_style() -> ProgressStyle {
    let template = "{msg} {wide_bar} {human_pos} of {human_len} games, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
