//! `cafe tune`: what the bots know, learned again from self-play.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use cafe_bots::Weights;
use cafe_lab::{TuneConfig, tune};
use cafe_rules::{Kind, PlayerCountError};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{read_kind, read_number_seed};
use crate::new_file::NewFile;

/// What to learn, and where to keep it.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Which game: card or board
    #[arg(long, value_parser = read_kind, value_name = "GAME")]
    game: Kind,
    /// How many generations play and learn
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    generations: u64,
    /// How many games a generation plays, for each number of players
    #[arg(long, default_value_t = 8000, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    /// Where all chance comes from: the same seed gives the same weights
    #[arg(long, default_value = "1", value_parser = read_number_seed, value_name = "SEED")]
    seed: u64,
    /// Learn only for this many players; for every number if left out
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Keep the weights in this new file
    #[arg(long, value_name = "FILE")]
    save: PathBuf,
}

/// Learns and keeps what was learned.
///
/// # Errors
/// If the game is not for so many, or the file is there already or cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let kind = arguments.game;
    let players: Vec<u8> = match arguments.players {
        None => kind.players().collect(),
        Some(players) if kind.players().contains(&players) => vec![players],
        Some(players) => return Err(PlayerCountError { kind, players: players.into() }.to_string()),
    };
    // Tried out first: an hour of learning must not end with a file that cannot be written.
    let mut file = NewFile::at(&arguments.save)?;
    let mut nets = BTreeMap::new();
    for players in players {
        nets.insert(players, learn(arguments, players));
    }
    let weights = Weights { command: command(arguments), nets };
    file.write(weights.to_bytes())
        .map_err(|error| format!("the weights could not be kept in {}: {error}", arguments.save.display()))
}

/// The command that makes these weights again.
fn command(arguments: &Arguments) -> String {
    let players = arguments.players.map(|players| format!(" --players {players}")).unwrap_or_default();
    format!(
        "cafe tune --game {} --generations {} --games {} --seed {}{players} --save FILE",
        arguments.game.as_str(),
        arguments.generations,
        arguments.games,
        arguments.seed
    )
}

fn learn(arguments: &Arguments, players: u8) -> cafe_bots::Net {
    let config = TuneConfig {
        kind: arguments.game,
        players,
        generations: arguments.generations,
        games: arguments.games,
        seed: arguments.seed,
    };
    let progress = ProgressBar::new(config.generations * config.games).with_style(style());
    progress.set_message(format!("{} game, {players} players", config.kind.as_str()));
    let net = tune(
        &config,
        || progress.inc(1),
        |generation| {
            let said = format!(
                "{players} players, generation {} of {}: {} positions, error {:.1} of {:.1}",
                generation.number,
                config.generations,
                generation.samples,
                generation.fit.error,
                generation.fit.variance
            );
            // Without a terminal there is no bar to print above.
            if progress.is_hidden() {
                let _ = writeln!(std::io::stderr(), "{said}");
            } else {
                progress.println(said);
            }
        },
    );
    progress.finish();
    net
}

fn style() -> ProgressStyle {
    let shape = "{msg} {wide_bar} {human_pos} of {human_len} games, {eta} left";
    ProgressStyle::with_template(shape).unwrap_or_else(|_| ProgressStyle::default_bar())
}
