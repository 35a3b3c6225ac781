//! The game at a table: what was played, and what was taken back.

use cafe_rules::{Action, Events, Game};

use super::{By, Millis, Problem};

/// The game at a table.
#[derive(Clone, Debug)]
pub struct Play {
    /// As it was dealt.
    pub start: Game,
    /// As it stands.
    pub game: Game,
    /// What was played and not taken back.
    pub steps: Vec<Played>,
    /// Everything that was played or taken back, in order; its length is the number that an action answers.
    pub moves: Vec<Move>,
    /// When the turn began.
    pub turn_began: Millis,
    pub(super) date: String,
}

/// An action that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Whose turn it was.
    pub seat: u8,
    /// What.
    pub action: Action,
    /// By whom.
    pub by: By,
    /// When.
    pub at: Millis,
    /// Whether something hidden came to light.
    pub reveals: bool,
    /// Whether the turn ended with it.
    pub ends_turn: bool,
}

/// Something that changed the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A seat played an action.
    Acted {
        /// Which.
        seat: u8,
        /// What.
        action: Action,
        /// Whether what was planned beyond it was dropped: the turn ended, or something hidden came to light.
        stops: bool,
    },
    /// So many actions were taken back.
    Undone(u16),
}

/// What an action did.
#[derive(Clone, Debug)]
pub struct Acted {
    /// Whose turn it was.
    pub seat: u8,
    /// What was played.
    pub action: Action,
    /// By whom.
    pub by: By,
    /// What happened.
    pub events: Events,
    /// The game before.
    pub before: Game,
    /// The game afterwards.
    pub after: Game,
}

impl Play {
    pub(super) fn act(&mut self, seat: u8, action: &str, by: By, at: Millis) -> Result<Box<Acted>, String> {
        if self.game.turn() != seat {
            return Err(format!("it is the turn of {}", self.game.turn()));
        }
        let action = self.game.parse_action(action).map_err(|refusal| refusal.to_string())?;
        let step = self.game.play_step(action).map_err(|refusal| refusal.to_string())?;
        let (ends_turn, reveals) = (step.ends_turn(), step.reveals_hidden());
        self.steps.push(Played { seat, action, by, at, reveals, ends_turn });
        self.moves.push(Move::Acted { seat, action, stops: ends_turn || reveals });
        if ends_turn {
            self.turn_began = at;
        }
        Ok(Box::new(Acted { seat, action, by, events: step.events, before: step.before, after: step.after }))
    }

    pub(super) fn undo(&mut self, steps: u16, at: Millis) -> Result<(), String> {
        let left = self.steps.len().checked_sub(usize::from(steps)).ok_or("so much was never played")?;
        let other_turn = self.steps[left..].iter().any(|step| step.ends_turn);
        self.steps.truncate(left);
        self.moves.push(Move::Undone(steps));
        self.game = self.start;
        self.steps.iter().for_each(|step| self.game.play_unchecked(step.action));
        if other_turn {
            self.turn_began = at;
        }
        Ok(())
    }

    /// Whether the last action can be taken back without asking anybody: it belongs to the turn of the player to move, who
    /// played it, and nothing has come to light. What a bot played for somebody who was away is another's idea.
    #[must_use]
    pub fn may_undo(&self) -> bool {
        self.steps.last().is_some_and(|step| step.by == By::Player && !step.ends_turn && !step.reveals)
    }

    /// Whether these very actions were played from this moment on: then they were only asked again. All of them, or as many as
    /// [`staged`](Play::staged) would have let through.
    pub(super) fn was_played(&self, seat: u8, seq: usize, actions: &[String]) -> bool {
        let Ok(actions) =
            actions.iter().map(|text| self.game.parse_action(text)).collect::<Result<Vec<_>, _>>()
        else {
            return false;
        };
        let mut then = self.moves[seq..].iter();
        for wanted in actions {
            match then.next() {
                Some(Move::Acted { seat: by, action, stops }) if *by == seat && *action == wanted => {
                    if *stops {
                        return true;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// The actions of a staged turn as far as they are played: up to the end of the turn, or to where something hidden
    /// comes to light. What was planned beyond that is dropped, not refused: a refusal would tell what comes.
    pub(super) fn staged(&self, actions: &[String]) -> Result<Vec<Action>, Problem> {
        let mut game: Game = self.game;
        let mut played = Vec::with_capacity(actions.len());
        // What is no action at all is refused wherever it stands.
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
