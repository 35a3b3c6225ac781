//! Sockets that take little before somebody has to wait.

use std::path::Path;

use cafe_server::HouseRules;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::MaybeTlsStream;

use super::{Cafe, Socket, Visitor};

/// A café whose sockets take little before they wait for the reader.
pub(crate) async fn cafe(folder: &Path, rules: HouseRules) -> Cafe {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(4096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    Cafe::open_at(socket.listen(16).unwrap(), folder, rules).await
}

/// A connection that takes little before the server has to wait.
pub(crate) async fn connect(address: std::net::SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(address).await.unwrap()
}

/// A socket that hears nothing unless it is asked what it has heard.
pub(crate) async fn join(visitor: &Visitor, table: &str) -> Socket {
    let stream = MaybeTlsStream::Plain(connect(visitor.address).await);
    let (stream, _) = tokio_tungstenite::client_async(visitor.request(table, 0), stream).await.unwrap();
    Socket::of(stream)
}
