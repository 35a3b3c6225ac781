//! The types for TypeScript are those of the code.

use std::path::Path;

#[test]
fn the_types_of_the_web_client_are_those_of_the_code() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire/wire.ts");
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == cafe_server::wire::types(),
        "web/src/lib/wire/wire.ts is not what the code makes of it: run `cargo xtask types`"
    );
}
