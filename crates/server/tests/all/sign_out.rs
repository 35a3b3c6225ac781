//! Signing out is final: afterwards the device changes nothing and has no connection.

use std::net::SocketAddr;

use crate::common::{TestConnection, TestServer, TestVisitor, card_game, fast_bots, start_server};
use cafe_client::ClientError;
use cafe_server::ServerConfig;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// Number of rounds of a race.
const ROUNDS: usize = 20;
/// Number of tasks that open sockets at the same time, and of the sockets that each of them keeps: together fewer than a
/// visitor may have in a room.
const SOCKET_TASKS: usize = 4;
const KEPT_SOCKETS: usize = 3;

async fn start_with_two_devices() -> (tempfile::TempDir, TestServer, TestVisitor, TestVisitor) {
    // The races send many requests.
    let (folder, server) = start_server(ServerConfig { requests_per_second: 10_000, ..fast_bots() }).await;
    let ann = server.visitor("Ann").await;
    let lost = add_device(&server, &ann).await;
    (folder, server, ann, lost)
}

async fn add_device(server: &TestServer, visitor: &TestVisitor) -> TestVisitor {
    let code = visitor.session.create_link().await.unwrap().code;
    let (session, me) = server.client().claim_link(&code).await.unwrap();
    TestVisitor { session, id: me.visitor }
}

/// A request whose body is held back.
struct HeldRequest {
    stream: TcpStream,
    body: String,
}

impl HeldRequest {
    /// Sends the head and waits until the server asks for the body, so that it has looked at the cookie.
    async fn send_head(
        address: SocketAddr,
        visitor: &TestVisitor,
        request: &str,
        body: &Value,
    ) -> HeldRequest {
        let body = body.to_string();
        let head = format!(
            "{request} HTTP/1.1\r\nHost: {address}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
            visitor.cookie(),
            body.len()
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut interim = Vec::new();
        while !interim.ends_with(b"\r\n\r\n") {
            interim.push(stream.read_u8().await.unwrap());
        }
        assert!(interim.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&interim));
        HeldRequest { stream, body }
    }

    /// Sends the body and returns the response.
    async fn finish(mut self) -> String {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut response = String::new();
        self.stream.read_to_string(&mut response).await.unwrap();
        response
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn request_whose_body_is_held_back_does_nothing_after_a_sign_out() {
    let (_folder, server, ann, lost) = start_with_two_devices().await;
    let new_room = json!({ "options": { "game": "card", "players": 2, "public": true } });
    let cases = [("PATCH /api/v1/me", json!({ "name": "Eve" })), ("POST /api/v1/rooms", new_room)];
    let mut held = Vec::new();
    for (request, body) in &cases {
        held.push(HeldRequest::send_head(server.address, &lost, request, body).await);
    }
    let create =
        HeldRequest::send_head(server.address, &lost, "POST /api/v1/me", &json!({ "name": "Eve" })).await;
    ann.session.sign_out_others().await.unwrap();
    for request in held {
        let response = request.finish().await;
        assert!(response.starts_with("HTTP/1.1 401 ") && response.contains("not_identified"), "{response}");
    }
    // A device without a visitor gets a new one.
    let response = create.finish().await;
    assert!(response.starts_with("HTTP/1.1 201 ") && !response.contains(&ann.id), "{response}");
    assert_eq!(ann.session.me().await.unwrap().name, "Ann");
    assert_eq!(ann.session.rooms().await.unwrap().len(), 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn link_made_during_a_sign_out_signs_nobody_in() {
    let (_folder, server, ann, _) = start_with_two_devices().await;
    for round in 0..ROUNDS {
        let lost = add_device(&server, &ann).await;
        let links = futures_util::future::join_all((0..8).map(|_| lost.session.create_link()));
        let (signed_out, links) = tokio::join!(ann.session.sign_out_others(), links);
        signed_out.unwrap();
        for link in links {
            match link {
                Ok(link) => assert!(server.client().claim_link(&link.code).await.is_err(), "round {round}"),
                Err(error) => assert_eq!(error.code(), Some("not_identified")),
            }
        }
    }
    server.stop().await;
}

/// Opens sockets one after the other until the device is refused. Returns the last ones.
async fn open_until_refused(
    device: TestVisitor,
    room_id: String,
    opened: UnboundedSender<()>,
) -> Vec<TestConnection> {
    let mut connections = Vec::new();
    loop {
        match device.try_connect(&room_id).await {
            Ok(connection) => connections.push(connection),
            Err(ClientError::Http { status, .. }) => {
                assert_eq!(status, 401);
                return connections;
            }
            Err(error) => panic!("{error}"),
        }
        if connections.len() > KEPT_SOCKETS {
            connections.remove(0);
        }
        let _ = opened.send(());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_socket_opened_during_a_sign_out_survives() {
    let (_folder, server, ann, _) = start_with_two_devices().await;
    let room_id = ann.open_room(card_game(2)).await;
    for _ in 0..ROUNDS {
        let lost = add_device(&server, &ann).await;
        let (opened, mut first_opened) = unbounded_channel();
        let tasks: Vec<_> = (0..SOCKET_TASKS)
            .map(|_| tokio::spawn(open_until_refused(lost.clone(), room_id.clone(), opened.clone())))
            .collect();
        for _ in 0..SOCKET_TASKS {
            first_opened.recv().await.unwrap();
        }
        ann.session.sign_out_others().await.unwrap();
        for task in tasks {
            for mut connection in task.await.unwrap() {
                connection.read_to_end().await;
            }
        }
    }
    server.stop().await;
}
