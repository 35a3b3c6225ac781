//! Hints: computed once for each player, whatever the number of devices that ask.

use cafe_analysis::analyse_position;
use cafe_bots::Budget;
use cafe_room::messages::{HintTurn, ServerMessage};
use cafe_room::{PlayerIndex, RoomError, Visitor};
use cafe_rules::{View, Viewer};
use tokio::sync::mpsc;

use super::requests::ReplyTo;
use super::{RoomActor, RoomCommand};
use crate::bot_pool::{Job, Priority};

/// Number of turns in a hint.
const HINT_TURNS: usize = 3;

/// The hints being computed: at most one for each player.
pub(super) struct PendingHints {
    sender: mpsc::Sender<RoomCommand>,
    pending: Vec<PendingHint>,
}

struct PendingHint {
    player: PlayerIndex,
    /// The `seq` of the game that the hint is for.
    seq: usize,
    /// The requests to answer, one for each connection.
    reply_to: Vec<ReplyTo>,
}

impl PendingHints {
    pub(super) fn new(sender: mpsc::Sender<RoomCommand>) -> PendingHints {
        PendingHints { sender, pending: Vec::new() }
    }

    /// Adds a request to a pending hint of the player. Returns None if there is no such hint.
    fn join(&mut self, player: PlayerIndex, seq: usize, reply_to: ReplyTo) -> Option<Result<(), RoomError>> {
        let hint = self.pending.iter_mut().find(|hint| hint.player == player)?;
        let is_waiting = hint.reply_to.iter().any(|other| other.connection == reply_to.connection);
        // The same device asks again, or about another position.
        if is_waiting || hint.seq != seq {
            return Some(Err(RoomError::TooFast));
        }
        hint.reply_to.push(reply_to);
        Some(Ok(()))
    }

    /// Removes the hint of a player. Returns the requests to answer.
    fn take(&mut self, player: PlayerIndex) -> Vec<ReplyTo> {
        let found = self.pending.iter().position(|hint| hint.player == player);
        found.map(|index| self.pending.swap_remove(index).reply_to).unwrap_or_default()
    }
}

impl RoomActor {
    /// Starts to compute a hint. The answer comes as [`RoomCommand::HintReady`].
    pub(super) fn start_hint(
        &mut self,
        visitor: &Visitor,
        seq: u32,
        reply_to: ReplyTo,
    ) -> Result<(), RoomError> {
        let player = self.room.require_active_player(visitor)?;
        if !self.room.options.hints {
            return Err(RoomError::HintsOff);
        }
        let room_game = self.room.game.as_ref().ok_or(RoomError::NotStarted)?;
        if self.room.to_move() != Some(player) {
            return Err(RoomError::NotYourTurn);
        }
        if seq as usize != room_game.seq() {
            return Err(RoomError::Stale);
        }
        if let Some(joined) = self.hints.join(player, room_game.seq(), reply_to) {
            return joined;
        }
        let (game, resigned, seed) = (room_game.current, room_game.resigned.clone(), self.room.bot_seed());
        self.hints.pending.push(PendingHint { player, seq: room_game.seq(), reply_to: vec![reply_to] });
        let (state, sender) = (self.state.clone(), self.hints.sender.clone());
        let job = Job::new(Priority::Awaited, visitor.id.clone());
        tokio::spawn(async move {
            let view = View::of(&game, Viewer::Player(player));
            let budget = Budget::Time(state.config.bot_think_time);
            let analyse = move || analyse_position(&view, HINT_TURNS, budget, seed);
            let candidates = state.bots.run(&state.metrics, job, analyse).await;
            let candidates = candidates.unwrap_or_default();
            let turns = candidates.iter().map(|candidate| HintTurn::of(&game, &resigned, candidate));
            let turns = turns.collect();
            let _ = sender.send(RoomCommand::HintReady { player, turns }).await;
        });
        Ok(())
    }

    /// Answers the requests for a hint.
    pub(super) fn send_hint(&mut self, player: PlayerIndex, turns: &[HintTurn]) {
        for ReplyTo { connection, id } in self.hints.take(player) {
            if let Some(connection) = self.connection(connection) {
                connection.send(&ServerMessage::Hint { id, turns: turns.to_vec() });
            }
        }
    }
}
