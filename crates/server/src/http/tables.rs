//! Tables: opened, listed, looked at.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::answers::too_many;
use super::door::Asks;
use super::input::{At, Body};
use super::openapi::{BadBody, FromElsewhere, NoStore, NotIntroduced, NotThere, TooFast, TooMany};
use super::{Doors, Fault};
use crate::messages::{LevelWord, ResultShown, RoomShown};
use crate::room::{Bot, Millis, Problem, Room, TableOptions};
use crate::store::Listed;
use crate::table;

/// What a new table is to be.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// What is agreed. The game and the number of players must be named, the rest may.
    #[ts(type = "Pick<TableOptions, 'game' | 'players'> & Partial<TableOptions>")]
    options: TableOptions,
    /// Bots that sit down at once.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<NewBot>>")]
    bots: Vec<NewBot>,
}

/// A bot that sits down at once.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBot {
    /// Where.
    seat: u8,
    /// How well it plays.
    #[ts(as = "LevelWord")]
    #[schema(value_type = LevelWord)]
    level: Level,
}

/// A table in a list.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct TableListed {
    /// The table.
    table: RoomShown,
    /// When it was opened, in milliseconds since 1970.
    #[schema(value_type = i64)]
    opened: Millis,
    /// When something happened there last, in milliseconds since 1970.
    #[schema(value_type = i64)]
    touched: Millis,
    /// Whose turn it is, in a game that goes on.
    #[schema(required)]
    to_move: Option<u8>,
    /// The points so far, or at the end.
    scores: Vec<i16>,
    /// How the game ended, if it did.
    #[schema(required)]
    result: Option<ResultShown>,
    /// Where you sit, in the list of your own games.
    #[schema(required)]
    seat: Option<u8>,
}

impl TableListed {
    /// A table as a list shows it to who sits there, or to everybody.
    pub(super) fn of(room: &Room, seat: Option<u8>) -> TableListed {
        let outcome = room.play.as_ref().and_then(|play| play.game.outcome());
        let scores = room.play.as_ref().map_or(Vec::new(), |play| match &outcome {
            Some(outcome) => outcome.finals.to_vec(),
            None => play.game.scores().to_vec(),
        });
        TableListed {
            table: RoomShown::of(room),
            opened: room.entries()[0].at,
            touched: room.touched,
            to_move: room.to_move(),
            scores,
            result: outcome.as_ref().map(ResultShown::of),
            seat,
        }
    }
}

/// A list is at most this long.
const LISTED: usize = 100;

/// Opens a table.
#[utoipa::path(
    post,
    path = "/tables",
    operation_id = "open_table",
    request_body = NewTable,
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 201, description = "the table, with its id", body = RoomShown),
        BadBody,
        NotIntroduced,
        FromElsewhere,
        TooMany,
        NoStore
    )
)]
pub(super) async fn open(
    State(doors): State<Doors>,
    Asks(who): Asks,
    Body(new): Body<NewTable>,
) -> Result<Response, Fault> {
    let house = &doors.house;
    let bots: Vec<(u8, Bot)> = new.bots.iter().map(|bot| (bot.seat, Bot::of(bot.level))).collect();
    let room = table::open(house, &who.visitor, new.options, Vec::new(), &bots).await;
    let room = room.map_err(|problem| match problem {
        Problem::TooMany => too_many(&house.metrics),
        problem => problem.into(),
    })?;
    Ok((StatusCode::CREATED, Json(RoomShown::of(&room))).into_response())
}

/// Public tables that wait or play.
#[utoipa::path(
    get,
    path = "/tables",
    operation_id = "list_tables",
    responses(
        (status = 200, description = "at most 100, the last touched first", body = Vec<TableListed>),
        TooFast,
        NoStore
    )
)]
pub(super) async fn list(State(doors): State<Doors>) -> Result<Json<Vec<TableListed>>, Fault> {
    let store = &doors.house.store;
    let mut all = Vec::new();
    // As the file has them: no table is woken for it.
    for Listed { id, .. } in store.public_tables(LISTED).await? {
        all.extend(store.room(id).await?.map(|room| TableListed::of(&room, None)));
    }
    Ok(Json(all))
}

/// Who sits there.
#[utoipa::path(
    get,
    path = "/tables/{id}",
    operation_id = "show_table",
    params(("id" = String, Path, description = "the table")),
    responses((status = 200, description = "the table", body = RoomShown), NotThere, TooFast, NoStore)
)]
pub(super) async fn show(State(doors): State<Doors>, At(id): At) -> Result<Json<RoomShown>, Fault> {
    let room = doors.house.store.room(id).await?.ok_or(Fault::NotFound)?;
    Ok(Json(RoomShown::of(&room)))
}
