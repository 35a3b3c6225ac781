//! Study of given positions: legal actions, points, refusals.

use axum::Json;
use cafe_room::messages::{StudyBody, StudyResult};
use cafe_rules::{Board, Faults, Game, PositionFault};
use thiserror::Error;

use super::ApiError;
use super::extract::JsonBody;
use super::openapi::{InvalidStudyBody, OtherOrigin, TooFast};

/// Maximum number of actions: several turns.
const MAX_ACTIONS: usize = 40;

/// Why a position cannot be studied.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InvalidStudy {
    /// The position is invalid.
    #[error(transparent)]
    Position(Faults<PositionFault>),
    /// There are too many actions.
    #[error("a study has at most {MAX_ACTIONS} actions, these are {0}")]
    Actions(usize),
    /// There is no such player.
    #[error("there is no player {player}: {players} play, numbered from 0")]
    Player {
        /// The player.
        player: u8,
        /// The number of players.
        players: u8,
    },
}

fn evaluate(body: &StudyBody) -> Result<StudyResult, InvalidStudy> {
    if body.actions.len() > MAX_ACTIONS {
        return Err(InvalidStudy::Actions(body.actions.len()));
    }
    let game = Game::from_position(&body.position, Board::standard()).map_err(InvalidStudy::Position)?;
    let players = game.options().players();
    match body.player {
        Some(player) if player >= players => Err(InvalidStudy::Player { player, players }),
        player => Ok(StudyResult::of(&game, &body.actions, player)),
    }
}

/// Plays actions in a given position and returns the legal actions and their points. Nothing is stored.
#[utoipa::path(
    post,
    path = "/study",
    operation_id = "study",
    request_body = StudyBody,
    responses(
        (status = 200, description = "the position after the actions, up to the first that is refused", body = StudyResult),
        InvalidStudyBody,
        OtherOrigin,
        TooFast
    )
)]
pub(super) async fn study(JsonBody(body): JsonBody<StudyBody>) -> Result<Json<StudyResult>, ApiError> {
    Ok(Json(evaluate(&body)?))
}
