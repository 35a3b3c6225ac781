//! The WebSocket of a room.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use cafe_room::messages::{ClientMessage, ServerMessage};
use cafe_room::{RoomError, RoomRequest, Visitor};
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tracing::Instrument as _;
use utoipa::IntoParams;

use super::error::no_reply;
use super::extract::{QueryParams, RoomPath};
use super::identity::{ClientAddress, CurrentDevice, CurrentVisitor};
use super::limits::{RequestLimits, admit_socket};
use super::openapi::{NotAWebSocket, NotFound, NotIdentified, SpectatorsOff, TooMany, Unavailable};
use super::{ApiError, HttpState};
use crate::listener::ConnectionPermit;
use crate::room_actor::{CloseReason, Connection, ConnectionId, ConnectionState, RoomCommand};
use crate::state::AppState;
use crate::token_bucket::{BucketConfig, TokenBucket};

/// Maximum size of a message. A longer one is refused; one over `MAX_FRAME_BYTES` is not even read.
const MAX_MESSAGE_BYTES: usize = 4096;
const MAX_FRAME_BYTES: usize = 4 * MAX_MESSAGE_BYTES;
/// Time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(25);
/// Time without any message after which a client is considered gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(70);
/// Time to send a message to a client that does not read.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// Time a client gets to answer a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The same at shutdown, which waits for all clients.
const SHUTDOWN_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Message budget of a socket. The price of an action is refunded when it is played, because the others wait for it.
const BUDGET: BucketConfig = BucketConfig { capacity: 40.0, per_second: 10.0 };
/// A client that goes on without budget is disconnected at this level.
const BUDGET_FLOOR: f64 = -100.0;

mod close_code {
    pub(super) const GOING_AWAY: u16 = 1001;
    pub(super) const PROTOCOL_ERROR: u16 = 1002;
    pub(super) const POLICY: u16 = 1008;
    pub(super) const TRY_AGAIN: u16 = 1013;
}

/// Where a client left off.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ResumeQuery {
    /// `number` of the last update that the client has seen.
    #[serde(default)]
    #[param(required = false)]
    last: u64,
}

/// Opens the WebSocket of a room. The client sends `ClientMessage`, the server `ServerMessage`, as text.
#[utoipa::path(
    get,
    path = "/rooms/{id}/socket",
    operation_id = "open_socket",
    params(("id" = String, Path, description = "the room"), ResumeQuery),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 101, description = "the WebSocket"),
        NotAWebSocket,
        NotIdentified,
        SpectatorsOff,
        NotFound,
        TooMany,
        Unavailable
    )
)]
pub(super) async fn open(
    State(state): State<HttpState>,
    (CurrentVisitor(visitor), device, address): (CurrentVisitor, CurrentDevice, ClientAddress),
    RoomPath(id): RoomPath,
    QueryParams(ResumeQuery { last }): QueryParams<ResumeQuery>,
    connection_permit: Option<Extension<ConnectionPermit>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::Request(error.status(), error.body_text()))?;
    if state.app.is_shutting_down() {
        return Err(ApiError::Closing);
    }
    let socket_permit = admit_socket(&state, &visitor.id)?;
    let HttpState { app, limits } = state;
    let networks = address.limited_networks();
    let (connection, outbox, connection_state) =
        Connection::limited(visitor.clone(), Some(device.checked), &app.outboxes, &networks);
    let connection_id = connection.id;
    let viewer_guard = app.rooms.add_viewer(&app, &visitor.id, &id);
    let (reply, response) = oneshot::channel();
    let room = app.rooms.send(&app, &id, RoomCommand::Join { connection, last, reply }).await;
    response.await.map_err(|_| no_reply(&app))??;
    limits.charge_join(&visitor.id, address, connection_state.waiting_bytes());
    // Small buffers, because messages are short and sockets are many.
    let upgrade = upgrade
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES)
        .read_buffer_size(4096)
        .write_buffer_size(0);
    // The socket outlives the request, but its log lines belong to the request's span.
    let span = tracing::Span::current();
    let tasks = app.tasks.clone();
    let serve = async move |socket: WebSocket| {
        let held_until_closed = (socket_permit, connection_permit, viewer_guard);
        app.metrics.sockets.inc();
        let session = SocketSession {
            app: &app,
            limits: &limits,
            visitor,
            connection_id,
            room: room.clone(),
            connection_state,
            budget: TokenBucket::new(BUDGET),
        };
        session.serve(socket, outbox).await;
        let _ = room.send(RoomCommand::Disconnected(connection_id)).await;
        drop(held_until_closed);
        app.metrics.sockets.dec();
    };
    Ok(upgrade.on_upgrade(move |socket| tasks.track_future(serve(socket)).instrument(span)))
}

/// A socket and the room behind it.
struct SocketSession<'s> {
    app: &'s AppState,
    limits: &'s RequestLimits,
    visitor: Visitor,
    connection_id: ConnectionId,
    room: mpsc::Sender<RoomCommand>,
    connection_state: Arc<ConnectionState>,
    budget: TokenBucket,
}

/// A message that does not reach the room, and the id of its request as far as it is known.
struct Rejected {
    id: u32,
    error: RoomError,
}

impl SocketSession<'_> {
    async fn serve(mut self, mut socket: WebSocket, mut outbox: mpsc::Receiver<Utf8Bytes>) {
        let ending = self.relay(&mut socket, &mut outbox).await;
        // What was not sent is not kept while the client answers the close frame.
        drop(outbox);
        match ending {
            Ending::Gone => {}
            Ending::ByRoom => self.close(socket).await,
            Ending::BadClient { code, reason } => self.close_with(socket, code, reason).await,
        }
    }

    /// Relays messages in both directions until the socket has to be closed.
    async fn relay(&mut self, socket: &mut WebSocket, outbox: &mut mpsc::Receiver<Utf8Bytes>) -> Ending {
        let mut last_received = Instant::now();
        let mut ping = tokio::time::interval(PING_INTERVAL);
        loop {
            tokio::select! {
                text = outbox.recv() => match text {
                    Some(text) => {
                        let bytes = text.len();
                        if !self.send(socket, Message::Text(text)).await {
                            return Ending::ByRoom;
                        }
                        self.connection_state.sent(bytes);
                    }
                    // The room closed the connection.
                    None => return Ending::ByRoom,
                },
                message = socket.recv() => {
                    last_received = Instant::now();
                    let result = match message {
                        Some(Ok(message)) => self.receive(message).await,
                        None => return Ending::Gone,
                        // A disconnected client does not receive it.
                        Some(Err(_)) => {
                            let reason = "not a message, or one that is far too long";
                            return Ending::BadClient { code: close_code::PROTOCOL_ERROR, reason };
                        }
                    };
                    let rejected = match result {
                        Received::Closed => return Ending::Gone,
                        Received::Accepted => None,
                        Received::Rejected(rejected) => Some(rejected),
                    };
                    if let Some(Rejected { id, error }) = rejected {
                        self.app.metrics.count_refusal("socket", error.code());
                        let refusal = ServerMessage::refused(id, &error).to_json();
                        if !self.send(socket, Message::Text(refusal.into())).await {
                            return Ending::ByRoom;
                        }
                    }
                    if self.budget.take(0.0, BUDGET) < BUDGET_FLOOR {
                        return Ending::BadClient { code: close_code::POLICY, reason: "too many messages" };
                    }
                }
                _ = ping.tick() => {
                    let is_silent = last_received.elapsed() > SILENCE_TIMEOUT;
                    if is_silent || !self.send(socket, Message::Ping(Default::default())).await {
                        return Ending::ByRoom;
                    }
                }
            }
            if self.connection_state.must_reconnect() {
                return Ending::ByRoom;
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Received {
        match message {
            Message::Text(text) => match self.forward(&text).await {
                Ok(()) => Received::Accepted,
                Err(rejected) => Received::Rejected(rejected),
            },
            Message::Binary(_) => {
                self.budget.take(5.0, BUDGET);
                let error = RoomError::BadMessage("it is not text".to_owned());
                Received::Rejected(Rejected { id: 0, error })
            }
            // The library answers them, but a flood of them costs like any other.
            Message::Ping(_) | Message::Pong(_) => {
                self.budget.take(1.0, BUDGET);
                Received::Accepted
            }
            Message::Close(_) => Received::Closed,
        }
    }

    /// Parses a request, charges its price, and forwards it to the room.
    async fn forward(&mut self, text: &str) -> Result<(), Rejected> {
        if text.len() > MAX_MESSAGE_BYTES {
            self.budget.take(5.0, BUDGET);
            let error = RoomError::BadMessage(format!("it is longer than {MAX_MESSAGE_BYTES} bytes"));
            return Err(Rejected { id: 0, error });
        }
        let message: ClientMessage = serde_json::from_str(text).map_err(|error| {
            self.budget.take(2.0, BUDGET);
            Rejected { id: 0, error: RoomError::BadMessage(error.to_string()) }
        })?;
        let id = message.id;
        let price = match message.request {
            RoomRequest::Hint { .. } => 4.0,
            RoomRequest::PastView { .. } => 2.0,
            RoomRequest::Chat { .. } | RoomRequest::React { .. } => 3.0,
            _ => 1.0,
        };
        let adjustment = self.connection_state.cost_adjustment.swap(0, Ordering::Relaxed);
        let is_affordable = self.budget.take(price + f64::from(adjustment), BUDGET) >= 0.0;
        if !is_affordable || !self.limits.admit_message(&self.visitor.id, &message.request) {
            self.app.metrics.rate_limited.inc();
            tracing::debug!(visitor = %self.visitor.id, "message over the rate limit");
            return Err(Rejected { id, error: RoomError::TooFast });
        }
        let command = RoomCommand::SocketRequest { connection: self.connection_id, message };
        // A room with viewers does not leave memory, so this fails only at shutdown.
        self.room.send(command).await.map_err(|_| Rejected { id, error: RoomError::NotStored })
    }

    /// Sends a message within the time limit. Returns whether it was sent.
    async fn send(&self, socket: &mut WebSocket, message: Message) -> bool {
        tokio::select! {
            biased;
            sent = socket.send(message) => sent.is_ok(),
            () = self.connection_state.reconnect_requested() => false,
            () = self.shutdown_timeout() => false,
            () = tokio::time::sleep(SEND_TIMEOUT) => false,
        }
    }

    async fn close(&self, socket: WebSocket) {
        let (code, reason) = match self.connection_state.close_reason() {
            _ if self.app.is_shutting_down() => (close_code::GOING_AWAY, "the server is restarting"),
            Some(CloseReason::Reconnect) => (close_code::TRY_AGAIN, "reconnect"),
            Some(CloseReason::TooManyConnections) => {
                (close_code::POLICY, "too many connections to this room; this was the oldest")
            }
            Some(CloseReason::SpectatorsOff) => (close_code::POLICY, "this game is for its players only"),
            None => (close_code::POLICY, "the room closed this connection"),
        };
        self.close_with(socket, code, reason).await;
    }

    /// Sends a close frame and waits for the client's. Pending messages are read until then, because closing a TCP connection with
    /// unread data would discard the close frame.
    async fn close_with(&self, mut socket: WebSocket, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: reason.into() };
        let handshake = async {
            if socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = socket.recv().await {}
            }
        };
        tokio::select! {
            () = handshake => {}
            () = self.shutdown_timeout() => {}
            () = tokio::time::sleep(CLOSE_TIMEOUT) => {}
        }
    }

    /// Resolves when a shutdown does not wait for this client any longer.
    async fn shutdown_timeout(&self) {
        self.app.shutdown_started().await;
        tokio::time::sleep(SHUTDOWN_CLOSE_TIMEOUT).await;
    }
}

/// Why a socket is closed.
enum Ending {
    /// The client closed it.
    Gone,
    /// The room closed it, or the client does not read.
    ByRoom,
    /// The client broke a rule.
    BadClient { code: u16, reason: &'static str },
}

/// The result of a received message.
enum Received {
    Accepted,
    Rejected(Rejected),
    Closed,
}
