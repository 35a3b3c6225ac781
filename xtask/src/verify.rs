//! `cargo verify`: everything that a change must pass.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::shell::{Result, cargo, print, run, status};
use crate::{browser, fuzz, licences, tidy, wasm, web};

/// All steps in order: cheap ones first, and the web client before the server that embeds it.
const STEPS: [Step; 10] = [
    Step { name: "format", run: format },
    Step { name: "tidy", run: tidy::command },
    Step { name: "licences", run: licences::command },
    Step { name: "web", run: web::verify },
    Step { name: "clippy", run: clippy },
    Step { name: "wasm", run: wasm::verify },
    Step { name: "test", run: test },
    Step { name: "browser", run: browser::verify },
    Step { name: "docs", run: docs },
    Step { name: "fuzz", run: fuzz::verify },
];

/// The variable by which the test harness knows how many tests may run at once.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

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
    let mut reports = Vec::new();
    let mut result = Ok(());
    for step in STEPS.iter().filter(is_chosen) {
        if result.is_err() {
            reports.push((step.name, Outcome::NotRun));
            continue;
        }
        status(&format!("── {}", step.name));
        let start = Instant::now();
        result = (step.run)().map_err(|error| format!("{}: {error}", step.name));
        let elapsed = start.elapsed();
        let outcome = if result.is_ok() { Outcome::Passed(elapsed) } else { Outcome::Failed(elapsed) };
        reports.push((step.name, outcome));
    }
    status(&summary(&reports));
    result
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

/// Formats the closing table: one row per step, and the total.
fn summary(reports: &[(&str, Outcome)]) -> String {
    let mut text = String::from("── summary\n");
    let mut total = Duration::ZERO;
    for (name, outcome) in reports {
        let (word, elapsed) = match outcome {
            Outcome::Passed(elapsed) => ("passed", Some(*elapsed)),
            Outcome::Failed(elapsed) => ("FAILED", Some(*elapsed)),
            Outcome::NotRun => ("not run", None),
        };
        total += elapsed.unwrap_or_default();
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

/// Many tests of the server wait for timers, so more run at once than there are cores.
fn test() -> Result {
    let mut command = cargo(&["test", "--workspace", "--locked"]);
    if std::env::var_os(TEST_THREADS).is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        command.env(TEST_THREADS, (4 * cores).to_string());
    }
    run(command)
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
            summary(&reports),
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
            summary(&reports),
            "── summary\n\
             format     FAILED       0.5 s\n\
             test       not run           \n\
             total      FAILED       0.5 s"
        );
    }
}
