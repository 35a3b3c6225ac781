//! The web client's own checks: types, unit tests, and that it can be built.

use std::process::Command;

use crate::{root, run};

/// Installs what the client needs, as the lock file has it, and runs every check.
pub(crate) fn verify() -> Result<(), String> {
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])?;
    npm(&["run", "build"])
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    run(command).map_err(|error| {
        format!("{error}\nThe web client needs Node.js 20 or newer with npm (Debian and Ubuntu: `apt-get install nodejs npm`).")
    })
}
