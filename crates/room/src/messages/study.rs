//! The study of a given position: lessons, examples, analysis.

use cafe_rules::{Game, Refusal, Step, Viewer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{GameEvent, GameView};
use crate::room::PlayerIndex;

/// A position after some actions. Nothing is random: the position includes its stocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyResult {
    /// The game.
    #[ts(type = "\"card\" | \"board\"")]
    pub game: String,
    /// The position after the actions, as the player sees it.
    pub view: GameView,
    /// The actions that were played.
    pub steps: Vec<StudyStep>,
    /// Why the next action was refused; the ones after it were ignored.
    #[schema(required)]
    pub refused: Option<StudyRefusal>,
}

/// An action of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyStep {
    /// The player to move.
    #[schema(value_type = u8)]
    pub player: PlayerIndex,
    /// The action in notation.
    pub action: String,
    /// What it caused: which table paid how much, and why.
    pub events: Vec<GameEvent>,
    /// Total points of the action.
    pub points: i16,
    /// By player: the score after the action.
    pub scores: Vec<i16>,
}

/// Why an action of a study was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyRefusal {
    /// The action.
    pub action: String,
    /// Code for programs.
    pub code: String,
    /// English text for people.
    pub message: String,
    /// The café tables that are in the way.
    pub tables: Vec<String>,
}

impl StudyResult {
    /// Plays the actions up to the first refusal. Without `player` the view is that of the player to move at the end.
    #[must_use]
    pub fn of(start: &Game, actions: &[String], player: Option<PlayerIndex>) -> StudyResult {
        let mut game = *start;
        let mut played: Vec<(&String, Step)> = Vec::with_capacity(actions.len());
        let mut refused = None;
        let mut can_undo = false;
        for text in actions {
            let step = match game.parse_action(text).and_then(|action| game.play_step(action)) {
                Ok(step) => step,
                Err(refusal) => {
                    refused = Some(StudyRefusal::of(text, &refusal));
                    break;
                }
            };
            can_undo = !step.ends_turn() && !step.reveals_hidden();
            played.push((text, step));
        }
        let player = player.unwrap_or(game.turn());
        let study_step = |(text, step): &(&String, Step)| StudyStep::of(text, step, Viewer::Player(player));
        let mut view = GameView::study(&game, player, played.len());
        view.can_undo = can_undo && game.turn() == player;
        StudyResult {
            game: game.options().kind().as_str().to_owned(),
            view,
            steps: played.iter().map(study_step).collect(),
            refused,
        }
    }
}

impl StudyStep {
    fn of(text: &str, step: &Step, viewer: Viewer) -> StudyStep {
        let Step { player, events, before, after, .. } = step;
        StudyStep {
            player: *player,
            action: text.to_owned(),
            events: events.iter().map(|&event| GameEvent::of(event, before, after, viewer)).collect(),
            points: step.points(),
            scores: after.scores().to_vec(),
        }
    }
}

impl StudyRefusal {
    fn of(action: &str, refusal: &Refusal) -> StudyRefusal {
        StudyRefusal {
            action: action.to_owned(),
            code: refusal.code().to_owned(),
            message: refusal.to_string(),
            tables: refusal.tables().iter().map(|table| table.cell.to_string()).collect(),
        }
    }
}
