//! `cafe play`: a game in the terminal, against the house or with friends on one screen.

mod choices;
mod house;
mod keeper;
mod lines;
mod sitting;
mod table;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use cafe_rules::{Options, Seed};

use self::keeper::Keeper;
use self::sitting::Sitting;
use self::table::Table;
use crate::screen::{Palette, terminal};
use crate::words::Teller;

/// What is agreed before a game is played.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// Game, players, variant.
    pub options: Options,
    /// Where the deal comes from; from the operating system's chance if left out.
    pub seed: Option<Seed>,
    /// How many of the players sit at this terminal, from the first on; the others are of the house.
    pub humans: u8,
    /// Where the record is kept.
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
    let keeper = Keeper::open(agreed.save)?;
    let table = Table::new(agreed.options, seed, agreed.humans, keeper);
    let on_screen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut output = io::stdout().lock();
    let played = if on_screen {
        let mut sitting = Sitting::new(table, Palette::of_terminal());
        terminal::run(&mut sitting).and_then(|()| farewell(&mut sitting.into_table(), &mut output))
    } else {
        lines::play(table, io::stdin().lock(), &mut output)
    };
    match played {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// The result, or that the game is not over, and where its record is.
fn farewell(table: &mut Table, output: &mut impl Write) -> io::Result<()> {
    let game = table.game();
    let teller = Teller { names: table.names(), viewer: None };
    match game.outcome() {
        Some(outcome) => {
            writeln!(output, "{}", crate::words::over(outcome.why))?;
            for line in teller.standings(game, &outcome) {
                writeln!(output, "   {line}")?;
            }
            writeln!(output, "{}", teller.verdict(&outcome))?;
        }
        None => writeln!(output, "You leave before the end.")?,
    }
    match table.keep()? {
        Some(path) => {
            let path = path.display();
            writeln!(output, "The record is kept in {path}\nSee it again with: cafe replay {path}")
        }
        None => writeln!(output, "Nothing was played, so there is no record."),
    }
}
