//! Taking back: freely as long as nothing has come to light, else if the others agree.

use super::decide::{Answer, happens};
use super::{Decision, Entry, Holder, Millis, Move, Problem, Room, Who};
use crate::VisitorId;

/// Somebody asked to take back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vote {
    /// Who.
    pub seat: u8,
    /// How many actions.
    pub steps: u16,
    /// Who has agreed.
    pub agreed: Vec<u8>,
}

impl Room {
    pub(super) fn undo(&self, who: &Who, seq: u32, now: Millis) -> Answer {
        let seat = self.seated(who)?;
        if !self.options.undo {
            return Err(Problem::UndoOff);
        }
        let play = self.play_on()?;
        if matches!(play.moves.get(seq as usize), Some(Move::Undone(_))) {
            return Ok(Decision::Already);
        }
        // When the time is up somebody chooses for the player, and would begin again each time that something is taken back.
        if seq as usize != play.moves.len() || (play.game.turn() == seat && self.time_is_up(now)) {
            return Err(Problem::Stale);
        }
        if play.game.turn() == seat && play.may_undo() {
            return happens(Entry::Undone { seat, steps: 1 });
        }
        let own = play.steps.iter().rposition(|step| step.seat == seat).ok_or(Problem::NothingToUndo)?;
        let steps = (play.steps.len() - own) as u16;
        if self.asked_about(seat).next().is_none() {
            return happens(Entry::Undone { seat, steps });
        }
        if self.asked_about(seat).any(|other| self.seats[usize::from(other)].bot().is_some()) {
            return Err(Problem::SomebodyAway);
        }
        match &self.vote {
            Some(vote) if vote.seat == seat && vote.steps == steps => Ok(Decision::Already),
            _ => happens(Entry::UndoAsked { seat, steps }),
        }
    }

    /// Who must agree before somebody takes back: everybody else, people and programs, also those for whom a bot plays just now, since
    /// they would not have wanted it seen. Bots of the house do not mind, and who was forgotten never comes back.
    fn asked_about(&self, seat: u8) -> impl Iterator<Item = u8> {
        let has_a_say =
            |holder: &Holder| holder.guest().is_some_and(|guest| guest.visitor != VisitorId::nobody());
        let people = self.seats.iter().enumerate().filter(move |(_, holder)| has_a_say(holder));
        people.map(|(other, _)| other as u8).filter(move |other| *other != seat)
    }

    pub(super) fn answer_undo(&self, who: &Who, seq: u32, agree: bool) -> Answer {
        let seat = self.seated(who)?;
        let play = self.play_on()?;
        if agree && matches!(play.moves.get(seq as usize), Some(Move::Undone(_))) {
            return Ok(Decision::Already);
        }
        if seq as usize != play.moves.len() {
            return Err(Problem::Stale);
        }
        let vote = self.vote.as_ref().ok_or(Problem::NothingAsked)?;
        if !agree {
            return happens(Entry::UndoDeclined { seat });
        }
        if vote.seat == seat || vote.agreed.contains(&seat) {
            return Ok(Decision::Already);
        }
        let mut entries = vec![Entry::UndoAgreed { seat }];
        if self.asked_about(vote.seat).all(|other| other == seat || vote.agreed.contains(&other)) {
            entries.push(Entry::Undone { seat: vote.seat, steps: vote.steps });
        }
        Ok(Decision::Happens(entries))
    }
}
