//! What those who look at a table are told.

use axum::extract::ws::Utf8Bytes;
use cafe_rules::Viewer;

use super::{Connection, ConnectionId, Table};
use crate::messages::{Now, Tell};
use crate::metrics::count;
use crate::room::{Applied, Problem, Who};

/// Messages, and for whom they are.
pub(super) type Told = Vec<(ConnectionId, Utf8Bytes)>;

impl Table {
    pub(super) fn viewer(&self, who: &Who) -> Viewer {
        self.room.seat_of(&who.visitor).map_or(Viewer::Spectator, Viewer::Player)
    }

    /// What everybody is to be told of how things are now. Spectators all see the same.
    pub(super) fn written_now(&self, applied: &[Applied], answers: Option<(ConnectionId, u32)>) -> Told {
        let mut for_spectators: Option<Utf8Bytes> = None;
        let written = |connection: &Connection| {
            let viewer = self.viewer(&connection.who);
            let id = answers.filter(|(asker, _)| *asker == connection.id).map(|(_, id)| id);
            let write = || Tell::Now(Box::new(Now::of(&self.room, applied, viewer, id))).written();
            let text = match (viewer, id) {
                (Viewer::Spectator, None) => for_spectators.get_or_insert_with(write).clone(),
                _ => write(),
            };
            (connection.id, text)
        };
        self.connections.iter().map(written).collect()
    }

    /// Tells those of them who are still here.
    pub(super) fn tell_written(&self, told: Told) {
        let mut told = told.into_iter();
        for connection in &self.connections {
            // They stand in the same order: whoever is skipped has been shown out.
            if let Some((_, text)) = told.find(|(id, _)| *id == connection.id) {
                connection.send(text);
            }
        }
    }

    /// Shows the table as it is to one who has seen so much of it.
    pub(super) fn show(&self, to: &Connection, last: u64) {
        let viewer = self.viewer(&to.who);
        to.tell(&Tell::Now(Box::new(Now::since(&self.room, last, viewer))));
    }

    pub(super) fn tell_all(&self, tell: &Tell) {
        let text = tell.written();
        self.connections.iter().for_each(|connection| connection.send(text.clone()));
    }

    pub(super) fn tell_presence(&self) {
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

    pub(super) fn refuse(&self, connection: ConnectionId, id: u32, problem: &Problem) {
        self.house.metrics.refuse("socket", problem.code());
        let Some(to) = self.connections.iter().find(|other| other.id == connection) else { return };
        tracing::debug!(visitor = %to.who.visitor, code = problem.code(), "refused");
        to.costs(1);
        to.tell(&Tell::refused(id, problem));
        // Who answers another moment is shown this one.
        if *problem == Problem::Stale {
            self.show(to, self.room.number());
        }
    }

    /// Who does not read what they are told is shown out, and may come back.
    pub(super) fn drop_the_slow(&mut self) {
        if self.connections.iter().any(Connection::is_gone) {
            let slow = self.connections.iter().filter(|connection| connection.is_slow());
            slow.for_each(|_| count(&self.house.metrics.slow_readers));
            self.connections.retain(|connection| !connection.is_gone());
            self.tell_presence();
        }
    }
}
