//! The decision about a viewer's request, and the answer to it.

use cafe_room::messages::{ClientMessage, ServerMessage};
use cafe_room::{Decision, Entry, Room, RoomError, RoomRequest, TokenHash, Visitor};

use super::commit::CommitError;
use super::{ConnectionId, RoomActor};

/// How often a request is decided again after another writer was faster.
const MAX_ATTEMPTS: usize = 3;

/// The request that an update answers.
#[derive(Clone, Copy)]
pub(super) struct ReplyTo {
    /// The socket it came from.
    pub(super) connection: ConnectionId,
    /// Its id.
    pub(super) id: u32,
}

/// How a request is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// By the update that was broadcast.
    Updated,
    /// At once: nothing changed.
    NoChange,
    /// By a message of its own: a past view, or a hint once it is computed.
    OwnMessage,
}

/// What to do about a request.
enum Outcome {
    Append(Vec<Entry>),
    /// Opens the room of a rematch.
    OpenNextRoom(Box<Room>),
    NoChange,
    OwnMessage,
}

impl From<Decision> for Outcome {
    fn from(decision: Decision) -> Outcome {
        match decision {
            Decision::Append(entries) => Outcome::Append(entries),
            Decision::NoChange => Outcome::NoChange,
        }
    }
}

impl RoomActor {
    /// Handles a request from a socket and answers on it.
    pub(super) async fn handle_socket_request(&mut self, id: ConnectionId, message: ClientMessage) {
        let Some(connection) = self.connection(id) else { return };
        let (mut visitor, device) = (connection.visitor.clone(), connection.device_token());
        let ClientMessage { id: request_id, request } = message;
        if matches!(request, RoomRequest::TakeSeat { .. }) {
            self.refresh_name(&mut visitor).await;
        }
        let reply_to = ReplyTo { connection: id, id: request_id };
        match self.submit(&visitor, device, &request, Some(reply_to)).await {
            Ok(Answer::Updated) if matches!(request, RoomRequest::Play { .. }) => {
                self.state.metrics.actions.inc();
                // A move costs nothing, because the others wait for it. A repeated one does.
                if let Some(connection) = self.connection(id) {
                    connection.adjust_cost(-1);
                }
            }
            Ok(Answer::Updated | Answer::OwnMessage) => {}
            Ok(Answer::NoChange) => {
                if let Some(connection) = self.connection(id) {
                    connection.send(&ServerMessage::Done { id: request_id });
                }
            }
            Err(error) => self.refuse(reply_to, &error),
        }
    }

    /// Decides about a request and commits the entries. If another writer was faster, the request is decided again on the new
    /// state. If a device is given, it has to be signed in when the entries are stored.
    pub(super) async fn submit(
        &mut self,
        visitor: &Visitor,
        device: Option<TokenHash>,
        request: &RoomRequest,
        reply_to: Option<ReplyTo>,
    ) -> Result<Answer, RoomError> {
        for _ in 0..MAX_ATTEMPTS {
            let (entries, next_room) = match self.decide(visitor, request, reply_to).await? {
                Outcome::Append(entries) => (entries, None),
                Outcome::OpenNextRoom(next) => {
                    (vec![Entry::RematchOpened { room: next.id.clone() }], Some(next))
                }
                Outcome::NoChange => return Ok(Answer::NoChange),
                Outcome::OwnMessage => return Ok(Answer::OwnMessage),
            };
            match self.commit_with(entries, next_room.as_deref(), reply_to, device).await {
                Ok(()) => return Ok(Answer::Updated),
                Err(CommitError::Conflict) => {}
                Err(CommitError::SignedOut) => return Err(RoomError::SignedOut),
                Err(CommitError::TooMany) => return Err(RoomError::TooMany),
                Err(CommitError::NotStored) => break,
            }
        }
        Err(RoomError::NotStored)
    }

    /// Decides about a request. Reactions, hints, past views and rematches involve more than the room's state,
    /// so they are decided here.
    async fn decide(
        &mut self,
        visitor: &Visitor,
        request: &RoomRequest,
        reply_to: Option<ReplyTo>,
    ) -> Result<Outcome, RoomError> {
        match (request, reply_to) {
            (RoomRequest::React { reaction }, _) => {
                let player = self.room.require_unmuted(visitor)?;
                self.send_all(&ServerMessage::Reaction { player, reaction: *reaction });
                Ok(Outcome::NoChange)
            }
            (RoomRequest::Hint { seq }, Some(reply_to)) => {
                self.start_hint(visitor, *seq, reply_to)?;
                Ok(Outcome::OwnMessage)
            }
            (RoomRequest::PastView { actions }, Some(reply_to)) => {
                self.send_past_view(visitor, *actions, reply_to)?;
                Ok(Outcome::OwnMessage)
            }
            (RoomRequest::Rematch {}, _) => Ok(match self.decide_rematch(visitor).await? {
                Some(next) => Outcome::OpenNextRoom(Box::new(next)),
                None => Outcome::NoChange,
            }),
            _ => self.room.decide(visitor, request, self.state.now()).map(Outcome::from),
        }
    }

    /// Reads the visitor's current name, which may have changed since the socket was opened.
    async fn refresh_name(&self, visitor: &mut Visitor) {
        match self.state.store.visitor_name(&visitor.id).await {
            Ok(Some(name)) => visitor.name = name,
            // The visitor is being erased and will be disconnected.
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "cannot read a visitor's name"),
        }
    }
}
