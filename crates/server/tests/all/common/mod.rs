//! A server in this process, and clients that speak to it over real connections.

pub(crate) mod openapi_document;
pub(crate) mod requests;
pub(crate) mod small_buffers;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cafe_client::{Client, ClientError, Connection, Credential, Session};
use cafe_room::messages::ServerMessage;
use cafe_room::{Clock, RoomOptions, RoomRequest};
use cafe_rules::{Kind, Options};
use cafe_server::{AppState, ServerConfig, serve};
use cafe_store::{Store, database_file};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use self::requests::{play, seq_of, take_seat, take_seat_with_share, text_of};

/// Time within which the server has to send a message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(10);

/// Opens a store. The previous server of this process may still be releasing it.
async fn open_store(folder: &Path) -> Store {
    let lock = database_file(folder).with_extension("lock");
    if let Ok(lock) = std::fs::File::open(lock) {
        let (released, wait) = oneshot::channel();
        // Not a task: the test would wait for it, also if the store is never released.
        std::thread::spawn(move || {
            let locked = lock.lock();
            drop(lock);
            released.send(locked)
        });
        in_time("the previous server releases the store", wait).await.unwrap().unwrap();
    }
    Store::open_for_tests(folder).unwrap()
}

/// Waits for something that has to happen soon, however slow the machine is.
pub(crate) async fn in_time<T>(what: &str, event: impl Future<Output = T>) -> T {
    let result = tokio::time::timeout(Duration::from_secs(60), event).await;
    result.unwrap_or_else(|_| panic!("it does not happen: {what}"))
}

/// Settings with bots that do not pause.
pub(crate) fn fast_bots() -> ServerConfig {
    ServerConfig {
        bot_pause: Duration::ZERO,
        bot_think_time: Duration::from_millis(2),
        ..ServerConfig::default()
    }
}

/// Options of a private card game without a clock.
pub(crate) fn card_game(players: u8) -> RoomOptions {
    RoomOptions::new(Options::new(Kind::Card, players, false).unwrap())
}

/// Options of a private board game without a clock.
pub(crate) fn board_game(players: u8) -> RoomOptions {
    RoomOptions::new(Options::new(Kind::Board, players, false).unwrap())
}

/// Options of a private game for two without a clock.
pub(crate) fn game_for_two(game: &str) -> RoomOptions {
    if game == "card" { card_game(2) } else { board_game(2) }
}

/// Options of a card game for two with this many seconds per turn.
pub(crate) fn timed_card_game(per_turn: u32) -> RoomOptions {
    RoomOptions { clock: Clock::Seconds { per_turn }, ..card_game(2) }
}

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) state: AppState,
    stop: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    pub(crate) async fn start(folder: &Path, config: ServerConfig) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        TestServer::start_on(listener, folder, config).await
    }

    pub(crate) async fn start_on(listener: TcpListener, folder: &Path, config: ServerConfig) -> TestServer {
        let state = AppState::new(open_store(folder).await, config);
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let (shared, admin_folder): (AppState, PathBuf) = (state.clone(), folder.to_owned());
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            serve(shared, listener, &admin_folder, stopped).await
        });
        TestServer { address, state, stop: Some(stop), task }
    }

    /// Shuts the server down as a signal would.
    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        tokio::time::timeout(Duration::from_secs(10), self.task).await.unwrap().unwrap().unwrap();
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns a client with connections of its own.
    pub(crate) fn client(&self) -> Client {
        Client::new(&self.url("")).unwrap()
    }

    /// Signs in a visitor with a cookie.
    pub(crate) async fn visitor(&self, name: &str) -> TestVisitor {
        let (session, me) = self.client().sign_in(name).await.unwrap();
        TestVisitor { session, id: me.visitor }
    }

    /// Creates an external bot with a token.
    pub(crate) async fn program(&self, name: &str) -> TestVisitor {
        let session = self.client().create_program(name).await.unwrap();
        let id = session.me().await.unwrap().visitor;
        TestVisitor { session, id }
    }

    /// Returns a visitor without an identity.
    pub(crate) fn anonymous(&self) -> TestVisitor {
        TestVisitor { session: self.client().anonymous(), id: String::new() }
    }

    /// Returns a visitor with this cookie.
    pub(crate) fn with_cookie(&self, cookie: &str) -> TestVisitor {
        let session = self.client().with_credential(Credential::Cookie(cookie.to_owned()));
        TestVisitor { session, id: String::new() }
    }

    /// Waits until no room is in memory.
    pub(crate) async fn until_no_room_in_memory(&self) {
        let unloaded = self.state.metrics.rooms_in_memory.until_value(|rooms| rooms == 0);
        in_time("a room without viewers leaves memory", unloaded).await;
    }
}

/// Starts a server in a new folder.
pub(crate) async fn start_server(config: ServerConfig) -> (tempfile::TempDir, TestServer) {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), config).await;
    (folder, server)
}

/// A visitor of a server.
#[derive(Clone)]
pub(crate) struct TestVisitor {
    pub(crate) session: Session,
    pub(crate) id: String,
}

impl TestVisitor {
    /// Returns the same visitor on a server that was started again.
    pub(crate) fn on(&self, server: &TestServer) -> TestVisitor {
        let session = server.client().with_credential(self.session.credential().clone());
        TestVisitor { session, id: self.id.clone() }
    }

    /// Returns the cookie, as `name=value`.
    pub(crate) fn cookie(&self) -> &str {
        let Credential::Cookie(cookie) = self.session.credential() else {
            panic!("this visitor has no cookie")
        };
        cookie
    }

    /// Sends an HTTP request.
    pub(crate) async fn http(&self, method: Method, path: &str, body: Option<Value>) -> reqwest::Response {
        let mut request = self.session.request(method, path).unwrap();
        if let Some(body) = body {
            request = request.json(&body);
        }
        request.send().await.unwrap()
    }

    /// Sends a GET request that has to succeed, and returns its JSON.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let response = self.http(Method::GET, path, None).await;
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.json().await.unwrap()
    }

    /// Sends a request without a body. Returns the status and the JSON or text of the response.
    pub(crate) async fn call(&self, method: Method, path: &str) -> (u16, Value) {
        let response = self.http(method, path, None).await;
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Sends a POST request. Returns the status and the JSON of the response.
    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let response = self.http(Method::POST, path, Some(body)).await;
        let status = response.status().as_u16();
        (status, response.json().await.unwrap_or_default())
    }

    /// Opens a room and returns its id.
    pub(crate) async fn open_room(&self, options: RoomOptions) -> String {
        self.session.open_room(options, Vec::new()).await.unwrap().id
    }

    pub(crate) async fn connect(&self, room_id: &str) -> TestConnection {
        self.reconnect(room_id, 0).await
    }

    /// Connects and asks for the updates after number `last`.
    pub(crate) async fn reconnect(&self, room_id: &str, last: u64) -> TestConnection {
        TestConnection::of(self.session.connect(room_id, last).await.unwrap())
    }

    pub(crate) async fn try_connect(&self, room_id: &str) -> Result<TestConnection, ClientError> {
        self.session.connect(room_id, 0).await.map(TestConnection::of)
    }

    /// Connects from a page of this origin.
    pub(crate) async fn try_connect_from(
        &self,
        origin: &str,
        room_id: &str,
    ) -> Result<TestConnection, ClientError> {
        self.session.connect_from(origin, room_id, 0).await.map(TestConnection::of)
    }

    /// Returns the bytes of the request that opens a room's WebSocket.
    pub(crate) fn upgrade_request(&self, room_id: &str) -> String {
        let (name, value) = self.session.credential().header().unwrap();
        let host = self.session.client().base_url().authority();
        format!(
            "GET /api/v1/rooms/{room_id}/socket HTTP/1.1\r\nHost: {host}\r\n{name}: {value}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
    }
}

/// A connection to a room. Messages are returned as JSON, so that tests can assert on single fields; each one is checked to
/// survive a round trip through the typed messages.
pub(crate) struct TestConnection(pub(crate) Connection);

impl TestConnection {
    pub(crate) fn of(connection: Connection) -> TestConnection {
        TestConnection(connection)
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.0.send_text(text).await.unwrap();
    }

    /// Sends a request and returns its id.
    pub(crate) async fn send(&mut self, request: RoomRequest) -> u32 {
        self.0.send(request).await.unwrap()
    }

    /// Returns the text of the next message; none if the connection is closed, or on a timeout.
    pub(crate) async fn try_next_text(&mut self) -> Option<String> {
        let raw = tokio::time::timeout(MESSAGE_TIMEOUT, self.0.next_raw()).await.ok()?.ok()?;
        let message: ServerMessage = raw.parse().unwrap();
        assert_eq!(message.to_json(), raw.as_str());
        Some(raw.as_str().to_owned())
    }

    pub(crate) async fn next_text(&mut self) -> String {
        self.try_next_text().await.expect("the server sends a message")
    }

    /// Returns the next message; none if the connection is closed, or on a timeout.
    pub(crate) async fn try_next(&mut self) -> Option<Value> {
        self.try_next_text().await.map(|text| serde_json::from_str(&text).unwrap())
    }

    pub(crate) async fn next(&mut self) -> Value {
        self.try_next().await.expect("the server sends a message")
    }

    /// Returns the next message of this type.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn next_update(&mut self) -> Value {
        self.next_of("update").await
    }

    /// Returns the next update whose first event is of this type.
    pub(crate) async fn next_event(&mut self, kind: &str) -> Value {
        loop {
            let update = self.next_update().await;
            if update["events"][0]["type"] == kind {
                return update;
            }
        }
    }

    /// Waits for the result of the game.
    pub(crate) async fn result(&mut self) -> Value {
        loop {
            let update = self.next_update().await;
            if update["view"]["result"].is_object() {
                return update["view"]["result"].clone();
            }
        }
    }

    /// Sends a request and returns the answer: an update, `done`, `hint` or `refused`.
    pub(crate) async fn request(&mut self, request: RoomRequest) -> Value {
        let id = self.send(request).await;
        loop {
            let message = self.next().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request that has to be accepted, and returns the answer.
    pub(crate) async fn accept(&mut self, request: RoomRequest) -> Value {
        let answer = self.request(request.clone()).await;
        assert_ne!(answer["type"], "refused", "{request:?}: {answer}");
        answer
    }

    /// Sends a request that has to be refused with this code.
    pub(crate) async fn refuse(&mut self, request: RoomRequest, code: &str) {
        let answer = self.request(request.clone()).await;
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!(code)),
            "{request:?}: {answer}"
        );
    }

    /// Reads until the connection is closed. Returns the messages, and code and reason of the close frame if there is one.
    pub(crate) async fn read_to_end(&mut self) -> (Vec<String>, Option<(u16, String)>) {
        let mut messages = Vec::new();
        loop {
            match tokio::time::timeout(MESSAGE_TIMEOUT, self.0.next_raw()).await.expect("the server closes") {
                Ok(message) => messages.push(message.as_str().to_owned()),
                Err(ClientError::Closed { code, reason }) => {
                    return (messages, code.map(|code| (code, reason)));
                }
                Err(_) => return (messages, None),
            }
        }
    }
}

/// A started game of two visitors.
pub(crate) struct TwoPlayers {
    pub(crate) room_id: String,
    pub(crate) visitors: [TestVisitor; 2],
    pub(crate) connections: [TestConnection; 2],
    /// The first player's view of the start.
    pub(crate) view: Value,
}

/// Starts a game of two visitors.
pub(crate) async fn two_players(server: &TestServer, options: RoomOptions) -> TwoPlayers {
    let (ann, ben) = (server.visitor("Ann").await, server.visitor("Ben").await);
    let room_id = ann.open_room(options).await;
    let mut first = ann.connect(&room_id).await;
    first.accept(take_seat(0)).await;
    let mut second = ben.connect(&room_id).await;
    second.accept(take_seat(1)).await;
    let update = first.accept(RoomRequest::Start {}).await;
    second.next_event("started").await;
    let view = update["view"].clone();
    TwoPlayers { room_id, visitors: [ann, ben], connections: [first, second], view }
}

/// Returns a share of the seed.
pub(crate) fn share(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

/// Plays random legal actions until the game is over; each connection plays for its own visitor. Returns the result.
pub(crate) async fn play_out(connections: &mut [TestConnection], rng: &mut fastrand::Rng) -> Value {
    loop {
        let next_messages = connections
            .iter_mut()
            .enumerate()
            .map(|(index, connection)| Box::pin(async move { (index, connection.next().await) }));
        let ((index, message), ..) = futures_util::future::select_all(next_messages).await;
        assert_ne!(message["type"], "refused", "{message}");
        let view = &message["view"];
        if !view["result"].is_null() {
            return view["result"].clone();
        }
        let Some(legal) = view["legal"].as_array().filter(|legal| !legal.is_empty()) else { continue };
        let action = text_of(&legal[rng.usize(..legal.len())]["action"]);
        connections[index].send(play(seq_of(&view["seq"]), action)).await;
    }
}

/// Takes the seats of an open room and starts the game.
pub(crate) async fn start_in(room_id: &str, visitors: &[&TestVisitor]) -> Vec<TestConnection> {
    let mut connections = Vec::new();
    for (player, visitor) in (0..).zip(visitors) {
        let mut connection = visitor.connect(room_id).await;
        connection.accept(take_seat_with_share(player, &share(player))).await;
        connections.push(connection);
    }
    connections[0].send(RoomRequest::Start {}).await;
    connections
}

/// Opens a room and starts a game. The first visitor is the host.
pub(crate) async fn start_game(
    visitors: &[&TestVisitor],
    options: RoomOptions,
) -> (String, Vec<TestConnection>) {
    let room_id = visitors[0].open_room(options).await;
    let connections = start_in(&room_id, visitors).await;
    (room_id, connections)
}

/// Opens a room and plays a game to its end.
pub(crate) async fn play_game(
    visitors: &[&TestVisitor],
    options: RoomOptions,
) -> (String, Vec<TestConnection>) {
    let (room_id, mut connections) = start_game(visitors, options).await;
    play_out(&mut connections, &mut fastrand::Rng::with_seed(7)).await;
    (room_id, connections)
}
