//! Shutdown of `cafe serve` by a signal.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::server_process::ServerProcess;
use super::test_client::{AcknowledgedChat, TestConnection, TestPlayer};
use cafe_client::ClientError;
use cafe_room::messages::ServerMessage;
use cafe_rules::Kind;

/// Reads until the connection is closed. Returns whether the shutdown was announced, and the close code.
async fn read_to_end(connection: &mut TestConnection) -> (bool, Option<u16>) {
    let mut announced = false;
    loop {
        match connection.next().await {
            Ok(message) => announced |= message == ServerMessage::Closing,
            Err(ClientError::Closed { code, .. }) => return (announced, code),
            Err(_) => return (announced, None),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signal_is_announced_and_leaves_one_complete_file() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let server = ServerProcess::start(folder.path());
        let mut chat = AcknowledgedChat::send(&server, "Until tomorrow").await;
        assert!(folder.path().join("admin.json").is_file());
        let exited = tokio::task::spawn_blocking(move || server.stop(signal));
        assert_eq!(read_to_end(&mut chat.connection).await, (true, Some(1001)), "{signal}");
        let exited = exited.await.unwrap();
        assert_eq!((exited.code, exited.log.as_str()), (Some(0), ""), "{signal}");
        assert!(!folder.path().join("admin.json").exists());
        let wal_bytes = std::fs::metadata(folder.path().join("cafe.sqlite-wal")).map_or(0, |wal| wal.len());
        assert_eq!(wal_bytes, 0, "the write-ahead log is merged into the file");
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(folder.path().join("cafe.sqlite"), copy.path().join("cafe.sqlite")).unwrap();
        let server = ServerProcess::start(copy.path());
        chat.check_on(&server).await;
    }
}

/// Opens the WebSocket of a room and does not read from it.
fn open_unread_socket(server: &ServerProcess, player: &TestPlayer, room_id: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let request = format!(
        "GET /api/v1/rooms/{room_id}/socket HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address,
        player.token()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut status_line = [0; 12];
    stream.read_exact(&mut status_line).unwrap();
    assert_eq!(&status_line, b"HTTP/1.1 101");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_socket_and_incomplete_request_do_not_delay_the_exit() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let ann = TestPlayer::create(&server, "Ann").await;
    let room_id = ann.open_room(Kind::Card, &[]).await;
    let _unread = open_unread_socket(&server, &ann, &room_id);
    let mut incomplete = TcpStream::connect(&server.address).unwrap();
    let request = "POST /api/v1/me HTTP/1.1\r\nHost: cafe\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    incomplete.write_all(request.as_bytes()).unwrap();
    // The server has received it once a later request is answered.
    ann.session.me().await.unwrap();
    let exited = tokio::task::spawn_blocking(move || server.stop("TERM")).await.unwrap();
    assert_eq!((exited.code, exited.log.as_str()), (Some(0), ""));
}
