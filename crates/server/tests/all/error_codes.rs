//! Every error code is documented and has a text in the web client.

use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// Returns every string literal in the `fn code` of these source files.
fn codes(sources: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in sources {
        let source = read(path);
        let (_, from_function) = source.split_once("fn code(").unwrap();
        let (body, _) = from_function.split_once("\n    }\n").unwrap();
        let before = found.len();
        found.extend(body.split('"').skip(1).step_by(2).map(str::to_owned));
        assert!(found.len() > before + 10, "{path} has no longer such a function");
    }
    found
}

const RULES: [&str; 1] = ["crates/rules/src/refusal.rs"];
const SERVER: [&str; 2] = ["crates/room/src/error.rs", "crates/server/src/http/error.rs"];

#[test]
fn every_code_is_documented() {
    let missing = |sources: &[&str], text: &str| -> Vec<String> {
        let documented: BTreeSet<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        codes(sources).difference(&documented).cloned().collect()
    };
    assert_eq!(missing(&RULES, &read("docs/protocol.md")), [""; 0]);
    let page = read("docs/server-protocol.md");
    let (_, section) = page.split_once("\n## Error codes\n").unwrap();
    assert_eq!(missing(&SERVER, section.split("\n## ").next().unwrap()), [""; 0]);
}

#[test]
fn web_client_has_a_text_for_every_code() {
    // A test of the web client compares the other languages with English.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/i18n/texts");
    let parts = std::fs::read_dir(folder).unwrap().map(|part| part.unwrap().path().join("en.ts"));
    let english: String = parts.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let has_text = |code: &String| english.contains(&format!("\n  'fault.{code}': '"));
    let all = codes(&[&RULES[..], &SERVER].concat());
    let missing: Vec<String> = all.into_iter().filter(|code| !has_text(code)).collect();
    assert_eq!(missing, [""; 0]);
}
