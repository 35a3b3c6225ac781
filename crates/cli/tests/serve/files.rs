//! A house that may open no more files: who is in goes on, who comes is told so, and the next comes in when somebody leaves.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::server::guest::Word;
use crate::server::{Server, arguments};
use serde_json::json;

/// What the log must say, once.
const NOTED: &str = "nobody else is let in until somebody leaves";

/// A house that forgets nobody who only listens, started by this program.
fn open(program: &mut Command, folder: &Path) -> Server {
    Server::of(program.args(arguments(folder)).args([
        "--log",
        "warn",
        "--patience-seconds",
        "600",
        "--requests-a-second",
        "10000",
    ]))
}

/// A connection that stays open.
struct Caller(TcpStream);

impl Caller {
    fn new(server: &Server) -> Caller {
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Caller(stream)
    }

    /// Asks for something, and returns the answer, head and body.
    fn ask(&mut self, path: &str, token: &str) -> std::io::Result<String> {
        write!(self.0, "GET {path} HTTP/1.1\r\nHost: cafe\r\nAuthorization: Bearer {token}\r\n\r\n")?;
        self.hear()
    }

    /// An answer as long as it says, or else all that comes.
    fn hear(&mut self) -> std::io::Result<String> {
        let (mut answer, mut bytes) = (String::new(), [0; 4096]);
        while !is_whole(&answer) {
            match self.0.read(&mut bytes)? {
                0 => break,
                read => answer.push_str(std::str::from_utf8(&bytes[..read]).unwrap()),
            }
        }
        Ok(answer)
    }

    fn is_in(&mut self) -> bool {
        self.ask("/healthz", "").is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
    }
}

fn is_whole(answer: &str) -> bool {
    answer.split_once("\r\n\r\n").is_some_and(|(head, body)| {
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        length.is_some_and(|length| length.parse() == Ok(body.len()))
    })
}

/// Somebody who comes in as soon as the house has seen that others have left.
fn come(server: &Server) -> Caller {
    for _ in 0..600 {
        let mut caller = Caller::new(server);
        if caller.is_in() {
            return caller;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("there is no room again");
}

/// Comes in again and again, until nobody can.
fn crowd(server: &Server) -> Vec<Caller> {
    let mut inside = Vec::new();
    loop {
        assert!(inside.len() < 300, "there is a limit");
        let mut caller = Caller::new(server);
        if !caller.is_in() {
            return inside;
        }
        inside.push(caller);
    }
}

async fn stays_open_for_those_who_are_in(server: Server) {
    let mut word = Word::said(&server, "It is getting crowded").await;
    let mut inside = crowd(&server);
    assert!(inside.len() > 3, "{} came in", inside.len());
    for _ in 0..50 {
        // Who comes says nothing yet: what nobody reads would take the answer back.
        let answer = Caller::new(&server).hear().unwrap();
        assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("\"too_many\""), "{answer}");
    }
    // Who is in can do everything, what is read from the disk as well: some of it by all at the same time.
    word.talk.must(json!({ "do": "say", "text": "But nobody has to go" })).await;
    word.talk.must(json!({ "do": "start" })).await;
    for path in ["/api/v1/me", "/api/v1/games", "/readyz"] {
        let token = &word.ann.token;
        std::thread::scope(|scope| {
            for caller in &mut inside {
                scope.spawn(move || {
                    let answer = caller.ask(path, token).unwrap();
                    assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
                });
            }
        });
    }
    // However often it is full: who leaves makes room. The store may have needed some of it.
    for _ in 0..3 {
        let leaving = inside.len() / 2;
        inside.truncate(inside.len() - leaving);
        for _ in 0..leaving / 2 {
            inside.push(come(&server));
        }
        inside.extend(crowd(&server));
    }
    let ended = tokio::task::spawn_blocking(move || server.stop("TERM")).await.unwrap();
    assert_eq!(ended.code, Some(0));
    let lines: Vec<&str> = ended.log.lines().collect();
    assert!(lines.len() == 1 && lines[0].contains(NOTED), "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_was_opened_with_few_files_is_full_early_and_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 60 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cafe")]);
    stays_open_for_those_who_are_in(open(&mut shell, folder.path())).await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_the_system_gives_no_more_files_goes_on_with_those_it_has() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let folder = tempfile::tempdir().unwrap();
    let server = open(&mut Command::new(env!("CARGO_BIN_EXE_cafe")), folder.path());
    // Others have taken what it counted on.
    let used = std::fs::read_dir(format!("/proc/{}/fd", server.id())).unwrap().count() as u64;
    let most = Some(used + 12);
    let pid = Pid::from_raw(server.id().try_into().unwrap());
    prlimit(pid, Resource::Nofile, Rlimit { current: most, maximum: most }).unwrap();
    stays_open_for_those_who_are_in(server).await;
}
