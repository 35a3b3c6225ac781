//! The web client in a real browser: its tests, the pictures for the README, and what Lighthouse thinks of it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, root, run, say, web};

/// How Chromium is called here and there.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The step of `cargo verify`: everything a visitor can do, done.
pub(crate) fn verify() -> Result<(), String> {
    playwright("tests", Build::Checked, &[])
}

/// `cargo xtask screenshots [--all DIR]`
pub(crate) fn screenshots(arguments: &[OsString]) -> Result<(), String> {
    let variables: Vec<(&str, OsString)> = match arguments {
        [] => Vec::new(),
        [all, folder] if all == "--all" => {
            let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
            vec![("CAFE_ALL_PICTURES", folder.into())]
        }
        _ => return Err("say `cargo xtask screenshots` or `cargo xtask screenshots --all DIR`".to_owned()),
    };
    playwright("pictures", Build::Checked, &variables)
}

/// `cargo xtask lighthouse`
pub(crate) fn lighthouse() -> Result<(), String> {
    playwright("lighthouse", Build::Released, &[])
}

/// Which build of the server is visited: the one that the tests have made already, or the one that people run.
#[derive(Clone, Copy)]
enum Build {
    Checked,
    Released,
}

fn playwright(project: &str, build: Build, variables: &[(&str, OsString)]) -> Result<(), String> {
    web::build()?;
    let cafe = cafe(build)?;
    let chromium = chromium()?;
    let mut command = web::npx(&["playwright", "test", "--project", project]);
    command.env("CAFE", cafe).envs(variables.iter().map(|(name, value)| (name, value)));
    if let Some(chromium) = chromium {
        command.env("CHROME", chromium);
    }
    run(command)
}

/// Builds the server with the client inside; where it is.
fn cafe(build: Build) -> Result<PathBuf, String> {
    let (arguments, folder) = match build {
        // As the tests are built: by itself, the server would take other features of what it depends on, and everything would be
        // built a second time.
        Build::Checked => (["test", "--workspace", "--test", "serve", "--no-run"].as_slice(), "debug"),
        Build::Released => (["build", "--package", "cafe", "--release"].as_slice(), "release"),
    };
    let mut command = cargo(arguments);
    command.args(["--quiet", "--locked"]);
    run(command)?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let target = std::path::absolute(target).map_err(|error| error.to_string())?;
    Ok(target.join(folder).join("cafe").with_extension(env::consts::EXE_EXTENSION))
}

/// The browser to use, installed if need be; nothing if it is Playwright's own, which Playwright finds by itself.
fn chromium() -> Result<Option<PathBuf>, String> {
    if let Some(named) = env::var_os("CHROME") {
        return Ok(Some(named.into()));
    }
    if let Some(found) = on_path() {
        return Ok(Some(found));
    }
    say("There is no Chromium here: installing it …");
    let installed =
        apt_get(&["update"]) && apt_get(&["install", "--yes", "--no-install-recommends", "chromium"]);
    if installed && let Some(found) = on_path() {
        return Ok(Some(found));
    }
    let own = web::npx(&["playwright", "install", "--with-deps", "chromium"]).status();
    if own.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    Err("there is no Chromium, and it could not be installed: install it (Debian: `apt-get install chromium`; elsewhere: \
         `npx playwright install --with-deps chromium` in the folder `web`), or name one in CHROME"
        .to_owned())
}

fn on_path() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    NAMES.iter().find_map(|name| {
        env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
    })
}

/// Whether it worked; without a password being asked for.
fn apt_get(arguments: &[&str]) -> bool {
    let apt = Path::new("/usr/bin/apt-get");
    if !apt.is_file() {
        return false;
    }
    let quiet = |mut command: Command| {
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let mut sudo = Command::new("sudo");
    sudo.arg("-n").arg(apt);
    quiet(Command::new(apt)) || quiet(sudo)
}
