//! Somebody who plays at the server.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::Server;

/// Somebody with a token.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) address: String,
    pub(crate) client: reqwest::Client,
    pub(crate) token: String,
    pub(crate) visitor: String,
}

impl Guest {
    pub(crate) async fn arrive(server: &Server, name: &str) -> Guest {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let request = client.post(server.url("/api/v1/programs")).json(&json!({ "name": name }));
        let made: Value = request.send().await.unwrap().json().await.unwrap();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        Guest { address: server.address.clone(), client, token: text("token"), visitor: text("visitor") }
    }

    /// The same one at a server that was opened again.
    pub(crate) fn at(&self, server: &Server) -> Guest {
        Guest { address: server.address.clone(), ..self.clone() }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
        let url = format!("http://{}{path}", self.address);
        let mut request = self.client.request(method.parse().unwrap(), url).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let (status, text) = self.send("GET", path, None).await;
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// Opens a table for two and returns its id.
    pub(crate) async fn open(&self, game: &str, bots: Value) -> String {
        let body = json!({ "options": { "game": game, "players": 2 }, "bots": bots });
        let (status, text) = self.send("POST", "/api/v1/tables", Some(body)).await;
        assert_eq!(status, 201, "{text}");
        let room: Value = serde_json::from_str(&text).unwrap();
        room["id"].as_str().unwrap().to_owned()
    }

    /// What opens the door of a table.
    pub(crate) fn request(&self, table: &str) -> Request {
        let url = format!("ws://{}/api/v1/tables/{table}/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {}", self.token).parse().unwrap());
        request
    }

    pub(crate) async fn join(&self, table: &str) -> Talk {
        let (stream, _) = tokio_tungstenite::connect_async(self.request(table)).await.unwrap();
        Talk { stream, next: 1 }
    }
}

/// An open socket.
pub(crate) struct Talk {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
}

impl Talk {
    /// The next message, or the code with which the socket was closed.
    pub(crate) async fn hear(&mut self) -> Result<Value, Option<u16>> {
        let heard = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                    Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Err(None),
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(30), heard).await.expect("the server says something")
    }

    /// Asks, and returns what answers it.
    pub(crate) async fn ask(&mut self, mut ask: Value) -> Value {
        let id = self.next;
        self.next += 1;
        ask["id"] = json!(id);
        self.stream.send(Message::text(ask.to_string())).await.unwrap();
        loop {
            let told = self.hear().await.unwrap();
            assert_ne!(told["code"], "too_fast", "nobody asks so much here");
            if told["id"] == id {
                return told;
            }
        }
    }

    /// Asks for something that must be done.
    pub(crate) async fn must(&mut self, ask: Value) -> Value {
        let told = self.ask(ask.clone()).await;
        assert_ne!(told["tell"], "refused", "{ask}: {told}");
        told
    }

    /// Everything that has happened at the table, as who comes in is told.
    pub(crate) async fn everything(&mut self) -> Vec<Value> {
        loop {
            let told = self.hear().await.unwrap();
            if told["tell"] == "now" {
                return told["happened"].as_array().unwrap().clone();
            }
        }
    }
}

/// Something that Ann has said at a table with a bot, which must never be lost.
pub(crate) struct Word {
    pub(crate) ann: Guest,
    pub(crate) table: String,
    pub(crate) talk: Talk,
    told: Value,
}

impl Word {
    pub(crate) async fn said(server: &Server, text: &str) -> Word {
        let ann = Guest::arrive(server, "Ann").await;
        let table = ann.open("card", json!([{ "seat": 1, "level": "novice" }])).await;
        let mut talk = ann.join(&table).await;
        talk.must(json!({ "do": "sit", "seat": 0 })).await;
        let told = talk.must(json!({ "do": "say", "text": text })).await;
        Word { ann, table, talk, told }
    }

    /// At this server it is the last that has happened at the table.
    pub(crate) async fn is_known_at(&self, server: &Server) {
        let happened = self.ann.at(server).join(&self.table).await.everything().await;
        assert_eq!(happened.last(), self.told["happened"].as_array().unwrap().last());
    }
}
