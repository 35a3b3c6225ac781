//! Reads the file to analyse: a record or a position.

use std::path::Path;

use cafe_rules::{Board, Game, Record, split_archive};
use serde_json::Value;

use crate::{describe, text_file};

/// The content of the file.
pub(super) enum Subject {
    /// A position of a game that is not over.
    Position(Box<Game>),
    /// A recorded game, its number in the file and the number of records there.
    Record { record: Box<Record>, number: u32, count: usize },
}

/// Reads a file: a position if it starts with a brace, else a record.
pub(super) fn read(path: &Path, number: Option<u32>) -> Result<Subject, String> {
    let name = text_file::display_name(path);
    let text = text_file::read(path).map_err(|error| format!("{name}: {error}"))?;
    let in_file = |error: String| format!("{name}: {error}");
    if !text.trim_start().starts_with('{') {
        return parse_record(&text, number.unwrap_or(1)).map_err(in_file);
    }
    if number.is_some() {
        return Err(in_file("--record is for records; this is a position".to_owned()));
    }
    parse_position(&text).map_err(in_file)
}

fn parse_position(text: &str) -> Result<Subject, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| format!("not valid JSON: {error}"))?;
    let game = Game::from_position(&json, Board::standard())
        .map_err(|faults| format!("not a valid position: {faults}"))?;
    match game.ending() {
        None => Ok(Subject::Position(Box::new(game))),
        Some(ending) => Err(format!("this game is over: {}", ending.description())),
    }
}

fn parse_record(archive: &str, number: u32) -> Result<Subject, String> {
    if !archive.lines().any(|line| line.starts_with("cafe ")) {
        let message =
            "neither a record, which starts with \"cafe 1\", nor a position, which is a JSON object";
        return Err(message.to_owned());
    }
    let records: Vec<(usize, &str)> = split_archive(archive).collect();
    let count = records.len();
    let &(first_line, text) = records.get(number as usize - 1).ok_or_else(|| {
        format!("there is no record {number}; the file has {}", describe::count(count, "record"))
    })?;
    let record = text_file::parse_record(text, first_line)?;
    Ok(Subject::Record { record: Box::new(record), number, count })
}
