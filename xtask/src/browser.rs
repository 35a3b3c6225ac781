//! The web client in Chromium: browser tests, the README's screenshots, and Lighthouse.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::shell::{Result, cargo, run, status, target_dir};
use crate::web;

/// Names of Chromium without a user interface. A page opens there in a third of the CPU time, since no window is drawn
/// around it.
const HEADLESS_SHELL_NAMES: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];
/// Names of the whole browser on different systems.
const CHROMIUM_NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The `browser` step of `cargo verify`: tests of components, and of the whole client with a server.
pub(crate) fn verify() -> Result {
    web::install()?;
    let chromium = find_or_install_chromium()?;
    let mut components = web::npx(&["vitest", "run", "--project", "browser"]);
    if let Some(chromium) = &chromium {
        components.env("CHROME", chromium);
    }
    run(components)?;
    playwright("tests", Build::Test, &[])
}

/// `cargo xtask screenshots [--all DIR]`
pub(crate) fn screenshots(arguments: &[OsString]) -> Result {
    let variables: Vec<(&str, OsString)> = match arguments {
        [] => Vec::new(),
        [all, folder] if all == "--all" => {
            let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
            vec![("CAFE_ALL_PICTURES", folder.into())]
        }
        _ => return Err("usage: cargo xtask screenshots [--all DIR]".to_owned()),
    };
    playwright("pictures", Build::Test, &variables)
}

/// `cargo xtask lighthouse`
pub(crate) fn lighthouse() -> Result {
    playwright("lighthouse", Build::Release, &[])
}

/// Build of the server that the browser visits.
#[derive(Clone, Copy)]
enum Build {
    /// The one that `cargo test` has made already.
    Test,
    Release,
}

fn playwright(project: &str, build: Build, variables: &[(&str, OsString)]) -> Result {
    web::build()?;
    let server = build_server(build)?;
    let chromium = find_or_install_chromium()?;
    let mut command = web::npx(&["playwright", "test", "--project", project]);
    command.env("CAFE", server).envs(variables.iter().map(|(name, value)| (name, value)));
    if let Some(chromium) = chromium {
        command.env("CHROME", chromium);
    }
    run(command)
}

/// Builds the server with the web client inside and returns the path of `cafe`.
fn build_server(build: Build) -> Result<PathBuf> {
    let (arguments, folder) = match build {
        // The same selection as `cargo test --workspace`: a build of the server alone would select other features of its
        // dependencies and compile everything again.
        Build::Test => (["test", "--workspace", "--test", "all", "--no-run"].as_slice(), "debug"),
        Build::Release => (["build", "--package", "cafe", "--release"].as_slice(), "release"),
    };
    let mut command = cargo(arguments);
    command.args(["--quiet", "--locked"]);
    run(command)?;
    Ok(target_dir()?.join(folder).join("cafe").with_extension(env::consts::EXE_EXTENSION))
}

/// Returns the browser to use, installing it if necessary: the headless shell, else the whole browser. `None` means
/// Playwright's own, which Playwright finds itself.
fn find_or_install_chromium() -> Result<Option<PathBuf>> {
    if let Some(path) = env::var_os("CHROME") {
        return Ok(Some(path.into()));
    }
    if let Some(path) = on_path(&HEADLESS_SHELL_NAMES) {
        return Ok(Some(path));
    }
    status("chromium-headless-shell is missing: installing it …");
    let install = |package| apt_get(&["install", "--yes", "--no-install-recommends", package]);
    if (install(HEADLESS_SHELL_NAMES[0]) || apt_get(&["update"]) && install(HEADLESS_SHELL_NAMES[0]))
        && let Some(path) = on_path(&HEADLESS_SHELL_NAMES)
    {
        return Ok(Some(path));
    }
    if let Some(path) = on_path(&CHROMIUM_NAMES) {
        return Ok(Some(path));
    }
    if install("chromium")
        && let Some(path) = on_path(&CHROMIUM_NAMES)
    {
        return Ok(Some(path));
    }
    let playwright = web::npx(&["playwright", "install", "--with-deps", "chromium"]).status();
    if playwright.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    Err("Chromium is missing and could not be installed: install it (Debian: `apt-get install chromium`; \
         elsewhere: `npx playwright install --with-deps chromium` in the folder `web`), or set CHROME to its path"
        .to_owned())
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    names.iter().find_map(|name| {
        env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
    })
}

/// Runs apt-get, directly or with a sudo that asks for no password. Returns true on success.
fn apt_get(arguments: &[&str]) -> bool {
    let apt = Path::new("/usr/bin/apt-get");
    if !apt.is_file() {
        return false;
    }
    let succeeds = |mut command: Command| {
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let mut sudo = Command::new("sudo");
    sudo.arg("-n").arg(apt);
    succeeds(Command::new(apt)) || succeeds(sudo)
}
