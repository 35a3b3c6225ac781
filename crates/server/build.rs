//! Builds the server again when the web client inside it has changed.

#![expect(clippy::print_stdout, reason = "this is how a build script speaks")]

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
