//! Speaking to a server as a visitor does.

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server that is spoken to.
pub(super) struct Server {
    base: reqwest::Url,
    client: reqwest::Client,
}

/// A message of the server, as far as a player who does not think needs it.
pub(super) enum Told<'t> {
    Now { scene: Option<SceneTold<'t>> },
    Refused(String),
    Closing,
    Other,
}

/// The parts of all messages side by side: read in one pass, without keeping what comes before its kind is known.
#[derive(Deserialize)]
struct Parts<'t> {
    tell: &'t str,
    #[serde(borrow, default)]
    scene: Option<SceneTold<'t>>,
    #[serde(default)]
    code: String,
    #[serde(default)]
    message: String,
}

impl Told<'_> {
    pub(super) fn read(text: &str) -> Result<Told<'_>, String> {
        let parts: Parts<'_> = serde_json::from_str(text).map_err(|error| format!("{error} in {text}"))?;
        let Parts { tell, scene, code, message } = parts;
        Ok(match tell {
            "now" => Told::Now { scene },
            "refused" => Told::Refused(format!("{code}: {message}")),
            "closing" => Told::Closing,
            _ => Told::Other,
        })
    }
}

/// A café, as far as a player who does not think needs it.
#[derive(Deserialize)]
pub(super) struct SceneTold<'t> {
    pub(super) seq: u32,
    #[serde(borrow)]
    pub(super) legal: Vec<LegalTold<'t>>,
    #[serde(default)]
    pub(super) result: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct LegalTold<'t> {
    pub(super) action: &'t str,
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A player's socket.
pub(super) struct Socket(Stream);

impl Server {
    pub(super) fn new(url: &str) -> Result<Server, String> {
        let base = reqwest::Url::parse(url).map_err(|error| format!("{url} is no address: {error}"))?;
        if base.scheme() != "http" {
            return Err(format!(
                "{url}: only http:// is spoken here; load a server behind TLS from its own machine"
            ));
        }
        let client = reqwest::Client::builder().no_proxy().build().map_err(|error| error.to_string())?;
        Ok(Server { base, client })
    }

    /// Whether it is on this machine.
    pub(super) fn is_here(&self) -> bool {
        match self.base.host_str() {
            Some("localhost" | "[::1]") => true,
            Some(host) => host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback()),
            None => false,
        }
    }

    fn at(&self, path: &str) -> Result<reqwest::Url, String> {
        self.base.join(path).map_err(|error| error.to_string())
    }

    /// Whether there is a café at all.
    pub(super) async fn greet(&self) -> Result<(), String> {
        let answer = self.client.get(self.at("/readyz")?).send().await;
        match answer {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("{} answers {}", self.base, answer.status())),
            Err(_) => Err(format!("nobody answers at {}; is the server running? (`cafe serve`)", self.base)),
        }
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, String> {
        let mut request = self.client.post(self.at(path)?).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.map_err(|error| error.to_string())?;
        let status = answer.status();
        let told: Value = answer.json().await.map_err(|error| error.to_string())?;
        if status.is_success() { Ok(told) } else { Err(format!("{path}: {status}: {told}")) }
    }

    /// A new visitor's token.
    pub(super) async fn arrive(&self, name: &str) -> Result<String, String> {
        let told = self.post("/api/v1/programs", None, &json!({ "name": name })).await?;
        told["token"].as_str().map(str::to_owned).ok_or_else(|| "a visitor without a token".to_owned())
    }

    /// A new table's id.
    pub(super) async fn open(&self, token: &str, kind: cafe_rules::Kind) -> Result<String, String> {
        let options = json!({ "game": kind.as_str(), "players": 2 });
        let told = self.post("/api/v1/tables", Some(token), &json!({ "options": options })).await?;
        told["id"].as_str().map(str::to_owned).ok_or_else(|| "a table without an id".to_owned())
    }

    pub(super) async fn connect(&self, table: &str, token: &str) -> Result<Socket, String> {
        let mut url = self.at(&format!("/api/v1/tables/{table}/socket"))?;
        url.set_scheme("ws").map_err(|()| "no socket there".to_owned())?;
        let mut request = url.as_str().into_client_request().map_err(|error| error.to_string())?;
        let bearer = format!("Bearer {token}").parse().map_err(|_| "a token that is none".to_owned())?;
        request.headers_mut().insert("authorization", bearer);
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let connected = tokio_tungstenite::connect_async_with_config(request, Some(config), true).await;
        Ok(Socket(connected.map_err(|error| error.to_string())?.0))
    }
}

impl Socket {
    pub(super) async fn ask(&mut self, ask: String) -> Result<(), String> {
        self.0.send(Message::text(ask)).await.map_err(|error| error.to_string())
    }

    /// The next message.
    pub(super) async fn hear(&mut self) -> Result<Utf8Bytes, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    return Err(format!("the server closed the socket: {frame:?}"));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
                None => return Err("the server closed the socket".to_owned()),
            }
        }
    }
}
