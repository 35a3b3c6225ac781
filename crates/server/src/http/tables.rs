//! Tables: opened, listed, looked at, closed.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use ts_rs::TS;
use utoipa::ToSchema;

use super::answers::{too_many, unanswered};
use super::door::Asks;
use super::input::{At, Body};
use super::openapi::{
    BadBody, FromElsewhere, HasBegun, NoStore, NotIntroduced, NotNow, NotTheHost, NotThere, TooFast, TooMany,
};
use super::{Doors, Fault};
use crate::TableId;
use crate::house::House;
use crate::messages::{Ask, LevelWord, ResultShown, RoomShown};
use crate::metrics::count;
use crate::room::{Bot, Millis, Problem, Room, TableOptions, Who};
use crate::store::{Listed, StoreFault};
use crate::table::{self, Command};

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
    /// Whose turn it is, in a game that goes on and is yours or for watching.
    #[schema(required)]
    to_move: Option<u8>,
    /// The points so far, or at the end; none if the game is neither yours nor for watching.
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
        // How a game goes that is not for watching is only for those who play it.
        let play = room.play.as_ref().filter(|_| room.options.watching || seat.is_some());
        let outcome = play.and_then(|play| play.game.outcome());
        let scores = play.map_or(Vec::new(), |play| match &outcome {
            Some(outcome) => outcome.final_scores.to_vec(),
            None => play.game.scores().to_vec(),
        });
        TableListed {
            table: RoomShown::of(room),
            opened: room.entries()[0].at,
            touched: room.touched,
            to_move: room.to_move().filter(|_| play.is_some()),
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
        (status = 200, description = "at most 100, first those where somebody is or was last", body = Vec<TableListed>),
        TooFast,
        NoStore
    )
)]
pub(super) async fn list(State(doors): State<Doors>) -> Result<Json<Vec<TableListed>>, Fault> {
    let house = &doors.house;
    let mut all = Vec::new();
    // As the file has them: no table is woken for it.
    for Listed { id, .. } in house.store.public_tables(LISTED).await? {
        all.extend(for_list(house, id).await?.map(|room| TableListed::of(&room, None)));
    }
    Ok(Json(all))
}

/// Closes a table whose game has not begun.
#[utoipa::path(
    delete,
    path = "/tables/{id}",
    operation_id = "close_table",
    params(("id" = String, Path, description = "the table")),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "it is closed; also if it was before"),
        NotIntroduced,
        NotTheHost,
        NotThere,
        HasBegun,
        TooFast,
        NotNow
    )
)]
pub(super) async fn close(
    State(doors): State<Doors>,
    Asks(who): Asks,
    At(id): At,
) -> Result<StatusCode, Fault> {
    request(&doors.house, &id, who, Ask::Close).await
}

/// Asks something of a table without a socket, and waits until it is done.
pub(super) async fn request(house: &House, id: &TableId, who: Who, ask: Ask) -> Result<StatusCode, Fault> {
    let (answer, when_answered) = oneshot::channel();
    house.hall.tell(house, id, Command::Request(who, ask, answer)).await;
    when_answered.await.map_err(|_| unanswered(house))??;
    Ok(StatusCode::NO_CONTENT)
}

/// A table for a list: one that cannot be read is left out, so that the others can be seen.
pub(super) async fn for_list(house: &House, id: TableId) -> Result<Option<Room>, Fault> {
    match house.store.room(id).await {
        Err(StoreFault::Unreadable(table, why)) => {
            count(&house.metrics.unreadable_tables);
            tracing::error!(%table, why, "a table cannot be read, and is left out of a list");
            Ok(None)
        }
        read => Ok(read?),
    }
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
