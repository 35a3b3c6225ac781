//! ARCHITECTURE.md against the folders of the repository.

use super::Fault;
use super::tree::Tree;
use crate::metadata::Package;

const FILE: &str = "ARCHITECTURE.md";

pub(super) fn check(packages: &[Package], tree: &Tree) -> Vec<Fault> {
    let text = tree.text(FILE);
    let mut folders: Vec<String> = tree.folders_in("").into_iter().map(str::to_owned).collect();
    folders.extend(tree.folders_in("crates").into_iter().map(|name| format!("crates/{name}")));
    folders.extend(packages.iter().map(|package| package.folder().to_owned()));
    folders.sort();
    folders.dedup();
    let mut faults: Vec<Fault> = folders
        .iter()
        .filter(|folder| !names(text, folder))
        .map(|folder| Fault::new(FILE, 1, format!("does not name `{folder}`: add what the folder contains")))
        .collect();
    for (index, line) in text.lines().enumerate() {
        for name in crate_names(line) {
            if !tree.contains_folder(&format!("crates/{name}")) {
                faults.push(Fault::new(
                    FILE,
                    index + 1,
                    format!("names `crates/{name}`, which does not exist: remove it or correct the name"),
                ));
            }
        }
    }
    faults
}

/// Returns true if the text contains the path of a folder: in backticks, or followed by a slash, or with a slash inside. A bare
/// word such as "web" in a sentence does not name the folder `web`.
fn names(text: &str, folder: &str) -> bool {
    text.match_indices(folder).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + folder.len()..].chars().next();
        if before.is_some_and(|c| is_path_char(c) || c == '/') {
            return false;
        }
        match after {
            Some('/') => true,
            Some('`') => before == Some('`'),
            Some(c) if is_path_char(c) && c != '.' => false,
            _ => folder.contains('/'),
        }
    })
}

/// Returns the names after `crates/` in a line.
fn crate_names(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crates/").filter_map(|(start, prefix)| {
        let rest = &line[start + prefix.len()..];
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    })
}

fn is_path_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    #[test]
    fn recognises_folder_names() {
        assert!(names("see `web`", "web"));
        assert!(names("see web/src", "web"));
        assert!(names("see crates/bots.", "crates/bots"));
        assert!(!names("the web client", "web"));
        assert!(!names("see `fuzz/web`", "web"));
        assert!(!names("see crates/bots-old", "crates/bots"));
        assert!(names("settings in `.cargo`", ".cargo"));
    }

    #[test]
    fn rejects_missing_and_stale_folders() {
        let text = "# Map\n`crates/rules` and `crates/gone`; documents in `docs/`.\n";
        let tree = Tree::new(&[
            ("ARCHITECTURE.md", text),
            ("crates/rules/a", ""),
            ("crates/bots/b", ""),
            ("docs/c", ""),
            ("web/d", ""),
        ]);
        let packages =
            [Package::member("rules", "crates/rules", &[]), Package::member("xtask", "xtask", &[])];
        assert_eq!(
            lines(&check(&packages, &tree)),
            [
                "ARCHITECTURE.md:1: does not name `crates/bots`: add what the folder contains",
                "ARCHITECTURE.md:1: does not name `web`: add what the folder contains",
                "ARCHITECTURE.md:1: does not name `xtask`: add what the folder contains",
                "ARCHITECTURE.md:2: names `crates/gone`, which does not exist: remove it or correct the name",
            ]
        );
    }
}
