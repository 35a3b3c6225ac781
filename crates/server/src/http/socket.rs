//! The socket of a table.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument as _;
use utoipa::IntoParams;

use super::answers::unanswered;
use super::door::Asks;
use super::input::{At, Wishes};
use super::limits::{Limits, socket_place};
use super::openapi::{NotASocket, NotForWatching, NotIntroduced, NotNow, NotThere, TooMany};
use super::{Doors, Fault};
use crate::credit::{Allowance, Credit};
use crate::entrance::Stay;
use crate::house::House;
use crate::messages::{Ask, Asked, Tell};
use crate::metrics::count;
use crate::room::{Problem, Who};
use crate::table::{Command, Connection, ConnectionId, Parting, Shared};

/// A message from a client is at most this long; one that is longer is refused, and one that is far too long not even read.
const MESSAGE_BYTES: usize = 4096;
const READ_BYTES: usize = 4 * MESSAGE_BYTES;
/// How often a silent client is asked whether it is still there, and after how much silence it is not.
const PING: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(70);
/// How long a message may be on its way to a client that does not read.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a client gets to hear that the socket is closed, and to say that it heard: less when everybody waits for it.
const LONG_GOODBYE: Duration = Duration::from_secs(5);
const GOODBYE: Duration = Duration::from_secs(1);
/// What is told to a client that does not keep to the protocol of sockets, or sends what nobody could mean as a message.
const UNREADABLE: &str = "that is no message, or a far too long one";

/// Where a client was when it left.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// The number of the last push that it saw.
    #[serde(default)]
    #[param(required = false)]
    last: u64,
}

/// The socket of a table: the client sends `Asked`, the server `Tell`, both as text.
#[utoipa::path(
    get,
    path = "/tables/{id}/socket",
    operation_id = "open_socket",
    params(("id" = String, Path, description = "the table"), Since),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 101, description = "the socket"),
        NotASocket,
        NotIntroduced,
        NotForWatching,
        NotThere,
        TooMany,
        NotNow
    )
)]
pub(super) async fn open(
    State(doors): State<Doors>,
    Asks(who): Asks,
    At(id): At,
    Wishes(Since { last }): Wishes<Since>,
    stay: Option<Extension<Stay>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    let upgrade = upgrade.map_err(|wrong| Fault::Request(wrong.status(), wrong.body_text()))?;
    if doors.house.is_closing() {
        return Err(Fault::Closing);
    }
    let place = socket_place(&doors, &who.visitor)?;
    let (connection, inbox, shared) = Connection::new(who.clone());
    let (answer, when_answered) = oneshot::channel();
    let number = connection.id;
    let Doors { house, limits } = doors;
    let looks = house.hall.looks(&house, &who.visitor, &id);
    let table = house.hall.tell(&house, &id, Command::Join { connection, last, answer }).await;
    when_answered.await.map_err(|_| unanswered(&house))??;
    // Small buffers: messages are short, and there are many sockets.
    let upgrade = upgrade
        .max_message_size(READ_BYTES)
        .max_frame_size(READ_BYTES)
        .read_buffer_size(4096)
        .write_buffer_size(0);
    // The socket outlives the request; what the log says of it belongs to it all the same.
    let span = tracing::Span::current();
    let visit = async move |socket: WebSocket| {
        // Kept until the socket is closed: by its visitor, and by the connection that it was.
        let _places = (place, stay, looks);
        house.metrics.sockets.inc();
        let (table_too, credit) = (table.clone(), Credit::new(ALLOWED));
        Visit { house: &house, limits: &limits, who, number, table: table_too, shared, credit }
            .serve(socket, inbox)
            .await;
        let _ = table.send(Command::Gone(number)).await;
        house.metrics.sockets.dec();
    };
    Ok(upgrade.on_upgrade(|socket| visit(socket).instrument(span)))
}

/// What a client may ask in a short time. What an action costs is given back when it is played: the others wait for it.
const ALLOWED: Allowance = Allowance { most: 40.0, each_second: 10.0 };
/// Who goes on for so long without credit is shown out.
const WORST: f64 = -100.0;

/// A socket and the table behind it.
struct Visit<'h> {
    house: &'h House,
    limits: &'h Limits,
    who: Who,
    number: ConnectionId,
    table: mpsc::Sender<Command>,
    shared: Arc<Shared>,
    credit: Credit,
}

impl Visit<'_> {
    async fn serve(mut self, mut socket: WebSocket, mut inbox: mpsc::Receiver<Utf8Bytes>) {
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval(PING);
        loop {
            tokio::select! {
                told = inbox.recv() => match told {
                    Some(text) => {
                        if !self.send(&mut socket, Message::Text(text)).await {
                            return self.close(socket).await;
                        }
                    }
                    // The table has closed the door: the reader was too slow, or the house closes.
                    None => return self.close(socket).await,
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    let answer = match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text).await,
                        Some(Ok(Message::Binary(_))) => {
                            self.credit.take(5.0, ALLOWED);
                            Err((0, Problem::BadMessage("it is not text".to_owned())))
                        }
                        // Answered by itself; but an endless row of them is a flood like any other.
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                            self.credit.take(1.0, ALLOWED);
                            Ok(())
                        }
                        Some(Ok(Message::Close(_))) | None => return,
                        // Whoever has only gone does not hear this.
                        Some(Err(_)) => return self.part(socket, 1002, UNREADABLE).await,
                    };
                    if let Err((id, problem)) = answer {
                        self.house.metrics.refuse("socket", problem.code());
                        let refused = Tell::refused(id, &problem).written();
                        if !self.send(&mut socket, Message::Text(refused)).await {
                            return self.close(socket).await;
                        }
                    }
                    if self.credit.take(0.0, ALLOWED) < WORST {
                        return self.part(socket, 1008, "too much, too fast").await;
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE || !self.send(&mut socket, Message::Ping(Default::default())).await {
                        return self.close(socket).await;
                    }
                }
            }
            if self.shared.is_slow() {
                return self.close(socket).await;
            }
        }
    }

    /// Sends a message; nobody waits for a client that does not read. Returns whether it was sent.
    async fn send(&self, socket: &mut WebSocket, message: Message) -> bool {
        let closing = async {
            self.house.closes().await;
            tokio::time::sleep(GOODBYE).await;
        };
        tokio::select! {
            biased;
            sent = socket.send(message) => sent.is_ok(),
            () = self.shared.found_slow() => false,
            () = closing => false,
            () = tokio::time::sleep(PATIENCE) => false,
        }
    }

    async fn close(&self, socket: WebSocket) {
        let (code, reason) = match () {
            () if self.house.is_closing() => (1001, "the house closes for a moment"),
            () => match self.shared.parting() {
                Some(Parting::TooSlow) => (1013, "too slow: come back"),
                Some(Parting::Outnumbered) => {
                    (1008, "you have opened this table too often; this is the oldest")
                }
                Some(Parting::NotForWatching) => (1008, "this table is for its players only"),
                None => (1008, "you are not here any more"),
            },
        };
        self.part(socket, code, reason).await;
    }

    /// Says why, and closes. What the client still sends is heard until it has closed as well: else the system would take
    /// the last words back.
    async fn part(&self, mut socket: WebSocket, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: reason.into() };
        let goodbye = async {
            if socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = socket.recv().await {}
            }
        };
        let house_closes = async {
            self.house.closes().await;
            tokio::time::sleep(GOODBYE).await;
        };
        tokio::select! {
            () = goodbye => {}
            () = house_closes => {}
            () = tokio::time::sleep(LONG_GOODBYE) => {}
        }
    }

    /// Passes a question on to the table.
    ///
    /// # Errors
    /// Why not, and the number of the question as far as it could be read.
    async fn hear(&mut self, text: &str) -> Result<(), (u32, Problem)> {
        if text.len() > MESSAGE_BYTES {
            self.credit.take(5.0, ALLOWED);
            return Err((0, Problem::BadMessage(format!("it is longer than {MESSAGE_BYTES} bytes"))));
        }
        let read: Result<Asked, _> = serde_json::from_str(text);
        let asked = match read {
            Ok(asked) => asked,
            Err(error) => {
                self.credit.take(2.0, ALLOWED);
                return Err((0, Problem::BadMessage(error.to_string())));
            }
        };
        let later = self.shared.costs.swap(0, Ordering::Relaxed);
        let cost = match asked.ask {
            Ask::Hint { .. } => 4.0,
            Ask::Say { .. } | Ask::React { .. } => 3.0,
            _ => 1.0,
        };
        let enough = self.credit.take(cost + f64::from(later), ALLOWED) >= 0.0;
        if !enough || !self.limits.may_ask(&self.who.visitor, &asked.ask) {
            count(&self.house.metrics.floods);
            tracing::debug!(visitor = %self.who.visitor, "too fast");
            return Err((asked.id, Problem::TooFast));
        }
        let id = asked.id;
        let sent = self.table.send(Command::Ask(self.number, asked)).await;
        // The table sleeps only when nobody looks; it cannot sleep now.
        sent.map_err(|_| (id, Problem::NotStored))
    }
}
