//! What is kept for slow clients, and for how long: time-outs in paused time, over connections in memory.

use cafe_store::SimulatedDisk;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::net::TcpSocket;
use tokio::time::Instant;

use super::*;
use crate::ServerConfig;
use crate::http::router;
use crate::testing::TestState;

/// A listener whose connections are in memory.
struct TestListener(Listener);

impl TestListener {
    fn new(server: &TestState) -> TestListener {
        TestListener(Listener::new(server.state.clone(), router(server.state.clone())))
    }

    /// Opens a connection that holds this many bytes in each direction, and sends a part of a request.
    async fn open(&mut self, buffer_bytes: usize, request: &str) -> DuplexStream {
        let (mut client, stream) = duplex(buffer_bytes);
        let peer = SocketAddr::from(([127, 0, 0, 1], 50_000));
        let permit = self.0.limits.admit(peer.ip()).unwrap();
        tokio::spawn(self.0.serve_stream(stream, peer, permit));
        client.write_all(request.as_bytes()).await.unwrap();
        client
    }
}

/// Reads until the server closes the connection. Returns what was read, and after how many seconds it ended.
async fn read_to_end(mut client: DuplexStream) -> (String, u64) {
    let (started, mut response) = (Instant::now(), String::new());
    client.read_to_string(&mut response).await.unwrap();
    (response, started.elapsed().as_secs())
}

#[tokio::test(start_paused = true)]
async fn incomplete_heads_time_out() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, ServerConfig::default());
    let mut listener = TestListener::new(&server);
    let timeout = server.state.config.request_timeout.as_secs();
    for head in ["", "G", "GET /api/v1/rooms HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nCookie: "] {
        let client = listener.open(4096, head).await;
        assert_eq!(read_to_end(client).await.1, timeout, "{head:?}");
    }
    server.state.metrics.connections.until_value(|connections| connections == 0).await;
}

#[tokio::test(start_paused = true)]
async fn incomplete_body_times_out_with_408() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, ServerConfig::default());
    let mut listener = TestListener::new(&server);
    let timeout = server.state.config.request_timeout.as_secs();
    let head = "POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    for half in
        ["Content-Length: 100\r\n\r\n{\"name\":", "Transfer-Encoding: chunked\r\n\r\n8\r\n{\"name\":\r\n"]
    {
        let client = listener.open(4096, &format!("{head}{half}")).await;
        let (response, seconds) = read_to_end(client).await;
        assert!(response.starts_with("HTTP/1.1 408 ") && response.contains("\"too_slow\""), "{response}");
        assert_eq!(seconds, timeout);
    }
    server.state.metrics.connections.until_value(|connections| connections == 0).await;
}

#[tokio::test(start_paused = true)]
async fn unread_responses_time_out() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, ServerConfig::default());
    let mut listener = TestListener::new(&server);
    let request = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let started = Instant::now();
    let _unread = listener.open(1000, request).await;
    assert_eq!(server.state.metrics.connections.get(), 1);
    server.state.metrics.connections.until_value(|connections| connections == 0).await;
    assert_eq!(started.elapsed().as_secs(), server.state.config.request_timeout.as_secs());
    // A client that reads gets the whole response.
    let (response, _) = read_to_end(listener.open(1000, request).await).await;
    assert!(response.len() > 20_000 && response.ends_with('}'));
}

#[tokio::test]
async fn little_is_kept_for_a_client_that_does_not_read() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    limit_send_buffers(&listener, ServerConfig::default().send_buffer_bytes);
    let client = TcpSocket::new_v4().unwrap();
    client.set_recv_buffer_size(4096).unwrap();
    let _client = client.connect(listener.local_addr().unwrap()).await.unwrap();
    let (stream, _) = listener.accept().await.unwrap();
    let mut kept = 0;
    while let Ok(written) = stream.try_write(&[0; 4096]) {
        kept += written;
    }
    assert!((10_000..300_000).contains(&kept), "{kept} bytes");
}
