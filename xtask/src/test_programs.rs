//! The `build` and `test` steps of `cargo verify`. `cargo test` runs one test program after the other; here several run at once, because many
//! tests wait for timers and processes.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use crate::shell::{Result, capture, cargo, display, run_quietly, status};
use crate::web;

/// The variable by which the test harness knows how many tests may run at once.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// The test programs that take longest, by the folder of their package. They start first.
const SLOW_PACKAGES: [&str; 3] = ["cli", "bots", "server"];

/// The `build` step: builds the web client, the server that embeds it, and the test programs.
pub(crate) fn build() -> Result {
    web::build()?;
    built_programs().map(|_| ())
}

/// The `test` step.
pub(crate) fn verify() -> Result {
    let mut programs = built_programs()?;
    programs.sort_by_key(TestProgram::rank);
    let mut commands: VecDeque<Command> = programs.iter().map(TestProgram::command).collect();
    commands.push_back(cargo(&["test", "--workspace", "--locked", "--doc"]));
    run_all(commands)
}

fn built_programs() -> Result<Vec<TestProgram>> {
    let arguments =
        ["test", "--workspace", "--locked", "--no-run", "--message-format", "json-render-diagnostics"];
    parse_programs(&capture(cargo(&arguments))?)
}

/// Runs commands on as many threads as there are cores. All of them run, even if one fails.
fn run_all(mut commands: VecDeque<Command>) -> Result {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if std::env::var_os(TEST_THREADS).is_none() {
        for command in &mut commands {
            command.env(TEST_THREADS, (2 * cores).to_string());
        }
    }
    let queue = Mutex::new(commands);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        let mut failed = Vec::new();
        while let Some(command) = next() {
            let name = display(&command);
            status(&format!("running {name}"));
            if run_quietly(command).is_err() {
                failed.push(name);
            }
        }
        failed
    };
    let failed: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|_| vec!["a panic".to_owned()]))
            .collect()
    });
    if failed.is_empty() { Ok(()) } else { Err(format!("failed:\n{}", failed.join("\n"))) }
}

/// A compiled test program.
#[derive(Debug, PartialEq, Eq)]
struct TestProgram {
    executable: PathBuf,
    /// Folder of its package, where cargo runs it.
    package: PathBuf,
}

impl TestProgram {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.package).env("CARGO_MANIFEST_DIR", &self.package);
        command
    }

    /// Programs with a lower rank start earlier.
    fn rank(&self) -> usize {
        let folder = self.package.file_name();
        SLOW_PACKAGES.iter().position(|slow| folder == Some(slow.as_ref())).unwrap_or(SLOW_PACKAGES.len())
    }
}

/// Finds the test programs in cargo's messages, one JSON object per line.
fn parse_programs(messages: &[u8]) -> Result<Vec<TestProgram>> {
    let mut programs = Vec::new();
    for line in messages.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{")) {
        let message: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let is_test = message["profile"]["test"] == true;
        let executable = message["executable"].as_str().filter(|_| is_test);
        let package = message["manifest_path"].as_str().and_then(|path| Path::new(path).parent());
        if let Some((executable, package)) = executable.zip(package) {
            programs.push(TestProgram { executable: executable.into(), package: package.to_owned() });
        }
    }
    match programs.is_empty() {
        true => Err("cargo built no test program".to_owned()),
        false => Ok(programs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_test_programs_but_no_other_ones() {
        let messages = br#"{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml","profile":{"test":false},"executable":"/w/target/debug/cafe"}
{"reason":"compiler-artifact","manifest_path":"/w/crates/room/Cargo.toml","profile":{"test":true},"executable":"/w/target/debug/deps/room-1"}
{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml","profile":{"test":true},"executable":"/w/target/debug/deps/all-2"}
{"reason":"build-finished","success":true}
"#;
        let mut programs = parse_programs(messages).unwrap();
        programs.sort_by_key(TestProgram::rank);
        let names: Vec<_> = programs.iter().map(|program| program.executable.file_name().unwrap()).collect();
        assert_eq!(names, ["all-2", "room-1"]);
    }

    #[test]
    fn no_test_program_is_an_error() {
        assert!(parse_programs(b"{\"reason\":\"build-finished\",\"success\":true}\n").is_err());
    }

    #[test]
    fn failure_of_one_program_is_reported() {
        let commands = ["true", "false"].map(Command::new);
        assert!(run_all(VecDeque::from(commands)).unwrap_err().contains("false"));
        assert_eq!(run_all(VecDeque::from([Command::new("true")])), Ok(()));
    }
}
