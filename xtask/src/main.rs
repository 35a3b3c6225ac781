//! The project's own commands: `cargo play` and `cargo verify`. Run `cargo xtask help` for all of them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo play [ARGS...]      build the café and play; the arguments go to `cafe play`
cargo verify [STEP...]    run everything a change must pass, or only these steps:
                          format, clippy, test, docs
";

/// What a change must pass, in order: the cheapest first.
const STEPS: [Step; 4] = [
    Step { name: "format", commands: format },
    Step { name: "clippy", commands: clippy },
    Step { name: "test", commands: test },
    Step { name: "docs", commands: docs },
];

struct Step {
    name: &'static str,
    commands: fn() -> Vec<Command>,
}

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let outcome = match command.to_str() {
        Some("play") => play(&rest),
        Some("verify") => verify(&rest),
        Some("help" | "--help" | "-h") => {
            say(HELP);
            Ok(())
        }
        _ => Err(format!("there is no such command\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&format!("error: {why}"));
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is a command-line tool")]
fn say(text: &str) {
    eprintln!("{text}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

fn run(mut command: Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown}: {status}")),
        Err(error) => Err(format!("{shown} could not be started: {error}")),
    }
}

fn play(arguments: &[OsString]) -> Result<(), String> {
    let mut command = cargo(&["run", "--release", "--locked", "--quiet", "--package", "cafe", "--", "play"]);
    command.args(arguments);
    say("Opening the café (the first time it has to be built, which takes a minute or two) …");
    run(command)
}

fn verify(wanted: &[OsString]) -> Result<(), String> {
    if let Some(unknown) = wanted.iter().find(|name| !STEPS.iter().any(|step| step.name == *name)) {
        return Err(format!("there is no step {}\n{HELP}", unknown.display()));
    }
    let began = Instant::now();
    for Step { name, commands } in STEPS {
        if !wanted.is_empty() && !wanted.iter().any(|want| want == name) {
            continue;
        }
        let step_began = Instant::now();
        say(&format!("── {name} "));
        for command in commands() {
            run(command)?;
        }
        say(&format!("── {name}: passed in {} s", step_began.elapsed().as_secs()));
    }
    say(&format!("All passed in {} s.", began.elapsed().as_secs()));
    Ok(())
}

fn format() -> Vec<Command> {
    vec![cargo(&["fmt", "--all", "--check"])]
}

fn clippy() -> Vec<Command> {
    vec![cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])]
}

fn test() -> Vec<Command> {
    vec![cargo(&["test", "--workspace", "--locked"])]
}

fn docs() -> Vec<Command> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    vec![command]
}
