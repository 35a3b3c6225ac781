//! The threat model in SECURITY.md: the tests that it names exist.

use std::collections::BTreeSet;

use super::Fault;
use super::tree::Tree;

const FILE: &str = "SECURITY.md";

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let functions: BTreeSet<&str> = tree.files(".rs").flat_map(|(_, text)| functions(text)).collect();
    let mut faults = Vec::new();
    for (index, line) in tree.text(FILE).lines().enumerate() {
        let unknown = tests(line).filter(|test| !functions.contains(test));
        faults.extend(unknown.map(|test| {
            Fault::new(FILE, index + 1, format!("names the test `{test}`, which does not exist: correct it"))
        }));
    }
    faults
}

/// Returns the tests in the last column of a row of the table.
fn tests(line: &str) -> impl Iterator<Item = &str> {
    let row = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |"));
    let column = row.and_then(|row| row.rsplit(" | ").next()).unwrap_or_default();
    // Every second part is in backticks.
    column.split('`').skip(1).step_by(2)
}

fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("fn ").filter_map(|(start, keyword)| text[start + keyword.len()..].split('(').next())
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    #[test]
    fn tests_that_do_not_exist_are_named() {
        let table =
            "| fault | defence | tests |\n| --- | --- | --- |\n| `x` | `y` | `is_held`, `is_gone` |\n";
        let tree = Tree::new(&[
            ("SECURITY.md", table),
            ("a.rs", "#[tokio::test]\nasync fn is_held() {}\nfn x() {}"),
        ]);
        let faults = check(&tree);
        assert_eq!(
            lines(&faults),
            ["SECURITY.md:3: names the test `is_gone`, which does not exist: correct it"]
        );
    }
}
