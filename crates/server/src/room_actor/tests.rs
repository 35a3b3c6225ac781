//! Rooms in paused time: nothing waits for a real clock.

mod bots;
mod clocks;
mod failed_writes;
mod idle;

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use cafe_room::messages::{ClientMessage, GameView, RoomEventKind, RoomUpdate, ServerMessage};
use cafe_room::{Clock, Name, PlayedBy, PlayerIndex, RoomError, RoomId, RoomOptions, RoomRequest, Visitor};
use tokio::sync::{mpsc, oneshot};

use super::{Connection, ConnectionId, RoomCommand};
use crate::testing::{TestState, card_game};
use crate::{AppState, ServerConfig, new_visitor_id};

/// A viewer of a room.
struct TestViewer {
    id: ConnectionId,
    inbox: mpsc::Receiver<Utf8Bytes>,
    room: mpsc::Sender<RoomCommand>,
    next_id: u32,
}

impl TestViewer {
    async fn join(state: &AppState, room: &RoomId, visitor: &Visitor) -> TestViewer {
        let (connection, inbox, _) = Connection::new(visitor.clone());
        let (id, (reply, response)) = (connection.id, oneshot::channel());
        let join = RoomCommand::Join { connection, last: 0, reply };
        let room = state.rooms.send(state, room, join).await;
        response.await.unwrap().unwrap();
        TestViewer { id, inbox, room, next_id: 1 }
    }

    async fn next(&mut self) -> ServerMessage {
        serde_json::from_str(&self.inbox.recv().await.unwrap()).unwrap()
    }

    async fn next_update(&mut self) -> RoomUpdate {
        loop {
            if let ServerMessage::Update(update) = self.next().await {
                return *update;
            }
        }
    }

    /// Sends a request and returns its id.
    async fn send(&mut self, request: RoomRequest) -> u32 {
        let (connection, id) = (self.id, self.next_id);
        self.next_id += 1;
        let message = ClientMessage { id, request };
        assert!(self.room.send(RoomCommand::SocketRequest { connection, message }).await.is_ok());
        id
    }

    /// Sends a request and returns its answer.
    async fn request(&mut self, request: RoomRequest) -> ServerMessage {
        let sent = self.send(request).await;
        loop {
            let message = self.next().await;
            let answered = match &message {
                ServerMessage::Update(update) => update.id,
                ServerMessage::Done { id } | ServerMessage::Refused { id, .. } => Some(*id),
                _ => None,
            };
            if answered == Some(sent) {
                return message;
            }
        }
    }

    /// Sends a request that has to be accepted.
    async fn accept(&mut self, request: RoomRequest) -> RoomUpdate {
        match self.request(request).await {
            ServerMessage::Update(update) => *update,
            answer => panic!("{answer:?}"),
        }
    }

    /// Sends a request that has to be refused.
    async fn refuse(&mut self, request: RoomRequest, error: &RoomError) {
        let answer = self.request(request).await;
        let is_refused = matches!(&answer, ServerMessage::Refused { code, .. } if code == error.code());
        assert!(is_refused, "{answer:?}");
    }

    async fn draw(&mut self, seq: u32) {
        self.accept(RoomRequest::Play { seq, actions: vec!["draw".to_owned()] }).await;
    }

    /// Resumes and returns the deadline of the turn.
    async fn resume(&mut self) -> i64 {
        self.accept(RoomRequest::Resume {}).await.view.unwrap().deadline.unwrap()
    }

    /// Waits for the turn of a player. Returns who played how until then, and the game.
    async fn until_turn(&mut self, player: PlayerIndex) -> (Vec<(PlayerIndex, PlayedBy)>, GameView) {
        let mut played = Vec::new();
        loop {
            let update = self.next_update().await;
            played.extend(update.events.iter().filter_map(|event| match &event.kind {
                RoomEventKind::ActionPlayed { player, by, .. } => Some((*player, *by)),
                _ => None,
            }));
            if let Some(view) = update.view.filter(|view| view.turn == player) {
                return (played, view);
            }
        }
    }
}

fn take_seat() -> RoomRequest {
    RoomRequest::TakeSeat { player: None, share: None }
}

fn chat(text: &str) -> RoomRequest {
    RoomRequest::Chat { text: text.to_owned() }
}

fn visitor(name: &str) -> Visitor {
    Visitor { id: new_visitor_id(), name: Name::new(name).unwrap(), is_program: false }
}

/// A started game of two visitors.
struct TestGame {
    room: RoomId,
    players: [Visitor; 2],
    viewers: [TestViewer; 2],
    /// The first player's view of the start.
    view: GameView,
}

/// Starts a game of two visitors.
async fn start_game(server: &TestState, options: RoomOptions) -> TestGame {
    let ((room, ann), ben) = (server.open_room_with(options).await, visitor("Ben"));
    let mut first = TestViewer::join(&server.state, &room.id, &ann).await;
    let mut second = TestViewer::join(&server.state, &room.id, &ben).await;
    first.accept(take_seat()).await;
    second.accept(take_seat()).await;
    let view = first.accept(RoomRequest::Start {}).await.view.unwrap();
    TestGame { room: room.id, players: [ann, ben], viewers: [first, second], view }
}

/// Options of a card game for two with this many seconds per turn.
fn timed(per_turn: u32) -> RoomOptions {
    RoomOptions { clock: Clock::Seconds { per_turn }, ..card_game() }
}

/// Settings with bots that do not think and pause for this time.
fn bots_with_pause(bot_pause: Duration) -> ServerConfig {
    ServerConfig { bot_pause, bot_think_time: Duration::ZERO, ..ServerConfig::default() }
}

fn fast_bots() -> ServerConfig {
    bots_with_pause(Duration::ZERO)
}

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
