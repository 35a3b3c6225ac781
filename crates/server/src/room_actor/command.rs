//! Commands to a room.

use cafe_room::messages::{ClientMessage, HintTurn};
use cafe_room::{Millis, PlayerIndex, RoomError, RoomRequest, TokenHash, Visitor, VisitorId};
use cafe_rules::Action;
use tokio::sync::oneshot;

use super::{Connection, ConnectionId};
use crate::sign_out::CheckedDevice;

/// A command to a room. Commands with a `reply` are answered once they are handled.
pub enum RoomCommand {
    /// A viewer connects.
    Join {
        /// The viewer's connection.
        connection: Connection,
        /// The number of the last entry the viewer has seen, or 0.
        last: u64,
        /// Whether the viewer is admitted.
        reply: oneshot::Sender<Result<(), RoomError>>,
    },
    /// A request over a socket. It is answered on the socket.
    SocketRequest {
        /// The sender.
        connection: ConnectionId,
        /// The request and its id.
        message: ClientMessage,
    },
    /// A request over HTTP.
    HttpRequest {
        /// The sender.
        visitor: Visitor,
        /// The sender's device.
        device: CheckedDevice,
        /// The request.
        request: RoomRequest,
        /// Sent when the request is stored or refused.
        reply: oneshot::Sender<Result<(), RoomError>>,
    },
    /// A socket was closed.
    Disconnected(ConnectionId),
    /// A bot has chosen its actions.
    BotChose {
        /// The `seq` of the game that the choice is for.
        seq: usize,
        /// The actions in order.
        actions: Vec<Action>,
    },
    /// A hint was computed.
    HintReady {
        /// The player it is for.
        player: PlayerIndex,
        /// The best turns, best first.
        turns: Vec<HintTurn>,
    },
    /// An administrator closes the room.
    Close {
        /// Shown to the viewers.
        reason: Option<String>,
        /// Whether it was closed.
        reply: oneshot::Sender<Result<(), RoomError>>,
    },
    /// A visitor is about to be erased and leaves the room.
    RemoveVisitor {
        /// The visitor.
        visitor: VisitorId,
        /// Sent when done.
        reply: oneshot::Sender<()>,
    },
    /// A visitor was erased from the stored entries, which have to be read again.
    VisitorErased {
        /// The visitor.
        visitor: VisitorId,
        /// Sent when done.
        reply: oneshot::Sender<()>,
    },
    /// Devices of a visitor were signed out: their sockets are closed.
    SignedOut {
        /// The visitor.
        visitor: VisitorId,
        /// The devices that are still signed in.
        signed_in: Vec<TokenHash>,
        /// Sent when done.
        reply: oneshot::Sender<()>,
    },
    /// A waiting room is closed if it was not used since this time.
    Expire {
        /// The time.
        unused_since: Millis,
        /// Sent when done.
        reply: oneshot::Sender<()>,
    },
    /// The room was deleted from the store.
    Deleted,
    /// A turn may have run out of time, or a bot may have to play.
    CheckTimers,
    /// The room's task panics.
    #[cfg(test)]
    Panic,
}

impl RoomCommand {
    /// Replies with an error, if the sender waits for a result.
    pub(super) fn refuse(self, error: RoomError) {
        if let RoomCommand::Join { reply, .. }
        | RoomCommand::HttpRequest { reply, .. }
        | RoomCommand::Close { reply, .. } = self
        {
            let _ = reply.send(Err(error));
        }
    }
}
