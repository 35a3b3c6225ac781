//! People who do not keep to any protocol: half a request, half a socket, and nonsense in between.

use std::time::Duration;

use crate::common::{Cafe, Visitor, narrow, quick};
use cafe_server::HouseRules;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

async fn cafe(rules: HouseRules) -> (tempfile::TempDir, Cafe) {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), rules).await;
    (folder, cafe)
}

/// A house that does not wait for long.
fn impatient() -> HouseRules {
    HouseRules { patience: Duration::from_millis(200), ..quick() }
}

/// Everything that comes until the other side closes.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // How it is closed does not matter.
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut bytes));
    let _ = read.await.expect("the server closes the connection");
    bytes
}

async fn say(cafe: &Cafe, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(cafe.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Waits until nobody is inside any more.
async fn empty(cafe: &Cafe) {
    let empty = async {
        while cafe.house.metrics.connections.get() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), empty).await.expect("they are shown out");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_says_what_they_want_is_not_waited_for() {
    let (_folder, cafe) = cafe(impatient()).await;
    let mut silent = Vec::new();
    for said in [&b""[..], b"G", b"GET /api/v1/tables HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nCookie: "]
    {
        for _ in 0..20 {
            silent.push(say(&cafe, said).await);
        }
    }
    for stream in &mut silent {
        rest(stream).await;
    }
    empty(&cafe).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_half_a_body_is_told_that_it_took_too_long() {
    let (_folder, cafe) = cafe(impatient()).await;
    let head = "POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    for half in
        ["Content-Length: 100\r\n\r\n{\"name\":", "Transfer-Encoding: chunked\r\n\r\n8\r\n{\"name\":\r\n"]
    {
        let mut stream = say(&cafe, format!("{head}{half}").as_bytes()).await;
        let answer = String::from_utf8(rest(&mut stream).await).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("\"too_slow\""), "{answer}");
    }
    empty(&cafe).await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_listen_to_the_answer_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = narrow::cafe(folder.path(), impatient()).await;
    let mut deaf = Vec::new();
    for _ in 0..5 {
        let mut stream = narrow::connect(cafe.address).await;
        stream.write_all(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        deaf.push(stream);
    }
    empty(&cafe).await;
    // Who listens hears all of it, however slowly the house may speak.
    let answer = reqwest::get(cafe.url("/api/v1/openapi.json")).await.unwrap().text().await.unwrap();
    assert!(answer.len() > 20_000 && answer.ends_with('}'));
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_house_is_full_the_next_is_told_so_and_may_come_when_somebody_goes() {
    let (_folder, cafe) = cafe(HouseRules { connections: 3, ..quick() }).await;
    let (ann, request) = (cafe.visitor("Ann").await, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    drop(ann);
    empty(&cafe).await;
    let mut inside = Vec::new();
    for _ in 0..3 {
        let mut stream = say(&cafe, request).await;
        let mut first = [0; 15];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        inside.push(stream);
    }
    let mut outside = TcpStream::connect(cafe.address).await.unwrap();
    let answer = String::from_utf8(rest(&mut outside).await).unwrap();
    assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("\"too_many\""), "{answer}");
    inside.clear();
    empty(&cafe).await;
    assert_eq!(reqwest::get(cafe.url("/healthz")).await.unwrap().status(), 200);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_that_are_none_are_refused_and_nothing_else_happens() {
    let (_folder, cafe) = cafe(impatient()).await;
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
        let mut stream = TcpStream::connect(cafe.address).await.unwrap();
        // It may be refused before all of it is said.
        let _ = stream.write_all(head.as_bytes()).await;
        let answer = String::from_utf8_lossy(&rest(&mut stream).await).into_owned();
        let named = &head[..head.len().min(60)];
        let refused =
            ["400", "414", "431"].iter().any(|code| answer.starts_with(&format!("HTTP/1.1 {code}")));
        assert!(refused || answer.is_empty(), "{named:?}: {answer}");
    }
    empty(&cafe).await;
    cafe.visitor("Ann").await;
    cafe.close().await;
}

/// A frame as the protocol of sockets has it, if the first byte and the length are meant well.
fn frame(first: u8, length: &[u8], text: &[u8]) -> Vec<u8> {
    let mask = [1, 2, 3, 4];
    let masked = text.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
    [&[first], length, &mask].concat().into_iter().chain(masked).collect()
}

/// A short frame.
fn short(first: u8, text: &[u8]) -> Vec<u8> {
    frame(first, &[0x80 | text.len() as u8], text)
}

/// An open socket, as bytes.
async fn raw(visitor: &Visitor, table: &str) -> TcpStream {
    let mut stream = TcpStream::connect(visitor.address).await.unwrap();
    stream.write_all(visitor.written_request(table).as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_none_close_their_socket_and_no_other() {
    let (_folder, cafe) = cafe(quick()).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut other = ben.join(&table).await;
    let ask = br#"{"do":"ping","id":77}"#;
    let unmasked = [&[0x81, ask.len() as u8], &ask[..]].concat();
    let giant = frame(0x81, &[0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], b"x");
    let endless = [short(0x01, b"{"), [short(0x00, &[b'x'; 100])].concat().repeat(300)].concat();
    let nonsense: [(&str, Vec<u8>); 9] = [
        ("not masked", unmasked),
        ("longer than the world", giant),
        ("a message of endless parts", endless),
        ("a part of nothing", short(0x80, ask)),
        ("a beginning within a message", [short(0x01, ask), short(0x01, ask)].concat()),
        ("bits that mean nothing", short(0xf1, ask)),
        ("a kind that is none", short(0x83, ask)),
        ("letters that are none", short(0x81, &[0xff, 0xfe, 0xfd])),
        ("a ping in parts", short(0x09, b"x")),
    ];
    for (what, bytes) in nonsense {
        let mut stream = raw(&ann, &table).await;
        let _ = stream.write_all(&bytes).await;
        let told = rest(&mut stream).await;
        assert!(!String::from_utf8_lossy(&told).contains("\"id\":77"), "{what} was taken for a message");
    }
    // In parts, but whole: that is a message like any other.
    let mut stream = raw(&ann, &table).await;
    let (last, parts) = ask.split_last().unwrap();
    let mut bytes = short(0x01, b"");
    parts.iter().for_each(|byte| bytes.extend(short(0x00, &[*byte])));
    bytes.extend(short(0x80, &[*last]));
    for byte in bytes {
        stream.write_all(&[byte]).await.unwrap();
    }
    let (mut told, mut more) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&told).contains(r#"{"tell":"done","id":77}"#) {
        let length = stream.read(&mut more).await.unwrap();
        assert!(length > 0, "it was not heard: {}", String::from_utf8_lossy(&told));
        told.extend(&more[..length]);
    }
    other.must(json!({ "do": "sit" })).await;
    cafe.close().await;
}
