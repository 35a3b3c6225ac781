//! The generated TypeScript sources are up to date.

use std::path::Path;

#[test]
fn committed_sources_match_the_rust_sources() {
    for file in cafe_server::typescript::files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file.path);
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(committed == file.text, "{} is out of date: run `cargo xtask types`", file.path);
    }
}
