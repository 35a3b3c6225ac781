//! `cafe replay`: shows a recorded game step by step, as text or as JSON.

mod json;
mod replay_screen;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use cafe_rules::{Record, split_archive};

pub use self::replay_screen::ReplayScreen;
use crate::screen::{Palette, terminal};
use crate::text_file;

/// Arguments of `cafe replay`.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Record (.cafe), or - for standard input
    file: PathBuf,
    /// Number of the record in a file with several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    record: u32,
    /// Start with this turn, counted from 1; as text or JSON, print only this turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    turn: Option<u32>,
    /// Print one JSON object per line: the header, then every action
    #[arg(long)]
    json: bool,
    /// Print text, also in a terminal
    #[arg(long, conflicts_with = "json")]
    plain: bool,
}

/// Shows the record.
///
/// # Errors
/// If there is no record or it is not valid.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let archive = read(&arguments.file)?;
    let (record, note) = choose(&archive, arguments.record, &arguments.file)?;
    let turn = arguments.turn.map(|turn| turn as usize);
    if let Some(turn) = turn.filter(|&turn| turn > record.turns().count()) {
        return Err(format!("there is no turn {turn}; the game has {}", record.turns().count()));
    }
    let mut output = io::BufWriter::new(io::stdout().lock());
    let written = if arguments.json {
        json::write(&record, turn, &mut output)
    } else if arguments.plain || !io::stdout().is_terminal() {
        let noted = note.map_or(Ok(()), |note| writeln!(output, "{note}\n"));
        noted.and_then(|()| text::write(&record, turn, &mut output))
    } else {
        drop(output);
        let mut screen = ReplayScreen::new(record, Palette::detect());
        screen.note = note.unwrap_or_default();
        screen.go_to_turn(turn.unwrap_or(0));
        return terminal::run(&mut screen).map_err(|error| format!("the terminal: {error}"));
    };
    // The reader of a pipe may close it, as `head` does.
    match written.and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<String, String> {
    text_file::read(path).map_err(|error| format!("{}: {error}", text_file::display_name(path)))
}

/// Returns the record with this number, and a note if the file has several.
fn choose(archive: &str, number: u32, path: &Path) -> Result<(Record, Option<String>), String> {
    let path = text_file::display_name(path);
    let records: Vec<(usize, &str)> = split_archive(archive).collect();
    let count = records.len();
    let (first_line, text) = *records.get(number as usize - 1).ok_or_else(|| match count {
        0 => format!("{path} has no record"),
        1 => format!("{path} has one record; there is no record {number}"),
        _ => format!("{path} has {count} records; there is no record {number}"),
    })?;
    let note = (count > 1).then(|| format!("Record {number} of {count}; choose another with --record N."));
    let record = text_file::parse_record(text, first_line).map_err(|error| format!("{path}: {error}"))?;
    Ok((record, note))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::{card_game, forged};

    #[test]
    fn first_of_several_records_is_shown_with_a_note() {
        let one = card_game(1).to_string();
        let archive = format!("{one}\n{}", card_game(2));
        let (record, note) = choose(&archive, 1, Path::new("two.cafe")).unwrap();
        assert_eq!(record.to_string(), one);
        assert_eq!(note.unwrap(), "Record 1 of 2; choose another with --record N.");
        let (second, _) = choose(&archive, 2, Path::new("two.cafe")).unwrap();
        assert_eq!(second, card_game(2));
        let error = choose(&archive, 3, Path::new("two.cafe")).unwrap_err();
        assert_eq!(error, "two.cafe has 2 records; there is no record 3");
    }

    #[test]
    fn invalid_record_shows_line_action_and_reason() {
        let faults = choose(&forged(), 1, Path::new("forged.cafe")).unwrap_err();
        insta::assert_snapshot!(faults);
    }

    #[test]
    fn fault_lines_count_from_the_top_of_the_file() {
        let first = card_game(1).to_string();
        let alone = choose(&forged(), 1, Path::new("x")).unwrap_err();
        let both = choose(&format!("{first}{}", forged()), 2, Path::new("x")).unwrap_err();
        let line = |message: &str| -> usize {
            let number =
                message.split("line ").nth(1).and_then(|rest| rest.split([',', ':']).next()).unwrap();
            number.parse().unwrap()
        };
        assert_eq!(line(&both), line(&alone) + first.lines().count());
    }

    #[test]
    fn missing_file_is_named() {
        let error = read(Path::new("no/such/game.cafe")).unwrap_err();
        assert_eq!(error, "no/such/game.cafe: no such file");
    }
}
