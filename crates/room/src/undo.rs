//! Undo: free as long as nothing was revealed, otherwise with the agreement of the others.

use crate::decide::append;
use crate::room::PlayerIndex;
use crate::{Decision, Entry, HistoryItem, Millis, Occupant, Room, RoomError, Visitor, VisitorId};

/// An open undo request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoVote {
    /// Number of the entry that asks.
    pub id: u64,
    /// The player who asks.
    pub player: PlayerIndex,
    /// Number of actions to undo.
    pub count: u16,
    /// The players who agreed.
    pub agreed: Vec<PlayerIndex>,
}

impl Room {
    pub(crate) fn decide_undo(
        &self,
        visitor: &Visitor,
        seq: u32,
        now: Millis,
    ) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        if !self.options.undo {
            return Err(RoomError::UndoOff);
        }
        let game = self.require_running()?;
        if matches!(game.history.get(seq as usize), Some(HistoryItem::Undone(_))) {
            return Ok(Decision::NoChange);
        }
        let is_to_move = game.current.turn() == player;
        // Once the time is up a bot chooses for the player, and every undo would make it choose again.
        if seq as usize != game.seq() || (is_to_move && self.is_overdue(now)) {
            return Err(RoomError::Stale);
        }
        if is_to_move && game.can_undo_freely() {
            return append(Entry::Undone { player, count: 1 });
        }
        let last_own = game.steps.iter().rposition(|step| step.player == player);
        let last_own = last_own.filter(|step| *step >= game.undo_floor);
        let count = (game.steps.len() - last_own.ok_or(RoomError::NothingToUndo)?) as u16;
        if self.undo_voters(player).next().is_none() {
            return append(Entry::Undone { player, count });
        }
        if self.undo_voters(player).any(|voter| self.occupants[usize::from(voter)].bot_level().is_some()) {
            return Err(RoomError::PlayerAway);
        }
        match &self.undo_vote {
            Some(vote) if vote.player == player && vote.count == count => Ok(Decision::NoChange),
            _ => append(Entry::UndoRequested { player, count }),
        }
    }

    /// Returns the players who must agree to an undo: all other visitors and programs, also those a bot plays for just now, because
    /// they could not object. The server's bots, erased visitors and those who resigned have no say.
    fn undo_voters(&self, asking: PlayerIndex) -> impl Iterator<Item = PlayerIndex> {
        let has_a_say =
            |occupant: &Occupant| occupant.visitor().is_some_and(|seated| seated.id != VisitorId::erased());
        let voters = self.occupants.iter().enumerate().filter(move |(_, occupant)| has_a_say(occupant));
        let voters = voters.map(|(player, _)| player as PlayerIndex);
        voters.filter(move |player| *player != asking && !self.has_resigned(*player))
    }

    pub(crate) fn decide_undo_answer(
        &self,
        visitor: &Visitor,
        seq: u32,
        vote_id: u64,
        agree: bool,
    ) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        let game = self.require_running()?;
        if agree && matches!(game.history.get(seq as usize), Some(HistoryItem::Undone(_))) {
            return Ok(Decision::NoChange);
        }
        if seq as usize != game.seq() {
            return Err(RoomError::Stale);
        }
        let vote = self.undo_vote.as_ref().ok_or(RoomError::NoUndoRequest)?;
        // Another request has replaced the one that is answered.
        if vote.id != vote_id {
            return Err(RoomError::Stale);
        }
        if !agree {
            return append(Entry::UndoDeclined { player });
        }
        if vote.player == player || vote.agreed.contains(&player) {
            return Ok(Decision::NoChange);
        }
        let mut entries = vec![Entry::UndoAgreed { player }];
        let has_agreed = |voter: PlayerIndex| voter == player || vote.agreed.contains(&voter);
        if self.undo_voters(vote.player).all(has_agreed) {
            entries.push(Entry::Undone { player: vote.player, count: vote.count });
        }
        Ok(Decision::Append(entries))
    }
}
