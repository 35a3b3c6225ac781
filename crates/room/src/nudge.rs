//! Nudging the player to move, in games that may take days.

use crate::decide::append;
use crate::room::PlayerIndex;
use crate::{Clock, Decision, Entry, Millis, Room, RoomError, RoomGame, Visitor};

/// Minutes that the player to move has before a nudge, and between two nudges.
pub const NUDGE_PAUSE_MINUTES: u32 = 10;
const NUDGE_PAUSE_MILLIS: Millis = NUDGE_PAUSE_MINUTES as Millis * 60 * 1000;

/// The nudges of the current turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Nudges {
    /// The players who nudged.
    by: Vec<PlayerIndex>,
    last_at: Option<Millis>,
}

impl Room {
    pub(crate) fn decide_nudge(&self, visitor: &Visitor, now: Millis) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        self.require_unmuted(visitor)?;
        let game = self.require_running()?;
        if matches!(self.options.clock, Clock::Seconds { .. }) {
            return Err(RoomError::HasClock);
        }
        let to = self.awaited_by(player).ok_or(RoomError::NotWaiting)?;
        if game.nudges.by.contains(&player) {
            return Ok(Decision::NoChange);
        }
        match self.nudge_at(player) {
            Some(nudge_at) if nudge_at <= now => append(Entry::Nudged { player, to }),
            _ => Err(RoomError::TooFast),
        }
    }

    /// Returns when a player may nudge the player to move; none if the player may not in this turn.
    #[must_use]
    pub fn nudge_at(&self, player: PlayerIndex) -> Option<Millis> {
        let game = self.game.as_ref()?;
        let is_muted = self.occupants[usize::from(player)].visitor().is_none_or(|seated| seated.muted);
        let may_nudge = !matches!(self.options.clock, Clock::Seconds { .. })
            && !is_muted
            && !game.has_resigned(player)
            && !game.nudges.by.contains(&player);
        self.awaited_by(player).filter(|_| may_nudge)?;
        Some(game.active_at.max(game.nudges.last_at.unwrap_or(Millis::MIN)) + NUDGE_PAUSE_MILLIS)
    }
}

impl RoomGame {
    pub(crate) fn fold_nudged(&mut self, player: PlayerIndex, at: Millis) {
        self.nudges.by.push(player);
        self.nudges.last_at = Some(at);
    }
}
