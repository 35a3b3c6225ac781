//! `cafe verify`: checks records, from one game to a large archive, on all cores.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cafe_rules::{Record, split_archive};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::json;

use crate::files::{clean, clean_json, is_standard_input, read, shown, why};

/// The ending of record files, which are looked for in folders.
const ENDING: &str = "cafe";

/// Everything there is to say about the records that were checked.
#[derive(Default, Debug)]
pub struct Report {
    /// Games that were played to the end, all right.
    pub finished: usize,
    /// Games that are right as far as they go.
    pub unfinished: usize,
    /// Records that are not right.
    pub broken: usize,
    /// What is wrong, in the order of files and lines.
    pub faults: Vec<Fault>,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line in the file; 0 if it is about the file as a whole.
    pub line: usize,
    /// The action, if it is about one.
    pub action: Option<String>,
    /// What is wrong.
    pub reason: String,
}

impl Report {
    /// Whether nothing was wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    fn merge(mut self, other: Report) -> Report {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.broken += other.broken;
        self.faults.extend(other.faults);
        self
    }

    fn of_file(file: &Path, reason: impl Into<String>) -> Report {
        let fault = Fault { file: shown(file), line: 0, action: None, reason: reason.into() };
        Report { faults: vec![fault], ..Report::default() }
    }

    /// Writes the faults and the sum for people.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        for fault in &self.faults {
            let line = if fault.line > 0 { format!(":{}", fault.line) } else { String::new() };
            let action = fault.action.as_ref().map(|action| format!("{action}: ")).unwrap_or_default();
            let told = format!("{}{line}: {action}{}", fault.file, fault.reason);
            writeln!(output, "{}", clean(&told))?;
        }
        let records = self.finished + self.unfinished + self.broken;
        write!(output, "{}: {} right", count(records, "record", "records"), self.finished + self.unfinished)?;
        if self.unfinished > 0 {
            write!(output, " ({} not finished)", self.unfinished)?;
        }
        writeln!(output, ", {} broken", self.broken)
    }

    /// Writes everything for programs, as one JSON object.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_json(&self, output: &mut impl Write) -> io::Result<()> {
        let fault = |fault: &Fault| json!({"file": fault.file, "line": fault.line, "action": fault.action, "reason": fault.reason});
        let faults: Vec<_> = self.faults.iter().map(fault).collect();
        let all = json!({
            "records": self.finished + self.unfinished + self.broken,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "broken": self.broken,
            "faults": faults,
        });
        writeln!(output, "{}", clean_json(&all.to_string()))
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Checks these files; folders are searched for `.cafe` files and links to such files, `-` is the standard input. A
/// progress bar shows on the standard error if that is a terminal.
#[must_use]
pub fn verify(paths: &[PathBuf]) -> Report {
    let mut files = Vec::new();
    let mut report = Report::default();
    for path in paths {
        if let Err(error) = find(path, &mut files) {
            report = report.merge(Report::of_file(path, why(&error)));
        }
    }
    let bytes = files.iter().map(|(_, bytes)| bytes).sum();
    let progress = ProgressBar::new(bytes).with_style(style());
    let checked = AtomicUsize::new(0);
    let found = files
        .par_iter()
        .map(|(file, _)| check_file(file, &progress, &checked))
        .reduce(Report::default, Report::merge);
    progress.finish_and_clear();
    let mut report = report.merge(found);
    report.faults.sort();
    report
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}  {bytes_per_sec}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Lists the files with their sizes.
fn find(path: &Path, files: &mut Vec<(PathBuf, u64)>) -> io::Result<()> {
    if is_standard_input(path) {
        files.push((path.to_owned(), 0));
        return Ok(());
    }
    let about = fs::metadata(path)?;
    if !about.is_dir() {
        files.push((path.to_owned(), about.len()));
        return Ok(());
    }
    let before = files.len();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            // This is about the entry, not about what it links to: links to folders could go in circles.
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == ENDING) {
                match fs::metadata(&path) {
                    Ok(about) if about.is_file() => files.push((path, about.len())),
                    Ok(_) => {}
                    // A link that leads nowhere: why it cannot be read is said when it is.
                    Err(_) => files.push((path, 0)),
                }
            }
        }
    }
    if files.len() == before {
        return Err(io::Error::other(format!("there is no .{ENDING} file in this folder")));
    }
    Ok(())
}

fn check_file(file: &Path, progress: &ProgressBar, checked: &AtomicUsize) -> Report {
    let text = match read(file) {
        Ok(text) => text,
        Err(reason) => return Report::of_file(file, reason),
    };
    let all: Vec<(usize, &str)> = split_archive(&text).collect();
    if all.is_empty() {
        return Report::of_file(file, "there is no record in this file");
    }
    all.par_iter()
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
        Ok(log) if log.game().ending().is_some() => Report { finished: 1, ..Report::default() },
        Ok(_) => Report { unfinished: 1, ..Report::default() },
        Err(faults) => {
            let faults = faults.iter().map(|fault| Fault {
                file: shown(file),
                line: first_line + fault.line - 1,
                action: fault.action.clone(),
                reason: fault.reason.to_string(),
            });
            Report { broken: 1, faults: faults.collect(), ..Report::default() }
        }
    }
}
