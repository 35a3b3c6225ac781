//! The project's own commands: `cargo play` and `cargo verify`. Run `cargo xtask help` for all of them.

mod browser;
mod fuzz;
mod web;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const HELP: &str = "\
cargo play [ARGS...]      build the café and open it: the address to play at is printed; the arguments go to `cafe serve`
cargo verify [STEP...]    run everything a change must pass, or only these steps:
                          format, web, clippy, test, browser, docs, fuzz
cargo xtask fuzz [TARGET] [SECONDS]
                          look for what nobody thought of, in one target or in all of them, for 60 seconds each
                          or as long as you like
cargo xtask fuzz TARGET FILE
                          run one finding again
cargo xtask types         write the types of the server's messages for the web client
cargo xtask screenshots [--all DIR]
                          take the README's pictures; or every screen in each language, light and dark, on phone and
                          desktop, into a folder of yours
cargo xtask lighthouse    measure home and table with Lighthouse
";

/// What a change must pass, in order: the cheapest first, and the web client before the server that takes it in.
const STEPS: [Step; 7] = [
    Step { name: "format", pass: format },
    Step { name: "web", pass: web::verify },
    Step { name: "clippy", pass: clippy },
    Step { name: "test", pass: test },
    Step { name: "browser", pass: browser::verify },
    Step { name: "docs", pass: docs },
    Step { name: "fuzz", pass: fuzz::verify },
];

struct Step {
    name: &'static str,
    pass: fn() -> Result<(), String>,
}

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let outcome = match command.to_str() {
        Some("play") => play(&rest),
        Some("verify") => verify(&rest),
        Some("fuzz") => fuzz::command(&rest),
        Some("types") => types(),
        Some("screenshots") => browser::screenshots(&rest),
        Some("lighthouse") => browser::lighthouse(),
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
    say("Opening the café (the first time it has to be built, which takes a few minutes) …");
    web::build()?;
    let mut command = cargo(&["run", "--release", "--locked", "--package", "cafe", "--", "serve"]);
    command.args(arguments);
    run(command)
}

/// Where the web client looks for the types of the server's messages.
const TYPES: &str = "web/src/lib/wire/wire.ts";

fn types() -> Result<(), String> {
    let mut command =
        cargo(&["run", "--quiet", "--locked", "--package", "cafe-server", "--example", "types"]);
    let made = command.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo run: {error}"))?;
    if !made.status.success() {
        return Err(format!("the types could not be made: {}", made.status));
    }
    let file = root().join(TYPES);
    let folder = file.parent().unwrap_or(&file);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, &made.stdout))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    say(&format!("{TYPES} is up to date."));
    Ok(())
}

fn verify(wanted: &[OsString]) -> Result<(), String> {
    if let Some(unknown) = wanted.iter().find(|name| !STEPS.iter().any(|step| step.name == *name)) {
        return Err(format!("there is no step {}\n{HELP}", unknown.display()));
    }
    let began = Instant::now();
    for Step { name, pass } in STEPS {
        if !wanted.is_empty() && !wanted.iter().any(|want| want == name) {
            continue;
        }
        let step_began = Instant::now();
        say(&format!("── {name} "));
        pass()?;
        say(&format!("── {name}: passed in {} s", step_began.elapsed().as_secs()));
    }
    say(&format!("All passed in {} s.", began.elapsed().as_secs()));
    Ok(())
}

fn format() -> Result<(), String> {
    run(cargo(&["fmt", "--all", "--check"]))?;
    run(cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

fn clippy() -> Result<(), String> {
    run(cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
}

fn test() -> Result<(), String> {
    run(cargo(&["test", "--workspace", "--locked"]))
}

fn docs() -> Result<(), String> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run(command)
}
