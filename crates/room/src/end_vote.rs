//! The end of a game by agreement, for games without a clock.

use crate::decide::append;
use crate::room::PlayerIndex;
use crate::{Clock, Decision, EarlyEnd, Entry, Occupant, Room, RoomError, Visitor, VisitorId};

/// An open proposal to end the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndVote {
    /// Number of the entry that proposes it.
    pub id: u64,
    /// The player who proposes it.
    pub player: PlayerIndex,
    /// The players who agreed.
    pub agreed: Vec<PlayerIndex>,
}

impl Room {
    pub(crate) fn decide_propose_end(&self, visitor: &Visitor) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        self.require_running()?;
        if self.options.clock != Clock::None {
            return Err(RoomError::HasClock);
        }
        match &self.end_vote {
            // To propose what another player has proposed is to agree.
            Some(vote) => self.decide_end_agreement(vote, player),
            None if self.must_agree_to_end(player).next().is_none() => {
                append(Entry::EndedByAgreement { player })
            }
            None => append(Entry::EndProposed { player }),
        }
    }

    pub(crate) fn decide_end_answer(
        &self,
        visitor: &Visitor,
        vote_id: u64,
        agree: bool,
    ) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        if agree && self.game.as_ref().is_some_and(|game| game.early_end == Some(EarlyEnd::Agreement)) {
            return Ok(Decision::NoChange);
        }
        self.require_running()?;
        let vote = self.end_vote.as_ref().ok_or(RoomError::NoEndProposal)?;
        // Another proposal has replaced the one that is answered.
        if vote.id != vote_id {
            return Err(RoomError::Stale);
        }
        // The player who proposed it may withdraw it.
        let has_a_say = self.must_agree_to_end(vote.player).any(|voter| voter == player);
        match agree {
            true => self.decide_end_agreement(vote, player),
            false if has_a_say || vote.player == player => append(Entry::EndDeclined { player }),
            false => Err(RoomError::NoEndProposal),
        }
    }

    fn decide_end_agreement(&self, vote: &EndVote, player: PlayerIndex) -> Result<Decision, RoomError> {
        let missing: Vec<PlayerIndex> = self.end_voters(vote).collect();
        // The visitors whose agreement was missing have been erased.
        if missing.is_empty() {
            return append(Entry::EndedByAgreement { player: vote.player });
        }
        if !missing.contains(&player) {
            return Ok(Decision::NoChange);
        }
        let mut entries = vec![Entry::EndAgreed { player }];
        if missing == [player] {
            entries.push(Entry::EndedByAgreement { player: vote.player });
        }
        Ok(Decision::Append(entries))
    }

    /// Returns the players whose agreement to a proposal is missing.
    pub(crate) fn end_voters(&self, vote: &EndVote) -> impl Iterator<Item = PlayerIndex> {
        self.must_agree_to_end(vote.player).filter(|player| !vote.agreed.contains(player))
    }

    /// Returns the players who must agree to an end that this one proposes: all other people who still play, also those a bot
    /// plays for just now. Bots, programs, erased visitors and those who resigned have no say.
    fn must_agree_to_end(&self, proposer: PlayerIndex) -> impl Iterator<Item = PlayerIndex> {
        let is_person = |occupant: &Occupant| {
            occupant.visitor().is_some_and(|seated| !seated.is_program && seated.id != VisitorId::erased())
        };
        let people = (0..).zip(&self.occupants).filter(move |(_, occupant)| is_person(occupant));
        let people = people.map(|(player, _)| player);
        people.filter(move |player| *player != proposer && !self.has_resigned(*player))
    }

    pub(crate) fn fold_ended_by_agreement(&mut self) -> Result<(), String> {
        let game = self.game.as_mut().filter(|game| !game.is_over()).ok_or("no game is running")?;
        game.early_end = Some(EarlyEnd::Agreement);
        (self.undo_vote, self.end_vote) = (None, None);
        Ok(())
    }
}
