//! Bots: they choose on other threads and play at a pace that people can follow.

use cafe_bots::{Budget, Level};
use cafe_room::{PlayedBy, Room};
use cafe_rules::{Action, View, Viewer};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::RoomCommand;
use crate::bot_pool::{Job, Priority};
use crate::state::AppState;

/// The decisions and plans of a room's bots.
pub(super) struct BotDriver {
    sender: mpsc::Sender<RoomCommand>,
    /// The decision being computed: one at a time, however often players leave, return and undo meanwhile.
    pending: Option<PendingChoice>,
    planned: Option<PlannedTurn>,
}

struct PendingChoice {
    /// The `seq` of the game that the choice is for.
    seq: usize,
    started_at: Instant,
    job: Job,
    task: AbortHandle,
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
    pub(super) fn start_if_needed(&mut self, state: &AppState, room: &Room, is_watched: bool) {
        let bot = room.game.as_ref().zip(room.to_move()).zip(room.bot_to_move(state.now()));
        let Some(((game, player), (level, by))) = bot else {
            self.planned = None;
            self.cancel_waiting();
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
        let priority = priority(room, by, is_watched);
        let mut started_at = Instant::now();
        if let Some(pending) = &self.pending {
            let is_current = pending.seq == seq;
            if is_current {
                started_at = pending.started_at;
            }
            // One that waits for another position, or not urgently enough, must not hold up this one.
            if is_current && pending.job.priority <= priority || !self.cancel_waiting() {
                return;
            }
        }
        let job = Job::new(priority, room.host.clone());
        let (view, seed) = (View::of(&game.current, Viewer::Player(player)), room.bot_seed());
        let (state, sender, queued) = (state.clone(), self.sender.clone(), job.clone());
        let task = tokio::spawn(async move {
            let actions = choose(&state, queued, level, view, seed).await;
            let _ = sender.send(RoomCommand::BotChose { seq, actions }).await;
        });
        self.pending = Some(PendingChoice { seq, started_at, job, task: task.abort_handle() });
    }

    /// Cancels a decision that still waits for a thread. Returns whether none is pending any more: one that is being computed is
    /// waited for, so that a room never has two.
    fn cancel_waiting(&mut self) -> bool {
        if let Some(waiting) = self.pending.take_if(|pending| !pending.job.has_started()) {
            waiting.task.abort();
        }
        self.pending.is_none()
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

/// Returns how urgent a decision is.
fn priority(room: &Room, by: PlayedBy, is_watched: bool) -> Priority {
    let has_people = room.occupants.iter().any(|occupant| occupant.bot_level().is_none());
    match by {
        PlayedBy::Clock => Priority::Clock,
        _ if is_watched || has_people => Priority::Awaited,
        _ => Priority::Unwatched,
    }
}

async fn choose(state: &AppState, job: Job, level: Level, view: View, seed: u64) -> Vec<Action> {
    let budget = Budget::Time(state.config.bot_think_time);
    let turn = state.bots.run(&state.metrics, job, move || level.choose(&view, budget, seed)).await;
    turn.flatten().map(|turn| turn.actions.to_vec()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use cafe_room::{Bot, Clock, Entry, Name, NewRoom, RoomOptions, TimedEntry};
    use cafe_rules::{Kind, Options};

    use super::*;
    use crate::testing::TestState;
    use crate::{ServerConfig, new_room_id, new_secret, new_visitor_id};

    fn apply(room: &mut Room, at: i64, entry: Entry) {
        room.apply(TimedEntry { at, entry }).unwrap();
    }

    /// Returns a room in which Ann plays against a bot that is to move.
    fn room_with_bot_to_move(at: i64) -> Room {
        let (ann, name) = (new_visitor_id(), Name::new("Ann").unwrap());
        let options = Options::new(Kind::Card, 2, false).unwrap();
        let options = RoomOptions { clock: Clock::Seconds { per_turn: 15 }, ..RoomOptions::new(options) };
        let new = NewRoom::new(new_room_id(), ann.clone(), options, new_secret());
        let mut room = Room::create(new, at).unwrap();
        let seat = Entry::SeatTaken { player: 0, visitor: ann, name, is_program: false, share: None };
        apply(&mut room, at, seat);
        apply(&mut room, at, Entry::BotSeated { player: 1, bot: Bot::unnamed(Level::Novice) });
        apply(&mut room, at, Entry::Started { date: "2026-11-16".to_owned() });
        let draw = Entry::ActionPlayed { player: 0, action: "draw".to_owned(), by: PlayedBy::Player };
        apply(&mut room, at, draw);
        room
    }

    /// A driver whose decisions wait for a thread.
    struct WaitingDriver {
        driver: BotDriver,
        server: TestState,
        _busy: Vec<crate::bot_pool::ThreadPermit>,
    }

    impl WaitingDriver {
        fn new() -> WaitingDriver {
            let server = TestState::new(ServerConfig::default());
            let busy = server.state.bots.reserve_free_threads();
            WaitingDriver { driver: BotDriver::new(mpsc::channel(1).0), server, _busy: busy }
        }

        /// Returns `seq` and priority of the pending decision, and the number of decisions that wait.
        async fn start(&mut self, room: &Room, is_watched: bool) -> (Option<(usize, Priority)>, i64) {
            self.driver.start_if_needed(&self.server.state, room, is_watched);
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            let pending = self.driver.pending.as_ref().map(|pending| (pending.seq, pending.job.priority));
            (pending, self.server.state.metrics.bots_waiting.get())
        }
    }

    #[tokio::test]
    async fn turn_out_of_time_does_not_wait_behind_an_outdated_decision() {
        let mut driver = WaitingDriver::new();
        let mut room = room_with_bot_to_move(0);
        assert_eq!(driver.start(&room, true).await, (Some((1, Priority::Awaited)), 1));
        // The draw is undone, and the time of that turn is over.
        apply(&mut room, 0, Entry::Undone { player: 0, count: 1 });
        assert_eq!(driver.start(&room, true).await, (Some((2, Priority::Clock)), 1));
    }

    #[tokio::test]
    async fn decision_that_is_not_needed_any_more_is_cancelled() {
        let mut driver = WaitingDriver::new();
        let now = driver.server.state.now();
        let mut room = room_with_bot_to_move(now);
        driver.start(&room, true).await;
        apply(&mut room, now, Entry::Undone { player: 0, count: 1 });
        assert_eq!(driver.start(&room, true).await, (None, 0));
    }

    #[tokio::test]
    async fn game_of_bots_is_urgent_once_it_is_watched() {
        let mut driver = WaitingDriver::new();
        let mut room = room_with_bot_to_move(0);
        assert_eq!(driver.start(&room, false).await, (Some((1, Priority::Awaited)), 1), "Ann plays");
        apply(&mut room, 0, Entry::BotTookOver { player: 0, by_choice: false });
        let mut driver = WaitingDriver::new();
        assert_eq!(driver.start(&room, false).await, (Some((1, Priority::Unwatched)), 1));
        assert_eq!(driver.start(&room, true).await, (Some((1, Priority::Awaited)), 1));
        assert_eq!(driver.start(&room, false).await, (Some((1, Priority::Awaited)), 1), "it keeps its place");
    }
}
