//! Use of clock, files, network, threads and process state in the sources of pure crates.

use super::Fault;
use super::tree::Tree;
use crate::layers::Layer;
use crate::metadata::Package;

/// Paths that a pure crate may not use, and what to do instead.
const FORBIDDEN: &[(&str, &str)] = &[
    ("std::time::Instant", "pass the time in, or use `web_time` for a time budget"),
    ("std::time::SystemTime", "pass the time in"),
    ("std::time::*", "import the items one by one"),
    ("std::fs", "pass the contents in"),
    ("std::net", "move it to the server or the client"),
    ("std::thread", "move it to the lab or the server"),
    ("std::env", "pass the value in"),
    ("std::process", "move it to the command line"),
];

pub(super) fn check(packages: &[Package], tree: &Tree, layers: &[Layer]) -> Vec<Fault> {
    let pure = packages
        .iter()
        .filter(|package| layers.iter().any(|layer| layer.package == package.name && layer.is_pure()));
    let mut faults = Vec::new();
    for package in pure {
        let folder = format!("{}/src/", package.folder());
        for (path, text) in tree.files(".rs").filter(|(path, _)| path.starts_with(&folder)) {
            for (line, used) in std_paths(text) {
                if let Some(remedy) = remedy(&used) {
                    faults.push(Fault::new(
                        path,
                        line,
                        format!("{used} in the pure crate {}: {remedy}", package.name),
                    ));
                }
            }
        }
    }
    faults
}

/// Returns what to do instead if the path is forbidden.
fn remedy(used: &str) -> Option<&'static str> {
    // With the module imported, its types could be used without their path.
    if used == "std::time" {
        return Some("import the items one by one");
    }
    let is_inside = |module: &str| {
        used.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    FORBIDDEN.iter().find(|(path, _)| is_inside(path)).map(|(_, remedy)| *remedy)
}

/// Returns every path that begins with `std::`, with its line. Groups such as `std::{fs, io}` are expanded; comments are
/// ignored.
fn std_paths(text: &str) -> Vec<(usize, String)> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect();
    let mut paths = Vec::new();
    for (start, prefix) in code.match_indices("std::") {
        if code[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            continue;
        }
        expand(&code, start + prefix.len(), "std", &mut paths);
    }
    paths.into_iter().map(|(position, path)| (1 + code[..position].matches('\n').count(), path)).collect()
}

/// Reads a path or a group of paths and returns the position behind it.
fn expand(code: &str, position: usize, prefix: &str, paths: &mut Vec<(usize, String)>) -> usize {
    let mut position = skip_space(code, position);
    if code[position..].starts_with('{') {
        loop {
            position = skip_space(code, expand(code, position + 1, prefix, paths));
            // Renamed imports: `fs as files`.
            position += code[position..].find([',', '}', ';']).unwrap_or(0);
            if !code[position..].starts_with(',') {
                return position + 1;
            }
        }
    }
    let rest = &code[position..];
    let length =
        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '*').unwrap_or(rest.len());
    let name = &rest[..length];
    let end = position + length;
    let path = if name == "self" { prefix.to_owned() } else { format!("{prefix}::{name}") };
    let is_module = code[end..].strip_prefix("::").is_some_and(|rest| {
        rest.trim_start().starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '{' | '*'))
    });
    if is_module {
        return expand(code, end + 2, &path, paths);
    }
    if !name.is_empty() {
        paths.push((position, path));
    }
    end
}

fn skip_space(code: &str, position: usize) -> usize {
    position + code[position..].len() - code[position..].trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    const LAYERS: &[Layer] = &[
        Layer { package: "rules", may_use: &[], exceptions: &[], external: Some(&[]) },
        Layer { package: "store", may_use: &[], exceptions: &[], external: None },
    ];

    fn faults(source: &str) -> Vec<String> {
        let packages = [Package::member("rules", "crates/rules", &[])];
        lines(&check(&packages, &Tree::new(&[("crates/rules/src/a.rs", source)]), LAYERS))
    }

    #[test]
    fn expands_groups_of_paths() {
        let paths = std_paths(
            "use std::{fs::{self, File}, io,\n    time::Duration as D};\nstd::mem::take::<u8>(x);\n",
        );
        let expected = [
            (1, "std::fs"),
            (1, "std::fs::File"),
            (1, "std::io"),
            (2, "std::time::Duration"),
            (3, "std::mem::take"),
        ];
        assert_eq!(paths, expected.map(|(line, path)| (line, path.to_owned())));
    }

    #[test]
    fn rejects_the_clock_and_files() {
        assert_eq!(
            faults("use std::time::{Duration, Instant};\nfn a() { std::fs::read(\"b\"); }\n"),
            [
                "crates/rules/src/a.rs:1: std::time::Instant in the pure crate rules: pass the time in, or use `web_time` \
                 for a time budget",
                "crates/rules/src/a.rs:2: std::fs::read in the pure crate rules: pass the contents in",
            ]
        );
    }

    #[test]
    fn rejects_imports_that_hide_the_clock() {
        assert_eq!(faults("use std::time;").len(), 1);
        assert_eq!(faults("use std::time::*;").len(), 1);
        assert_eq!(faults("use std::time::{self, Duration};").len(), 1);
    }

    #[test]
    fn accepts_durations_comments_and_similar_names() {
        assert!(
            faults(
                "use std::time::Duration;\n// std::fs would be wrong\nstd::thread_local!();\nmystd::fs();"
            )
            .is_empty()
        );
    }

    #[test]
    fn accepts_everything_in_other_crates_and_in_tests() {
        let packages =
            [Package::member("store", "crates/store", &[]), Package::member("rules", "crates/rules", &[])];
        let tree = Tree::new(&[
            ("crates/store/src/a.rs", "use std::fs;"),
            ("crates/rules/tests/b.rs", "use std::fs;"),
        ]);
        assert!(check(&packages, &tree, LAYERS).is_empty());
    }
}
