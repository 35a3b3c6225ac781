//! `cafe verify`: checks records, from one game to large archives, on all cores.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cafe_rules::{DealSource, Record, split_archive};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::json;

use crate::describe;
use crate::text_file::{display_name, is_standard_input, read, read_error, sanitize, sanitize_json};

/// File extension of records, which are searched for in folders.
const EXTENSION: &str = "cafe";

/// The result of a check.
#[derive(Default, Debug)]
pub struct Report {
    /// Number of valid records of games that were played to their end or ended by resignation.
    pub finished: usize,
    /// Number of valid records of unfinished games.
    pub unfinished: usize,
    /// Number of invalid records.
    pub broken: usize,
    /// Number of valid records whose deal was chosen because it is friendly to the first player, which is not fair.
    pub chosen_deals: usize,
    /// All faults, by file and line.
    pub faults: Vec<Fault>,
}

/// One fault of a record or a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line in the file; 0 for the file as a whole.
    pub line: usize,
    /// The action, if the fault is in one.
    pub action: Option<String>,
    /// The reason.
    pub reason: String,
}

impl Report {
    /// Returns true if there are no faults.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    fn merge(mut self, other: Report) -> Report {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.broken += other.broken;
        self.chosen_deals += other.chosen_deals;
        self.faults.extend(other.faults);
        self
    }

    fn file_fault(file: &Path, reason: impl Into<String>) -> Report {
        let fault = Fault { file: display_name(file), line: 0, action: None, reason: reason.into() };
        Report { faults: vec![fault], ..Report::default() }
    }

    /// Writes the faults and the totals as text.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        for fault in &self.faults {
            let line = if fault.line > 0 { format!(":{}", fault.line) } else { String::new() };
            let action = fault.action.as_ref().map(|action| format!("{action}: ")).unwrap_or_default();
            let message = format!("{}{line}: {action}{}", fault.file, fault.reason);
            writeln!(output, "{}", sanitize(&message))?;
        }
        let records = self.finished + self.unfinished + self.broken;
        write!(output, "{}: {} valid", describe::count(records, "record"), self.finished + self.unfinished)?;
        if self.unfinished > 0 {
            write!(output, " ({} unfinished)", self.unfinished)?;
        }
        writeln!(output, ", {} invalid", self.broken)?;
        if self.chosen_deals > 0 {
            let games = describe::count(self.chosen_deals, "record");
            writeln!(output, "{games} with a friendly first deal: chosen for the first player, so not fair")?;
        }
        Ok(())
    }

    /// Writes the report as one JSON object.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write_json(&self, output: &mut impl Write) -> io::Result<()> {
        let to_json = |fault: &Fault| json!({"file": fault.file, "line": fault.line, "action": fault.action, "reason": fault.reason});
        let faults: Vec<_> = self.faults.iter().map(to_json).collect();
        let report = json!({
            "records": self.finished + self.unfinished + self.broken,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "broken": self.broken,
            "chosen_deals": self.chosen_deals,
            "faults": faults,
        });
        writeln!(output, "{}", sanitize_json(&report.to_string()))
    }
}

/// Checks files. Folders are searched for `.cafe` files and links to such files; `-` is standard input. A progress bar is shown
/// on standard error if that is a terminal.
#[must_use]
pub fn verify(paths: &[PathBuf]) -> Report {
    let mut files = Vec::new();
    let mut report = Report::default();
    for path in paths {
        if let Err(error) = find_files(path, &mut files) {
            report = report.merge(Report::file_fault(path, read_error(&error)));
        }
    }
    let bytes = files.iter().map(|(_, bytes)| bytes).sum();
    let progress = ProgressBar::new(bytes).with_style(progress_style());
    let checked = AtomicUsize::new(0);
    let checked_files = files
        .par_iter()
        .map(|(file, _)| check_file(file, &progress, &checked))
        .reduce(Report::default, Report::merge);
    progress.finish_and_clear();
    let mut report = report.merge(checked_files);
    report.faults.sort();
    report
}

fn progress_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}  {bytes_per_sec}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Collects files with their sizes.
fn find_files(path: &Path, files: &mut Vec<(PathBuf, u64)>) -> io::Result<()> {
    if is_standard_input(path) {
        files.push((path.to_owned(), 0));
        return Ok(());
    }
    let metadata = fs::metadata(path)?;
    if !metadata.is_dir() {
        files.push((path.to_owned(), metadata.len()));
        return Ok(());
    }
    let before = files.len();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            // The type of the entry itself: following links to folders could loop.
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
                match fs::metadata(&path) {
                    Ok(metadata) if metadata.is_file() => files.push((path, metadata.len())),
                    Ok(_) => {}
                    // A broken link: reading it reports the reason.
                    Err(_) => files.push((path, 0)),
                }
            }
        }
    }
    if files.len() == before {
        return Err(io::Error::other(format!("there is no .{EXTENSION} file in this folder")));
    }
    Ok(())
}

fn check_file(file: &Path, progress: &ProgressBar, checked: &AtomicUsize) -> Report {
    let text = match read(file) {
        Ok(text) => text,
        Err(reason) => return Report::file_fault(file, reason),
    };
    let records: Vec<(usize, &str)> = split_archive(&text).collect();
    if records.is_empty() {
        return Report::file_fault(file, "there is no record in this file");
    }
    records
        .par_iter()
        .map(|&(first_line, record)| {
            let report = check(file, first_line, record);
            progress.inc(record.len() as u64);
            let done = checked.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(64) {
                progress.set_message(format!("{done} records"));
            }
            report
        })
        .reduce(Report::default, Report::merge)
}

fn check(file: &Path, first_line: usize, record: &str) -> Report {
    match Record::parse(record) {
        Ok(record) => {
            let is_finished = record.is_over();
            let is_chosen = matches!(record.header().deal_source, DealSource::Friendly(_));
            Report {
                finished: usize::from(is_finished),
                unfinished: usize::from(!is_finished),
                chosen_deals: usize::from(is_chosen),
                ..Report::default()
            }
        }
        Err(faults) => {
            let faults = faults.iter().map(|fault| Fault {
                file: display_name(file),
                line: first_line + fault.line - 1,
                action: fault.action.clone(),
                reason: fault.reason.to_string(),
            });
            Report { broken: 1, faults: faults.collect(), ..Report::default() }
        }
    }
}
