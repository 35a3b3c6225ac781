//! The decision about a request: the entries to append, or why the room refuses it.

use cafe_rules::Action;

use crate::room::PlayerIndex;
use crate::{Entry, Millis, PlayedBy, Room, RoomError, RoomRequest, Visitor};

/// The result of a request that is not refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These entries are to be appended, all or none.
    Append(Vec<Entry>),
    /// Nothing changes: the request repeats an earlier one, or has no effect on the log.
    NoChange,
}

/// Maximum number of actions in a turn: three guests and an `end` or `close`.
pub const TURN_MAX_ACTIONS: usize = 4;
/// Maximum number of entries, except for what brings the game to its end. A long game with much chat has a tenth of that.
const MAX_ENTRIES: u64 = 10_000;
/// The part of [`MAX_ENTRIES`] that is reserved for playing, undoing, leaving and returning.
const ENTRIES_RESERVED_FOR_THE_GAME: u64 = 2_000;
/// Number of consecutive missed turns after which a bot takes over.
const MISSED_TURNS_LIMIT: u8 = 2;

/// Returns the number of entries at which the room refuses this request. Requests needed to finish a game are always accepted: their
/// number is bounded. Returning is not part of that, because leaving and returning could go on for ever; a player who
/// plays an action has returned as well.
fn entry_limit(request: &RoomRequest) -> u64 {
    match request {
        RoomRequest::Play { .. }
        | RoomRequest::Leave {}
        | RoomRequest::HandOver {}
        | RoomRequest::Resign {}
        | RoomRequest::ClaimEnd {}
        | RoomRequest::Start {}
        | RoomRequest::Share {}
        | RoomRequest::Close {}
        | RoomRequest::PastView { .. }
        | RoomRequest::Ping {} => u64::MAX,
        RoomRequest::Undo { .. }
        | RoomRequest::AnswerUndo { .. }
        | RoomRequest::AnswerEnd { .. }
        | RoomRequest::Resume {} => MAX_ENTRIES,
        _ => MAX_ENTRIES - ENTRIES_RESERVED_FOR_THE_GAME,
    }
}

pub(crate) fn append(entry: Entry) -> Result<Decision, RoomError> {
    Ok(Decision::Append(vec![entry]))
}

impl Room {
    /// Decides about a visitor's request at this time.
    ///
    /// Reactions, hints, past views and rematches change nothing here: they need an answer of their own or more than the
    /// room's state.
    ///
    /// # Errors
    /// Why the room refuses it.
    pub fn decide(
        &self,
        visitor: &Visitor,
        request: &RoomRequest,
        now: Millis,
    ) -> Result<Decision, RoomError> {
        if self.last_number() >= entry_limit(request) {
            return Err(RoomError::TooMany);
        }
        match request {
            RoomRequest::TakeSeat { player, share } => {
                self.decide_take_seat(visitor, *player, share.as_deref(), now)
            }
            RoomRequest::Leave {} => {
                self.entry_for_leaving(&visitor.id).map_or(Ok(Decision::NoChange), append)
            }
            RoomRequest::AddBot { player, level } => self.decide_add_bot(visitor, *player, *level),
            RoomRequest::Remove { player } => self.decide_remove(visitor, *player),
            RoomRequest::Start {} => self.decide_start(visitor, now),
            RoomRequest::Play { seq, actions } => self.decide_play(visitor, *seq, actions, now),
            RoomRequest::Undo { seq } => self.decide_undo(visitor, *seq, now),
            RoomRequest::AnswerUndo { seq, vote, agree } => {
                self.decide_undo_answer(visitor, *seq, *vote, *agree)
            }
            RoomRequest::Resume {} => self.decide_resume(visitor, now),
            RoomRequest::HandOver {} => self.decide_hand_over(visitor),
            RoomRequest::Resign {} => self.decide_resign(visitor),
            RoomRequest::Nudge {} => self.decide_nudge(visitor, now),
            RoomRequest::ProposeEnd {} => self.decide_propose_end(visitor),
            RoomRequest::AnswerEnd { vote, agree } => self.decide_end_answer(visitor, *vote, *agree),
            RoomRequest::ClaimEnd {} => self.decide_claim_end(visitor, now),
            RoomRequest::Chat { text } => self.decide_chat(visitor, text),
            RoomRequest::Mute { player, muted } => self.decide_mute(visitor, *player, *muted),
            RoomRequest::Share {} => self.decide_share(visitor),
            RoomRequest::Close {} => self.decide_close(visitor),
            RoomRequest::React { .. }
            | RoomRequest::Hint { .. }
            | RoomRequest::PastView { .. }
            | RoomRequest::Rematch {}
            | RoomRequest::Ping {} => Ok(Decision::NoChange),
        }
    }

    pub(crate) fn require_open(&self) -> Result<(), RoomError> {
        if self.closed { Err(RoomError::Over) } else { Ok(()) }
    }

    pub(crate) fn require_host(&self, visitor: &Visitor) -> Result<(), RoomError> {
        if self.host == visitor.id { Ok(()) } else { Err(RoomError::NotHost) }
    }

    fn decide_start(&self, visitor: &Visitor, now: Millis) -> Result<Decision, RoomError> {
        if self.game.is_some() {
            return Ok(Decision::NoChange);
        }
        if self.host != visitor.id && self.player_of(&visitor.id).is_none() {
            return Err(RoomError::NotSeated);
        }
        self.require_open()?;
        if self.occupants.iter().any(crate::Occupant::is_free) {
            return Err(RoomError::SeatsFree);
        }
        append(Entry::Started { date: format_date(now) })
    }

    fn decide_play(
        &self,
        visitor: &Visitor,
        seq: u32,
        actions: &[String],
        now: Millis,
    ) -> Result<Decision, RoomError> {
        let player = self.require_player(visitor)?;
        let game = self.game.as_ref().ok_or(RoomError::NotStarted)?;
        if actions.is_empty() || actions.len() > TURN_MAX_ACTIONS {
            return Err(RoomError::BadMessage(format!("a turn has 1 to {TURN_MAX_ACTIONS} actions")));
        }
        let seq = seq as usize;
        if seq < game.seq() && game.was_played(player, seq, actions) {
            return Ok(Decision::NoChange);
        }
        let game = self.require_running()?;
        self.require_active_player(visitor)?;
        if seq != game.seq() {
            return Err(RoomError::Stale);
        }
        if game.current.turn() != player {
            return Err(RoomError::NotYourTurn);
        }
        let mut entries: Vec<Entry> = self.entry_for_returning(player, now).into_iter().collect();
        for action in game.playable_prefix(actions)? {
            let action = game.current.format_action(&action);
            entries.push(Entry::ActionPlayed { player, action, by: PlayedBy::Player });
        }
        Ok(Decision::Append(entries))
    }

    /// Returns the entries for actions that a bot chose for the player to move.
    #[must_use]
    pub fn bot_entries(&self, actions: &[Action], by: PlayedBy) -> Vec<Entry> {
        let Some((game, player)) = self.game.as_ref().zip(self.to_move()) else { return Vec::new() };
        let entry =
            |action: &Action| Entry::ActionPlayed { player, action: game.current.format_action(action), by };
        let mut entries: Vec<Entry> = actions.iter().map(entry).collect();
        if by == PlayedBy::Clock && self.ends_turn(player, actions) && self.is_last_missed_turn(player) {
            entries.push(Entry::BotTookOver { player, by_choice: false });
        }
        entries
    }

    fn ends_turn(&self, player: PlayerIndex, actions: &[Action]) -> bool {
        let Some(game) = &self.game else { return false };
        let mut after = game.current;
        actions.iter().for_each(|&action| _ = after.play(action));
        after.turn() != player || after.ending().is_some()
    }

    fn is_last_missed_turn(&self, player: PlayerIndex) -> bool {
        let missed = self.occupants[usize::from(player)].visitor().map_or(0, |seated| seated.missed_turns);
        missed + 1 >= MISSED_TURNS_LIMIT
    }

    fn decide_share(&self, visitor: &Visitor) -> Result<Decision, RoomError> {
        let player = self.require_player(visitor)?;
        self.require_finished()?;
        if self.shared { Ok(Decision::NoChange) } else { append(Entry::ReplayShared { player }) }
    }

    fn decide_close(&self, visitor: &Visitor) -> Result<Decision, RoomError> {
        self.require_host(visitor)?;
        if self.closed {
            Ok(Decision::NoChange)
        } else if self.is_over() {
            Err(RoomError::Over)
        } else if self.game.is_some() {
            Err(RoomError::Started)
        } else {
            append(Entry::Closed { reason: None })
        }
    }
}

/// Returns the day in the form that records use.
pub(crate) fn format_date(now: Millis) -> String {
    let time = jiff::Timestamp::from_millisecond(now).unwrap_or_default();
    time.strftime("%Y-%m-%d").to_string()
}
