//! The pure crates in WebAssembly.

use std::path::Path;
use std::process::Command;

use crate::layers::LAYERS;
use crate::metadata;
use crate::shell::{Result, capture, cargo, run, status};

const TARGET: &str = "wasm32-unknown-unknown";

/// The `wasm` step of `cargo verify`: checks that the pure crates compile for the browser.
pub(crate) fn verify() -> Result {
    let members = metadata::workspace_packages()?;
    let pure: Vec<&str> = LAYERS.iter().filter(|layer| layer.is_pure()).map(|layer| layer.package).collect();
    if let Some(missing) = pure.iter().find(|name| !members.iter().any(|member| member.name == **name)) {
        return Err(format!(
            "{missing} is not in the workspace: add it, or remove it from xtask/src/layers.rs"
        ));
    }
    install_target()?;
    let mut command = cargo(&["check", "--lib", "--locked", "--target", TARGET]);
    for package in pure {
        command.args(["--package", package]);
    }
    run(command)
}

/// Installs the standard library for WebAssembly if it is missing.
fn install_target() -> Result {
    let mut command = Command::new("rustc");
    command.args(["--print", "sysroot"]);
    let sysroot = capture(command)?;
    let sysroot = String::from_utf8_lossy(&sysroot);
    if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    status(&format!("Installing the target {TARGET} …"));
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]);
    run(command).map_err(|error| {
        format!(
            "the Rust target {TARGET} is missing and could not be installed ({error}): run \
             `rustup target add {TARGET}` with a connection, or install it with the system's package manager"
        )
    })
}
