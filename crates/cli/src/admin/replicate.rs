//! `cafe admin replicate`: continuous copies of the database.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use cafe_store::{CopyStep, Replicator, database_file};
use indicatif::ProgressBar;

use super::progress_style;
use crate::interrupt;

/// Pause between two copies.
const PAUSE: Duration = Duration::from_millis(250);
/// How often a running copy is reported.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);
const MEGABYTE: f64 = 1_000_000.0;

/// What was copied since the last report.
struct Report {
    started: Instant,
    pages: u64,
    bytes: u64,
    busy: Duration,
    /// The longest time whose changes would have been lost with the source.
    lag: Duration,
}

impl Report {
    fn new() -> Report {
        Report { started: Instant::now(), pages: 0, bytes: 0, busy: Duration::ZERO, lag: Duration::ZERO }
    }

    fn add(&mut self, step: CopyStep, busy: Duration, lag: Duration) {
        self.pages += step.pages;
        self.bytes += step.pages * step.page_size as u64;
        self.busy += busy;
        self.lag = self.lag.max(lag);
    }

    fn line(&self) -> String {
        format!(
            "Copied {} pages, {:.1} MB, in {:.2} of {:.0} s; at most {:.2} s behind.",
            self.pages,
            self.bytes as f64 / MEGABYTE,
            self.busy.as_secs_f64(),
            self.started.elapsed().as_secs_f64(),
            self.lag.as_secs_f64(),
        )
    }
}

/// Copies until it is interrupted, or once.
///
/// # Errors
/// Why the copy is not up to date.
pub(super) fn run(folder: &Path, target: &Path, once: bool, output: &mut impl Write) -> Result<(), String> {
    interrupt::install_handler("Interrupted: finishing the copy.");
    let started = Instant::now();
    let mut report = Report::new();
    let progress = ProgressBar::new(0).with_style(progress_style());
    let opened = Replicator::open(folder, target, |done, pages| {
        progress.set_length(pages);
        progress.set_position(done);
        if interrupt::is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.finish_and_clear();
    let mut replicator = opened.map_err(|error| format!("no copy: {error}"))?;
    let mut complete_at = started;
    let mut is_first = true;
    loop {
        let is_last = once || interrupt::is_interrupted();
        let step_started = Instant::now();
        let step = replicator.copy().map_err(|error| error.to_string())?;
        report.add(step, step_started.elapsed(), complete_at.elapsed());
        // The copy has everything that was stored before the step began.
        complete_at = step_started;
        if is_last {
            break;
        }
        if is_first {
            let database = database_file(folder);
            let text =
                format!("{} is copied to {}. Press Ctrl-C to stop.", database.display(), target.display());
            print(output, &text)?;
            (is_first, report) = (false, Report::new());
        } else if report.started.elapsed() >= REPORT_INTERVAL {
            if report.pages > 0 {
                print(output, &report.line())?;
            }
            report = Report::new();
        }
        std::thread::sleep(PAUSE);
    }
    replicator.finish().map_err(|error| error.to_string())?;
    let bytes = std::fs::metadata(database_file(target)).map_or(0, |file| file.len());
    print(output, &format!("The copy in {} is complete, {bytes} bytes.", target.display()))
}

fn print(output: &mut impl Write, line: &str) -> Result<(), String> {
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|error| error.to_string())
}
