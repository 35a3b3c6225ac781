//! Length of source files.

use super::Fault;
use super::tree::Tree;

/// Lines of code per `.rs` file. Blank lines and comment lines do not count.
const MAX_CODE_LINES: usize = 350;

/// Files that may be longer, each with the reason.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[];

pub(super) fn check(tree: &Tree, exceptions: &[(&str, &str)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.files(".rs") {
        let count = count_code_lines(text);
        let is_exception = exceptions.iter().any(|(file, _)| *file == path);
        if count > MAX_CODE_LINES && !is_exception {
            faults.push(Fault::new(
                path,
                1,
                format!("{count} lines of code, the limit is {MAX_CODE_LINES}: split the file by noun"),
            ));
        } else if count <= MAX_CODE_LINES && is_exception {
            faults.push(Fault::new(
                path,
                1,
                format!(
                    "{count} lines of code need no exception: remove it from EXCEPTIONS in \
                     xtask/src/tidy/file_length.rs"
                ),
            ));
        }
    }
    for (file, _) in exceptions.iter().filter(|(file, _)| !tree.contains_file(file)) {
        faults.push(Fault::new(
            file,
            1,
            "no such file: remove it from EXCEPTIONS in xtask/src/tidy/file_length.rs",
        ));
    }
    faults
}

/// Counts the lines that are neither blank nor comment. A block comment counts as one if it begins its line.
fn count_code_lines(text: &str) -> usize {
    let mut is_in_block_comment = false;
    let mut count = 0;
    for line in text.lines().map(str::trim) {
        if is_in_block_comment || line.starts_with("/*") {
            is_in_block_comment = !line.contains("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    #[test]
    fn counts_neither_blank_lines_nor_comments() {
        let text = "//! Module.\n\nuse a; // why\n/* one\n two */\n    /// Doc.\nfn b() {\n    c();\n}\n";
        assert_eq!(count_code_lines(text), 4);
    }

    #[test]
    fn rejects_a_long_file_without_an_exception() {
        let long = "x();\n".repeat(351);
        let limit = "x();\n".repeat(350) + "// comment\n\n";
        let tree = Tree::new(&[("a.rs", &long), ("b.rs", &limit), ("c.rs", &long), ("d.md", &long)]);
        assert_eq!(
            lines(&check(&tree, &[("c.rs", "reason")])),
            ["a.rs:1: 351 lines of code, the limit is 350: split the file by noun"]
        );
    }

    #[test]
    fn rejects_unneeded_exceptions() {
        let tree = Tree::new(&[("a.rs", "x();\n")]);
        assert_eq!(
            lines(&check(&tree, &[("a.rs", "reason"), ("gone.rs", "reason")])),
            [
                "a.rs:1: 1 lines of code need no exception: remove it from EXCEPTIONS in xtask/src/tidy/file_length.rs",
                "gone.rs:1: no such file: remove it from EXCEPTIONS in xtask/src/tidy/file_length.rs"
            ]
        );
    }
}
