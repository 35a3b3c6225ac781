//! TCP connections with small buffers, so that a client that does not read soon blocks the server.

use std::net::SocketAddr;
use std::path::Path;

use cafe_server::ServerConfig;
use tokio::net::{TcpSocket, TcpStream};

use super::{TestConnection, TestServer, TestVisitor};

const BUFFER_BYTES: u32 = 4096;

/// Starts a server with small send buffers.
pub(crate) async fn start_server(folder: &Path, config: ServerConfig) -> TestServer {
    let config = ServerConfig { send_buffer_bytes: BUFFER_BYTES as usize, ..config };
    TestServer::start(folder, config).await
}

/// Opens a TCP connection with a small receive buffer.
pub(crate) async fn open_stream(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(BUFFER_BYTES).unwrap();
    socket.connect(address).await.unwrap()
}

/// Connects to a room with a small receive buffer.
pub(crate) async fn connect(server: &TestServer, visitor: &TestVisitor, room_id: &str) -> TestConnection {
    let stream = open_stream(server.address).await;
    TestConnection::of(visitor.session.connect_over(stream, room_id, 0, None).await.unwrap())
}
