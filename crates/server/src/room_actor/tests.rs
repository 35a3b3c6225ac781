//! Bots and idle rooms in paused time: nothing waits for a real clock.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use cafe_room::messages::{ClientMessage, ServerMessage};
use cafe_room::{Name, RoomError, RoomId, RoomRequest, Visitor};
use cafe_store::SimulatedDisk;
use tokio::sync::{mpsc, oneshot};

use super::{Connection, ConnectionId, RoomCommand};
use crate::testing::TestState;
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

    /// Sends a request and returns its answer.
    async fn request(&mut self, request: RoomRequest) -> ServerMessage {
        let (connection, id) = (self.id, self.next_id);
        self.next_id += 1;
        let message = ClientMessage { id, request };
        assert!(self.room.send(RoomCommand::SocketRequest { connection, message }).await.is_ok());
        loop {
            let text = self.inbox.recv().await.unwrap();
            match serde_json::from_str(&text).unwrap() {
                ServerMessage::Update(update) if update.id == Some(id) => {
                    return ServerMessage::Update(update);
                }
                ServerMessage::Done { id: done } if done == id => return ServerMessage::Done { id },
                refused @ ServerMessage::Refused { .. } => return refused,
                _ => {}
            }
        }
    }

    async fn accept(&mut self, request: RoomRequest) {
        let answer = self.request(request).await;
        assert!(matches!(answer, ServerMessage::Update(_)), "{answer:?}");
    }

    async fn draw(&mut self) {
        self.accept(RoomRequest::Play { seq: 0, actions: vec!["draw".to_owned()] }).await;
    }
}

fn take_seat() -> RoomRequest {
    RoomRequest::TakeSeat { player: None, share: None }
}

fn visitor(name: &str) -> Visitor {
    Visitor { id: new_visitor_id(), name: Name::new(name).unwrap(), is_program: false }
}

/// Starts a game of two visitors. Returns the room, the first player and both viewers.
async fn start_game(server: &TestState) -> (RoomId, Visitor, [TestViewer; 2]) {
    let (room, ann) = server.open_room().await;
    let mut first = TestViewer::join(&server.state, &room.id, &ann).await;
    let mut second = TestViewer::join(&server.state, &room.id, &visitor("Ben")).await;
    first.accept(take_seat()).await;
    second.accept(take_seat()).await;
    first.accept(RoomRequest::Start {}).await;
    (room.id, ann, [first, second])
}

fn slow_bots(bot_pause: Duration) -> ServerConfig {
    ServerConfig { bot_pause, ..ServerConfig::default() }
}

#[tokio::test(start_paused = true)]
async fn bot_does_not_play_for_a_player_who_resumed() {
    let (disk, pause) = (SimulatedDisk::new().unwrap(), Duration::from_secs(1));
    let server = TestState::simulated(&disk, slow_bots(pause));
    let (_, _, [mut first, _second]) = start_game(&server).await;
    first.accept(RoomRequest::Leave {}).await;
    first.accept(RoomRequest::Resume {}).await;
    tokio::time::sleep(2 * pause).await;
    first.draw().await;
}

#[tokio::test(start_paused = true)]
async fn bot_does_not_play_for_a_player_who_reconnects_after_restart() {
    let (disk, pause) = (SimulatedDisk::new().unwrap(), Duration::from_secs(3));
    let server = TestState::simulated(&disk, slow_bots(Duration::from_secs(3600)));
    let (room, ann, [mut first, _second]) = start_game(&server).await;
    first.accept(RoomRequest::Leave {}).await;
    assert!(server.state.shut_down().await);
    let server = TestState::simulated(&disk, slow_bots(pause));
    let mut first = TestViewer::join(&server.state, &room, &ann).await;
    tokio::time::sleep(pause + Duration::from_secs(1)).await;
    first.draw().await;
}

#[tokio::test(start_paused = true)]
async fn waiting_room_closes_when_all_players_have_left() {
    let (disk, idle) = (SimulatedDisk::new().unwrap(), Duration::from_secs(2));
    let server =
        TestState::simulated(&disk, ServerConfig { room_idle_timeout: idle, ..ServerConfig::default() });
    let state = &server.state;
    let is_closed = async |id: &RoomId| state.store.room(id).await.unwrap().unwrap().closed;
    let (abandoned, ann) = server.open_room().await;
    let ((occupied, ben), (unused, eve)) = (server.open_room().await, server.open_room().await);
    let mut viewer = TestViewer::join(state, &abandoned.id, &ann).await;
    viewer.accept(take_seat()).await;
    viewer.accept(RoomRequest::Leave {}).await;
    tokio::time::sleep(4 * idle).await;
    assert!(!is_closed(&abandoned.id).await, "the visitor is still connected");
    // A room stays open if a visitor has a seat there, and before the first visitor has taken one.
    let mut occupying = TestViewer::join(state, &occupied.id, &ben).await;
    occupying.accept(take_seat()).await;
    drop((viewer, occupying, TestViewer::join(state, &unused.id, &eve).await));
    tokio::time::sleep(4 * idle).await;
    assert!(is_closed(&abandoned.id).await);
    assert!(!is_closed(&occupied.id).await && !is_closed(&unused.id).await);
    assert_eq!(state.metrics.rooms_in_memory.get(), 0);
}

#[tokio::test(start_paused = true)]
async fn requests_are_handled_while_a_bot_waits_for_a_thread() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, ServerConfig { bot_threads: 1, ..ServerConfig::default() });
    let (_, _, [mut first, mut second]) = start_game(&server).await;
    let busy = server.state.bots.reserve_free_threads();
    first.accept(RoomRequest::Leave {}).await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    second.accept(RoomRequest::Chat { text: "Are you still there?".to_owned() }).await;
    drop(busy);
    let played = async {
        loop {
            let text = second.inbox.recv().await.unwrap();
            if text.contains("\"by\":\"bot\"") {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), played).await.expect("the bot plays");
    let answer = second.request(RoomRequest::Undo { seq: 0 }).await;
    assert!(
        matches!(&answer, ServerMessage::Refused { code, .. } if code == RoomError::Stale.code()),
        "{answer:?}"
    );
}
