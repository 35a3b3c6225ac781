//! Visitors of a server of any version: they send what all versions understand, and read only what they need.

use cafe_client::reqwest::{Method, header};
use cafe_client::{Client, ClientError, Connection, Credential, Session};
use cafe_room::RoomRequest;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// A visitor.
#[derive(Clone)]
pub(super) struct Visitor(pub(super) Session);

impl Visitor {
    /// Creates an external bot.
    pub(super) async fn program(client: &Client) -> Result<Visitor, ClientError> {
        Ok(Visitor(client.create_program("Ann").await?))
    }

    /// Creates a visitor with a cookie.
    pub(super) async fn browser(client: &Client) -> Result<Visitor, ClientError> {
        let body = json!({ "name": "Ann" });
        let response = client.anonymous().call(Method::POST, "/api/v1/me", Some(&body)).await?;
        Visitor::with_cookie(client, response.headers())
    }

    /// Signs in a device with the code of a link.
    pub(super) async fn with_link(client: &Client, code: &str) -> Result<Visitor, ClientError> {
        let path = format!("/api/v1/links/{code}");
        let response = client.anonymous().call(Method::POST, &path, None::<&()>).await?;
        Visitor::with_cookie(client, response.headers())
    }

    fn with_cookie(client: &Client, headers: &header::HeaderMap) -> Result<Visitor, ClientError> {
        let pairs = headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = pairs.filter_map(|cookie| cookie.split(';').next());
        let pair = pairs.find(|pair| !pair.ends_with('='));
        let pair = pair.ok_or_else(|| ClientError::Protocol("no cookie was set".to_owned()))?;
        Ok(Visitor(client.with_credential(Credential::Cookie(pair.to_owned()))))
    }

    /// Sends a request and returns the size of the response.
    pub(super) async fn fetch(&self, path: &str) -> Result<usize, ClientError> {
        Ok(self.0.call(Method::GET, path, None::<&()>).await?.bytes().await?.len())
    }

    /// Sends a request with a body and returns the response.
    pub(super) async fn send(&self, method: Method, path: &str, body: &Value) -> Result<Value, ClientError> {
        Ok(self.0.call(method, path, Some(body)).await?.json().await?)
    }

    /// Opens a room and returns its id.
    pub(super) async fn open_room(&self, options: &Value, bots: &[Value]) -> Result<String, ClientError> {
        let body = json!({ "options": options, "bots": bots });
        let room = self.send(Method::POST, "/api/v1/rooms", &body).await?;
        let id =
            room["id"].as_str().ok_or_else(|| ClientError::Protocol("a room without an id".to_owned()))?;
        Ok(id.to_owned())
    }

    pub(super) async fn create_link(&self) -> Result<String, ClientError> {
        let link = self.send(Method::POST, "/api/v1/me/link", &Value::Null).await?;
        link["code"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| ClientError::Protocol("a link without a code".to_owned()))
    }

    pub(super) async fn connect(&self, room: &str, last: u64) -> Result<Socket, ClientError> {
        Ok(Socket(self.0.connect(room, last).await?))
    }

    /// Connects to a room and takes a seat.
    pub(super) async fn sit_down(&self, room: &str, player: u8) -> Result<Socket, ClientError> {
        let mut socket = self.connect(room, 0).await?;
        socket.request(RoomRequest::TakeSeat { player: Some(player), share: None }).await?;
        Ok(socket)
    }
}

/// The parts of a message that attackers and bystanders need.
#[derive(Deserialize)]
pub(super) struct Message {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    id: Option<u32>,
    #[serde(default)]
    pub(super) number: u64,
    #[serde(default)]
    pub(super) events: Vec<Event>,
    #[serde(default)]
    pub(super) view: Option<View>,
    #[serde(default)]
    code: String,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
pub(super) struct Event {
    pub(super) at: i64,
    /// Who played an action: `clock` for a turn out of time.
    #[serde(default)]
    pub(super) by: String,
}

#[derive(Deserialize)]
pub(super) struct View {
    pub(super) seq: u32,
    pub(super) legal: Vec<LegalAction>,
    /// Number of guests seated in this turn.
    #[serde(default)]
    pub(super) placed: u32,
    pub(super) deadline: Option<i64>,
    #[serde(default)]
    pub(super) result: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct LegalAction {
    pub(super) action: String,
}

/// The socket of a room.
pub(super) struct Socket(pub(super) Connection);

impl Socket {
    /// Sends a request and waits for its answer.
    pub(super) async fn request(&mut self, request: RoomRequest) -> Result<Message, ClientError> {
        let sent = self.0.send(request).await?;
        loop {
            let message = self.next().await?;
            if message.id == Some(sent) {
                return Ok(message);
            }
        }
    }

    /// Waits for the next message; a refusal is an error.
    pub(super) async fn next(&mut self) -> Result<Message, ClientError> {
        let message: Message = self.0.next_raw().await?.parse()?;
        match message.kind.as_str() {
            "refused" => {
                Err(ClientError::Refused { code: message.code, message: message.message, tables: Vec::new() })
            }
            _ => Ok(message),
        }
    }

    /// Waits for an update with a view of at least this `seq`.
    pub(super) async fn next_view(&mut self, seq: u32) -> Result<View, ClientError> {
        loop {
            if let Some(view) = self.next().await?.view.filter(|view| view.seq >= seq) {
                return Ok(view);
            }
        }
    }
}
