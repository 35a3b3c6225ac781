//! The state of a room, and the questions that other modules ask of it.

use std::collections::VecDeque;

use cafe_bots::Level;
use cafe_rules::{Commitment, Deal, Options, Secret};
use sha2::{Digest, Sha256};

use crate::{
    EndVote, Millis, Occupant, PlayedBy, RoomError, RoomGame, RoomId, RoomOptions, SUBSTITUTE_LEVEL,
    TimedEntry, UndoVote, Visitor, VisitorId,
};

/// The number of a player, from 0 in turn order.
pub type PlayerIndex = u8;

/// The state of a room: the fold of its entries.
#[derive(Clone, Debug)]
pub struct Room {
    /// Id of the room.
    pub id: RoomId,
    /// Settings of the room.
    pub options: RoomOptions,
    /// The checked options of its game.
    pub game_options: Options,
    /// The visitor who opened the room or inherited it.
    pub host: VisitorId,
    /// By player: the occupant of the seat.
    pub occupants: Vec<Occupant>,
    /// The game, once it has started.
    pub game: Option<RoomGame>,
    /// The open undo request.
    pub undo_vote: Option<UndoVote>,
    /// The open proposal to end the game.
    pub end_vote: Option<EndVote>,
    /// The room of the rematch.
    pub next_room: Option<RoomId>,
    /// Whether a player shared the finished game with everybody who has the link.
    pub shared: bool,
    /// Whether the room was closed before the end.
    pub closed: bool,
    /// Time of the last entry.
    pub updated_at: Millis,
    /// Visitors muted by the host, whether they have a seat or not.
    pub(crate) muted: Vec<VisitorId>,
    /// Visitors whom the host removed from a seat.
    pub(crate) removed: Vec<VisitorId>,
    /// Number of chat messages.
    pub(crate) chat_count: u64,
    /// Entry numbers of the newest chat messages, as many as a new viewer is sent.
    pub(crate) recent_chat: VecDeque<u64>,
    pub(crate) secret: Secret,
    /// The deal, if it is fixed. Otherwise it follows from secret and shares.
    pub(crate) fixed_deal: Option<Deal>,
    pub(crate) entries: Vec<TimedEntry>,
}

impl Room {
    /// Returns the number of the last entry, counted from 1.
    #[must_use]
    pub fn last_number(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Returns all entries.
    #[must_use]
    pub fn entries(&self) -> &[TimedEntry] {
        &self.entries
    }

    /// Returns the entry with this number, counted from 1.
    #[must_use]
    pub fn entry(&self, number: u64) -> Option<&TimedEntry> {
        self.entries.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Returns when the room was opened.
    #[must_use]
    pub fn opened_at(&self) -> Millis {
        self.entries[0].at
    }

    /// Returns the player that a visitor plays as.
    #[must_use]
    pub fn player_of(&self, visitor: &VisitorId) -> Option<PlayerIndex> {
        let is_seat = |occupant: &Occupant| occupant.visitor().is_some_and(|seated| seated.id == *visitor);
        self.occupants.iter().position(is_seat).map(|player| player as PlayerIndex)
    }

    /// Returns the player that a visitor plays as, or an error if the visitor has no seat.
    ///
    /// # Errors
    /// [`RoomError::NotSeated`].
    pub fn require_player(&self, visitor: &Visitor) -> Result<PlayerIndex, RoomError> {
        self.player_of(&visitor.id).ok_or(RoomError::NotSeated)
    }

    /// Returns the game if it is running.
    ///
    /// # Errors
    /// [`RoomError::Over`] or [`RoomError::NotStarted`].
    pub fn require_running(&self) -> Result<&RoomGame, RoomError> {
        if self.is_over() {
            return Err(RoomError::Over);
        }
        self.game.as_ref().ok_or(RoomError::NotStarted)
    }

    /// Returns the game if it was played to its end, or ended by resignation or agreement.
    ///
    /// # Errors
    /// [`RoomError::NotOver`] or [`RoomError::Unfinished`].
    pub fn require_finished(&self) -> Result<&RoomGame, RoomError> {
        let error = if self.closed { RoomError::Unfinished } else { RoomError::NotOver };
        self.game.as_ref().filter(|game| game.is_over()).ok_or(error)
    }

    /// Returns the commitment to the secret of the deal. It is published before anybody takes a seat.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// Returns true if the game is over or the room is closed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.closed || self.game.as_ref().is_some_and(RoomGame::is_over)
    }

    /// Returns true if the game has not started and still can.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.game.is_none() && !self.closed
    }

    /// Returns the player to move in a running game.
    #[must_use]
    pub fn to_move(&self) -> Option<PlayerIndex> {
        if self.is_over() { None } else { self.game.as_ref().map(|game| game.current.turn()) }
    }

    /// Returns when the turn of the player to move runs out of time. A bot has no deadline.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let occupant = &self.occupants[usize::from(self.to_move()?)];
        if occupant.bot_level().is_some() {
            return None;
        }
        Some(self.game.as_ref()?.turn_started_at + self.options.clock.limit_millis()?)
    }

    /// Returns true if the turn started or went on in the future: when it was stored, the clock was wrong.
    #[must_use]
    pub fn has_future_turn(&self, now: Millis) -> bool {
        self.game.as_ref().is_some_and(|game| game.turn_started_at.max(game.active_at) > now)
    }

    /// Corrects the start of a turn in the future: the turn ends at the stored timer, but at most its limit from now.
    pub fn correct_future_turn(&mut self, now: Millis, timer_at: Option<Millis>) {
        let limit = self.options.clock.limit_millis();
        let Some(game) = &mut self.game else { return };
        game.active_at = game.active_at.min(now);
        if game.turn_started_at > now {
            let start = timer_at.zip(limit).map_or(now, |(timer_at, limit)| timer_at - limit);
            game.turn_started_at = start.min(now);
        }
    }

    /// Returns true if the turn of the player to move has run out of time.
    #[must_use]
    pub fn is_overdue(&self, now: Millis) -> bool {
        self.deadline().is_some_and(|deadline| deadline <= now)
    }

    /// Returns the level of the bot that has to play now, and why: a bot in the seat, a substitute, or a turn out of time. None
    /// if a visitor is to move.
    #[must_use]
    pub fn bot_to_move(&self, now: Millis) -> Option<(Level, PlayedBy)> {
        let bot =
            self.occupants[usize::from(self.to_move()?)].bot_level().map(|level| (level, PlayedBy::Bot));
        bot.or_else(|| self.is_overdue(now).then_some((SUBSTITUTE_LEVEL, PlayedBy::Clock)))
    }

    /// Returns when the room needs attention without a request: at the deadline, or from the start of a bot's turn.
    #[must_use]
    pub fn next_timer(&self) -> Option<Millis> {
        let is_bot_turn = self.occupants[usize::from(self.to_move()?)].bot_level().is_some();
        if is_bot_turn { self.game.as_ref().map(|game| game.turn_started_at) } else { self.deadline() }
    }

    /// Returns the seed for the bots' next decision. It derives from the secret, so no player can predict it.
    #[must_use]
    pub fn bot_seed(&self) -> u64 {
        let digest = Sha256::new().chain_update(b"cafe-international/bots/1\n").chain_update(self.secret.0);
        let mut first = [0; 8];
        first.copy_from_slice(&digest.finalize()[..8]);
        let seq = self.game.as_ref().map_or(0, |game| game.seq() as u64);
        u64::from_le_bytes(first).wrapping_add(seq)
    }
}
