//! What a table can be told.

use tokio::sync::oneshot;

use super::{Connection, ConnectionId};
use crate::VisitorId;
use crate::messages::{Ask, Asked, HintedTurn};
use crate::room::{Millis, Problem, Who};

/// What a table can be told.
pub enum Command {
    /// Somebody opens the door. Answered with the problem if they may not come in.
    Join {
        /// Who.
        connection: Connection,
        /// The last push they saw, or 0.
        last: u64,
        /// Whether they may.
        answer: oneshot::Sender<Result<(), Problem>>,
    },
    /// Somebody asks.
    Ask(ConnectionId, Asked),
    /// Somebody asks without a socket. Answered when it is stored, or with the problem.
    Request(Who, Ask, oneshot::Sender<Result<(), Problem>>),
    /// Somebody has gone.
    Gone(ConnectionId),
    /// Somebody of the house has chosen for the moment after so many moves.
    Chosen(usize, Vec<cafe_rules::Action>),
    /// A hint for a seat is ready.
    Hinted(u8, Vec<HintedTurn>),
    /// Somebody who runs the house closes the table, and perhaps says why.
    Close(Option<String>, oneshot::Sender<Result<(), Problem>>),
    /// A visitor is to be forgotten, and leaves; a table that waits and has nobody else at it is closed.
    ShowOut(VisitorId, oneshot::Sender<()>),
    /// A visitor has been forgotten: what is in memory is read again.
    Forgotten(VisitorId, oneshot::Sender<()>),
    /// A visitor's devices were signed out: whoever is still known comes back.
    SignedOut(VisitorId, oneshot::Sender<()>),
    /// Nobody has been here since then: a table that waits is closed, unless somebody has come.
    Expire(Millis, oneshot::Sender<()>),
    /// The time may be up: look at the clock.
    Wake,
}

impl Command {
    /// Answers that it cannot be done, if an answer is waited for.
    pub(super) fn refuse(self, problem: Problem) {
        if let Command::Join { answer, .. } | Command::Request(_, _, answer) | Command::Close(_, answer) =
            self
        {
            let _ = answer.send(Err(problem));
        }
    }
}
