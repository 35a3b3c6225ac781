//! The project's own commands: `cargo play`, `cargo verify` and `cargo xtask`. `cargo xtask help` lists them.

mod browser;
mod fuzz;
mod graph;
mod layers;
mod licences;
mod metadata;
mod play;
mod shell;
mod test_programs;
mod tidy;
mod types;
mod verify;
mod wasm;
mod web;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use shell::{print, status};

const HELP: &str = "\
cargo play [ARGS...]      Build and start the server, and print the address to play at. ARGS go to `cafe serve`.
cargo verify [STEP...]    Run all checks and tests, or only the given steps:
                          {steps}
cargo xtask fuzz [TARGET] [SECONDS]
                          Fuzz one target or all of them, 60 seconds each by default.
cargo xtask fuzz TARGET FILE
                          Run one fuzz finding again.
cargo xtask tidy          Check dependencies between crates, file lengths, links and the folders in ARCHITECTURE.md.
cargo xtask graph [--dot] Print the dependencies between the crates beside the allowed ones; with --dot for Graphviz.
cargo xtask licences      Check licences, bans, duplicates and sources of all dependencies.
cargo xtask types         Write the TypeScript types of the server's messages and the constants of the games for the web client.
cargo xtask screenshots [--all DIR]
                          Take the README's screenshots; with --all, every screen in every language, light and
                          dark, on phone and desktop, into DIR.
cargo xtask lighthouse    Measure the home page and a game with Lighthouse.
";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let result = match command.to_str() {
        Some("play") => play::command(&rest),
        Some("verify") => verify::command(&rest),
        Some("fuzz") => fuzz::command(&rest),
        Some("tidy") => tidy::command(),
        Some("graph") => graph::command(&rest),
        Some("licences") => licences::command(),
        Some("types") => types::command(),
        Some("screenshots") => browser::screenshots(&rest),
        Some("lighthouse") => browser::lighthouse(),
        Some("help" | "--help" | "-h") => {
            print(&help());
            Ok(())
        }
        _ => Err(format!("unknown command `{}`\n\n{}", command.display(), help())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            status(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn help() -> String {
    HELP.replace("{steps}", &verify::step_names())
}
