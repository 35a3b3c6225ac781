//! A café on this machine, and visitors who speak to it over real sockets.

pub(crate) mod description;
pub(crate) mod narrow;

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use cafe_server::store::{Store, StoreFault};
use cafe_server::{House, HouseRules, serve};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Opens a store; if the café before it in this process is still clearing up, a moment later.
async fn open_store(folder: &Path) -> Store {
    for _ in 0..200 {
        match Store::open(folder) {
            Err(StoreFault::InUse(_)) => tokio::time::sleep(Duration::from_millis(10)).await,
            opened => return opened.unwrap(),
        }
    }
    panic!("the café before this one does not close");
}

/// Bots that do not wait, so that tests do not either.
pub(crate) fn quick() -> HouseRules {
    HouseRules { bot_pause: Duration::ZERO, master_time: Duration::from_millis(2), ..HouseRules::default() }
}

/// A café that is open.
pub(crate) struct Cafe {
    pub(crate) address: SocketAddr,
    pub(crate) house: House,
    stop: Option<oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Cafe {
    pub(crate) async fn open(folder: &Path, rules: HouseRules) -> Cafe {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        Cafe::open_at(listener, folder, rules).await
    }

    pub(crate) async fn open_at(listener: tokio::net::TcpListener, folder: &Path, rules: HouseRules) -> Cafe {
        let house = House::new(open_store(folder).await, rules);
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(serve(house.clone(), listener, async {
            let _ = stopped.await;
        }));
        Cafe { address, house, stop: Some(stop), served }
    }

    /// Closes as a signal would have it.
    pub(crate) async fn close(mut self) {
        let _ = self.stop.take().unwrap().send(());
        tokio::time::timeout(Duration::from_secs(10), self.served).await.unwrap().unwrap().unwrap();
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) async fn visitor(&self, name: &str) -> Visitor {
        let client = reqwest::Client::new();
        let answer = client.post(self.url("/api/v1/me")).json(&json!({ "name": name })).send().await.unwrap();
        assert_eq!(answer.status(), 201);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let me: Value = answer.json().await.unwrap();
        let id = me["visitor"].as_str().unwrap().to_owned();
        Visitor { address: self.address, client, cookie, token: None, id }
    }

    /// A bot from outside, with its token.
    pub(crate) async fn program(&self, name: &str) -> Visitor {
        let client = reqwest::Client::new();
        let made = client.post(self.url("/api/v1/programs")).json(&json!({ "name": name }));
        let made: Value = made.send().await.unwrap().json().await.unwrap();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        let (address, cookie) = (self.address, String::new());
        Visitor { address, client, cookie, token: Some(text("token")), id: text("visitor") }
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) address: SocketAddr,
    pub(crate) client: reqwest::Client,
    pub(crate) cookie: String,
    /// A program shows this instead of a cookie.
    pub(crate) token: Option<String>,
    pub(crate) id: String,
}

impl Visitor {
    /// The same one at a café that was opened again.
    pub(crate) fn at(&self, cafe: &Cafe) -> Visitor {
        Visitor { address: cafe.address, ..self.clone() }
    }

    pub(crate) async fn send(
        &self,
        method: reqwest::Method,
        path: &str,
        body: Option<Value>,
    ) -> reqwest::Response {
        let url = format!("http://{}{path}", self.address);
        let mut request = self.client.request(method, url);
        request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request.header("cookie", &self.cookie),
        };
        if let Some(body) = body {
            request = request.json(&body);
        }
        request.send().await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.send(reqwest::Method::GET, path, None).await;
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.unwrap()
    }

    /// The status of an answer and what it says: JSON, or text.
    pub(crate) async fn ask(&self, method: reqwest::Method, path: &str) -> (u16, Value) {
        let answer = self.send(method, path, None).await;
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let answer = self.send(reqwest::Method::POST, path, Some(body)).await;
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    /// Opens a table and returns its id.
    pub(crate) async fn table(&self, options: Value) -> String {
        let (status, room) = self.post("/api/v1/tables", json!({ "options": options })).await;
        assert_eq!(status, 201, "{room}");
        room["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn try_join(
        &self,
        table: &str,
        last: u64,
        origin: Option<&str>,
    ) -> Result<Socket, tungstenite::Error> {
        let mut request = self.request(table, last);
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket::of(stream))
    }

    /// What opens the door of a table.
    pub(crate) fn request(&self, table: &str, last: u64) -> Request {
        let url = format!("ws://{}/api/v1/tables/{table}/socket?last={last}", self.address);
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        match &self.token {
            Some(token) => headers.insert("authorization", format!("Bearer {token}").parse().unwrap()),
            None => headers.insert("cookie", self.cookie.parse().unwrap()),
        };
        request
    }

    /// The same as it is written, for those who send it byte by byte.
    pub(crate) fn written_request(&self, table: &str) -> String {
        format!(
            "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address, self.cookie
        )
    }

    pub(crate) async fn join(&self, table: &str) -> Socket {
        self.try_join(table, 0, None).await.unwrap()
    }
}

/// An open socket.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_id: u32,
}

impl Socket {
    pub(crate) fn of(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Socket {
        Socket { stream, next_id: 1 }
    }

    pub(crate) async fn raw(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Asks something and returns its number.
    pub(crate) async fn ask(&mut self, mut ask: Value) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        ask["id"] = json!(id);
        self.raw(&ask.to_string()).await;
        id
    }

    /// The next message as it is written, if one comes soon.
    pub(crate) async fn try_hear_text(&mut self) -> Option<String> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(10), self.stream.next()).await.ok()?;
            match next? {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    pub(crate) async fn hear_text(&mut self) -> String {
        self.try_hear_text().await.expect("the server says something")
    }

    /// The next message, if one comes soon.
    pub(crate) async fn try_hear(&mut self) -> Option<Value> {
        self.try_hear_text().await.map(|text| serde_json::from_str(&text).unwrap())
    }

    pub(crate) async fn hear(&mut self) -> Value {
        self.try_hear().await.expect("the server says something")
    }

    /// The next message of this kind.
    pub(crate) async fn hear_a(&mut self, kind: &str) -> Value {
        loop {
            let told = self.hear().await;
            if told["tell"] == kind {
                return told;
            }
        }
    }

    /// Asks, and returns what answers it: a push, a `done` or a refusal.
    pub(crate) async fn answer(&mut self, ask: Value) -> Value {
        let id = self.ask(ask).await;
        loop {
            let told = self.hear().await;
            if told["id"] == id {
                return told;
            }
        }
    }

    /// Asks for something that must be done.
    pub(crate) async fn must(&mut self, ask: Value) -> Value {
        let told = self.answer(ask.clone()).await;
        assert_ne!(told["tell"], "refused", "{ask}: {told}");
        told
    }

    /// Asks for something that must be refused with this code.
    pub(crate) async fn refused(&mut self, ask: Value, code: &str) {
        let told = self.answer(ask.clone()).await;
        assert_eq!((&told["tell"], &told["code"]), (&json!("refused"), &json!(code)), "{ask}: {told}");
    }
}

/// Two people at a table, the cards dealt; the scene of the first.
pub(crate) async fn two(cafe: &Cafe, options: Value) -> (String, [Visitor; 2], [Socket; 2], Value) {
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = ann.table(options).await;
    let mut first = ann.join(&table).await;
    first.must(json!({ "do": "sit", "seat": 0 })).await;
    let mut second = ben.join(&table).await;
    second.must(json!({ "do": "sit", "seat": 1 })).await;
    let now = first.must(json!({ "do": "start" })).await;
    loop {
        let told = second.hear_a("now").await;
        if told["happened"].as_array().unwrap().iter().any(|one| one["what"] == "dealt") {
            break;
        }
    }
    (table, [ann, ben], [first, second], now["scene"].clone())
}

/// A share as a browser would make it.
pub(crate) fn share(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

/// Plays whatever is legal until the game is over, every socket for its own seat.
pub(crate) async fn play_out(sockets: &mut [Socket], chance: &mut fastrand::Rng) -> Value {
    loop {
        let listening = sockets
            .iter_mut()
            .enumerate()
            .map(|(seat, socket)| Box::pin(async move { (seat, socket.hear().await) }));
        let ((seat, told), ..) = futures_util::future::select_all(listening).await;
        assert_ne!(told["tell"], "refused", "{told}");
        let scene = &told["scene"];
        if !scene["result"].is_null() {
            return scene["result"].clone();
        }
        let Some(legal) = scene["legal"].as_array().filter(|legal| !legal.is_empty()) else { continue };
        let action = &legal[chance.usize(..legal.len())]["action"];
        sockets[seat].ask(json!({ "do": "act", "seq": scene["seq"], "actions": [action] })).await;
    }
}
