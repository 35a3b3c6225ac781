//! `cargo xtask types`: the server's message types and the constants of the games for the web client.

use crate::shell::{Result, cargo, run, status};

pub(crate) fn command() -> Result {
    // Cargo starts it in the root of the workspace.
    run(cargo(&["run", "--quiet", "--locked", "--package", "cafe-server", "--example", "types"]))?;
    status("The generated TypeScript sources are up to date.");
    Ok(())
}
