//! A prepared position, and what becomes of it: for lessons, examples, and all who wonder what would be.

use cafe_rules::{Game, Refusal, Viewer};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Scene, Seen};
use crate::room::{ends_turn, reveals};

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
            let before = game;
            let events = match game.read(text).and_then(|action| game.play(action)) {
                Ok(events) => events,
                Err(refusal) => {
                    refused = Some(StudyRefused::of(text, &refusal));
                    break;
                }
            };
            may_undo = !events.iter().any(|event| ends_turn(event) || reveals(event));
            played.push((text, before, events, game));
        }
        let seat = seat.unwrap_or(game.turn());
        let step = |(text, before, events, after): &(&String, Game, cafe_rules::Events, Game)| StudiedStep {
            seat: before.turn(),
            action: (*text).clone(),
            events: events.iter().map(|&event| Seen::of(event, before, after, Viewer::Seat(seat))).collect(),
            points: after.points(events).iter().map(|(_, points)| points).sum(),
            scores: after.scores().to_vec(),
        };
        let mut scene = Scene::studied(&game, seat, played.len());
        scene.may_undo = may_undo && game.turn() == seat;
        Studied {
            game: game.options().kind().word().to_owned(),
            scene,
            steps: played.iter().map(step).collect(),
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
