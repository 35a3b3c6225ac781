//! `cafe serve` as its users start it.

pub(crate) mod guest;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

/// The program, open on a port of its own. Killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    log: Option<JoinHandle<String>>,
}

/// What a server left when it ended by itself.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) log: String,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
        Server::of(command.args(arguments(folder)).args(["--log", "error"]))
    }

    /// A server that this command starts.
    pub(crate) fn of(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            errors.read_to_string(&mut log).unwrap();
            log
        });
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(first) = lines.next() else { panic!("it does not open: {}", log.join().unwrap()) };
        let address = first.unwrap().rsplit("http://").next().unwrap().trim().to_owned();
        Server { child, address, log: Some(log) }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Ends it at once, whatever it is doing. Returns what it had to say.
    pub(crate) fn kill(mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.log.take().unwrap().join().unwrap()
    }

    /// Sends it a signal and waits until it has ended.
    pub(crate) fn stop(mut self, signal: &str) -> Ended {
        self.signal(signal);
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Ended { code: status.code(), log: self.log.take().unwrap().join().unwrap() };
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("it does not end");
    }

    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the program with these words to its end.
pub(crate) fn cafe(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cafe")).args(arguments).output().unwrap()
}

/// How to open a house in a folder.
pub(crate) fn arguments(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> =
        ["serve", "--listen", "127.0.0.1:0", "--bot-pause-ms", "0", "--data"].map(str::to_owned).to_vec();
    all.push(folder.to_str().unwrap().to_owned());
    all
}
