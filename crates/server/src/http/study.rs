//! Prepared positions: what can be done in them, what it would score, and why not.

use std::fmt;

use axum::Json;
use cafe_rules::{Board, Faults, Game, PositionFault};
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::Fault;
use super::input::Body;
use super::openapi::{BadStudy, FromElsewhere, TooFast};
use crate::messages::Studied;

/// A study is at most so many actions long: more than any turn has, and enough for a few of them.
const ACTIONS: usize = 40;

/// Something to be studied.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Study {
    /// A position as docs/protocol.md describes it, with the stocks in the order in which they are drawn.
    #[ts(type = "Record<string, unknown>")]
    position: serde_json::Value,
    /// What is played in it, in order: 40 actions at the most, of whichever player is to move.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    actions: Vec<String>,
    /// As whom one looks at it; without it, as who is to move in the end.
    #[serde(default)]
    #[ts(optional)]
    seat: Option<u8>,
}

/// Why something cannot be studied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAStudy {
    /// The position makes no sense.
    Position(Faults<PositionFault>),
    /// There are more actions than there may be.
    Actions(usize),
    /// Nobody sits there.
    Seat {
        /// Where.
        seat: u8,
        /// How many play.
        players: u8,
    },
}

impl fmt::Display for NotAStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAStudy::Position(faults) => faults.fmt(f),
            NotAStudy::Actions(count) => {
                write!(f, "a study has at most {ACTIONS} actions, and these are {count}; send fewer")
            }
            NotAStudy::Seat { seat, players } => {
                write!(f, "there is no seat {seat}: {players} play, and the first one is 0")
            }
        }
    }
}

impl std::error::Error for NotAStudy {}

impl Study {
    /// Plays it through.
    fn studied(&self) -> Result<Studied, NotAStudy> {
        if self.actions.len() > ACTIONS {
            return Err(NotAStudy::Actions(self.actions.len()));
        }
        let game = Game::from_position(&self.position, Board::standard()).map_err(NotAStudy::Position)?;
        let players = game.options().players();
        match self.seat {
            Some(seat) if seat >= players => Err(NotAStudy::Seat { seat, players }),
            seat => Ok(Studied::of(&game, &self.actions, seat)),
        }
    }
}

/// A prepared position: what can be done in it, what that would score, and what becomes of it. Nothing of it is kept.
#[utoipa::path(
    post,
    path = "/study",
    operation_id = "study",
    request_body = Study,
    responses(
        (status = 200, description = "the position after the actions, up to the first that is refused", body = Studied),
        BadStudy,
        FromElsewhere,
        TooFast
    )
)]
pub(super) async fn study(Body(study): Body<Study>) -> Result<Json<Studied>, Fault> {
    Ok(Json(study.studied()?))
}
