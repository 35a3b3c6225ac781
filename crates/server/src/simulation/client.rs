//! A simulated device that views a room: it knows only what it was sent.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use cafe_room::messages::{ClientMessage, GameView, RoomView};
use cafe_room::{RoomError, RoomId, RoomRequest, Token};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::AppState;
use crate::registry::ViewerGuard;
use crate::room_actor::{Connection, ConnectionId, ConnectionState, RoomCommand};

/// A device that views a room.
pub(super) struct Client {
    /// The name in the trace.
    pub(super) number: usize,
    /// The visitor, as an index.
    pub(super) visitor: usize,
    pub(super) device: Token,
    pub(super) room: RoomId,
    /// Number of the last entry that it was sent.
    pub(super) last: u64,
    pub(super) view: Option<GameView>,
    pub(super) room_view: Option<RoomView>,
    pub(super) link: Link,
    /// Requests that are not answered.
    pub(super) pending: BTreeMap<u32, RoomRequest>,
    pub(super) next_id: u32,
    /// It does not read.
    pub(super) is_slow: bool,
    /// Undo requests that it has seen.
    pub(super) votes: VecDeque<u64>,
    /// Updates with at most this number may have names that were erased since.
    pub(super) erased_before: u64,
}

/// The connection of a client.
pub(super) enum Link {
    Closed,
    Opening(JoinHandle<Result<Socket, OpenRefused>>),
    Open(Box<Socket>),
}

/// An open connection.
pub(super) struct Socket {
    pub(super) id: ConnectionId,
    pub(super) inbox: mpsc::Receiver<Utf8Bytes>,
    pub(super) state: Arc<ConnectionState>,
    pub(super) room: mpsc::Sender<RoomCommand>,
    pub(super) opened_at: Instant,
    /// Whether an update was received.
    pub(super) is_current: bool,
    /// Number of presence messages.
    pub(super) presence_count: u64,
    _viewer: ViewerGuard,
}

/// Why a socket is not opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OpenRefused {
    Unidentified,
    Unavailable,
    Room(RoomError),
    NoSuchRoom,
}

/// Opens a socket, as its HTTP handler does.
pub(super) async fn open_socket(
    state: AppState,
    device: Token,
    room: RoomId,
    last: u64,
) -> Result<Socket, OpenRefused> {
    let session = state.store.session(device.hash()).await.map_err(|_| OpenRefused::Unavailable)?;
    let visitor = session.ok_or(OpenRefused::Unidentified)?.visitor;
    let (connection, inbox, connection_state) = Connection::new(visitor.clone());
    let id = connection.id;
    let viewer = state.rooms.add_viewer(&state, &visitor.id, &room);
    let (reply, response) = oneshot::channel();
    let queue = state.rooms.send(&state, &room, RoomCommand::Join { connection, last, reply }).await;
    let closing = state.is_shutting_down();
    match response.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(OpenRefused::Room(error)),
        Err(_) if closing || state.is_shutting_down() => return Err(OpenRefused::Unavailable),
        Err(_) => return Err(OpenRefused::NoSuchRoom),
    }
    Ok(Socket {
        id,
        inbox,
        state: connection_state,
        room: queue,
        opened_at: Instant::now(),
        is_current: false,
        presence_count: 0,
        _viewer: viewer,
    })
}

impl Client {
    pub(super) fn new(number: usize, visitor: usize, device: Token, room: RoomId) -> Client {
        Client {
            number,
            visitor,
            device,
            room,
            last: 0,
            view: None,
            room_view: None,
            link: Link::Closed,
            pending: BTreeMap::new(),
            next_id: 1,
            is_slow: false,
            votes: VecDeque::new(),
            erased_before: 0,
        }
    }

    pub(super) fn socket(&mut self) -> Option<&mut Socket> {
        match &mut self.link {
            Link::Open(socket) => Some(socket),
            _ => None,
        }
    }

    /// Starts to connect.
    pub(super) fn open(&mut self, state: &AppState) {
        let open = open_socket(state.clone(), self.device.clone(), self.room.clone(), self.last);
        self.link = Link::Opening(tokio::spawn(open));
        self.is_slow = false;
    }

    /// Sends a request. Returns its id, or None if the room's queue is full or the client is not connected.
    pub(super) fn send(&mut self, request: RoomRequest) -> Option<u32> {
        let id = self.next_id;
        let message = ClientMessage { id, request: request.clone() };
        let socket = self.socket()?;
        let command = RoomCommand::SocketRequest { connection: socket.id, message };
        socket.room.try_send(command).ok()?;
        self.next_id += 1;
        self.pending.insert(id, request);
        Some(id)
    }

    /// Closes the connection. The room is told, unless the client vanishes.
    pub(super) fn close(&mut self, vanishes: bool) {
        if let Some(socket) = self.socket()
            && !vanishes
        {
            let (id, room) = (socket.id, socket.room.clone());
            tokio::spawn(async move {
                let _ = room.send(RoomCommand::Disconnected(id)).await;
            });
        }
        self.forget_connection();
    }

    /// The connection is gone; what was not answered never will be.
    pub(super) fn forget_connection(&mut self) {
        self.link = Link::Closed;
        self.pending.clear();
        self.is_slow = false;
    }

    /// Returns the actions that it may play now.
    pub(super) fn legal_actions(&self) -> Vec<String> {
        let view = self.view.as_ref().filter(|view| view.player == Some(view.turn));
        view.map(|view| view.legal.iter().map(|legal| legal.action.clone()).collect()).unwrap_or_default()
    }
}
