//! The task of a room in memory. It handles commands one by one.
//!
//! A request is decided (`requests`), committed to the store (`commit`) and broadcast to the viewers (`broadcast`). Bots and
//! clocks (`timers`, `bot_driver`) follow the same path from the commit on.

mod activity;
mod bot_driver;
mod broadcast;
mod command;
mod commit;
mod connection;
mod hints;
mod open_room;
mod outbox_limits;
mod presence;
mod rematch;
mod requests;
#[cfg(test)]
mod tests;
mod timers;
mod viewers;

use cafe_room::{Entry, Millis, Room, RoomError, RoomId, VisitorId};
use cafe_store::StoreError;
use tokio::sync::mpsc;
use tokio::time::Instant;

pub use command::RoomCommand;
pub use connection::{CloseReason, Connection, ConnectionId, ConnectionState};
pub use open_room::open_room;
pub use outbox_limits::OutboxLimits;

use self::bot_driver::BotDriver;
use self::hints::PendingHints;
use self::presence::Presence;
use crate::state::AppState;
use cafe_room::messages::ServerMessage;

/// Loads a room and handles its commands until the room is not needed any more.
pub(crate) async fn run(
    state: AppState,
    id: RoomId,
    mut commands: mpsc::Receiver<RoomCommand>,
    sender: mpsc::Sender<RoomCommand>,
) {
    let _in_memory = InMemory::new(&state);
    match state.store.room(&id).await {
        Ok(Some(mut room)) => {
            correct_future_turn(&state, &mut room).await;
            RoomActor::new(state.clone(), room, sender).run(&mut commands).await;
        }
        // Dropping a command tells its sender that there is no such room.
        Ok(None) => drain(&state, &id, &mut commands, drop).await,
        Err(error) => {
            tracing::error!(%error, "cannot read room");
            if let StoreError::Unreadable { .. } = error {
                state.metrics.unreadable_rooms.inc();
                // Otherwise lists would show it, and its timer would load it again and again.
                if let Err(error) = state.store.quarantine_room(&id, false).await {
                    tracing::error!(%error, "cannot quarantine room");
                }
            }
            drain(&state, &id, &mut commands, |command| command.refuse(RoomError::NotStored)).await;
        }
    }
}

/// Corrects a turn that was started while the clock was ahead, so that it does not last for as long as the clock was wrong.
async fn correct_future_turn(state: &AppState, room: &mut Room) {
    let now = state.now();
    if !room.has_future_turn(now) {
        return;
    }
    tracing::warn!("a turn started in the future: the clock was wrong");
    let timer_at = state.store.timer(&room.id).await;
    // Without the stored timer the turn starts again, which is better than one that lasts for years.
    room.correct_future_turn(now, timer_at.clone().ok().flatten());
    let stored = state.store.set_timer(&room.id, room.next_timer()).await;
    if let Err(error) = timer_at.map(|_| ()).and(stored) {
        tracing::error!(%error, "cannot correct the timer of a room");
    }
}

/// Counts a room in memory until this is dropped, also by a panic. After a panic the next command loads the room again.
struct InMemory(AppState);

impl InMemory {
    fn new(state: &AppState) -> InMemory {
        state.metrics.rooms_in_memory.inc();
        InMemory(state.clone())
    }
}

impl Drop for InMemory {
    fn drop(&mut self) {
        self.0.metrics.rooms_in_memory.dec();
        if std::thread::panicking() {
            self.0.metrics.room_panics.inc();
            tracing::error!("the task of a room panicked; the next request loads the room again");
        }
    }
}

/// Handles the waiting commands of a room that cannot be used, and ends.
async fn drain(
    state: &AppState,
    id: &RoomId,
    commands: &mut mpsc::Receiver<RoomCommand>,
    handle: impl Fn(RoomCommand),
) {
    while !state.rooms.remove_if_unused(state, id, commands).await {
        if let Some(command) = commands.recv().await {
            handle(command);
        }
    }
}

struct RoomActor {
    state: AppState,
    room: Room,
    connections: Vec<Connection>,
    presence: Presence,
    bots: BotDriver,
    hints: PendingHints,
    /// Time of the last command, or of the last check that found the room in use.
    idle_since: Instant,
    /// The time of the last activity that the store knows of.
    stored_active_at: Millis,
    /// After a failed write bots and clocks pause until then.
    retry_at: Option<Instant>,
}

impl RoomActor {
    fn new(state: AppState, room: Room, sender: mpsc::Sender<RoomCommand>) -> RoomActor {
        RoomActor {
            bots: BotDriver::new(sender.clone()),
            hints: PendingHints::new(sender),
            idle_since: Instant::now(),
            stored_active_at: room.updated_at,
            retry_at: None,
            connections: Vec::new(),
            presence: Presence::default(),
            state,
            room,
        }
    }

    async fn run(mut self, commands: &mut mpsc::Receiver<RoomCommand>) {
        let state = self.state.clone();
        let mut shutdown = std::pin::pin!(state.shutdown_started());
        loop {
            self.send_due_presence();
            self.bots.start_if_needed(&self.state, &self.room, !self.connections.is_empty());
            let wake_at = self.wake_at();
            let command = tokio::select! {
                biased;
                () = &mut shutdown => break,
                command = commands.recv() => command,
                () = tokio::time::sleep_until(wake_at) => None,
            };
            match command {
                Some(RoomCommand::Deleted) => {
                    // Clients that reconnect are told that there is no such room.
                    self.connections.drain(..).for_each(Connection::close_for_reconnect);
                    drain(&state, &self.room.id, commands, drop).await;
                    return;
                }
                Some(command) => {
                    self.idle_since = Instant::now();
                    self.handle(command).await;
                    // Not only once the queue is empty: a flood of commands must not stop the clock.
                    self.play_due_actions().await;
                }
                None => {
                    if self.idle(commands).await {
                        return;
                    }
                }
            }
        }
        self.send_all(&ServerMessage::Closing);
    }

    /// Runs when no command came in time. Returns whether the task ends.
    async fn idle(&mut self, commands: &mut mpsc::Receiver<RoomCommand>) -> bool {
        // Also removes connections whose socket was never opened.
        self.remove_dead_connections();
        self.store_activity().await;
        if self.can_unload() {
            self.close_if_abandoned().await;
        }
        if self.can_unload() && self.state.rooms.remove_if_unused(&self.state, &self.room.id, commands).await
        {
            return true;
        }
        self.restart_idle_timer();
        self.play_due_actions().await;
        false
    }

    async fn handle(&mut self, command: RoomCommand) {
        match command {
            RoomCommand::Join { connection, last, reply } => {
                let admitted = self.admit(&connection).await;
                let is_admitted = admitted.is_ok();
                if is_admitted {
                    // Before the reply: the price of joining depends on what is waiting.
                    self.send_welcome(&connection, last);
                }
                let _ = reply.send(admitted);
                if is_admitted {
                    self.join(connection).await;
                    self.store_activity().await;
                }
            }
            RoomCommand::SocketRequest { connection, message } => {
                self.handle_socket_request(connection, message).await;
            }
            RoomCommand::HttpRequest { visitor, device, request, reply } => {
                let answer = self.submit(&visitor, Some(device.token), &request, None).await;
                let _ = reply.send(answer.map(|_| ()));
            }
            RoomCommand::Disconnected(connection) => {
                self.connections.retain(|other| other.id != connection);
                self.presence_changed();
                tracing::debug!(viewers = self.connections.len(), "viewer disconnected");
            }
            RoomCommand::BotChose { seq, actions } => {
                self.bots.plan(&self.state, &self.room, seq, actions);
            }
            RoomCommand::HintReady { player, turns } => self.send_hint(player, &turns),
            RoomCommand::Close { reason, reply } => {
                let closed = match self.room.is_over() {
                    true => Err(RoomError::Over),
                    false => self.append_unconditionally(Entry::Closed { reason }).await,
                };
                let _ = reply.send(closed);
            }
            RoomCommand::RemoveVisitor { visitor, reply } => {
                self.remove_visitor(&visitor).await;
                let _ = reply.send(());
            }
            RoomCommand::VisitorErased { visitor, reply } => {
                self.reload_without(&visitor).await;
                let _ = reply.send(());
            }
            RoomCommand::SignedOut { visitor, signed_in, reply } => {
                self.disconnect(&visitor, &signed_in);
                let _ = reply.send(());
            }
            RoomCommand::Expire { unused_since, reply } => {
                self.expire(unused_since).await;
                let _ = reply.send(());
            }
            // A deleted room handles no commands, and what is due is played after every command.
            RoomCommand::Deleted | RoomCommand::CheckTimers => {}
            #[cfg(test)]
            RoomCommand::Panic => panic!("requested by a test"),
        }
        self.remove_dead_connections();
    }

    /// Frees the seat of a visitor who is about to be erased. A waiting room without host and players is closed, because nobody
    /// could start its game.
    async fn remove_visitor(&mut self, visitor: &VisitorId) {
        if let Some(entry) = self.room.entry_for_leaving(visitor) {
            let _ = self.append_unconditionally(entry).await;
        }
        let is_hosted_by_visitor = self.room.is_waiting() && self.room.host == *visitor;
        let has_no_players = self.room.occupants.iter().all(|occupant| occupant.visitor().is_none());
        if is_hosted_by_visitor && has_no_players {
            let _ = self.append_unconditionally(Entry::Closed { reason: None }).await;
        }
    }

    fn connection(&self, id: ConnectionId) -> Option<&Connection> {
        self.connections.iter().find(|connection| connection.id == id)
    }
}
