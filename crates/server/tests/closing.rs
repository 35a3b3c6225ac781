//! Readers who do not read, and a house that closes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::path::Path;
use std::time::Duration;

use cafe_server::TableId;
use cafe_server::admin::NotDone;
use cafe_server::store::StoreFault;
use common::{Cafe, Visitor, quick};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A café whose sockets take little before they wait for the reader.
async fn narrow(folder: &Path) -> Cafe {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(4096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    Cafe::open_at(socket.listen(16).unwrap(), folder, quick()).await
}

/// A socket whose owner never reads what it is sent.
async fn deaf(visitor: &Visitor, table: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(visitor.address).await.unwrap();
    let request = format!(
        "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        visitor.address, visitor.cookie
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

/// A table where bots play as soon as its host says so.
async fn table_of_bots(host: &Visitor) -> String {
    let table = host.table(json!({ "game": "board", "players": 2 })).await;
    let mut socket = host.join(&table).await;
    for seat in 0..2 {
        socket.must(json!({ "do": "add_bot", "seat": seat, "level": "novice" })).await;
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_shown_out() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = narrow(folder.path()).await;
    let ann = cafe.visitor("Ann").await;
    let table = table_of_bots(&ann).await;
    let _unread = deaf(&ann, &table).await;
    ann.join(&table).await.must(json!({ "do": "start" })).await;
    let metrics = &cafe.house.metrics;
    let shown_out = async {
        while metrics.slow_readers.get() == 0 || metrics.sockets.get() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), shown_out).await.expect("nobody waits for a reader");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_does_not_keep_the_house_open() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = narrow(folder.path()).await;
    let ann = cafe.visitor("Ann").await;
    let table = table_of_bots(&ann).await;
    let mut unread = Vec::new();
    for _ in 0..20 {
        unread.push(deaf(&ann, &table).await);
    }
    let mut socket = ann.join(&table).await;
    socket.must(json!({ "do": "start" })).await;
    // A little later the first readers wait for room, and are not behind by so much that they are shown out.
    while socket.hear_a("now").await["scene"]["seq"].as_u64().is_none_or(|seq| seq < 30) {}
    assert!(cafe.house.close().await, "somebody was still there");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_closes_is_not_ready_and_lets_nobody_in() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = cafe.visitor("Ann").await;
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    assert_eq!(ann.send(reqwest::Method::GET, "/readyz", None).await.status(), 200);
    cafe.house.begin_to_close();
    let answer = ann.send(reqwest::Method::GET, "/readyz", None).await;
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.json::<Value>().await.unwrap()["error"]["code"], "closing");
    assert!(ann.try_join(&table, 0, None).await.is_err());
    let (status, told) = ann.ask(reqwest::Method::POST, &format!("/api/v1/tables/{table}/share")).await;
    assert_eq!((status, &told["error"]["code"]), (503, &json!("closing")));
    let ended = cafe.house.end_table(&TableId::parse(&table).unwrap(), None).await;
    assert_eq!(
        ended,
        Err(NotDone::Store(StoreFault::Closed)),
        "the table is there, but cannot be reached any more"
    );
    assert_eq!(ann.send(reqwest::Method::GET, "/healthz", None).await.status(), 200);
    cafe.close().await;
}
