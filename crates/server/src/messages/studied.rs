//! A prepared position, and what becomes of it: for lessons, examples, and all who wonder what would be.

use cafe_rules::{Game, Refusal, Step, Viewer};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Scene, Seen};

/// A position after some actions. Nothing in it is left to chance: the position brought its own stocks along.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Studied {
    /// Which game it is of.
    #[ts(type = "\"card\" | \"board\"")]
    pub game: String,
    /// The café afterwards, as the seat sees it at a table.
    pub scene: Scene,
    /// What was played, in order.
    pub steps: Vec<StudiedStep>,
    /// Why the next action could not be played; those after it were not looked at.
    #[schema(required)]
    pub refused: Option<StudyRefused>,
}

/// An action of a study.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StudiedStep {
    /// Whose turn it was.
    pub seat: u8,
    /// What, in the notation.
    pub action: String,
    /// What it brought about: which table paid how much, and why.
    pub events: Vec<Seen>,
    /// All points of the action together.
    pub points: i16,
    /// By player: the points afterwards.
    pub scores: Vec<i16>,
}

/// Why an action cannot be played, as a table would say it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StudyRefused {
    /// What was tried.
    pub action: String,
    /// For programs.
    pub code: String,
    /// For people, in English.
    pub message: String,
    /// The tables that are in the way.
    pub tables: Vec<String>,
}

impl Studied {
    /// Plays what can be played, as this seat sees it; without a seat, as who is to move in the end.
    #[must_use]
    pub fn of(start: &Game, actions: &[String], seat: Option<u8>) -> Studied {
        let mut game = *start;
        let mut played = Vec::with_capacity(actions.len());
        let mut refused = None;
        let mut may_undo = false;
        for text in actions {
            let step = match game.parse_action(text).and_then(|action| game.play_step(action)) {
                Ok(step) => step,
                Err(refusal) => {
                    refused = Some(StudyRefused::of(text, &refusal));
                    break;
                }
            };
            may_undo = !step.ends_turn() && !step.reveals_hidden();
            played.push((text, step));
        }
        let seat = seat.unwrap_or(game.turn());
        let studied = |(text, step): &(&String, Step)| StudiedStep {
            seat: step.player,
            action: (*text).clone(),
            events: step
                .events
                .iter()
                .map(|&event| Seen::of(event, &step.before, &step.after, Viewer::Player(seat)))
                .collect(),
            points: step.points(),
            scores: step.after.scores().to_vec(),
        };
        let mut scene = Scene::studied(&game, seat, played.len());
        scene.may_undo = may_undo && game.turn() == seat;
        Studied {
            game: game.options().kind().as_str().to_owned(),
            scene,
            steps: played.iter().map(studied).collect(),
            refused,
        }
    }
}

impl StudyRefused {
    fn of(action: &str, refusal: &Refusal) -> StudyRefused {
        StudyRefused {
            action: action.to_owned(),
            code: refusal.code().to_owned(),
            message: refusal.to_string(),
            tables: refusal.tables().iter().map(|table| table.cell.to_string()).collect(),
        }
    }
}
