//! `cafe serve` as a process.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use cafe_client::Client;

/// A server on a free port. Killed when it is dropped.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: String,
    log: Option<JoinHandle<String>>,
}

/// The exit code and log of a server that was stopped.
pub(crate) struct Exited {
    pub(crate) code: Option<i32>,
    pub(crate) log: String,
}

impl ServerProcess {
    pub(crate) fn start(folder: &Path) -> ServerProcess {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
        ServerProcess::spawn(command.args(serve_arguments(folder)).args(["--log", "error"]))
    }

    /// Spawns a server with this command.
    pub(crate) fn spawn(command: &mut Command) -> ServerProcess {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).unwrap();
            log
        });
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(first) = lines.next() else { panic!("the server does not start: {}", log.join().unwrap()) };
        let address = first.unwrap().rsplit("http://").next().unwrap().trim().to_owned();
        ServerProcess { child, address, log: Some(log) }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.url("")).unwrap()
    }

    /// Kills the process and returns its log.
    pub(crate) fn kill(mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.log.take().unwrap().join().unwrap()
    }

    /// Sends a signal and waits for the exit.
    pub(crate) fn stop(mut self, signal: &str) -> Exited {
        self.signal(signal);
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Exited { code: status.code(), log: self.log.take().unwrap().join().unwrap() };
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the server does not exit");
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs `cafe` with these arguments to its end.
pub(crate) fn run_cafe(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cafe")).args(arguments).output().unwrap()
}

/// Returns the arguments of a server on a free port.
pub(crate) fn serve_arguments(folder: &Path) -> Vec<String> {
    let mut arguments: Vec<String> =
        ["serve", "--listen", "127.0.0.1:0", "--bot-pause-ms", "0", "--data"].map(str::to_owned).to_vec();
    arguments.push(folder.to_str().unwrap().to_owned());
    arguments
}
