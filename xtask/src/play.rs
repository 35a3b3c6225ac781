//! `cargo play`: builds the web client and the server, and starts the server.

use std::ffi::OsString;

use crate::shell::{Result, cargo, print, run, status};
use crate::web;

const HELP: &str = "\
Usage: cargo play [ARGS...]

Builds the web client and the server, then runs `cafe serve ARGS...` and prints the address to play at.
The options of `cafe serve` follow.
";

pub(crate) fn command(arguments: &[OsString]) -> Result {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print(HELP);
    } else {
        status("Starting the server (the first build takes a few minutes) …");
    }
    web::build()?;
    let mut command = cargo(&["run", "--release", "--locked", "--package", "cafe", "--", "serve"]);
    command.args(arguments);
    run(command)
}
