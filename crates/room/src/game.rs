//! The game in a room: what was played and what was undone.

use cafe_rules::{Action, Events, Game, Step};

use crate::nudge::Nudges;
use crate::room::PlayerIndex;
use crate::{EarlyEnd, Millis, PlayedBy, RoomError};

/// Number of steps between two checkpoints.
const CHECKPOINT_STEPS: usize = 16;

/// The game in a room.
#[derive(Clone, Debug)]
pub struct RoomGame {
    /// The game as dealt.
    pub start: Game,
    /// The game now.
    pub current: Game,
    /// The actions played and not undone.
    pub steps: Vec<PlayedStep>,
    /// Every action and every undo, in order. Its length is the `seq` that requests refer to.
    pub history: Vec<HistoryItem>,
    /// When the current turn started.
    pub turn_started_at: Millis,
    /// When the player to move last did something: played, undid or returned, or when the turn started.
    pub active_at: Millis,
    /// The players who resigned, in that order.
    pub resigned: Vec<PlayerIndex>,
    /// Why the game ended, if it was not played to its end.
    pub early_end: Option<EarlyEnd>,
    /// Number of steps that cannot be undone, because a player resigned after them.
    pub(crate) undo_floor: usize,
    pub(crate) nudges: Nudges,
    /// The game after every [`CHECKPOINT_STEPS`] steps, so that an earlier position costs a few steps instead of all.
    checkpoints: Vec<Game>,
    pub(crate) date: String,
}

/// An action that was played and not undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedStep {
    /// Number of its entry.
    pub number: u64,
    /// The player to move.
    pub player: PlayerIndex,
    /// The action.
    pub action: Action,
    /// What played it.
    pub by: PlayedBy,
    /// When.
    pub at: Millis,
    /// Whether it revealed something hidden.
    pub reveals: bool,
    /// Whether it ended the turn.
    pub ends_turn: bool,
}

/// A change of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryItem {
    /// An action was played.
    Played {
        /// The player to move.
        player: PlayerIndex,
        /// The action.
        action: Action,
        /// Whether the rest of a submitted turn was dropped after it: the turn ended, or something hidden was revealed.
        stops: bool,
    },
    /// This number of actions was undone.
    Undone(u16),
}

/// The effect of an action.
#[derive(Clone, Debug)]
pub struct PlayedAction {
    /// The player to move.
    pub player: PlayerIndex,
    /// The action.
    pub action: Action,
    /// What played it.
    pub by: PlayedBy,
    /// What happened.
    pub events: Events,
    /// The game before.
    pub before: Game,
    /// The game after.
    pub after: Game,
}

impl PlayedAction {
    pub(crate) fn of(step: Step, by: PlayedBy) -> PlayedAction {
        let Step { player, action, events, before, after } = step;
        PlayedAction { player, action, by, events, before, after }
    }
}

/// The steps of a game and their checkpoints, taken out of it.
pub(crate) struct Steps {
    steps: Vec<PlayedStep>,
    checkpoints: Vec<Game>,
}

impl Steps {
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn truncate(&mut self, count: usize) {
        self.steps.truncate(count);
        self.checkpoints.truncate(count / CHECKPOINT_STEPS);
    }
}

impl RoomGame {
    /// Takes the steps out. The game is not usable until they are put back.
    pub(crate) fn take_steps(&mut self) -> Steps {
        Steps { steps: std::mem::take(&mut self.steps), checkpoints: std::mem::take(&mut self.checkpoints) }
    }

    pub(crate) fn put_steps(&mut self, steps: Steps) {
        Steps { steps: self.steps, checkpoints: self.checkpoints } = steps;
    }

    pub(crate) fn new(start: Game, at: Millis, date: String) -> RoomGame {
        RoomGame {
            start,
            current: start,
            steps: Vec::new(),
            history: Vec::new(),
            turn_started_at: at,
            active_at: at,
            resigned: Vec::new(),
            early_end: None,
            undo_floor: 0,
            nudges: Nudges::default(),
            checkpoints: Vec::new(),
            date,
        }
    }

    /// Returns true if the game was played to its end or ended early.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.early_end.is_some() || self.current.ending().is_some()
    }

    /// Returns the number that the next request must refer to.
    #[must_use]
    pub fn seq(&self) -> usize {
        self.history.len()
    }

    /// Returns the game after its first actions. Undone actions do not count.
    ///
    /// # Errors
    /// [`RoomError::NoSuchPosition`] if there are fewer.
    pub fn after(&self, actions: usize) -> Result<Game, RoomError> {
        let steps = self.steps.get(..actions).ok_or(RoomError::NoSuchPosition)?;
        let passed = actions / CHECKPOINT_STEPS;
        let mut game = passed.checked_sub(1).map_or(self.start, |last| self.checkpoints[last]);
        steps[passed * CHECKPOINT_STEPS..].iter().for_each(|step| game.play_unchecked(step.action));
        Ok(game)
    }

    /// Returns the position before this item of the history, preceded by those that later undos returned to.
    pub(crate) fn positions_before(&self, seq: usize) -> Vec<Game> {
        let mut step_count = self.steps.len();
        let mut fewest = step_count;
        for item in self.history[seq..].iter().rev() {
            match item {
                HistoryItem::Played { .. } => step_count -= 1,
                HistoryItem::Undone(count) => step_count += usize::from(*count),
            }
            fewest = fewest.min(step_count);
        }
        // The first `fewest` steps still stand. Those that were undone since are only in the history.
        let mut undone: Vec<Action> = Vec::with_capacity(step_count - fewest);
        let mut undone_before = 0;
        for item in self.history[..seq].iter().rev() {
            if undone.len() == step_count - fewest {
                break;
            }
            match item {
                HistoryItem::Undone(count) => undone_before += usize::from(*count),
                HistoryItem::Played { .. } if undone_before > 0 => undone_before -= 1,
                HistoryItem::Played { action, .. } => undone.push(*action),
            }
        }
        let mut game = self.after(fewest).unwrap_or(self.start);
        let mut positions = vec![game];
        for action in undone.into_iter().rev() {
            game.play_unchecked(action);
            positions.push(game);
        }
        positions
    }

    pub(crate) fn play(
        &mut self,
        number: u64,
        player: PlayerIndex,
        action: &str,
        by: PlayedBy,
        at: Millis,
    ) -> Result<Box<PlayedAction>, String> {
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        if self.current.turn() != player {
            return Err(format!("player {} is to move", self.current.turn()));
        }
        let action = self.current.parse_action(action).map_err(|refusal| refusal.to_string())?;
        let step = self.current.play_step(action).map_err(|refusal| refusal.to_string())?;
        let (ends_turn, reveals) = (step.ends_turn(), step.reveals_hidden());
        self.steps.push(PlayedStep { number, player, action, by, at, reveals, ends_turn });
        self.history.push(HistoryItem::Played { player, action, stops: ends_turn || reveals });
        if self.steps.len().is_multiple_of(CHECKPOINT_STEPS) {
            self.checkpoints.push(self.current);
        }
        self.active_at = at;
        if ends_turn {
            self.start_turn(at);
        }
        Ok(Box::new(PlayedAction::of(step, by)))
    }

    pub(crate) fn undo(&mut self, count: u16, at: Millis) -> Result<(), String> {
        let kept = self.steps.len().checked_sub(usize::from(count)).ok_or("more undone than was played")?;
        if kept < self.undo_floor {
            return Err("a player resigned after these actions".to_owned());
        }
        let crosses_turn = self.steps[kept..].iter().any(|step| step.ends_turn);
        self.steps.truncate(kept);
        self.checkpoints.truncate(kept / CHECKPOINT_STEPS);
        self.history.push(HistoryItem::Undone(count));
        self.current = self.after(kept).map_err(|error| error.to_string())?;
        self.active_at = at;
        if crosses_turn {
            self.start_turn(at);
        }
        Ok(())
    }

    fn start_turn(&mut self, at: Millis) {
        self.turn_started_at = at;
        self.nudges = Nudges::default();
    }

    /// Returns true if the last action can be undone without agreement: the player to move played it in this turn, and it
    /// revealed nothing. An action that a bot played for an absent visitor does not qualify, nor does one before a resignation.
    #[must_use]
    pub fn can_undo_freely(&self) -> bool {
        let last = self.steps.last().filter(|_| self.steps.len() > self.undo_floor);
        last.is_some_and(|step| step.by == PlayedBy::Player && !step.ends_turn && !step.reveals)
    }

    /// Returns true if exactly these actions were played from `seq` on, so the request is a repetition. They count as played
    /// also where [`playable_prefix`](RoomGame::playable_prefix) dropped the rest.
    pub(crate) fn was_played(&self, player: PlayerIndex, seq: usize, actions: &[String]) -> bool {
        let Ok(actions) =
            actions.iter().map(|text| self.current.parse_action(text)).collect::<Result<Vec<_>, _>>()
        else {
            return false;
        };
        let mut items = self.history[seq..].iter();
        for wanted in actions {
            match items.next() {
                Some(HistoryItem::Played { player: by, action, stops })
                    if *by == player && *action == wanted =>
                {
                    if *stops {
                        return true;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// Returns the actions up to the end of the turn or the first reveal. The rest is dropped rather than refused, because a
    /// refusal would tell what was revealed.
    pub(crate) fn playable_prefix(&self, actions: &[String]) -> Result<Vec<Action>, RoomError> {
        let mut game: Game = self.current;
        let mut played = Vec::with_capacity(actions.len());
        // Malformed actions are refused wherever they stand.
        let actions: Vec<Action> =
            actions.iter().map(|text| game.parse_action(text)).collect::<Result<_, _>>()?;
        for action in actions {
            let step = game.play_step(action)?;
            played.push(action);
            if step.ends_turn() || step.reveals_hidden() {
                break;
            }
        }
        Ok(played)
    }
}
