//! `cafe replay`: a recorded game, step by step on the screen, as text, or as JSON for programs.

mod json;
mod reader;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use cafe_rules::{Record, split_archive};

pub use self::reader::Reader;
use crate::files;
use crate::screen::{Palette, terminal};

/// Show a recorded game
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// The record (`.cafe`), or - for standard input
    file: PathBuf,
    /// Which record, of a file with several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    record: u32,
    /// Begin with this turn, counted from 1; as text or JSON: only this turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    turn: Option<u32>,
    /// Print one JSON object per line: the header, then every action
    #[arg(long)]
    json: bool,
    /// Print the game as text, also in a terminal
    #[arg(long, conflicts_with = "json")]
    plain: bool,
}

/// Shows the record.
///
/// # Errors
/// If there is none, or what is wrong with it.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let archive = read(&arguments.file)?;
    let (log, several) = choose(&archive, arguments.record, &arguments.file)?;
    let turn = arguments.turn.map(|turn| turn as usize);
    if let Some(turn) = turn.filter(|&turn| turn > log.turns().count()) {
        return Err(format!("there is no turn {turn}: the game has {}", log.turns().count()));
    }
    let mut output = io::BufWriter::new(io::stdout().lock());
    let shown = if arguments.json {
        json::write(&log, turn, &mut output)
    } else if arguments.plain || !io::stdout().is_terminal() {
        let begun = several.map_or(Ok(()), |several| writeln!(output, "{several}\n"));
        begun.and_then(|()| text::write(&log, turn, &mut output))
    } else {
        drop(output);
        let mut reader = Reader::new(log, Palette::of_terminal());
        reader.note = several.unwrap_or_default();
        reader.go_to_turn(turn.unwrap_or(0));
        return terminal::run(&mut reader).map_err(|error| format!("the terminal: {error}"));
    };
    // Who reads only the beginning, as `head` does, has seen enough.
    match shown.and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<String, String> {
    files::read(path).map_err(|why| format!("{}: {why}", files::shown(path)))
}

/// The record with this number, and, if there are several, a sentence that says so.
fn choose(archive: &str, number: u32, path: &Path) -> Result<(Record, Option<String>), String> {
    let path = files::shown(path);
    let all: Vec<(usize, &str)> = split_archive(archive).collect();
    let count = all.len();
    let (first_line, text) = *all.get(number as usize - 1).ok_or_else(|| match count {
        0 => format!("{path} holds no record"),
        1 => format!("{path} holds one record; there is no record {number}"),
        _ => format!("{path} holds {count} records; there is no record {number}"),
    })?;
    let several = (count > 1).then(|| format!("Record {number} of {count}; --record N shows another."));
    let log = files::read_record(text, first_line).map_err(|why| format!("{path}: {why}"))?;
    Ok((log, several))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::{card_game, forged};

    #[test]
    fn the_first_of_several_records_is_shown_and_their_number_told() {
        let one = card_game(1).to_string();
        let archive = format!("{one}\n{}", card_game(2));
        let (log, several) = choose(&archive, 1, Path::new("two.cafe")).unwrap();
        assert_eq!(log.to_string(), one);
        assert_eq!(several.unwrap(), "Record 1 of 2; --record N shows another.");
        let (second, _) = choose(&archive, 2, Path::new("two.cafe")).unwrap();
        assert_eq!(second, card_game(2));
        let none = choose(&archive, 3, Path::new("two.cafe")).unwrap_err();
        assert_eq!(none, "two.cafe holds 2 records; there is no record 3");
    }

    #[test]
    fn a_broken_record_is_refused_with_line_action_and_reason() {
        let faults = choose(&forged(), 1, Path::new("forged.cafe")).unwrap_err();
        insta::assert_snapshot!(faults);
    }

    #[test]
    fn faults_in_a_later_record_are_counted_from_the_top_of_the_file() {
        let first = card_game(1).to_string();
        let (alone, _) = (choose(&forged(), 1, Path::new("x")).unwrap_err(), ());
        let both = choose(&format!("{first}{}", forged()), 2, Path::new("x")).unwrap_err();
        let line = |said: &str| -> usize {
            let number = said.split("line ").nth(1).and_then(|rest| rest.split([',', ':']).next()).unwrap();
            number.parse().unwrap()
        };
        assert_eq!(line(&both), line(&alone) + first.lines().count());
    }

    #[test]
    fn a_missing_file_is_named() {
        let missing = read(Path::new("no/such/game.cafe")).unwrap_err();
        assert_eq!(missing, "no/such/game.cafe: there is no such file");
    }
}
