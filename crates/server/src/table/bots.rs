//! Bots at a table: they think elsewhere, and play at a pace that people can follow.

use std::sync::Arc;

use cafe_bots::{Budget, Level};
use cafe_rules::{Action, View, Viewer};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

use super::hints::Hints;
use super::{Command, ConnectionId};
use crate::house::House;
use crate::room::{By, Problem, Room};

/// What the bots of a table are about.
pub(super) struct Bots {
    sender: mpsc::Sender<Command>,
    /// Somebody thinks: one at a time, however often those at the table leave, come back and take back meanwhile.
    thinking: Option<Thinking>,
    plan: Option<Plan>,
    hints: Hints,
}

/// Somebody was asked to think.
#[derive(Clone, Copy)]
struct Thinking {
    /// About the moment after so many moves.
    moves: usize,
    /// When.
    asked: Instant,
}

/// What a bot is about to play.
struct Plan {
    /// The next action answers the moment after so many moves.
    moves: usize,
    actions: std::vec::IntoIter<Action>,
    /// When.
    at: Instant,
}

impl Bots {
    pub(super) fn new(sender: mpsc::Sender<Command>) -> Bots {
        let hints = Hints::new(sender.clone());
        Bots { sender, thinking: None, plan: None, hints }
    }

    /// Lets somebody of the house think if it is to play and does not do so already. What was planned for somebody who
    /// plays again is dropped.
    pub(super) fn attend(&mut self, house: &House, room: &Room) {
        let wanted = room.play.as_ref().zip(room.to_move()).zip(room.played_by(house.now()));
        let Some(((play, seat), (level, by))) = wanted else {
            self.plan = None;
            return;
        };
        let moves = play.moves.len();
        if let Some(plan) = self.plan.as_mut().filter(|plan| plan.moves == moves && plan.actions.len() > 0) {
            // Planned at a bot's pace, and meanwhile it is the clock that plays.
            if by == By::Clock {
                plan.at = plan.at.min(Instant::now());
            }
            return;
        }
        self.plan = None;
        if self.thinking.is_some() {
            return;
        }
        self.thinking = Some(Thinking { moves, asked: Instant::now() });
        let (view, seed) = (View::of(&play.game, Viewer::Player(seat)), room.bot_seed());
        let (house, sender) = (house.clone(), self.sender.clone());
        tokio::spawn(async move {
            let actions = think(&house, level, view, seed).await;
            let _ = sender.send(Command::Chosen(moves, actions)).await;
        });
    }

    /// Somebody has chosen. A bot waits a moment before it plays, counted from when it was asked: how long it thought tells
    /// nobody anything. Whose time is up is not waited for.
    pub(super) fn chosen(&mut self, house: &House, room: &Room, moves: usize, actions: Vec<Action>) {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.moves == moves) else { return };
        let current = room.play.as_ref().is_some_and(|play| play.moves.len() == moves);
        if let Some((_, by)) = room.played_by(house.now()).filter(|_| current) {
            let at = if by == By::Bot { thinking.asked + house.rules.bot_pause } else { thinking.asked };
            self.plan = Some(Plan { moves, actions: actions.into_iter(), at });
        }
    }

    /// When the next action is due.
    pub(super) fn acts_at(&self) -> Option<Instant> {
        self.plan.as_ref().filter(|plan| plan.actions.len() > 0).map(|plan| plan.at)
    }

    /// Whether somebody thinks or is about to play.
    pub(super) fn are_busy(&self) -> bool {
        self.thinking.is_some() || self.acts_at().is_some()
    }

    /// What is to be played now, and why: a bot's actions one by one, so that people can follow; the rest of a turn whose time
    /// is up at once.
    pub(super) fn due(&mut self, house: &House, room: &Room) -> Option<(Vec<Action>, By)> {
        let moves = room.play.as_ref()?.moves.len();
        let by = room.played_by(house.now()).map(|(_, by)| by);
        let plan = self.plan.as_mut()?;
        let Some(by) = by.filter(|_| plan.moves == moves) else {
            self.plan = None;
            return None;
        };
        let now = Instant::now();
        if plan.at > now {
            return None;
        }
        let count = if by == By::Bot { 1 } else { plan.actions.len() };
        let actions: Vec<Action> = plan.actions.by_ref().take(count).collect();
        plan.moves += actions.len();
        plan.at = now + house.rules.bot_pause;
        (!actions.is_empty()).then_some((actions, by))
    }

    /// Asks the house what it would play.
    pub(super) fn hint(
        &mut self,
        house: &House,
        room: &Room,
        connection: ConnectionId,
        id: u32,
    ) -> Result<(), Problem> {
        self.hints.ask(house, room, connection, id)
    }

    /// A hint for a seat is ready. Returns who waits for it.
    pub(super) fn hinted(&mut self, seat: u8) -> Vec<(ConnectionId, u32)> {
        self.hints.ready(seat)
    }
}

async fn think(house: &House, level: Level, view: View, seed: u64) -> Vec<Action> {
    let time = Budget::Time(house.rules.master_time);
    let chooses = move || level.choose(&view, time, seed);
    let turn = away(house, &house.thinking, chooses).await.flatten();
    turn.map(|turn| turn.actions.to_vec()).unwrap_or_default()
}

/// Thinks on a thread where nobody waits to be served, when one has leave to.
pub(super) async fn away<T: Send + 'static>(
    house: &House,
    leave: &Arc<Semaphore>,
    thought: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    house.metrics.bots_waiting.inc();
    let leave = Arc::clone(leave).acquire_owned().await;
    house.metrics.bots_waiting.dec();
    let leave = leave.ok()?;
    house.metrics.bots_thinking.inc();
    let thinking = tokio::task::spawn_blocking(move || {
        let _leave = leave;
        thought()
    });
    let thought = thinking.await.ok();
    house.metrics.bots_thinking.dec();
    thought
}
