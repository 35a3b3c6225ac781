//! Builds the server again when the web client inside it has changed.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
