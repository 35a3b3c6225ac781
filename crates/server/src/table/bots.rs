//! Bots at a table: they think elsewhere, and play at a pace that people can follow.

use std::time::Duration;

use cafe_bots::{Budget, Level, analyse_position};
use cafe_rules::{Action, View, Viewer};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::{Command, ConnectionId};
use crate::house::House;
use crate::messages::HintedTurn;
use crate::room::{Problem, Room, STAND_IN};

/// How many turns a hint shows.
const HINTED_TURNS: usize = 3;

/// What the bots of a table are about.
pub(super) struct Bots {
    sender: mpsc::Sender<Command>,
    /// After how many moves somebody was asked to think.
    thinking: Option<usize>,
    plan: Option<Plan>,
}

/// What a bot is about to play.
struct Plan {
    /// The next action answers the moment after so many moves.
    moves: usize,
    actions: std::vec::IntoIter<Action>,
    /// When.
    at: Instant,
    /// How long it waits before each action.
    pause: Duration,
}

impl Bots {
    pub(super) fn new(sender: mpsc::Sender<Command>) -> Bots {
        Bots { sender, thinking: None, plan: None }
    }

    /// Lets the bot whose turn it is think, if there is one and it does not do so already.
    pub(super) fn attend(&mut self, house: &House, room: &Room) {
        let Some((play, seat)) = room.play.as_ref().zip(room.to_move()) else { return };
        let Some(level) = room.seats[usize::from(seat)].bot() else { return };
        let moves = play.moves.len();
        let planned = self.plan.as_ref().is_some_and(|plan| plan.moves == moves && plan.actions.len() > 0);
        if planned || self.thinking == Some(moves) {
            return;
        }
        self.plan = None;
        self.thinking = Some(moves);
        let (view, seed) = (View::of(&play.game, Viewer::Seat(seat)), room.bot_seed());
        let (house, sender) = (house.clone(), self.sender.clone());
        tokio::spawn(async move {
            let actions = think(&house, level, view, seed).await;
            let _ = sender.send(Command::Chosen(moves, actions)).await;
        });
    }

    /// A bot has chosen. It waits a moment before it plays.
    pub(super) fn chosen(&mut self, house: &House, moves: usize, actions: Vec<Action>) {
        if self.thinking == Some(moves) {
            self.thinking = None;
            let pause = house.rules.bot_pause;
            self.plan = Some(Plan { moves, actions: actions.into_iter(), at: Instant::now() + pause, pause });
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

    /// What is to be played now.
    pub(super) fn due(&mut self, room: &Room) -> Option<Vec<Action>> {
        let moves = room.play.as_ref()?.moves.len();
        let plan = self.plan.as_mut()?;
        if plan.moves != moves {
            self.plan = None;
            return None;
        }
        let now = Instant::now();
        if plan.at > now {
            return None;
        }
        let action = plan.actions.next()?;
        plan.moves += 1;
        plan.at = now + plan.pause;
        Some(vec![action])
    }

    /// Asks the house what it would play.
    pub(super) fn hint(
        &self,
        house: &House,
        room: &Room,
        connection: ConnectionId,
        id: u32,
    ) -> Result<(), Problem> {
        let (play, seat) = room.play.as_ref().zip(room.to_move()).ok_or(Problem::Over)?;
        let (game, seed) = (play.game, room.bot_seed());
        let (house, sender) = (house.clone(), self.sender.clone());
        tokio::spawn(async move {
            let view = View::of(&game, Viewer::Seat(seat));
            let time = Budget::Time(house.rules.master_time);
            let found = away(&house, move || analyse_position(&view, HINTED_TURNS, time, seed)).await;
            let turn = |candidate: &cafe_bots::Candidate| HintedTurn {
                actions: candidate.turn.actions.iter().map(|action| game.write(action)).collect(),
                points: candidate.turn.points,
                value: (candidate.worth * 10.0).round() / 10.0,
            };
            let turns = found.unwrap_or_default().iter().map(turn).collect();
            let _ = sender.send(Command::Hinted(connection, id, turns)).await;
        });
        Ok(())
    }
}

/// What somebody plays whose time is up.
pub(super) async fn stand_in(house: &House, room: &Room) -> Vec<Action> {
    let Some((play, seat)) = room.play.as_ref().zip(room.to_move()) else { return Vec::new() };
    think(house, STAND_IN, View::of(&play.game, Viewer::Seat(seat)), room.bot_seed()).await
}

async fn think(house: &House, level: Level, view: View, seed: u64) -> Vec<Action> {
    let time = Budget::Time(house.rules.master_time);
    let turn = away(house, move || level.choose(&view, time, seed)).await.flatten();
    turn.map(|turn| turn.actions.to_vec()).unwrap_or_default()
}

/// Thinks on a thread where nobody waits to be served, when it is one's turn.
async fn away<T: Send + 'static>(house: &House, thought: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    house.metrics.bots_waiting.inc();
    let leave = std::sync::Arc::clone(&house.thinking).acquire_owned().await;
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
