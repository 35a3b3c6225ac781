//! Running other programs, and printing to the terminal.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Result of a command or a step. Errors are only ever printed, so they are plain text.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// Prints progress or an error to standard error.
#[expect(clippy::print_stderr, reason = "command-line tool")]
pub(crate) fn status(text: &str) {
    eprintln!("{text}");
}

/// Prints a result to standard output.
#[expect(clippy::print_stdout, reason = "command-line tool")]
pub(crate) fn print(text: &str) {
    println!("{}", text.trim_end());
}

/// Returns the root folder of the workspace.
pub(crate) fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Returns the absolute path of cargo's target folder.
pub(crate) fn target_dir() -> Result<PathBuf> {
    let folder =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace_root().join("target"), PathBuf::from);
    std::path::absolute(folder).map_err(|error| error.to_string())
}

/// Prepares a cargo command in the workspace root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(workspace_root());
    command
}

/// Runs a command to its end, with the terminal as its output.
pub(crate) fn run(mut command: Command) -> Result {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", display(&command))),
        Err(error) => Err(format!("{} could not be started: {error}", display(&command))),
    }
}

/// Runs a command to its end and returns its standard output.
pub(crate) fn capture(mut command: Command) -> Result<Vec<u8>> {
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(format!("{}: {}", display(&command), output.status)),
        Err(error) => Err(format!("{} could not be started: {error}", display(&command))),
    }
}

/// Runs a command to its end and then prints its output, so that commands that run at once do not mix theirs.
pub(crate) fn run_quietly(mut command: Command) -> Result {
    match command.output() {
        Ok(output) => {
            print(&String::from_utf8_lossy(&output.stdout));
            status(&String::from_utf8_lossy(&output.stderr));
            if output.status.success() {
                Ok(())
            } else {
                Err(format!("{}: {}", display(&command), output.status))
            }
        }
        Err(error) => Err(format!("{} could not be started: {error}", display(&command))),
    }
}

pub(crate) fn display(command: &Command) -> String {
    format!("{command:?}").replace('"', "")
}
