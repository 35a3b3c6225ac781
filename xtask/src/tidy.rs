//! `cargo xtask tidy`: rules of the source tree that the compiler does not check.

mod architecture;
mod dependencies;
mod file_length;
mod links;
mod purity;
mod threat_model;
mod tree;

use std::fmt;

use crate::layers::{LAYERS, OWNED_PACKAGES};
use crate::metadata;
use crate::shell::{Result, status};
use tree::Tree;

/// Runs every check and lists all faults.
pub(crate) fn command() -> Result {
    let packages = metadata::workspace_packages()?;
    let tree = Tree::read()?;
    let mut faults = Vec::new();
    faults.extend(dependencies::check(&packages, &tree, LAYERS, OWNED_PACKAGES));
    faults.extend(purity::check(&packages, &tree, LAYERS));
    faults.extend(file_length::check(&tree, file_length::EXCEPTIONS));
    faults.extend(links::check(&tree));
    faults.extend(architecture::check(&packages, &tree));
    faults.extend(threat_model::check(&tree));
    if faults.is_empty() {
        return Ok(());
    }
    for fault in &faults {
        status(&fault.to_string());
    }
    Err(format!("faults in the source tree: {}", faults.len()))
}

/// A violation: where it is, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    file: String,
    /// Counted from 1.
    line: usize,
    text: String,
}

impl Fault {
    fn new(file: &str, line: usize, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, text: text.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// Formats faults for comparison in tests.
#[cfg(test)]
fn lines(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(Fault::to_string).collect()
}
