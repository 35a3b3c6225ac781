//! The generated TypeScript types are up to date.

use std::path::Path;

#[test]
fn committed_types_match_the_rust_types() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/wire.ts");
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == cafe_server::typescript::types(),
        "web/src/api/wire.ts is out of date: run `cargo xtask types`"
    );
}
