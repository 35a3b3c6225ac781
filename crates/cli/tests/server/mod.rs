//! `cafe serve` as its users start it.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "this is part of a test")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program, open on a port of its own. Killed when it is dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    pub fn start(folder: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cafe"))
            .args(["serve", "--listen", "127.0.0.1:0", "--bot-pause-ms", "0", "--log", "error", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("it says where it is open").unwrap();
        let address = first.rsplit("http://").next().unwrap().trim().to_owned();
        Server { child, address }
    }

    /// Ends it at once, whatever it is doing.
    pub fn kill(self) {}
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
