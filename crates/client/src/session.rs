//! An identity at a server, and every HTTP request it can make.

use std::fmt;

use cafe_room::RoomOptions;
use cafe_room::messages::{
    Device, GameReplay, Home, LinkCreated, Me, MyRoomsQuery, NameBody, NewBot, NewRoomBody, PublicRoomsQuery,
    RoomListItem, RoomPage, RoomView, StudyBody, StudyResult,
};
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderName, ORIGIN};
use reqwest::{Method, RequestBuilder, Response, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;

use crate::{Client, ClientError, Connection};

/// Where a proxy names the client's address.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// What authenticates a visitor.
#[derive(Clone, PartialEq, Eq)]
pub enum Credential {
    /// Nothing.
    None,
    /// A cookie, as `name=value`: a browser's.
    Cookie(String),
    /// A token: an external bot's.
    Bearer(String),
}

impl Credential {
    /// Returns the request header that carries the credential.
    #[must_use]
    pub fn header(&self) -> Option<(HeaderName, String)> {
        match self {
            Credential::None => None,
            Credential::Cookie(pair) => Some((COOKIE, pair.clone())),
            Credential::Bearer(token) => Some((AUTHORIZATION, format!("Bearer {token}"))),
        }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Credential::None => "None",
            Credential::Cookie(_) => "Cookie(…)",
            Credential::Bearer(_) => "Bearer(…)",
        })
    }
}

/// An identity at a server.
///
/// Every request can fail with [`ClientError::Http`], [`ClientError::Transport`] or [`ClientError::Protocol`].
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) client: Client,
    pub(crate) credential: Credential,
}

#[expect(
    clippy::missing_errors_doc,
    reason = "the errors are those of every request, and are documented at the type"
)]
impl Session {
    /// Returns the server.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns what authenticates the session.
    #[must_use]
    pub fn credential(&self) -> &Credential {
        &self.credential
    }

    /// Returns the visitor.
    pub async fn me(&self) -> Result<Me, ClientError> {
        self.get("/api/v1/me").await
    }

    /// Changes the display name; seats taken before keep the old one.
    pub async fn rename(&self, name: &str) -> Result<Me, ClientError> {
        let body = NameBody { name: name.to_owned() };
        read_json(self.call(Method::PATCH, "/api/v1/me", Some(&body)).await?).await
    }

    /// Erases the visitor.
    pub async fn erase(&self) -> Result<(), ClientError> {
        self.call(Method::DELETE, "/api/v1/me", None::<&()>).await.map(drop)
    }

    /// Makes a link that signs in another device: see [`Client::claim_link`].
    pub async fn create_link(&self) -> Result<LinkCreated, ClientError> {
        read_json(self.call(Method::POST, "/api/v1/me/link", None::<&()>).await?).await
    }

    /// Signs out the visitor's other devices.
    pub async fn sign_out_others(&self) -> Result<(), ClientError> {
        self.call(Method::DELETE, "/api/v1/me/devices", None::<&()>).await.map(drop)
    }

    /// Lists the devices on which the visitor is signed in.
    pub async fn devices(&self) -> Result<Vec<Device>, ClientError> {
        self.get("/api/v1/me/devices").await
    }

    /// Signs out one of the visitor's devices.
    pub async fn sign_out_device(&self, id: &str) -> Result<(), ClientError> {
        self.call(Method::DELETE, &format!("/api/v1/me/devices/{id}"), None::<&()>).await.map(drop)
    }

    /// Returns the public rooms and the visitor's own in one response.
    pub async fn home(&self) -> Result<Home, ClientError> {
        self.get("/api/v1/home").await
    }

    /// Opens a room.
    pub async fn open_room(&self, options: RoomOptions, bots: Vec<NewBot>) -> Result<RoomView, ClientError> {
        let body = NewRoomBody { options, bots };
        read_json(self.call(Method::POST, "/api/v1/rooms", Some(&body)).await?).await
    }

    /// Lists the public rooms: the first page, of the largest size.
    pub async fn rooms(&self) -> Result<Vec<RoomListItem>, ClientError> {
        let query = PublicRoomsQuery { limit: 100, after: None };
        Ok(self.public_rooms(&query).await?.rooms)
    }

    /// Lists a page of the public rooms.
    pub async fn public_rooms(&self, query: &PublicRoomsQuery) -> Result<RoomPage, ClientError> {
        let response = self.request(Method::GET, "/api/v1/rooms")?.query(query).send().await?;
        read_json(check(response).await?).await
    }

    /// Returns a room.
    pub async fn room(&self, id: &str) -> Result<RoomView, ClientError> {
        self.get(&format!("/api/v1/rooms/{id}")).await
    }

    /// Lists the visitor's own rooms.
    pub async fn my_rooms(&self, query: &MyRoomsQuery) -> Result<RoomPage, ClientError> {
        let response = self.request(Method::GET, "/api/v1/me/rooms")?.query(query).send().await?;
        read_json(check(response).await?).await
    }

    /// Closes a room before its game starts.
    pub async fn close_room(&self, id: &str) -> Result<(), ClientError> {
        self.call(Method::DELETE, &format!("/api/v1/rooms/{id}"), None::<&()>).await.map(drop)
    }

    /// Returns a finished game, step by step.
    pub async fn replay(&self, id: &str) -> Result<GameReplay, ClientError> {
        self.get(&format!("/api/v1/rooms/{id}/replay")).await
    }

    /// Returns the record of a finished game.
    pub async fn record(&self, id: &str) -> Result<String, ClientError> {
        let path = format!("/api/v1/rooms/{id}/record");
        Ok(self.call(Method::GET, &path, None::<&()>).await?.text().await?)
    }

    /// Lets everybody who has the link see a finished game.
    pub async fn share(&self, id: &str) -> Result<(), ClientError> {
        self.call(Method::POST, &format!("/api/v1/rooms/{id}/share"), None::<&()>).await.map(drop)
    }

    /// Plays actions in a given position.
    pub async fn study(&self, study: &StudyBody) -> Result<StudyResult, ClientError> {
        read_json(self.call(Method::POST, "/api/v1/study", Some(study)).await?).await
    }

    /// Connects to a room. `last` is the number of the last update that was received, or 0.
    pub async fn connect(&self, room: &str, last: u64) -> Result<Connection, ClientError> {
        let stream = self.open_stream().await?;
        self.connect_over(stream, room, last, None).await
    }

    /// Connects to a room like a page from this origin.
    pub async fn connect_from(&self, origin: &str, room: &str, last: u64) -> Result<Connection, ClientError> {
        let stream = self.open_stream().await?;
        self.connect_over(stream, room, last, Some(origin)).await
    }

    /// Connects to a room over an open TCP connection to the server.
    pub async fn connect_over(
        &self,
        stream: TcpStream,
        room: &str,
        last: u64,
        origin: Option<&str>,
    ) -> Result<Connection, ClientError> {
        Connection::open(self.socket_request(room, last, origin)?, stream).await
    }

    /// Starts an HTTP request with the session's credential, for what has no method of its own.
    pub fn request(&self, method: Method, path: &str) -> Result<RequestBuilder, ClientError> {
        let request = self.client.http.request(method, self.url(path)?);
        Ok(self.headers().fold(request, |request, (name, value)| request.header(name, value)))
    }

    /// Returns the headers of every request: who sends it, and for whom.
    fn headers(&self) -> impl Iterator<Item = (HeaderName, String)> {
        let forwarded = self.client.forwarded_for.map(|address| (FORWARDED_FOR, address.to_string()));
        self.credential.header().into_iter().chain(forwarded)
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        read_json(self.call(Method::GET, path, None::<&()>).await?).await
    }

    /// Sends a request with the session's credential and returns the response if it is a success.
    pub async fn call<B: Serialize>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
    ) -> Result<Response, ClientError> {
        let mut request = self.request(method, path)?;
        if let Some(body) = body {
            request = request.json(body);
        }
        check(request.send().await?).await
    }

    async fn open_stream(&self) -> Result<TcpStream, ClientError> {
        let base = &self.client.base;
        let host = base.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let stream = TcpStream::connect((host, base.port_or_known_default().unwrap_or(80))).await;
        let stream = stream.map_err(|error| ClientError::Transport(error.into()))?;
        // Messages are small and answers are waited for.
        stream.set_nodelay(true).map_err(|error| ClientError::Transport(error.into()))?;
        Ok(stream)
    }

    fn socket_request(&self, room: &str, last: u64, origin: Option<&str>) -> Result<Request, ClientError> {
        let mut url = self.url(&format!("/api/v1/rooms/{room}/socket?last={last}"))?;
        let invalid = |reason: &str| ClientError::Url { url: room.to_owned(), reason: reason.to_owned() };
        url.set_scheme("ws").map_err(|()| invalid("not a WebSocket URL"))?;
        let mut request = url.as_str().into_client_request()?;
        let origin = origin.map(|origin| (ORIGIN, origin.to_owned()));
        for (name, value) in self.headers().chain(origin) {
            let value = value.parse().map_err(|_| invalid("a header has characters that are not allowed"))?;
            request.headers_mut().insert(name, value);
        }
        Ok(request)
    }

    fn url(&self, path: &str) -> Result<Url, ClientError> {
        let invalid = |reason: String| ClientError::Url { url: path.to_owned(), reason };
        self.client.base.join(path).map_err(|error| invalid(error.to_string()))
    }
}

async fn check(response: Response) -> Result<Response, ClientError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    Err(ClientError::of_response(status, &response.bytes().await?))
}

pub(crate) async fn read_json<T: DeserializeOwned>(response: Response) -> Result<T, ClientError> {
    Ok(response.json().await?)
}
