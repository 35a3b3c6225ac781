//! The web client's own checks: types, unit tests, and that it can be built.

use std::process::Command;

use crate::{root, run};

/// Installs what the client needs, as the lock file has it, and runs every check.
pub(crate) fn verify() -> Result<(), String> {
    if Command::new("npm").arg("--version").output().is_err() {
        return Err("there is no npm: the web client needs Node.js 20 or newer (Debian and Ubuntu: `apt-get install nodejs npm`)".to_owned());
    }
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])?;
    npm(&["run", "build"])
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    run(command)
}
