//! Bots: they choose on other threads and play at a pace that people can follow.

use cafe_bots::{Budget, Level};
use cafe_room::{PlayedBy, Room};
use cafe_rules::{Action, View, Viewer};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::RoomCommand;
use crate::state::AppState;

/// The decisions and plans of a room's bots.
pub(super) struct BotDriver {
    sender: mpsc::Sender<RoomCommand>,
    /// The decision being computed: one at a time, however often players leave, return and undo meanwhile.
    pending: Option<PendingChoice>,
    planned: Option<PlannedTurn>,
}

#[derive(Clone, Copy)]
struct PendingChoice {
    /// The `seq` of the game that the choice is for.
    seq: usize,
    started_at: Instant,
}

/// Actions that a bot is about to play.
struct PlannedTurn {
    /// The `seq` of the game that the next action is for.
    seq: usize,
    actions: std::vec::IntoIter<Action>,
    /// When the next action is due.
    due_at: Instant,
}

impl BotDriver {
    pub(super) fn new(sender: mpsc::Sender<RoomCommand>) -> BotDriver {
        BotDriver { sender, pending: None, planned: None }
    }

    /// Starts a decision if a bot is to move and none is pending. Drops a plan for a player who has returned.
    pub(super) fn start_if_needed(&mut self, state: &AppState, room: &Room) {
        let bot = room.game.as_ref().zip(room.to_move()).zip(room.bot_to_move(state.now()));
        let Some(((game, player), (level, by))) = bot else {
            self.planned = None;
            return;
        };
        let seq = game.seq();
        if let Some(plan) = self.planned.as_mut().filter(|plan| plan.seq == seq && plan.actions.len() > 0) {
            // Planned at a bot's pace, but meanwhile the turn ran out of time.
            if by == PlayedBy::Clock {
                plan.due_at = plan.due_at.min(Instant::now());
            }
            return;
        }
        self.planned = None;
        if self.pending.is_some() {
            return;
        }
        self.pending = Some(PendingChoice { seq, started_at: Instant::now() });
        let (view, seed) = (View::of(&game.current, Viewer::Player(player)), room.bot_seed());
        let (state, sender) = (state.clone(), self.sender.clone());
        tokio::spawn(async move {
            let actions = choose(&state, level, view, seed).await;
            let _ = sender.send(RoomCommand::BotChose { seq, actions }).await;
        });
    }

    /// Plans the actions that a bot chose. A bot's pause is counted from the start of its decision, so the pace does not reveal how
    /// long it took. A turn out of time has no pause.
    pub(super) fn plan(&mut self, state: &AppState, room: &Room, seq: usize, actions: Vec<Action>) {
        let Some(pending) = self.pending.take_if(|pending| pending.seq == seq) else { return };
        let is_current = room.game.as_ref().is_some_and(|game| game.seq() == seq);
        if let Some((_, by)) = room.bot_to_move(state.now()).filter(|_| is_current) {
            let pause = if by == PlayedBy::Bot { state.config.bot_pause } else { Default::default() };
            let due_at = pending.started_at + pause;
            self.planned = Some(PlannedTurn { seq, actions: actions.into_iter(), due_at });
        }
    }

    /// Returns when the next action is due.
    pub(super) fn due_at(&self) -> Option<Instant> {
        self.planned.as_ref().filter(|plan| plan.actions.len() > 0).map(|plan| plan.due_at)
    }

    /// Returns true while a decision is pending or planned actions remain.
    pub(super) fn is_busy(&self) -> bool {
        self.pending.is_some() || self.due_at().is_some()
    }

    /// Returns the actions to play now: one at a time for a bot, so that people can follow; all the rest for a turn out of time.
    pub(super) fn take_due(&mut self, state: &AppState, room: &Room) -> Option<(Vec<Action>, PlayedBy)> {
        let plan = self.planned.as_mut()?;
        let seq = room.game.as_ref()?.seq();
        let by = room.bot_to_move(state.now()).map(|(_, by)| by);
        let Some(by) = by.filter(|_| plan.seq == seq) else {
            self.planned = None;
            return None;
        };
        let now = Instant::now();
        if plan.due_at > now {
            return None;
        }
        let count = if by == PlayedBy::Bot { 1 } else { plan.actions.len() };
        let actions: Vec<Action> = plan.actions.by_ref().take(count).collect();
        plan.seq += actions.len();
        plan.due_at = now + state.config.bot_pause;
        (!actions.is_empty()).then_some((actions, by))
    }
}

async fn choose(state: &AppState, level: Level, view: View, seed: u64) -> Vec<Action> {
    let budget = Budget::Time(state.config.bot_think_time);
    let turn = state.bots.run(&state.metrics, move || level.choose(&view, budget, seed)).await;
    turn.flatten().map(|turn| turn.actions.to_vec()).unwrap_or_default()
}
