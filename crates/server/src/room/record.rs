//! What is left of a game: its record, and who may see it.

use cafe_rules::{DealSource, Header, Record, Share};

use super::{Play, Problem, Room};
use crate::VisitorId;

impl Room {
    /// The game, if it was played to its end.
    ///
    /// # Errors
    /// Why it was not.
    pub fn finished(&self) -> Result<&Play, Problem> {
        let not_yet = if self.closed { Problem::Unfinished } else { Problem::NotOver };
        self.play.as_ref().filter(|play| play.game.ending().is_some()).ok_or(not_yet)
    }

    /// Whether somebody who has the link may look at the game when it is over: the table let people watch, a player has
    /// shared it, or it is their own. Nobody needs to be introduced for that.
    #[must_use]
    pub fn is_open_to(&self, visitor: Option<&VisitorId>) -> bool {
        let own = |visitor: &VisitorId| self.host == *visitor || self.seat_of(visitor).is_some();
        self.options.watching || self.shared || visitor.is_some_and(own)
    }

    pub(super) fn header(&self, date: &str) -> Header {
        let shares: Vec<Option<Share>> =
            self.seats.iter().map(|holder| holder.guest().and_then(|guest| guest.share)).collect();
        let dealt_by = match &self.deal {
            Some(deal) => DealSource::Explicit(deal.clone()),
            None => DealSource::Seed(self.secret.seed(&shares)),
        };
        let mut header = Header::new(self.game_options, dealt_by);
        header.names = self.seats.iter().map(|holder| holder.name().to_owned()).collect();
        header.date = date.to_owned();
        if self.deal.is_none() {
            header.commitment = Some(self.secret.commitment());
            header.secret = Some(self.secret);
            header.shares = shares;
        }
        header
    }

    /// The record of a finished game, with everything in it. Nothing while a game goes on: it would tell the deal.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let play = self.finished().ok()?;
        let mut log = Record::new(self.header(&play.date));
        for step in &play.steps {
            log.play(step.action).ok()?;
        }
        Some(log)
    }
}
