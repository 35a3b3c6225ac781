//! Whatever the server refuses, it refuses with a code that is described and that the web client has words for.

use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// The codes in these sources: everything that their `fn code` can return.
fn codes(sources: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in sources {
        let source = read(path);
        let (_, from) = source.split_once("fn code(").unwrap();
        let (body, _) = from.split_once("\n    }\n").unwrap();
        let before = found.len();
        found.extend(body.split('"').skip(1).step_by(2).map(str::to_owned));
        assert!(found.len() > before + 10, "{path} does not say its codes like this any more");
    }
    found
}

const RULES: [&str; 1] = ["crates/rules/src/refusal.rs"];
const SERVER: [&str; 2] = ["crates/server/src/room/problem.rs", "crates/server/src/http/answers.rs"];

#[test]
fn every_code_is_named_on_the_page_about_the_protocol_that_it_belongs_to() {
    let missing = |sources: &[&str], text: &str| -> Vec<String> {
        let named: BTreeSet<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        codes(sources).difference(&named).cloned().collect()
    };
    assert_eq!(missing(&RULES, &read("docs/protocol.md")), [""; 0]);
    let page = read("docs/server-protocol.md");
    let (_, from) = page.split_once("\n## Codes\n").unwrap();
    assert_eq!(missing(&SERVER, from.split("\n## ").next().unwrap()), [""; 0]);
}

#[test]
fn the_web_client_has_words_for_every_code() {
    // That the other languages have the same messages is a test of the web client's.
    let english = read("web/src/lib/i18n/locales/en.ts");
    let said = |code: &String| english.contains(&format!("\n  'fault.{code}': '"));
    let all = codes(&[&RULES[..], &SERVER].concat());
    let missing: Vec<String> = all.into_iter().filter(|code| !said(code)).collect();
    assert_eq!(missing, [""; 0]);
}
