//! `cargo xtask types`: the server's message types for the web client.

use std::fs;

use crate::shell::{Result, capture, cargo, status, workspace_root};

/// Generated TypeScript file.
const TYPES_FILE: &str = "web/src/api/wire.ts";

pub(crate) fn command() -> Result {
    let types =
        capture(cargo(&["run", "--quiet", "--locked", "--package", "cafe-server", "--example", "types"]))?;
    let file = workspace_root().join(TYPES_FILE);
    let folder = file.parent().unwrap_or(&file);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, types))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    status(&format!("{TYPES_FILE} is up to date."));
    Ok(())
}
