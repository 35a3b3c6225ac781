//! The room's end of a viewer's socket.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use cafe_room::messages::ServerMessage;
use cafe_room::{RoomError, TokenHash, Visitor};
use tokio::sync::{Notify, mpsc};

use super::outbox_limits::{OutboxBytes, OutboxLimits};
use crate::network::Network;
use crate::sign_out::CheckedDevice;

/// Unique number of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectionId(u64);

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl ConnectionId {
    fn new() -> ConnectionId {
        ConnectionId(NEXT_ID.fetch_add(1, Ordering::Relaxed))
    }
}

/// Number of messages that may wait for a client. A client that is further behind is disconnected and may reconnect.
const OUTBOX_CAPACITY: usize = 64;

/// A viewer's connection.
pub struct Connection {
    /// Unique number.
    pub id: ConnectionId,
    /// The viewer.
    pub visitor: Visitor,
    /// The viewer's device. Only connections of tests have none.
    pub(super) device: Option<CheckedDevice>,
    outbox: mpsc::Sender<Utf8Bytes>,
    state: Arc<ConnectionState>,
}

/// Why the room closes a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseReason {
    /// The client reads too slowly, or has to authenticate again. It may reconnect.
    Reconnect,
    /// The visitor has opened too many other connections to the room.
    TooManyConnections,
    /// The game started, and the room does not admit spectators.
    SpectatorsOff,
}

/// State that the room and the socket share.
#[derive(Debug, Default)]
pub struct ConnectionState {
    close_reason: OnceLock<CloseReason>,
    reconnect_notify: Notify,
    /// Adjustment of the client's rate limit, known only after a request was handled.
    pub cost_adjustment: AtomicI32,
    /// What waits for the client.
    pub(super) outbox: OutboxBytes,
}

impl ConnectionState {
    /// Returns true if the client has to reconnect.
    #[must_use]
    pub fn must_reconnect(&self) -> bool {
        self.close_reason() == Some(CloseReason::Reconnect)
    }

    /// Returns why the room closes the connection, if it does.
    #[must_use]
    pub fn close_reason(&self) -> Option<CloseReason> {
        self.close_reason.get().copied()
    }

    /// Waits until the client has to reconnect.
    pub async fn reconnect_requested(&self) {
        self.reconnect_notify.notified().await;
    }

    /// Returns how many bytes wait for the client.
    #[must_use]
    pub fn waiting_bytes(&self) -> usize {
        self.outbox.bytes()
    }

    /// Counts bytes that were sent to the client.
    pub fn sent(&self, bytes: usize) {
        self.outbox.remove(bytes);
    }

    pub(super) fn request_reconnect(&self) {
        // The first reason counts.
        let _ = self.close_reason.set(CloseReason::Reconnect);
        self.reconnect_notify.notify_one();
        self.outbox.abandon();
    }
}

impl Connection {
    /// Returns a connection, the receiver of its messages, and the state it shares with the socket. It needs no signed-in device,
    /// and any number of bytes may wait for it.
    #[cfg(test)]
    pub(crate) fn new(visitor: Visitor) -> (Connection, mpsc::Receiver<Utf8Bytes>, Arc<ConnectionState>) {
        Connection::with_state(ConnectionId::new(), visitor, None, ConnectionState::default())
    }

    /// Returns a connection of which the device is checked, if one is given, and what waits for it is limited.
    #[must_use]
    pub(crate) fn limited(
        visitor: Visitor,
        device: Option<CheckedDevice>,
        limits: &OutboxLimits,
        networks: &[(Network, u32)],
    ) -> (Connection, mpsc::Receiver<Utf8Bytes>, Arc<ConnectionState>) {
        let id = ConnectionId::new();
        let outbox = limits.outbox(id, &visitor.id, networks);
        let state = ConnectionState { outbox, ..Default::default() };
        let limited = Connection::with_state(id, visitor, device, state);
        limits.register(id, &limited.2);
        limited
    }

    fn with_state(
        id: ConnectionId,
        visitor: Visitor,
        device: Option<CheckedDevice>,
        state: ConnectionState,
    ) -> (Connection, mpsc::Receiver<Utf8Bytes>, Arc<ConnectionState>) {
        let (outbox, inbox) = mpsc::channel(OUTBOX_CAPACITY);
        let state = Arc::new(state);
        (Connection { id, visitor, device, outbox, state: Arc::clone(&state) }, inbox, state)
    }

    /// Returns the token of the viewer's device.
    pub(super) fn device_token(&self) -> Option<TokenHash> {
        self.device.map(|device| device.token)
    }

    /// Sends a message.
    pub fn send(&self, message: &ServerMessage) {
        self.send_text(message.to_json().into());
    }

    /// Sends a serialised message.
    pub fn send_text(&self, text: Utf8Bytes) {
        if self.must_reconnect() {
            return;
        }
        let bytes = text.len();
        if !self.state.outbox.add(bytes) {
            return self.state.request_reconnect();
        }
        if let Err(error) = self.outbox.try_send(text) {
            self.state.outbox.remove(bytes);
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                self.state.request_reconnect();
            }
        }
    }

    /// Charges the client's rate limit more for its last request, or less.
    pub fn adjust_cost(&self, by: i32) {
        self.state.cost_adjustment.fetch_add(by, Ordering::Relaxed);
    }

    /// Closes the connection because the visitor has opened too many.
    pub fn close_as_surplus(self) {
        let _ = self.state.close_reason.set(CloseReason::TooManyConnections);
    }

    /// Closes the connection of a spectator because the game started without spectators.
    pub fn close_as_spectator(self) {
        self.send(&ServerMessage::refused(0, &RoomError::SpectatorsOff));
        let _ = self.state.close_reason.set(CloseReason::SpectatorsOff);
    }

    /// Closes the connection; the client may reconnect.
    pub fn close_for_reconnect(self) {
        self.state.request_reconnect();
    }

    /// Returns the state it shares with the socket.
    #[cfg(test)]
    pub(super) fn state(&self) -> &ConnectionState {
        &self.state
    }

    /// Returns true if the socket is closed or will be because the client reads too slowly.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.outbox.is_closed() || self.must_reconnect()
    }

    /// Returns true if the client has to reconnect.
    #[must_use]
    pub fn must_reconnect(&self) -> bool {
        self.state.must_reconnect()
    }
}
