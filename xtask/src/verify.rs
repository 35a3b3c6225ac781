//! `cargo verify`: everything that a change must pass.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::shell::{Result, cargo, print, run, run_quietly, status};
use crate::{browser, fuzz, licences, test_programs, tidy, wasm, web};

/// All steps in order: cheap ones first, and the web client before the server that embeds it.
const STEPS: [Step; 11] = [
    Step::new("format", format),
    Step::new("tidy", tidy::command),
    Step::new("licences", licences::command),
    Step::new("web", web::verify).in_background_until("build"),
    Step::new("clippy", clippy),
    Step::new("wasm", wasm::verify),
    // Compiles into a folder of its own, so it fills the cores while the last crates of `build` wait for each other.
    Step::new("fuzz", fuzz::verify).in_background_until("browser"),
    Step::new("build", test_programs::build),
    Step::new("browser", browser::verify).in_background_until("summary"),
    Step::new("test", test_programs::verify),
    Step::new("docs", docs),
];

struct Step {
    name: &'static str,
    run: fn() -> Result,
    /// The step that needs the result of this one. Those in between run at the same time, because few steps use all cores.
    needed_by: Option<&'static str>,
}

impl Step {
    const fn new(name: &'static str, run: fn() -> Result) -> Step {
        Step { name, run, needed_by: None }
    }

    const fn in_background_until(self, needed_by: &'static str) -> Step {
        Step { needed_by: Some(needed_by), ..self }
    }
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
    let mut run = Run::default();
    for (index, step) in chosen.iter().enumerate() {
        run.join_needed_by(step.name);
        if run.result.is_err() {
            run.reports.push((step.name, Outcome::NotRun));
        } else if step.needed_by.is_some() && index + 1 < chosen.len() {
            status(&format!("── {}, in the background", step.name));
            let name = step.name;
            run.background.push((step, thread::spawn(move || time(|| run_as_process(name)))));
        } else {
            status(&format!("── {}", step.name));
            let finished = time(step.run);
            run.report(step, finished);
        }
    }
    run.join_all();
    status(&summary(&run.reports, start.elapsed()));
    run.result
}

/// The steps that have run or are running.
struct Run<'s> {
    background: Vec<(&'s Step, JoinHandle<Finished>)>,
    reports: Vec<(&'static str, Outcome)>,
    /// The first error.
    result: Result,
}

impl Default for Run<'_> {
    fn default() -> Self {
        Run { background: Vec::new(), reports: Vec::new(), result: Ok(()) }
    }
}

impl<'s> Run<'s> {
    /// Waits for the steps in the background that a step needs.
    fn join_needed_by(&mut self, name: &str) {
        let is_needed = |(step, _): &mut (&Step, _)| step.needed_by == Some(name);
        let needed: Vec<_> = self.background.extract_if(.., is_needed).collect();
        self.join(needed);
    }

    fn join_all(&mut self) {
        let left = std::mem::take(&mut self.background);
        self.join(left);
    }

    fn join(&mut self, steps: Vec<(&'s Step, JoinHandle<Finished>)>) {
        for (step, thread) in steps {
            let panicked = |_| Finished { result: Err("it panicked".to_owned()), elapsed: Duration::ZERO };
            self.report(step, thread.join().unwrap_or_else(panicked));
        }
    }

    fn report(&mut self, step: &Step, finished: Finished) {
        self.reports.push((step.name, finished.outcome()));
        let result = finished.result.map_err(|error| format!("{}: {error}", step.name));
        self.result = std::mem::replace(&mut self.result, Ok(())).and(result);
    }
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

/// Runs a step as a process of its own, whose output is printed when it ends.
fn run_as_process(name: &str) -> Result {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["verify", name]);
    run_quietly(command)
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
    // With examples cargo selects the same features of the dependencies as for clippy, so that none is checked again.
    let targets = ["--lib", "--bins", "--examples"];
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    command.args(targets);
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
