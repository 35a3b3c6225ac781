//! A table in memory: one task that takes questions one by one, stores what comes of them, and then tells everybody.

mod bots;
mod connection;

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use cafe_rules::Viewer;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

pub use connection::{Connection, ConnectionId, Shared};

use self::bots::Bots;
use crate::house::{House, now};
use crate::messages::{Ask, Asked, HintedTurn, Now, Tell};
use crate::metrics::count;
use crate::room::{Applied, By, Decision, Entry, Holder, Millis, Problem, Room, Stamped, TableOptions, Who};
use crate::store::{Change, StoreFault, Summary};
use crate::{TableId, VisitorId, random};

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
    /// A bot has chosen for the moment after so many moves.
    Chosen(usize, Vec<cafe_rules::Action>),
    /// A hint is ready.
    Hinted(ConnectionId, u32, Vec<HintedTurn>),
    /// Somebody who runs the house closes the table.
    Close(oneshot::Sender<Result<(), Problem>>),
    /// The time may be up: look at the clock.
    Wake,
    /// The house closes.
    HouseCloses,
}

/// The most who may look at one table.
const CONNECTIONS: usize = 500;

/// Opens a new table and stores it.
///
/// # Errors
/// If it cannot be stored.
pub async fn open(
    house: &House,
    host: &VisitorId,
    options: TableOptions,
    kept_for: Vec<Option<VisitorId>>,
    bots: &[(u8, cafe_bots::Level)],
) -> Result<Room, Problem> {
    options.check().map_err(Problem::Options)?;
    let secret = cafe_rules::Secret(random());
    let secret = secret.to_string();
    let opened = Entry::Opened { options, host: host.clone(), secret, kept_for, deal: None };
    let mut entries = vec![opened];
    entries.extend(bots.iter().map(|&(seat, level)| Entry::BotSat { seat, level }));
    let at = now();
    let entries: Vec<Stamped> = entries.into_iter().map(|entry| Stamped { at, entry }).collect();
    let id = TableId::new();
    let room = Room::replay(id.clone(), entries.clone()).map_err(|_| Problem::NoSuchSeat)?;
    let change = Change::Open { table: id, entries, summary: Summary::of(&room) };
    house.store.write(change).await.map_err(|fault| not_stored(house, &fault))?;
    count(&house.metrics.tables_opened);
    Ok(room)
}

fn not_stored(house: &House, fault: &StoreFault) -> Problem {
    count(&house.metrics.store_faults);
    tracing::error!(%fault, "an entry was not stored");
    Problem::NotStored
}

/// Looks after a table until nobody does.
pub(crate) async fn run(
    house: House,
    id: TableId,
    mut commands: mpsc::Receiver<Command>,
    sender: mpsc::Sender<Command>,
) {
    let room = match house.store.room(id.clone()).await {
        Ok(room) => room,
        Err(fault) => {
            tracing::error!(table = %id, %fault, "a table cannot be read");
            None
        }
    };
    house.metrics.tables_in_memory.fetch_add(1, Ordering::Relaxed);
    match room {
        Some(room) => Table::new(house.clone(), room, sender).serve(&mut commands).await,
        // Who asks for a table that is not there finds the door closed.
        None => {
            while !house.hall.let_sleep(&id, &mut commands) {
                let _ = commands.recv().await;
            }
        }
    }
    house.metrics.tables_in_memory.fetch_sub(1, Ordering::Relaxed);
}

struct Table {
    house: House,
    room: Room,
    connections: Vec<Connection>,
    bots: Bots,
    quiet_since: Instant,
    closing: bool,
}

impl Table {
    fn new(house: House, room: Room, sender: mpsc::Sender<Command>) -> Table {
        let bots = Bots::new(sender);
        Table { house, room, connections: Vec::new(), bots, quiet_since: Instant::now(), closing: false }
    }

    async fn serve(mut self, commands: &mut mpsc::Receiver<Command>) {
        while !self.closing {
            self.bots.attend(&self.house, &self.room);
            let wake = self.wake_at();
            let command = tokio::select! {
                command = commands.recv() => command,
                () = tokio::time::sleep_until(wake) => None,
            };
            match command {
                Some(command) => {
                    self.quiet_since = Instant::now();
                    self.obey(command).await;
                }
                None => {
                    if self.may_sleep() && self.house.hall.let_sleep(&self.room.id, commands) {
                        return;
                    }
                    self.look_at_the_clock().await;
                }
            }
        }
    }

    /// When to look up even if nobody says anything.
    fn wake_at(&self) -> Instant {
        let mut wake = self.quiet_since + self.house.rules.idle;
        if let Some(deadline) = self.room.deadline() {
            let left = Duration::from_millis((deadline - now()).clamp(0, 86_400_000) as u64);
            wake = wake.min(Instant::now() + left);
        }
        if let Some(at) = self.bots.acts_at() {
            wake = wake.min(at);
        }
        wake.max(Instant::now() + Duration::from_millis(1))
    }

    /// Whether nobody would miss the table for a while.
    fn may_sleep(&self) -> bool {
        let soon = now() + self.house.rules.idle.as_millis() as Millis;
        self.connections.is_empty()
            && self.quiet_since.elapsed() >= self.house.rules.idle
            && !self.bots.are_busy()
            && self.room.deadline().is_none_or(|deadline| deadline > soon)
    }

    async fn look_at_the_clock(&mut self) {
        if let Some(actions) = self.bots.due(&self.room) {
            let entries = self.room.play_for(&actions, By::Bot);
            count(&self.house.metrics.bot_actions);
            let _ = self.happen(entries, None).await;
        }
        if self.room.deadline().is_some_and(|deadline| deadline <= now()) {
            let actions = bots::stand_in(&self.house, &self.room).await;
            let entries = self.room.play_for(&actions, By::Clock);
            let _ = self.happen(entries, None).await;
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Join { connection, last, answer } => {
                let may = self.may_join(&connection);
                let joins = may.is_ok();
                let _ = answer.send(may);
                if joins {
                    self.join(connection, last).await;
                }
            }
            Command::Ask(connection, asked) => self.ask(connection, asked).await,
            Command::Request(who, ask, answer) => {
                let done = match self.room.decide(&who, &ask, now()) {
                    Ok(Decision::Happens(entries)) => self.happen(entries, None).await,
                    Ok(Decision::Already) => Ok(()),
                    Err(problem) => Err(problem),
                };
                let _ = answer.send(done);
            }
            Command::Gone(connection) => {
                self.connections.retain(|other| other.id != connection);
                self.tell_presence();
            }
            Command::Chosen(moves, actions) => self.bots.chosen(&self.house, moves, actions),
            Command::Hinted(connection, id, turns) => {
                if let Some(to) = self.connections.iter().find(|other| other.id == connection) {
                    to.tell(&Tell::Hint { id, turns });
                }
            }
            Command::Close(answer) => {
                let closed =
                    if self.room.is_over() { Ok(()) } else { self.happen(vec![Entry::Closed], None).await };
                let _ = answer.send(closed);
            }
            Command::Wake => self.look_at_the_clock().await,
            Command::HouseCloses => {
                self.connections.iter().for_each(|connection| connection.tell(&Tell::Closing));
                self.connections.clear();
                self.closing = true;
            }
        }
        self.drop_the_slow();
    }

    fn may_join(&self, connection: &Connection) -> Result<(), Problem> {
        let who = &connection.who.visitor;
        let kept = |holder: &Holder| *holder == Holder::Free(Some(who.clone()));
        let belongs = self.room.host == *who
            || self.room.seat_of(who).is_some()
            || self.room.play.is_none()
            || self.room.seats.iter().any(kept);
        // When the game is over as well: what was said at the table stays among its players.
        if !belongs && !self.room.options.watching {
            return Err(Problem::WatchingOff);
        }
        if self.connections.len() >= CONNECTIONS {
            return Err(Problem::TooMany);
        }
        Ok(())
    }

    async fn join(&mut self, connection: Connection, last: u64) {
        let viewer = self.viewer(&connection.who);
        let visitor = connection.who.visitor.to_string();
        connection.tell(&Tell::Welcome { now: now(), visitor });
        connection.tell(&Tell::Now(Box::new(Now::since(&self.room, last, viewer))));
        let who = connection.who.clone();
        self.connections.push(connection);
        self.tell_presence();
        // Who opens the door is back.
        if let Ok(Decision::Happens(entries)) = self.room.decide(&who, &Ask::Back, now()) {
            let _ = self.happen(entries, None).await;
        }
    }

    fn viewer(&self, who: &Who) -> Viewer {
        self.room.seat_of(&who.visitor).map_or(Viewer::Spectator, Viewer::Seat)
    }

    async fn ask(&mut self, connection: ConnectionId, asked: Asked) {
        let Some(from) = self.connections.iter().find(|other| other.id == connection) else { return };
        let (who, Asked { id, ask }) = (from.who.clone(), asked);
        let acts = matches!(ask, Ask::Act { .. });
        let result = match ask {
            Ask::React { with } => self.room.seated(&who).map(|seat| {
                self.tell_all(&Tell::Reacted { seat, with });
                Decision::Already
            }),
            Ask::Hint { seq } => self.hint(&who, seq, connection, id),
            Ask::Rematch => self.rematch(&who).await,
            ask => self.room.decide(&who, &ask, now()),
        };
        let result = match result {
            Ok(Decision::Happens(entries)) => {
                let happened = self.happen(entries, Some((connection, id))).await;
                if happened.is_ok() && acts {
                    count(&self.house.metrics.actions);
                }
                happened
            }
            Ok(Decision::Already) => {
                if let Some(to) = self.connections.iter().find(|other| other.id == connection) {
                    to.tell(&Tell::Done { id });
                }
                Ok(())
            }
            Err(problem) => Err(problem),
        };
        if let Err(problem) = result {
            count(&self.house.metrics.refusals);
            self.refuse(connection, id, &problem);
        }
    }

    fn refuse(&self, connection: ConnectionId, id: u32, problem: &Problem) {
        let Some(to) = self.connections.iter().find(|other| other.id == connection) else { return };
        to.refused();
        to.tell(&Tell::refused(id, problem));
        // Who answers another moment is shown this one.
        if *problem == Problem::Stale {
            let viewer = self.viewer(&to.who);
            to.tell(&Tell::Now(Box::new(Now::since(&self.room, self.room.number(), viewer))));
        }
    }

    fn hint(&self, who: &Who, seq: u32, connection: ConnectionId, id: u32) -> Result<Decision, Problem> {
        let seat = self.room.seated(who)?;
        if !self.room.options.hints {
            return Err(Problem::HintsOff);
        }
        let play = self.room.play.as_ref().ok_or(Problem::NotStarted)?;
        if self.room.to_move() != Some(seat) {
            return Err(Problem::NotYourTurn);
        }
        if seq as usize != play.moves.len() {
            return Err(Problem::Stale);
        }
        self.bots.hint(&self.house, &self.room, connection, id)?;
        Ok(Decision::Happens(Vec::new()))
    }

    /// The same people at a new table, the next player beginning.
    async fn rematch(&self, who: &Who) -> Result<Decision, Problem> {
        self.room.seated(who)?;
        if !self.room.is_over() {
            return Err(Problem::NotOver);
        }
        if self.room.followed.is_some() {
            return Ok(Decision::Already);
        }
        let mut seats = self.room.seats.clone();
        seats.rotate_left(1);
        let kept_for = seats.iter().map(|holder| holder.guest().map(|guest| guest.visitor.clone())).collect();
        let bots: Vec<(u8, cafe_bots::Level)> = (0..)
            .zip(&seats)
            .filter_map(
                |(seat, holder)| if let Holder::Bot(level) = holder { Some((seat, *level)) } else { None },
            )
            .collect();
        let next = open(&self.house, &self.room.host, self.room.options.clone(), kept_for, &bots).await?;
        Ok(Decision::Happens(vec![Entry::Followed { table: next.id }]))
    }

    /// Stores what happens and, once it is on the disk, tells everybody.
    async fn happen(
        &mut self,
        entries: Vec<Entry>,
        answers: Option<(ConnectionId, u32)>,
    ) -> Result<(), Problem> {
        if entries.is_empty() {
            return Ok(());
        }
        let at = now().max(self.room.touched);
        let first = self.room.number() + 1;
        let entries: Vec<Stamped> = entries.into_iter().map(|entry| Stamped { at, entry }).collect();
        let before = Summary::of(&self.room);
        let mut applied: Vec<Applied> = Vec::with_capacity(entries.len());
        for stamped in &entries {
            match self.room.apply(stamped.clone()) {
                Ok(one) => applied.push(one),
                Err(damaged) => {
                    tracing::error!(table = %self.room.id, %damaged, "what was decided cannot happen");
                    self.room.forget_since(first);
                    return Err(Problem::NotStored);
                }
            }
        }
        let summary = Some(Summary::of(&self.room)).filter(|summary| *summary != before);
        let stored = entries.len() as u64;
        let change = Change::Append { table: self.room.id.clone(), first, entries, summary };
        // Nobody has seen the table as it is now: until this is on the disk it can still be undone.
        if let Err(fault) = self.house.store.write(change).await {
            self.room.forget_since(first);
            return Err(not_stored(&self.house, &fault));
        }
        self.house.metrics.entries.fetch_add(stored, Ordering::Relaxed);
        self.tell_now(&applied, answers);
        Ok(())
    }

    /// Tells everybody how things are now. Spectators all see the same.
    fn tell_now(&self, applied: &[Applied], answers: Option<(ConnectionId, u32)>) {
        let mut for_spectators: Option<Utf8Bytes> = None;
        for connection in &self.connections {
            let viewer = self.viewer(&connection.who);
            let id = answers.filter(|(asker, _)| *asker == connection.id).map(|(_, id)| id);
            if viewer == Viewer::Spectator && id.is_none() {
                let text = for_spectators.get_or_insert_with(|| {
                    Tell::Now(Box::new(Now::of(&self.room, applied, viewer, None))).written()
                });
                connection.send(text.clone());
            } else {
                connection.tell(&Tell::Now(Box::new(Now::of(&self.room, applied, viewer, id))));
            }
        }
    }

    fn tell_all(&self, tell: &Tell) {
        let text = tell.written();
        self.connections.iter().for_each(|connection| connection.send(text.clone()));
    }

    fn tell_presence(&self) {
        let mut here = vec![false; self.room.seats.len()];
        let mut watching = 0;
        for connection in &self.connections {
            match self.room.seat_of(&connection.who.visitor) {
                Some(seat) => here[usize::from(seat)] = true,
                None => watching += 1,
            }
        }
        self.tell_all(&Tell::Presence { here, watching });
    }

    /// Who does not read what they are told is shown out, and may come back.
    fn drop_the_slow(&mut self) {
        let slow = |connection: &Connection| connection.is_gone();
        if self.connections.iter().any(slow) {
            self.connections.retain(|connection| !slow(connection));
            self.tell_presence();
        }
    }
}
