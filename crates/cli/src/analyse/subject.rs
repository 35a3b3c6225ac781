//! What is to be analysed: a record or a position, as its first letters tell.

use std::path::Path;

use cafe_rules::{Board, Game, Record, split_archive};
use serde_json::Value;

use crate::files;

/// What is to be analysed.
pub(super) enum Subject {
    /// A position of a game that goes on.
    Position(Box<Game>),
    /// A recorded game, which number it has in its file, and of how many.
    Record { log: Box<Record>, number: u32, of: usize },
}

/// Reads a file: a position if it begins like a JSON object, else a record.
pub(super) fn read(path: &Path, number: Option<u32>) -> Result<Subject, String> {
    let name = files::shown(path);
    let text = files::read(path).map_err(|why| format!("{name}: {why}"))?;
    let named = |why: String| format!("{name}: {why}");
    if !text.trim_start().starts_with('{') {
        return record(&text, number.unwrap_or(1)).map_err(named);
    }
    if number.is_some() {
        return Err(named("--record is for records; this is a position".to_owned()));
    }
    position(&text).map_err(named)
}

fn position(text: &str) -> Result<Subject, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let game = Game::from_position(&json, Board::standard())
        .map_err(|faults| format!("this is not a position: {faults}"))?;
    match game.ending() {
        None => Ok(Subject::Position(Box::new(game))),
        Some(why) => Err(format!("this game is over, there is nothing to decide: {}", why.description())),
    }
}

fn record(archive: &str, number: u32) -> Result<Subject, String> {
    if !archive.lines().any(|line| line.starts_with("cafe ")) {
        let neither =
            "this is neither a record, which begins with \"cafe 1\", nor a position, which is a JSON object";
        return Err(neither.to_owned());
    }
    let all: Vec<(usize, &str)> = split_archive(archive).collect();
    let of = all.len();
    let chosen = all.get(number as usize - 1);
    let &(first_line, text) = chosen.ok_or_else(|| {
        let held = if of == 1 { "one record".to_owned() } else { format!("{of} records") };
        format!("there is no record {number}; the file holds {held}")
    })?;
    let log = files::read_record(text, first_line)?;
    Ok(Subject::Record { log: Box::new(log), number, of })
}
