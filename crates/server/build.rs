//! Rebuilds the server when the embedded web client has changed.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
