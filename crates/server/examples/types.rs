//! Writes the types of the wire for TypeScript to standard output: `cargo xtask types` puts them where they belong.

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(cafe_server::wire::types().as_bytes())
}
