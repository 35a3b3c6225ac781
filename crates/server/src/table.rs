//! A table in memory: one task that takes questions one by one, stores what comes of them, and then tells everybody.

mod bots;
mod command;
mod connection;
mod opening;
mod telling;

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

pub use command::Command;
pub use connection::{Connection, ConnectionId, Shared};
pub use opening::open;

use self::bots::Bots;
use self::opening::not_stored;
use crate::house::{House, now};
use crate::messages::{Ask, Asked, Tell};
use crate::metrics::count;
use crate::room::{Applied, By, Decision, Entry, Holder, Millis, Problem, Room, Stamped, Who};
use crate::store::{Change, Summary};
use crate::{TableId, VisitorId};

/// The most who may look at one table.
const CONNECTIONS: usize = 500;
/// How long bots and clocks wait before they try again what could not be stored.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Looks after a table until nobody does.
pub(crate) async fn run(
    house: House,
    id: TableId,
    mut commands: mpsc::Receiver<Command>,
    sender: mpsc::Sender<Command>,
) {
    house.metrics.tables_in_memory.inc();
    let room = match house.store.room(id.clone()).await {
        Ok(room) => room,
        Err(fault) => {
            tracing::error!(%fault, "a table cannot be read");
            None
        }
    };
    match room {
        Some(room) => Table::new(house.clone(), room, sender).serve(&mut commands).await,
        // Who asks for a table that is not there finds the door closed.
        None => {
            while !house.hall.let_sleep(&id, &mut commands) {
                let _ = commands.recv().await;
            }
        }
    }
    house.metrics.tables_in_memory.dec();
}

struct Table {
    house: House,
    room: Room,
    connections: Vec<Connection>,
    bots: Bots,
    quiet_since: Instant,
    /// When something could not be stored, bots and clocks do nothing until then.
    resting_until: Option<Instant>,
}

impl Table {
    fn new(house: House, room: Room, sender: mpsc::Sender<Command>) -> Table {
        let bots = Bots::new(sender);
        let quiet_since = Instant::now();
        Table { house, room, connections: Vec::new(), bots, quiet_since, resting_until: None }
    }

    async fn serve(mut self, commands: &mut mpsc::Receiver<Command>) {
        let house = self.house.clone();
        let mut house_closes = std::pin::pin!(house.closes());
        loop {
            self.bots.attend(&self.house, &self.room);
            let wake = self.wake_at();
            let command = tokio::select! {
                biased;
                () = &mut house_closes => break,
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
        self.tell_all(&Tell::Closing);
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
        let soonest = Instant::now() + Duration::from_millis(1);
        wake.max(self.resting_until.map_or(soonest, |until| until.max(soonest)))
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
        if self.resting_until.is_some_and(|until| until > Instant::now()) {
            return;
        }
        if let Some(actions) = self.bots.due(&self.room) {
            let entries = self.room.play_for(&actions, By::Bot);
            if self.happen(entries, None).await.is_ok() {
                count(&self.house.metrics.bot_actions);
            }
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
                tracing::debug!(looking = self.connections.len(), "somebody has gone");
            }
            Command::Chosen(moves, actions) => self.bots.chosen(&self.house, moves, actions),
            Command::Hinted(connection, id, turns) => {
                if let Some(to) = self.connections.iter().find(|other| other.id == connection) {
                    to.tell(&Tell::Hint { id, turns });
                }
            }
            Command::Close(why, answer) => {
                let closes = Entry::Closed { why };
                let closed = if self.room.is_over() {
                    Err(Problem::Over)
                } else {
                    self.happen(vec![closes], None).await
                };
                let _ = answer.send(closed);
            }
            Command::ShowOut(visitor, answer) => {
                if let Some(leaves) = self.room.without(&visitor) {
                    let _ = self.happen(vec![leaves], None).await;
                }
                // With neither a host nor anybody else it would wait for ever.
                let waits = self.room.play.is_none() && !self.room.closed && self.room.host == visitor;
                if waits && self.room.seats.iter().all(|holder| holder.guest().is_none()) {
                    let _ = self.happen(vec![Entry::Closed { why: None }], None).await;
                }
                let _ = answer.send(());
            }
            Command::Forgotten(visitor, answer) => {
                self.forget(&visitor).await;
                let _ = answer.send(());
            }
            Command::Wake => self.look_at_the_clock().await,
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
        let visitor = connection.who.visitor.to_string();
        tracing::debug!(visitor, last, "somebody looks");
        connection.tell(&Tell::Welcome { now: now(), visitor });
        self.show(&connection, last);
        let who = connection.who.clone();
        self.connections.push(connection);
        self.tell_presence();
        // Who opens the door is back.
        if let Ok(Decision::Happens(entries)) = self.room.decide(&who, &Ask::Back, now()) {
            let _ = self.happen(entries, None).await;
        }
    }

    /// Reads again what is stored, where somebody does not occur any more.
    async fn forget(&mut self, visitor: &VisitorId) {
        self.connections.retain(|connection| connection.who.visitor != *visitor);
        match self.house.store.room(self.room.id.clone()).await {
            Ok(Some(room)) => self.room = room,
            // Then the table is as well forgotten: it is read when somebody asks for it.
            Ok(None) => {}
            Err(fault) => tracing::error!(%fault, "a table cannot be read again"),
        }
        self.connections.iter().for_each(|connection| self.show(connection, self.room.number()));
        self.tell_presence();
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
            self.refuse(connection, id, &problem);
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
                    tracing::error!(%damaged, "what was decided cannot happen");
                    self.room.forget_since(first);
                    return Err(Problem::NotStored);
                }
            }
        }
        let summary = Summary::of(&self.room);
        let (before_state, summary_state) = (before.state, summary.state);
        let summary = Some(summary).filter(|summary| *summary != before);
        let stored = entries.len() as u64;
        let change = Change::Append { table: self.room.id.clone(), first, entries, summary };
        // Nobody has seen the table as it is now: until this is on the disk it can still be undone.
        if let Err(fault) = self.house.store.write(change).await {
            self.room.forget_since(first);
            self.resting_until = Some(Instant::now() + TRY_AGAIN);
            return Err(not_stored(&self.house, &fault));
        }
        self.resting_until = None;
        self.house.metrics.entries.inc_by(stored);
        tracing::debug!(n = self.room.number(), "stored");
        if summary_state != before_state {
            tracing::info!(state = ?summary_state, "the table is another now");
        }
        self.tell_now(&applied, answers);
        Ok(())
    }
}
