//! The web client: its checks, and the build that the server embeds.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::shell::{Result, run, status, workspace_root};

/// The `web` step of `cargo verify`: checks and unit tests. The step `build` builds the client: meanwhile no compiler may embed it.
pub(crate) fn verify() -> Result {
    install()?;
    npm(&["run", "check"])?;
    npm(&["test"])
}

/// Builds the client unless the last build is newer than all of its sources.
pub(crate) fn build() -> Result {
    let web = workspace_root().join("web");
    let built = newest(&web.join("dist/site"));
    if built.is_some() && newest(&web) <= built {
        return Ok(());
    }
    status("Building the web client …");
    install()?;
    npm(&["run", "build", "--silent", "--", "--logLevel", "warn"])
}

/// Installs the client's dependencies from the lock file unless they are up to date.
pub(crate) fn install() -> Result {
    if Command::new("npm").arg("--version").output().is_err() {
        return Err("npm is missing: the web client needs Node.js 20 or newer \
                    (Debian and Ubuntu: `apt-get install nodejs npm`)"
            .to_owned());
    }
    // npm records the installed packages in the second file.
    let (wanted, installed) = ("web/package-lock.json", "web/node_modules/.package-lock.json");
    if modified(&workspace_root().join(installed)) >= modified(&workspace_root().join(wanted)) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Returns the latest modification time in a folder, without installed and built files.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let sources =
        entries.filter(|entry| !matches!(entry.file_name().to_str(), Some("node_modules" | "dist")));
    sources
        .filter_map(
            |entry| {
                if entry.path().is_dir() { newest(&entry.path()) } else { modified(&entry.path()) }
            },
        )
        .max()
}

fn npm(arguments: &[&str]) -> Result {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(workspace_root().join("web"));
    run(command)
}

/// Prepares a tool from the client's own dependencies.
pub(crate) fn npx(arguments: &[&str]) -> Command {
    let mut command = Command::new("npx");
    command.arg("--no-install").args(arguments).current_dir(workspace_root().join("web"));
    command
}
