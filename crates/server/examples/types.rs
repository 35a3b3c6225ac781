//! Prints the TypeScript types of the wire format. `cargo xtask types` writes them to the web client.

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(cafe_server::typescript::types().as_bytes())
}
