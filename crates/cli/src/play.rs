//! `cafe play`: a game in the terminal, against bots or with friends on one screen.

mod bots;
mod choices;
mod clock;
mod keeper;
mod lines;
mod sitting;
mod table;
mod thought;
mod typed;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use cafe_bots::{Budget, Level};
use cafe_rules::{Options, Seed};

use self::bots::Bots;
use self::keeper::Keeper;
use self::sitting::Sitting;
use self::table::Table;
use crate::files;
use crate::screen::{Palette, terminal};
use crate::words::{self, Teller};

/// What is agreed before a game is played.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// Game, players, variant.
    pub options: Options,
    /// Where the deal comes from; from the operating system's chance if left out.
    pub seed: Option<Seed>,
    /// How many of the players sit at this terminal, from the first on; the others are bots.
    pub humans: u8,
    /// How well the bots play: one for each of them, or one for all.
    pub levels: Vec<Level>,
    /// How long a master thinks about a turn.
    pub budget: Budget,
    /// Where the record is kept; in a file of its own in the user's data folder if left out.
    pub save: Option<PathBuf>,
}

/// Plays a game: on the screen, or line by line if there is no terminal.
///
/// # Errors
/// If the game cannot be agreed on, or the terminal or the record cannot be used.
pub fn play(agreed: Agreed) -> Result<(), String> {
    let players = agreed.options.players();
    if !(1..=players).contains(&agreed.humans) {
        return Err(format!("of {players} players 1 to {players} can sit here, not {}", agreed.humans));
    }
    let seed = match agreed.seed {
        Some(seed) => seed,
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| format!("no chance to be had: {error}"))?;
            Seed(bytes)
        }
    };
    let bots = Bots::new(&agreed.levels, agreed.humans, players, agreed.budget, seed)?;
    let keeper = Keeper::open(agreed.save)?;
    let table = Table::new(agreed.options, seed, agreed.humans, bots, keeper);
    let on_screen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut output = io::stdout().lock();
    let played = if on_screen {
        let mut sitting = Sitting::new(table, Palette::of_terminal());
        let played = terminal::run(&mut sitting);
        // Also when the terminal breaks down, what was played is kept.
        played.and(farewell(&mut sitting.into_table(), Told::Nothing, &mut output))
    } else {
        lines::play(table, io::stdin().lock(), &mut output)
    };
    match played {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// What was said about a game before it is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    /// Nothing that is still to be read.
    Nothing,
    /// Everything up to its end, and why it is over.
    TheEnd,
}

/// The result, or that the game is not over, and where its record is.
///
/// # Errors
/// If the record could not be kept, or nobody reads what is said.
fn farewell(table: &mut Table, told: Told, output: &mut impl Write) -> io::Result<()> {
    // First of all: what is said may find nobody who reads it.
    let kept = table.keep();
    let game = table.game();
    let outcome = game.outcome();
    let teller = Teller { names: table.names(), viewer: None };
    match &outcome {
        Some(outcome) => {
            if told == Told::Nothing {
                writeln!(output, "{}", words::over(outcome.why))?;
            }
            for line in teller.standings(game, outcome) {
                writeln!(output, "   {line}")?;
            }
            writeln!(output, "{}", teller.verdict(outcome))?;
        }
        None => writeln!(output, "You leave before the end.")?,
    }
    match kept {
        Ok(Some(path)) => {
            writeln!(output, "The record is kept in {}", path.display())?;
            let path = files::quoted(&path);
            writeln!(output, "See it again with: cafe replay {path}")?;
            match outcome {
                Some(_) => writeln!(output, "See how well it was played: cafe analyse {path}"),
                None => Ok(()),
            }
        }
        Ok(None) => writeln!(output, "Nothing was played, so there is no record."),
        Err(why) => Err(io::Error::other(why)),
    }
}
