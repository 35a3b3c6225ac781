//! Time-outs and budgets of a socket in paused time, over a connection in memory.

use axum::http::header;
use cafe_client::tokio_tungstenite::tungstenite::Message as ClientFrame;
use cafe_client::tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use cafe_client::tokio_tungstenite::{WebSocketStream, client_async};
use cafe_room::{RoomId, Token};
use cafe_store::SimulatedDisk;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, DuplexStream};
use tower_service::Service as _;

use super::*;
use crate::http::router;
use crate::testing::TestState;
use crate::{ServerConfig, new_token};

/// A server with a room, and a visitor who may connect to it.
struct TestRoom {
    server: TestState,
    router: axum::Router,
    room: RoomId,
    device: Token,
}

type ClientSocket = WebSocketStream<DuplexStream>;

impl TestRoom {
    async fn new(disk: &SimulatedDisk) -> TestRoom {
        let server = TestState::simulated(disk, ServerConfig::default());
        let ((room, host), device) = (server.open_room().await, new_token());
        server.state.store.create_visitor(&host, device.hash(), server.state.now()).await.unwrap();
        TestRoom { router: router(server.state.clone()), room: room.id, server, device }
    }

    /// Opens a socket over a connection that holds this many bytes in each direction.
    async fn connect(&self, buffer_bytes: usize) -> ClientSocket {
        let (client, stream) = tokio::io::duplex(buffer_bytes);
        let router = self.router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| router.clone().call(request));
        let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
        tokio::spawn(connection.with_upgrades());
        let url = format!("ws://localhost/api/v1/rooms/{}/socket", self.room);
        let mut request = url.into_client_request().unwrap();
        let cookie = format!("cafe_visitor={}", self.device.reveal());
        request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        client_async(request, client).await.unwrap().0
    }

    /// Returns the number of open sockets after some time.
    async fn open_sockets_after(&self, time: Duration) -> i64 {
        tokio::time::sleep(time).await;
        self.server.state.metrics.sockets.get()
    }
}

const LARGE: usize = 64 * 1024;
const SECOND: Duration = Duration::from_secs(1);

/// Sends chat messages and returns how many of them are accepted.
async fn accepted_chats(socket: &mut ClientSocket, count: u32) -> usize {
    for id in 1..=count {
        let text = format!(r#"{{"id":{id},"type":"chat","text":"na"}}"#);
        socket.send(ClientFrame::text(text)).await.unwrap();
    }
    let (mut answered, mut accepted) = (0, 0);
    while answered < count {
        let frame = socket.next().await.unwrap().unwrap();
        let Ok(text) = frame.to_text() else { continue };
        match serde_json::from_str(text) {
            Ok(ServerMessage::Update(update)) if update.id.is_some_and(|id| id <= count) => {
                (answered, accepted) = (answered + 1, accepted + 1);
            }
            Ok(ServerMessage::Refused { id, code, .. }) => {
                assert_eq!(code, RoomError::TooFast.code(), "request {id}");
                answered += 1;
            }
            _ => {}
        }
    }
    accepted
}

#[tokio::test(start_paused = true)]
async fn silent_client_loses_its_socket() {
    let disk = SimulatedDisk::new().unwrap();
    let room = TestRoom::new(&disk).await;
    // It does not even answer pings, because nothing reads them.
    let mut silent = room.connect(LARGE).await;
    assert_eq!(room.open_sockets_after(SILENCE_TIMEOUT).await, 1);
    let closed_after = PING_INTERVAL + CLOSE_TIMEOUT + SECOND;
    assert_eq!(room.open_sockets_after(closed_after).await, 0);
    // Bytes, because a client that reads frames would answer the first ping, which fails.
    let mut received = Vec::new();
    silent.get_mut().read_to_end(&mut received).await.unwrap();
    assert!(received.ends_with(b"the room closed this connection"), "no close frame");
}

#[tokio::test(start_paused = true)]
async fn client_that_answers_pings_keeps_its_socket() {
    let disk = SimulatedDisk::new().unwrap();
    let room = TestRoom::new(&disk).await;
    let mut reading = room.connect(LARGE).await;
    let client = tokio::spawn(async move { while let Some(Ok(_)) = reading.next().await {} });
    assert_eq!(room.open_sockets_after(10 * SILENCE_TIMEOUT).await, 1);
    client.abort();
    assert_eq!(room.open_sockets_after(SECOND).await, 0, "it is gone");
}

#[tokio::test(start_paused = true)]
async fn client_that_does_not_read_is_not_waited_for() {
    let disk = SimulatedDisk::new().unwrap();
    let room = TestRoom::new(&disk).await;
    // The first messages do not fit.
    let _unread = room.connect(256).await;
    assert_eq!(room.open_sockets_after(SEND_TIMEOUT - SECOND).await, 1);
    assert_eq!(room.open_sockets_after(CLOSE_TIMEOUT + 2 * SECOND).await, 0);
}

#[tokio::test(start_paused = true)]
async fn chat_budget_refills_and_is_shared_by_all_sockets_of_a_visitor() {
    let disk = SimulatedDisk::new().unwrap();
    let room = TestRoom::new(&disk).await;
    let mut sockets = [room.connect(LARGE).await, room.connect(LARGE).await];
    let seat = r#"{"id":100,"type":"take_seat"}"#;
    sockets[0].send(ClientFrame::text(seat)).await.unwrap();
    // A budget of 200 for messages of 15 each; taking the seat has cost 1.
    assert_eq!(accepted_chats(&mut sockets[0], 13).await, 13);
    for socket in &mut sockets {
        assert_eq!(accepted_chats(socket, 13).await, 0);
    }
    // It refills by 50 a second.
    tokio::time::sleep(3 * SECOND).await;
    let accepted = [accepted_chats(&mut sockets[1], 10).await, accepted_chats(&mut sockets[0], 10).await];
    assert_eq!(accepted, [10, 0]);
}
