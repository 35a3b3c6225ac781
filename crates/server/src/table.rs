//! A table in memory: one task that takes questions one by one, stores what comes of them, and then tells everybody.

mod asking;
mod bots;
mod clock;
mod command;
mod connection;
mod hints;
mod opening;
mod presence;
mod telling;
mod visiting;

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

pub use command::Command;
pub use connection::{Connection, ConnectionId, Parting, Shared};
pub use opening::open;

use self::bots::Bots;
use self::opening::not_stored;
use crate::TableId;
use crate::house::House;
use crate::messages::Tell;
use crate::room::{Applied, Decision, Entry, Millis, Problem, Room, Stamped};
use crate::store::{Change, StoreFault, Summary};

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
    match house.store.room(id.clone()).await {
        Ok(Some(room)) => Table::new(house.clone(), room, sender).serve(&mut commands).await,
        // Who asks for a table that is not there finds the door closed.
        Ok(None) => {
            while !house.hall.let_sleep(&id, &mut commands) {
                let _ = commands.recv().await;
            }
        }
        Err(fault) => {
            tracing::error!(%fault, "a table cannot be read");
            if let StoreFault::Unreadable(..) = fault {
                // Else it would be woken for its clock for ever.
                let aside = Change::SetAside { table: id.clone(), over: false };
                let _ = house
                    .store
                    .write(aside)
                    .await
                    .inspect_err(|fault| tracing::error!(%fault, "nor set aside"));
            }
            while !house.hall.let_sleep(&id, &mut commands) {
                if let Some(command) = commands.recv().await {
                    command.refuse(Problem::NotStored);
                }
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
    /// When somebody was here last, as far as the store knows.
    seen: Millis,
    /// When something could not be stored, bots and clocks do nothing until then.
    resting_until: Option<Instant>,
}

impl Table {
    fn new(house: House, room: Room, sender: mpsc::Sender<Command>) -> Table {
        let bots = Bots::new(sender);
        let (quiet_since, seen) = (Instant::now(), room.touched);
        Table { house, room, connections: Vec::new(), bots, quiet_since, seen, resting_until: None }
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
                    // Also those who had gone before their socket was open, and could not say so.
                    self.drop_the_slow();
                    self.note_presence().await;
                    if self.may_sleep() {
                        self.close_if_deserted().await;
                    }
                    if self.may_sleep() && self.house.hall.let_sleep(&self.room.id, commands) {
                        return;
                    }
                    self.stay_awake();
                    self.look_at_the_clock().await;
                }
            }
        }
        self.tell_all(&Tell::Closing);
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Join { connection, last, answer } => {
                let may = self.may_join(&connection);
                let joins = may.is_ok();
                let _ = answer.send(may);
                if joins {
                    self.join(connection, last).await;
                    self.note_presence().await;
                }
            }
            Command::Ask(connection, asked) => self.ask(connection, asked).await,
            Command::Request(who, ask, answer) => {
                let done = match self.room.decide(&who, &ask, self.house.now()) {
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
            Command::Chosen(moves, actions) => self.bots.chosen(&self.house, &self.room, moves, actions),
            Command::Hinted(seat, turns) => {
                for (connection, id) in self.bots.hinted(seat) {
                    if let Some(to) = self.connections.iter().find(|other| other.id == connection) {
                        to.tell(&Tell::Hint { id, turns: turns.clone() });
                    }
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
                let waits = self.room.waits() && self.room.host == visitor;
                if waits && self.room.seats.iter().all(|holder| holder.guest().is_none()) {
                    let _ = self.happen(vec![Entry::Closed { why: None }], None).await;
                }
                let _ = answer.send(());
            }
            Command::Forgotten(visitor, answer) => {
                self.forget(&visitor).await;
                let _ = answer.send(());
            }
            Command::SignedOut(visitor, answer) => {
                self.have_come_back(&visitor);
                let _ = answer.send(());
            }
            Command::Expire(then, answer) => {
                self.expire(then).await;
                let _ = answer.send(());
            }
            Command::Wake => self.look_at_the_clock().await,
        }
        self.drop_the_slow();
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
        let at = self.house.now().max(self.room.touched);
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
        // Now and again also for a plain move: by this the store knows that somebody is here.
        let summary = Some(summary).filter(|summary| *summary != before || self.may_note(at));
        let noted = summary.is_some();
        let stored = entries.len() as u64;
        let change = Change::Append { table: self.room.id.clone(), first, entries, summary };
        let writing = self.house.store.begin(change).await;
        // While the disk is busy: what everybody will be told.
        let told = self.written_now(&applied, answers);
        let written = match writing {
            Ok(writing) => writing.done().await,
            Err(fault) => Err(fault),
        };
        // Nobody has seen the table as it is now: until this is on the disk it can still be undone.
        if let Err(fault) = written {
            self.room.forget_since(first);
            self.resting_until = Some(Instant::now() + TRY_AGAIN);
            return Err(not_stored(&self.house, &fault));
        }
        self.resting_until = None;
        if noted {
            self.seen = at;
        }
        self.house.metrics.entries.inc_by(stored);
        tracing::debug!(n = self.room.number(), "stored");
        if summary_state != before_state {
            tracing::info!(state = ?summary_state, "the table is another now");
        }
        let happened = |what: fn(&Entry) -> bool| {
            self.room.entries()[first as usize - 1..].iter().any(|stamped| what(&stamped.entry))
        };
        let dealt = happened(|entry| matches!(entry, Entry::Dealt { .. }));
        let seated = happened(|entry| matches!(entry, Entry::Sat { .. } | Entry::Left { .. }));
        if dealt {
            self.show_out_those_who_may_not_watch();
        }
        self.tell_written(told);
        // Who watched before sits now, or the other way round.
        if seated {
            self.tell_presence();
        }
        Ok(())
    }
}
