//! A house that is told to close does so in good order, however its visitors behave.

use std::io::{Read as _, Write as _};

use crate::server::Server;
use crate::server::guest::{Guest, Talk, Word};
use serde_json::json;

/// Hears until the socket is closed. Returns whether the end was announced, and the code of the closing.
async fn last_words(talk: &mut Talk) -> (bool, Option<u16>) {
    let mut announced = false;
    loop {
        match talk.hear().await {
            Ok(told) => announced |= told["tell"] == "closing",
            Err(code) => return (announced, code),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_to_end_is_announced_and_leaves_everything_in_one_file() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path());
        let mut word = Word::said(&server, "Until tomorrow").await;
        assert!(folder.path().join("admin.json").is_file());
        let ended = tokio::task::spawn_blocking(move || server.stop(signal));
        assert_eq!(last_words(&mut word.talk).await, (true, Some(1001)), "{signal}");
        let ended = ended.await.unwrap();
        assert_eq!((ended.code, ended.log.as_str()), (Some(0), ""), "{signal}");
        assert!(!folder.path().join("admin.json").exists());
        let log = std::fs::metadata(folder.path().join("cafe.sqlite-wal")).map_or(0, |log| log.len());
        assert_eq!(log, 0, "the log is part of the file now");
        // The file alone is everything.
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(folder.path().join("cafe.sqlite"), copy.path().join("cafe.sqlite")).unwrap();
        let server = Server::start(copy.path());
        word.is_known_at(&server).await;
    }
}

/// A socket whose owner never reads what it is sent.
fn deaf(guest: &Guest, table: &str) -> std::net::TcpStream {
    let mut stream = std::net::TcpStream::connect(&guest.address).unwrap();
    let request = format!(
        "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        guest.address, guest.token
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_or_asks_only_half_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let ann = Guest::arrive(&server, "Ann").await;
    let table = ann.open("card", json!([])).await;
    let _unread = deaf(&ann, &table);
    let mut half = std::net::TcpStream::connect(&server.address).unwrap();
    let request = "POST /api/v1/me HTTP/1.1\r\nHost: cafe\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    half.write_all(request.as_bytes()).unwrap();
    // The half is there when somebody who came later has been answered.
    assert_eq!(ann.get("/api/v1/me").await.0, 200);
    let ended = tokio::task::spawn_blocking(move || server.stop("TERM")).await.unwrap();
    assert_eq!((ended.code, ended.log.as_str()), (Some(0), ""));
}
