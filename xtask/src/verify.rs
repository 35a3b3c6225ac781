//! `cargo verify`: everything that a change must pass.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::shell::{Result, cargo, print, run, run_quietly, status};
use crate::{browser, fuzz, licences, test_programs, tidy, wasm, web};

/// All steps in order: cheap ones first, and the web client before the server that embeds it.
const STEPS: [Step; 10] = [
    Step { name: "format", run: format },
    Step { name: "tidy", run: tidy::command },
    Step { name: "licences", run: licences::command },
    Step { name: "web", run: web::verify },
    Step { name: "clippy", run: clippy },
    Step { name: "wasm", run: wasm::verify },
    Step { name: "test", run: test_programs::verify },
    Step { name: "browser", run: browser::verify },
    Step { name: "docs", run: docs },
    Step { name: "fuzz", run: fuzz::verify },
];

/// A step that runs while the next one runs: that one does not need it, and neither uses both cores all the time.
const BACKGROUND_STEP: &str = "web";

struct Step {
    name: &'static str,
    run: fn() -> Result,
}

/// `cargo verify [STEP...]`. Stops at the first step that fails.
pub(crate) fn command(names: &[OsString]) -> Result {
    if names.iter().any(|name| name == "--help" || name == "-h") {
        print(&format!("Usage: cargo verify [STEP...]\n\nSteps, all by default: {}", step_names()));
        return Ok(());
    }
    if let Some(unknown) = names.iter().find(|name| !STEPS.iter().any(|step| step.name == *name)) {
        return Err(format!("unknown step {}; the steps are {}", unknown.display(), step_names()));
    }
    let is_chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    let chosen: Vec<&Step> = STEPS.iter().filter(is_chosen).collect();
    let start = Instant::now();
    let mut reports = Vec::new();
    let mut result = Ok(());
    let mut background: Option<(&Step, JoinHandle<Finished>)> = None;
    for (index, step) in chosen.iter().enumerate() {
        if result.is_err() {
            reports.push((step.name, Outcome::NotRun));
            continue;
        }
        if step.name == BACKGROUND_STEP && index + 1 < chosen.len() {
            status(&format!("── {}, in the background", step.name));
            background = Some((step, thread::spawn(|| time(run_as_process))));
            continue;
        }
        status(&format!("── {}", step.name));
        let finished = time(step.run);
        for (step, finished) in [(*step, finished)].into_iter().chain(join(background.take())) {
            reports.push((step.name, finished.outcome()));
            result = result.and(finished.result.map_err(|error| format!("{}: {error}", step.name)));
        }
    }
    status(&summary(&reports, start.elapsed()));
    result
}

/// A step that has run.
struct Finished {
    result: Result,
    elapsed: Duration,
}

impl Finished {
    fn outcome(&self) -> Outcome {
        match self.result {
            Ok(()) => Outcome::Passed(self.elapsed),
            Err(_) => Outcome::Failed(self.elapsed),
        }
    }
}

fn time(step: impl FnOnce() -> Result) -> Finished {
    let start = Instant::now();
    Finished { result: step(), elapsed: start.elapsed() }
}

/// Runs the background step as a process of its own, whose output is printed when it ends.
fn run_as_process() -> Result {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["verify", BACKGROUND_STEP]);
    run_quietly(command)
}

fn join(background: Option<(&Step, JoinHandle<Finished>)>) -> Option<(&Step, Finished)> {
    let (step, thread) = background?;
    let panicked = |_| Finished { result: Err("it panicked".to_owned()), elapsed: Duration::ZERO };
    Some((step, thread.join().unwrap_or_else(panicked)))
}

/// Returns the names of all steps, separated by commas.
pub(crate) fn step_names() -> String {
    STEPS.map(|step| step.name).join(", ")
}

#[derive(Clone, Copy)]
enum Outcome {
    Passed(Duration),
    Failed(Duration),
    NotRun,
}

/// Formats the closing table: one row per step, and the total, which is shorter than their sum.
fn summary(reports: &[(&str, Outcome)], total: Duration) -> String {
    let mut text = String::from("── summary\n");
    for (name, outcome) in reports {
        let (word, elapsed) = match outcome {
            Outcome::Passed(elapsed) => ("passed", Some(*elapsed)),
            Outcome::Failed(elapsed) => ("FAILED", Some(*elapsed)),
            Outcome::NotRun => ("not run", None),
        };
        let seconds = elapsed.map_or_else(String::new, seconds);
        let _ = writeln!(text, "{name:<10} {word:<8} {seconds:>9}");
    }
    let has_failed = reports.iter().any(|(_, outcome)| !matches!(outcome, Outcome::Passed(_)));
    let word = if has_failed { "FAILED" } else { "passed" };
    let _ = write!(text, "{:<10} {word:<8} {:>9}", "total", seconds(total));
    text
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}

fn format() -> Result {
    run(cargo(&["fmt", "--all", "--check"]))?;
    run(cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

fn clippy() -> Result {
    run(cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
}

fn docs() -> Result {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lists_every_step_and_the_total() {
        let second = Duration::from_secs(1);
        let reports = [("format", Outcome::Passed(second)), ("test", Outcome::Passed(second * 90))];
        assert_eq!(
            summary(&reports, second * 91),
            "── summary\n\
             format     passed       1.0 s\n\
             test       passed      90.0 s\n\
             total      passed      91.0 s"
        );
    }

    #[test]
    fn summary_shows_the_failed_step_and_the_rest_as_not_run() {
        let reports = [("format", Outcome::Failed(Duration::from_millis(500))), ("test", Outcome::NotRun)];
        assert_eq!(
            summary(&reports, Duration::from_millis(500)),
            "── summary\n\
             format     FAILED       0.5 s\n\
             test       not run           \n\
             total      FAILED       0.5 s"
        );
    }
}
