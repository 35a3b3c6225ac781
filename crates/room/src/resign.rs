//! Resigning: at once, or because another player claims the end after a long silence.

use cafe_rules::Game;

use crate::decide::append;
use crate::room::PlayerIndex;
use crate::{Clock, Decision, Entry, Millis, Occupant, Room, RoomError, RoomGame, Visitor, VisitorId};

/// In a game without a clock: the number of days without a move after which another player may claim the end.
pub const SILENCE_DAYS: u32 = 7;
const SILENCE_MILLIS: Millis = SILENCE_DAYS as Millis * 24 * 60 * 60 * 1000;

/// Why a game ended that was not played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyEnd {
    /// Players resigned, and the others do not play on.
    Resignation,
    /// The players agreed to end it. Nobody has won.
    Agreement,
}

impl RoomGame {
    /// Returns true if the player resigned.
    #[must_use]
    pub fn has_resigned(&self, player: PlayerIndex) -> bool {
        self.resigned.contains(&player)
    }

    /// Returns the eliminated players of the board game, in order.
    pub(crate) fn eliminated(&self) -> &[PlayerIndex] {
        match &self.current {
            Game::Board(game) => game.eliminated(),
            Game::Card(_) => &[],
        }
    }
}

impl Room {
    /// Returns true if the player resigned.
    #[must_use]
    pub fn has_resigned(&self, player: PlayerIndex) -> bool {
        self.game.as_ref().is_some_and(|game| game.has_resigned(player))
    }

    /// Returns the player that a visitor plays as, or an error if the visitor does not play or not any more.
    ///
    /// # Errors
    /// [`RoomError::NotSeated`] or [`RoomError::Resigned`].
    pub fn require_active_player(&self, visitor: &Visitor) -> Result<PlayerIndex, RoomError> {
        let player = self.require_player(visitor)?;
        if self.has_resigned(player) { Err(RoomError::Resigned) } else { Ok(player) }
    }

    pub(crate) fn decide_resign(&self, visitor: &Visitor) -> Result<Decision, RoomError> {
        let player = self.require_player(visitor)?;
        if self.has_resigned(player) {
            return Ok(Decision::NoChange);
        }
        append(self.entry_for_resigning(self.require_running()?, player, None))
    }

    /// Decides whether the player to move was silent for so long that the player counts as resigned.
    pub(crate) fn decide_claim_end(&self, visitor: &Visitor, now: Millis) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        let game = self.require_running()?;
        if self.options.clock != Clock::None {
            return Err(RoomError::HasClock);
        }
        let silent = self.awaited_by(player).ok_or(RoomError::NotWaiting)?;
        match self.claim_at(player) {
            Some(claim_at) if claim_at <= now => append(self.entry_for_resigning(game, silent, Some(player))),
            _ => Err(RoomError::NotSilent),
        }
    }

    /// Returns when a player may claim the end because the player to move is silent; none in a game with a clock, and while the
    /// player waits for nobody.
    #[must_use]
    pub fn claim_at(&self, player: PlayerIndex) -> Option<Millis> {
        self.awaited_by(player)
            .filter(|_| self.options.clock == Clock::None && !self.has_resigned(player))?;
        Some(self.game.as_ref()?.active_at + SILENCE_MILLIS)
    }

    /// Returns the visitor's seat that a player waits for: another one, which no bot plays for.
    pub(crate) fn awaited_by(&self, player: PlayerIndex) -> Option<PlayerIndex> {
        let to_move = self.to_move()?;
        let is_bot = self.occupants[usize::from(to_move)].bot_level().is_some();
        (to_move != player && !is_bot).then_some(to_move)
    }

    fn entry_for_resigning(
        &self,
        game: &RoomGame,
        player: PlayerIndex,
        claimed_by: Option<PlayerIndex>,
    ) -> Entry {
        Entry::Resigned { player, claimed_by, ends_game: self.ends_by_resignation(game, player) }
    }

    /// Returns true if nobody plays on after this resignation: at most one player is left who could win, or no visitor is.
    fn ends_by_resignation(&self, game: &RoomGame, player: PlayerIndex) -> bool {
        let left = (0..).zip(&self.occupants);
        let left: Vec<(PlayerIndex, &Occupant)> =
            left.filter(|(other, _)| *other != player && !game.has_resigned(*other)).collect();
        let can_win = left.iter().filter(|(other, _)| !game.eliminated().contains(other)).count();
        let is_visitor =
            |occupant: &Occupant| occupant.visitor().is_some_and(|seated| seated.id != VisitorId::erased());
        can_win < 2 || !left.iter().any(|(_, occupant)| is_visitor(occupant))
    }

    pub(crate) fn fold_resigned(&mut self, player: PlayerIndex, ends_game: bool) -> Result<(), String> {
        let is_to_move = self.to_move() == Some(player);
        let game = self.game.as_mut().ok_or("the game has not started")?;
        if game.is_over() || game.has_resigned(player) {
            return Err("the game is over, or the player has resigned".to_owned());
        }
        game.resigned.push(player);
        game.undo_floor = game.steps.len();
        (self.undo_vote, self.end_vote) = (None, None);
        if ends_game {
            game.early_end = Some(EarlyEnd::Resignation);
        } else {
            self.seated_mut(player)?.hand_over(is_to_move);
        }
        Ok(())
    }
}
