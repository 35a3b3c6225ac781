//! The web client: its own checks, and what the server takes in.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::{root, run, say};

/// Installs what the client needs, as the lock file has it, and runs every check.
pub(crate) fn verify() -> Result<(), String> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["test"])?;
    npm(&["run", "build"])
}

/// Builds the client, if it is not built or something it is made of is newer.
pub(crate) fn build() -> Result<(), String> {
    let web = root().join("web");
    let built = newest(&web.join("dist/site"));
    if built.is_some() && newest(&web) <= built {
        return Ok(());
    }
    say("Building the web client …");
    install()?;
    npm(&["run", "build", "--silent", "--", "--logLevel", "warn"])
}

fn install() -> Result<(), String> {
    if Command::new("npm").arg("--version").output().is_err() {
        return Err("there is no npm: the web client needs Node.js 20 or newer (Debian and Ubuntu: `apt-get install nodejs npm`)".to_owned());
    }
    // npm notes there what it has installed.
    let (wanted, installed) = ("web/package-lock.json", "web/node_modules/.package-lock.json");
    if changed(&root().join(installed)) >= changed(&root().join(wanted)) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// When something in a folder was last changed; not counting what others made of it.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let ours = entries.filter(|entry| !matches!(entry.file_name().to_str(), Some("node_modules" | "dist")));
    ours.filter_map(
        |entry| if entry.path().is_dir() { newest(&entry.path()) } else { changed(&entry.path()) },
    )
    .max()
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    run(command)
}

/// A tool that the client has brought with it.
pub(crate) fn npx(arguments: &[&str]) -> Command {
    let mut command = Command::new("npx");
    command.arg("--no-install").args(arguments).current_dir(root().join("web"));
    command
}
