//! The record of a game that is over.

use cafe_rules::{Board, DealSource, FriendlyDeal, Header, Record, Share};

use crate::{EarlyEnd, Occupant, Room};

impl Room {
    pub(crate) fn header(&self, date: &str) -> Header {
        let share_of = |occupant: &Occupant| occupant.visitor().and_then(|visitor| visitor.share);
        let shares: Vec<Option<Share>> = self.occupants.iter().map(share_of).collect();
        let dealt_by = match &self.fixed_deal {
            Some(deal) => DealSource::Explicit(deal.clone()),
            None => {
                let seed = self.secret.seed(&shares);
                match self.options.friendly_deal {
                    false => DealSource::Seed(seed),
                    true => {
                        DealSource::Friendly(FriendlyDeal::first(self.game_options, Board::standard(), seed))
                    }
                }
            }
        };
        let mut header = Header::new(self.game_options, dealt_by);
        header.names = self.occupants.iter().map(|occupant| occupant.name().to_owned()).collect();
        header.date = date.to_owned();
        if self.fixed_deal.is_none() {
            header.commitment = Some(self.secret.commitment());
            header.secret = Some(self.secret);
            header.shares = shares;
        }
        header
    }

    /// Returns the record of a game that is over. There is none of a running game, because a record reveals the deal.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let game = self.require_finished().ok()?;
        let mut header = self.header(&game.date);
        header.resigned.clone_from(&game.resigned);
        if game.early_end == Some(EarlyEnd::Agreement) {
            "ended by agreement".clone_into(&mut header.note);
        }
        let mut record = Record::new(header);
        for step in &game.steps {
            record.play(step.action).ok()?;
        }
        Some(record)
    }
}
