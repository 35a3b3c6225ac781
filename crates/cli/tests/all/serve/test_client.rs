//! A client of a server process.

use std::time::Duration;

use cafe_bots::Level;
use cafe_client::reqwest::Method;
use cafe_client::{ClientError, Connection, Credential, Session};
use cafe_room::messages::{GameResult, NewBot, RoomEvent, RoomUpdate, ServerMessage};
use cafe_room::{RoomOptions, RoomRequest};
use cafe_rules::{Kind, Options};
use serde_json::Value;

use super::server_process::ServerProcess;

/// Time within which the server has to send a message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(30);

/// An external bot.
#[derive(Clone)]
pub(crate) struct TestPlayer {
    pub(crate) session: Session,
    pub(crate) id: String,
}

impl TestPlayer {
    pub(crate) async fn create(server: &ServerProcess, name: &str) -> TestPlayer {
        let session = server.client().create_program(name).await.unwrap();
        let id = session.me().await.unwrap().visitor;
        TestPlayer { session, id }
    }

    /// Returns the same player on a server that was started again.
    pub(crate) fn on(&self, server: &ServerProcess) -> TestPlayer {
        let session = server.client().with_credential(self.session.credential().clone());
        TestPlayer { session, id: self.id.clone() }
    }

    pub(crate) fn token(&self) -> &str {
        let Credential::Bearer(token) = self.session.credential() else { panic!("a program has a token") };
        token
    }

    /// Returns a session on the same server with another token.
    pub(crate) fn with_token(&self, token: &str) -> TestPlayer {
        let session = self.session.client().with_credential(Credential::Bearer(token.to_owned()));
        TestPlayer { session, id: String::new() }
    }

    /// Sends an HTTP request and returns the status and text of the response.
    pub(crate) async fn http(&self, method: Method, path: &str, body: Option<Value>) -> (u16, String) {
        let mut request = self.session.request(method, path).unwrap();
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// Opens a room for two, with novice bots in these seats, and returns its id.
    pub(crate) async fn open_room(&self, kind: Kind, bots: &[u8]) -> String {
        let options = RoomOptions::new(Options::new(kind, 2, false).unwrap());
        let bots = bots.iter().map(|&player| NewBot { player, level: Level::Novice }).collect();
        self.session.open_room(options, bots).await.unwrap().id
    }

    pub(crate) async fn connect(&self, room_id: &str) -> TestConnection {
        TestConnection(self.session.connect(room_id, 0).await.unwrap())
    }
}

/// A connection to a room.
pub(crate) struct TestConnection(pub(crate) Connection);

impl TestConnection {
    pub(crate) async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        tokio::time::timeout(MESSAGE_TIMEOUT, self.0.next()).await.expect("the server sends a message")
    }

    pub(crate) async fn next_update(&mut self) -> RoomUpdate {
        loop {
            if let ServerMessage::Update(update) = self.next().await.unwrap() {
                return *update;
            }
        }
    }

    /// Waits for the result of the game.
    pub(crate) async fn result(&mut self) -> GameResult {
        loop {
            if let Some(result) = self.next_update().await.view.and_then(|view| view.result) {
                return result;
            }
        }
    }

    pub(crate) async fn request(&mut self, request: RoomRequest) -> Result<ServerMessage, ClientError> {
        let answer = tokio::time::timeout(MESSAGE_TIMEOUT, self.0.request(request)).await;
        answer.expect("the server answers")
    }

    /// Sends a request that has to be accepted with an update.
    pub(crate) async fn accept(&mut self, request: RoomRequest) -> RoomUpdate {
        match self.request(request.clone()).await {
            Ok(ServerMessage::Update(update)) => *update,
            other => panic!("{request:?}: {other:?}"),
        }
    }

    /// Sends a request that has to be refused.
    pub(crate) async fn refuse(&mut self, request: RoomRequest) -> ClientError {
        let error = self.request(request.clone()).await.expect_err("the request is refused");
        assert!(matches!(error, ClientError::Refused { .. }), "{request:?}: {error}");
        error
    }
}

pub(crate) fn take_seat(player: u8) -> RoomRequest {
    RoomRequest::TakeSeat { player: Some(player), share: None }
}

pub(crate) fn play(seq: u32, action: &str) -> RoomRequest {
    RoomRequest::Play { seq, actions: vec![action.to_owned()] }
}

pub(crate) fn chat(text: &str) -> RoomRequest {
    RoomRequest::Chat { text: text.to_owned() }
}

/// A chat message of Ann in a room with a bot. It was acknowledged, so it must never be lost.
pub(crate) struct AcknowledgedChat {
    pub(crate) ann: TestPlayer,
    pub(crate) room_id: String,
    pub(crate) connection: TestConnection,
    event: RoomEvent,
}

impl AcknowledgedChat {
    pub(crate) async fn send(server: &ServerProcess, text: &str) -> AcknowledgedChat {
        let ann = TestPlayer::create(server, "Ann").await;
        let room_id = ann.open_room(Kind::Card, &[1]).await;
        let mut connection = ann.connect(&room_id).await;
        connection.accept(take_seat(0)).await;
        let event = connection.accept(chat(text)).await.events.pop().unwrap();
        AcknowledgedChat { ann, room_id, connection, event }
    }

    /// Checks that it is the last event of the room on this server.
    pub(crate) async fn check_on(&self, server: &ServerProcess) {
        let events = self.ann.on(server).connect(&self.room_id).await.next_update().await.events;
        assert_eq!(events.last(), Some(&self.event));
    }
}
