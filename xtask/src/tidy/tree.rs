//! The files that git tracks.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::shell::{Result, capture, workspace_root};

/// Endings of the files whose text is read.
const TEXT_ENDINGS: [&str; 3] = [".rs", ".md", ".toml"];

/// Paths of all tracked files relative to the root, with the text of sources, manifests and documents.
pub(super) struct Tree(BTreeMap<String, String>);

impl Tree {
    pub(super) fn read() -> Result<Self> {
        let root = workspace_root();
        let mut command = Command::new("git");
        command.args(["ls-files", "-z"]).current_dir(&root);
        let output = capture(command)?;
        let mut files = BTreeMap::new();
        for path in String::from_utf8_lossy(&output).split_terminator('\0') {
            let file = root.join(path);
            // git still lists files that are deleted but not yet committed.
            if !file.exists() {
                continue;
            }
            let mut text = String::new();
            if TEXT_ENDINGS.iter().any(|ending| path.ends_with(ending)) {
                text = fs::read_to_string(&file).map_err(|error| format!("{path}: {error}"))?;
            }
            files.insert(path.to_owned(), text);
        }
        Ok(Self(files))
    }

    #[cfg(test)]
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }

    /// Returns the text of a file; empty if the file is missing or not a text.
    pub(super) fn text(&self, path: &str) -> &str {
        self.0.get(path).map_or("", String::as_str)
    }

    pub(super) fn contains_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    pub(super) fn contains_folder(&self, path: &str) -> bool {
        path.is_empty()
            || self.0.keys().any(|file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    /// Returns path and text of all files with an ending such as `.rs`.
    pub(super) fn files(&self, ending: &str) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .filter(move |(path, _)| path.ends_with(ending))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the names of the folders directly in a folder; `""` is the root.
    pub(super) fn folders_in(&self, parent: &str) -> Vec<&str> {
        let prefix = if parent.is_empty() { String::new() } else { format!("{parent}/") };
        let mut folders: Vec<&str> =
            self.0.keys().filter_map(|path| Some(path.strip_prefix(&prefix)?.split_once('/')?.0)).collect();
        folders.dedup();
        folders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_folders() {
        let tree =
            Tree::new(&[("README.md", ""), ("crates/bots/a", ""), ("crates/rules/b/c", ""), ("docs/d", "")]);
        assert_eq!(tree.folders_in(""), ["crates", "docs"]);
        assert_eq!(tree.folders_in("crates"), ["bots", "rules"]);
        assert!(tree.contains_folder("crates/rules"));
        assert!(!tree.contains_folder("crates/rule"));
    }
}
