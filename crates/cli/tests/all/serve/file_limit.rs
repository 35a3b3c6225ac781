//! A server without free file descriptors: open connections work, new ones are refused until others close.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::server_process::{ServerProcess, serve_arguments};
use super::test_client::{AcknowledgedChat, chat};
use cafe_room::RoomRequest;

/// Logged once.
const LOG_MESSAGE: &str = "refusing connections";

/// Starts a server that keeps idle connections open.
fn start(program: &mut Command, folder: &Path) -> ServerProcess {
    let arguments = ["--log", "warn", "--request-timeout-seconds", "600", "--requests-per-second", "10000"];
    ServerProcess::spawn(program.args(serve_arguments(folder)).args(arguments))
}

/// A kept-alive HTTP connection.
struct HttpConnection(TcpStream);

impl HttpConnection {
    fn open(server: &ServerProcess) -> HttpConnection {
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        HttpConnection(stream)
    }

    /// Sends a request and returns head and body of the response.
    fn get(&mut self, path: &str, token: &str) -> std::io::Result<String> {
        write!(self.0, "GET {path} HTTP/1.1\r\nHost: cafe\r\nAuthorization: Bearer {token}\r\n\r\n")?;
        self.read_response()
    }

    /// Reads a response up to its content length, or until the server closes the connection.
    fn read_response(&mut self) -> std::io::Result<String> {
        let (mut response, mut buffer) = (String::new(), [0; 4096]);
        while !is_complete(&response) {
            match self.0.read(&mut buffer)? {
                0 => break,
                length => response.push_str(std::str::from_utf8(&buffer[..length]).unwrap()),
            }
        }
        Ok(response)
    }

    fn is_served(&mut self) -> bool {
        self.get("/healthz", "").is_ok_and(|response| response.starts_with("HTTP/1.1 200"))
    }
}

fn is_complete(response: &str) -> bool {
    response.split_once("\r\n\r\n").is_some_and(|(head, body)| {
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        length.is_some_and(|length| length.parse() == Ok(body.len()))
    })
}

/// Opens a connection as soon as the server has noticed that others are closed.
fn open_when_possible(server: &ServerProcess) -> HttpConnection {
    for _ in 0..600 {
        let mut connection = HttpConnection::open(server);
        if connection.is_served() {
            return connection;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("the server accepts no connection again");
}

/// Opens connections until one is refused.
fn open_all(server: &ServerProcess) -> Vec<HttpConnection> {
    let mut open = Vec::new();
    loop {
        assert!(open.len() < 300, "there is no limit");
        let mut connection = HttpConnection::open(server);
        if !connection.is_served() {
            return open;
        }
        open.push(connection);
    }
}

async fn check_full_server(server: ServerProcess) {
    let mut acknowledged = AcknowledgedChat::send(&server, "It is getting crowded").await;
    let mut open = open_all(&server);
    assert!(open.len() > 3, "{} connections", open.len());
    for _ in 0..50 {
        // Nothing is sent, because unread data would make the system discard the response.
        let response = HttpConnection::open(&server).read_response().unwrap();
        assert!(response.starts_with("HTTP/1.1 429 ") && response.contains("\"too_many\""), "{response}");
    }
    // Open connections can do everything, also at the same time, and also what reads from the disk.
    acknowledged.connection.accept(chat("But nobody has to go")).await;
    acknowledged.connection.accept(RoomRequest::Start {}).await;
    for path in ["/api/v1/me", "/api/v1/me/rooms", "/readyz"] {
        let token = acknowledged.ann.token();
        std::thread::scope(|scope| {
            for connection in &mut open {
                scope.spawn(move || {
                    let response = connection.get(path, token).unwrap();
                    assert!(response.starts_with("HTTP/1.1 200"), "{path}: {response}");
                });
            }
        });
    }
    // Closed connections make room, again and again. The store may have taken some of it.
    for _ in 0..3 {
        let closing = open.len() / 2;
        open.truncate(open.len() - closing);
        for _ in 0..closing / 2 {
            open.push(open_when_possible(&server));
        }
        open.extend(open_all(&server));
    }
    let exited = tokio::task::spawn_blocking(move || server.stop("TERM")).await.unwrap();
    assert_eq!(exited.code, Some(0));
    let lines: Vec<&str> = exited.log.lines().collect();
    assert!(lines.len() == 1 && lines[0].contains(LOG_MESSAGE), "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn server_with_a_low_file_limit_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 60 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cafe")]);
    check_full_server(start(&mut shell, folder.path())).await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn server_whose_file_limit_is_lowered_works() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let folder = tempfile::tempdir().unwrap();
    let server = start(&mut Command::new(env!("CARGO_BIN_EXE_cafe")), folder.path());
    let used = std::fs::read_dir(format!("/proc/{}/fd", server.id())).unwrap().count() as u64;
    let limit = Some(used + 12);
    let pid = Pid::from_raw(server.id().try_into().unwrap());
    prlimit(pid, Resource::Nofile, Rlimit { current: limit, maximum: limit }).unwrap();
    check_full_server(server).await;
}
