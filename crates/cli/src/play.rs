//! `cafe play`: a game in the terminal.

mod bot_task;
mod bots;
mod choices;
mod input_line;
mod line_mode;
mod play_screen;
mod record_file;
mod session;
mod timestamp;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use cafe_bots::{Budget, Level};
use cafe_rules::{Options, Seed};

use self::bots::Bots;
use self::play_screen::PlayScreen;
use self::record_file::RecordFile;
use self::session::Session;
use crate::describe::{self, Describer};
use crate::screen::{Palette, terminal};
use crate::text_file;

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct PlayConfig {
    /// Game, players, variant.
    pub options: Options,
    /// Seed of the deal; random if `None`.
    pub seed: Option<Seed>,
    /// Number of people at this terminal, who are the first players; the others are bots.
    pub humans: u8,
    /// Levels of the bots: one for each of them, or one for all.
    pub levels: Vec<Level>,
    /// Budget of a master for a turn.
    pub budget: Budget,
    /// File of the record; `None` chooses a new file in the user's data folder.
    pub save: Option<PathBuf>,
}

/// Plays a game: full screen, or line by line if there is no terminal.
///
/// # Errors
/// If the settings are wrong, or the terminal or the record file cannot be used.
pub fn play(config: PlayConfig) -> Result<(), String> {
    let players = config.options.players();
    if !(1..=players).contains(&config.humans) {
        return Err(format!("--humans must be from 1 to {players}, not {}", config.humans));
    }
    let seed = match config.seed {
        Some(seed) => seed,
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers available: {error}"))?;
            Seed(bytes)
        }
    };
    let bots = Bots::new(&config.levels, config.humans, players, config.budget, seed)?;
    let record_file = RecordFile::open(config.save)?;
    let session = Session::new(config.options, seed, config.humans, bots, record_file);
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut output = io::stdout().lock();
    let played = if is_terminal {
        let mut screen = PlayScreen::new(session, Palette::detect());
        let played = terminal::run(&mut screen);
        // The record is saved even if the terminal fails.
        played.and(save_and_report(&mut screen.into_session(), false, &mut output))
    } else {
        line_mode::play(session, io::stdin().lock(), &mut output)
    };
    match played {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Saves the record and prints the result and the path of the record.
///
/// # Errors
/// If the record could not be saved or the output cannot be written.
fn save_and_report(session: &mut Session, is_ending_shown: bool, output: &mut impl Write) -> io::Result<()> {
    // Saved first: the output may be closed.
    let saved = session.save();
    let game = session.game();
    let outcome = game.outcome();
    let describer = Describer { names: session.names(), viewer: None };
    match &outcome {
        Some(outcome) => {
            if !is_ending_shown {
                writeln!(output, "{}", describe::ending_sentence(outcome.why))?;
            }
            for line in describer.standings(game, outcome) {
                writeln!(output, "   {line}")?;
            }
            writeln!(output, "{}", describer.winner_sentence(outcome))?;
        }
        None => writeln!(output, "You left the game before the end.")?,
    }
    match saved {
        Ok(Some(path)) => {
            writeln!(output, "Record: {}", path.display())?;
            let path = text_file::shell_quote(&path);
            writeln!(output, "Replay it: cafe replay {path}")?;
            match outcome {
                Some(_) => writeln!(output, "Analyse it: cafe analyse {path}"),
                None => Ok(()),
            }
        }
        Ok(None) => writeln!(output, "Nothing was played, so there is no record."),
        Err(error) => Err(io::Error::other(error)),
    }
}
