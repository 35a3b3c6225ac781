//! Clients that violate HTTP or the WebSocket protocol: invalid heads and frames, and too many connections.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{TestServer, TestVisitor, card_game, fast_bots, in_time, start_server};
use cafe_server::ServerConfig;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Settings with a short request timeout.
fn short_timeout() -> ServerConfig {
    ServerConfig { request_timeout: Duration::from_millis(200), ..fast_bots() }
}

/// Reads until the server closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A reset counts as well.
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut bytes));
    let _ = read.await.expect("the server closes the connection");
    bytes
}

async fn open_and_write(server: &TestServer, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Waits until the server has no open connections.
async fn until_no_connections(server: &TestServer) {
    let all_closed = server.state.metrics.connections.until_value(|connections| connections == 0);
    in_time("the server closes the connections", all_closed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connection_over_the_limit_is_refused_until_one_closes() {
    let (_folder, server) = start_server(ServerConfig { max_connections: 3, ..fast_bots() }).await;
    let (ann, request) = (server.visitor("Ann").await, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    drop(ann);
    until_no_connections(&server).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = open_and_write(&server, request).await;
        let mut first = [0; 15];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        open.push(stream);
    }
    let mut refused = TcpStream::connect(server.address).await.unwrap();
    let response = String::from_utf8(read_to_end(&mut refused).await).unwrap();
    assert!(response.starts_with("HTTP/1.1 429 ") && response.contains("\"too_many\""), "{response}");
    open.clear();
    until_no_connections(&server).await;
    assert_eq!(reqwest::get(server.url("/healthz")).await.unwrap().status(), 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_heads_are_refused() {
    let (_folder, server) = start_server(short_timeout()).await;
    let long = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X: y\r\n".repeat(1000));
    let path = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(100_000));
    let smuggled =
        "POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello";
    for head in [
        "\0\0\0\0\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nNo colon here\r\n\r\n",
        "GET / HTTP/1.1\r\nX: a\0b\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        smuggled,
        &long,
        &many,
        &path,
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        // The server may refuse it before all of it is sent.
        let _ = stream.write_all(head.as_bytes()).await;
        let response = String::from_utf8_lossy(&read_to_end(&mut stream).await).into_owned();
        let start = &head[..head.len().min(60)];
        let refused =
            ["400", "414", "431"].iter().any(|code| response.starts_with(&format!("HTTP/1.1 {code}")));
        assert!(refused || response.is_empty(), "{start:?}: {response}");
    }
    until_no_connections(&server).await;
    server.visitor("Ann").await;
    server.stop().await;
}

/// Returns a masked WebSocket frame with this first byte and length field.
fn frame(first: u8, length: &[u8], text: &[u8]) -> Vec<u8> {
    let mask = [1, 2, 3, 4];
    let masked = text.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
    [&[first], length, &mask].concat().into_iter().chain(masked).collect()
}

/// Returns a masked WebSocket frame with at most 125 bytes.
fn short_frame(first: u8, text: &[u8]) -> Vec<u8> {
    frame(first, &[0x80 | text.len() as u8], text)
}

/// Opens the WebSocket of a room as a TCP stream.
async fn open_raw_socket(server: &TestServer, visitor: &TestVisitor, room_id: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(visitor.upgrade_request(room_id).as_bytes()).await.unwrap();
    let mut status_line = [0; 12];
    stream.read_exact(&mut status_line).await.unwrap();
    assert_eq!(&status_line, b"HTTP/1.1 101");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_frames_close_only_their_connection() {
    let (_folder, server) = start_server(fast_bots()).await;
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let room_id = ann.open_room(card_game(2)).await;
    let mut other = ben.connect(&room_id).await;
    let ping = br#"{"type":"ping","id":77}"#;
    let unmasked = [&[0x81, ping.len() as u8], &ping[..]].concat();
    let giant = frame(0x81, &[0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], b"x");
    let endless = [short_frame(0x01, b"{"), [short_frame(0x00, &[b'x'; 100])].concat().repeat(300)].concat();
    let invalid: [(&str, Vec<u8>); 9] = [
        ("not masked", unmasked),
        ("longer than any memory", giant),
        ("a message without end", endless),
        ("a continuation of nothing", short_frame(0x80, ping)),
        ("a start within a message", [short_frame(0x01, ping), short_frame(0x01, ping)].concat()),
        ("reserved bits", short_frame(0xf1, ping)),
        ("an unknown opcode", short_frame(0x83, ping)),
        ("invalid UTF-8", short_frame(0x81, &[0xff, 0xfe, 0xfd])),
        ("a fragmented ping", short_frame(0x09, b"x")),
    ];
    for (what, bytes) in invalid {
        let mut stream = open_raw_socket(&server, &ann, &room_id).await;
        let _ = stream.write_all(&bytes).await;
        let received = read_to_end(&mut stream).await;
        assert!(!String::from_utf8_lossy(&received).contains("\"id\":77"), "{what} was accepted");
    }
    // A fragmented but complete message is valid.
    let mut stream = open_raw_socket(&server, &ann, &room_id).await;
    let (last, parts) = ping.split_last().unwrap();
    let mut bytes = short_frame(0x01, b"");
    parts.iter().for_each(|byte| bytes.extend(short_frame(0x00, &[*byte])));
    bytes.extend(short_frame(0x80, &[*last]));
    for byte in bytes {
        stream.write_all(&[byte]).await.unwrap();
    }
    let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&received).contains(r#"{"type":"done","id":77}"#) {
        let length = stream.read(&mut buffer).await.unwrap();
        assert!(length > 0, "no answer: {}", String::from_utf8_lossy(&received));
        received.extend(&buffer[..length]);
    }
    other.accept(take_any_seat()).await;
    server.stop().await;
}
