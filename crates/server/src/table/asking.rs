//! What those who look at a table ask of it.

use super::{ConnectionId, Table};
use crate::messages::{Ask, Asked, Tell};
use crate::metrics::count;
use crate::room::{Decision, Problem, Who};

impl Table {
    pub(super) async fn ask(&mut self, connection: ConnectionId, asked: Asked) {
        let Some(from) = self.connections.iter().find(|other| other.id == connection) else { return };
        let (mut who, Asked { id, ask }) = (from.who.clone(), asked);
        if matches!(ask, Ask::Sit { .. }) {
            self.ask_for_the_name(&mut who).await;
        }
        let acts = matches!(ask, Ask::Act { .. });
        let result = match ask {
            Ask::React { with } => self.room.may_be_heard(&who).map(|seat| {
                self.tell_all(&Tell::Reacted { seat, with });
                Decision::Already
            }),
            Ask::Hint { seq } => self.hint(&who, seq, connection, id),
            Ask::Rematch => self.rematch(&who).await,
            ask => self.room.decide(&who, &ask, self.house.now()),
        };
        let result = match result {
            Ok(Decision::Happens(entries)) => {
                let happened = self.happen(entries, Some((connection, id))).await;
                if happened.is_ok() && acts {
                    count(&self.house.metrics.actions);
                    // It moves the game on, as the others wait for: one that was only sent again does not.
                    if let Some(by) = self.connections.iter().find(|other| other.id == connection) {
                        by.costs(-1);
                    }
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

    /// Who sits down does so under the name that they have now: it may be another than when the socket was opened.
    async fn ask_for_the_name(&self, who: &mut Who) {
        match self.house.store.name_of(who.visitor.clone()).await {
            Ok(Some(name)) => who.name = name,
            // Whoever is forgotten just now is shown out next.
            Ok(None) => {}
            Err(fault) => tracing::error!(%fault, "a name cannot be read"),
        }
    }

    pub(super) fn hint(
        &mut self,
        who: &Who,
        seq: u32,
        connection: ConnectionId,
        id: u32,
    ) -> Result<Decision, Problem> {
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
}
