//! Who comes to look at a table, and who is not there any more.

use super::{Connection, Table};
use crate::VisitorId;
use crate::messages::{Ask, Tell};
use crate::room::{Decision, Problem};

/// The most who may look at one table.
const CONNECTIONS: usize = 500;
/// The most sockets that one visitor may have at one table.
const CONNECTIONS_EACH: usize = 20;

impl Table {
    pub(super) fn may_join(&self, connection: &Connection) -> Result<(), Problem> {
        let who = &connection.who.visitor;
        if !self.may_look(who) {
            return Err(Problem::WatchingOff);
        }
        // However many watch, those who play come in.
        if self.connections.len() >= CONNECTIONS && self.room.seat_of(who).is_none() {
            return Err(Problem::TooMany);
        }
        Ok(())
    }

    /// Whether somebody may look at the table: at one that is not for watching only its host and its players, but everybody until
    /// the cards are dealt, since they may want to play. When the game is over nobody else either: what was said at the table
    /// stays among its players.
    fn may_look(&self, who: &VisitorId) -> bool {
        self.room.options.watching
            || self.room.play.is_none()
            || self.room.host == *who
            || self.room.seat_of(who).is_some()
    }

    /// Before they are told what was dealt.
    pub(super) fn show_out_those_who_may_not_watch(&mut self) {
        let all = std::mem::take(&mut self.connections);
        let (stay, go): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|connection| self.may_look(&connection.who.visitor));
        self.connections = stay;
        if !go.is_empty() {
            tracing::debug!(shown_out = go.len(), "the table is for its players only");
            go.into_iter().for_each(Connection::may_not_watch);
            self.tell_presence();
        }
    }

    pub(super) async fn join(&mut self, connection: Connection, last: u64) {
        let visitor = connection.who.visitor.to_string();
        tracing::debug!(visitor, last, "somebody looks");
        connection.tell(&Tell::Welcome { now: self.house.now(), visitor });
        self.show(&connection, last);
        let who = connection.who.clone();
        self.make_room(&who.visitor);
        self.connections.push(connection);
        self.tell_presence();
        // Who opens the door is back.
        if let Ok(Decision::Happens(entries)) = self.room.decide(&who, &Ask::Back, self.house.now()) {
            let _ = self.happen(entries, None).await;
        }
    }

    /// Shows a visitor's oldest socket out if there are too many: a phone that loses its network again and again leaves
    /// one behind each time, and must not be kept out by them.
    fn make_room(&mut self, visitor: &VisitorId) {
        let own = |connection: &Connection| connection.who.visitor == *visitor;
        if self.connections.iter().filter(|connection| own(connection)).count() >= CONNECTIONS_EACH
            && let Some(oldest) = self.connections.iter().position(own)
        {
            self.connections.remove(oldest).is_one_too_many();
        }
    }

    /// Reads again what is stored, where somebody does not occur any more.
    pub(super) async fn forget(&mut self, visitor: &VisitorId) {
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
}
