//! What became of tables: one's own games, and finished games for all who may see them.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::door::Asks;
use super::input::{At, Wishes};
use super::openapi::{
    BadWishes, NoStore, NotAPlayer, NotFinished, NotForYou, NotIntroduced, NotNow, NotThere, TooFast,
};
use super::tables::{TableListed, for_list, request};
use super::{Doors, Fault};
use crate::TableId;
use crate::messages::{Ask, Replay};
use crate::room::{Problem, Room};
use crate::store::{Games, Listed};

/// Which of one's games.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct WhichGames {
    /// How many at most: 1 to 100.
    #[serde(default = "a_page")]
    #[param(required = false, minimum = 1, maximum = 100, default = 20)]
    limit: usize,
    /// Those that were opened before this table: `next` of the page before.
    after: Option<String>,
    /// Only those that are over, or only those that are not.
    over: Option<bool>,
}

const fn a_page() -> usize {
    20
}

/// A page is at most this long.
const PAGE: usize = 100;

/// Some of one's games, the last opened first.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct GamesPage {
    /// The games; there may be fewer than were asked for even if there are more.
    games: Vec<TableListed>,
    /// What to ask for as `after` to see more; nothing if there are no more.
    #[schema(required)]
    next: Option<String>,
}

/// Where you sit or have played, the last opened first.
#[utoipa::path(
    get,
    path = "/games",
    operation_id = "my_games",
    params(WhichGames),
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "a page", body = GamesPage), BadWishes, NotIntroduced, TooFast, NoStore)
)]
pub(super) async fn mine(
    State(doors): State<Doors>,
    Asks(who): Asks,
    Wishes(which): Wishes<WhichGames>,
) -> Result<Json<GamesPage>, Fault> {
    let wrong = |why: String| Fault::Request(StatusCode::UNPROCESSABLE_ENTITY, why);
    if !(1..=PAGE).contains(&which.limit) {
        return Err(wrong(format!("a page has 1 to {PAGE} games")));
    }
    let unknown = || wrong("after: this is not one of your games".to_owned());
    let after = which.after.map(|id| TableId::parse(&id).ok_or_else(unknown)).transpose()?;
    let wanted = Games { visitor: who.visitor.clone(), over: which.over, after, limit: which.limit + 1 };
    let store = &doors.house.store;
    let mut listed = store.games(wanted).await?.ok_or_else(unknown)?;
    let more = listed.len() > which.limit;
    listed.truncate(which.limit);
    let next = listed.last().filter(|_| more).map(|last| last.id.to_string());
    let mut games = Vec::with_capacity(listed.len());
    for Listed { id, .. } in listed {
        // Who left before the cards were dealt has no part in what was played there.
        if let Some(room) = for_list(&doors.house, id).await?
            && let Some(seat) = room.seat_of(&who.visitor)
        {
            games.push(TableListed::of(&room, Some(seat)));
        }
    }
    Ok(Json(GamesPage { games, next }))
}

/// The game of a table, if it is over and the asker may see it.
async fn finished(doors: &Doors, asker: Option<Asks>, id: TableId) -> Result<Room, Fault> {
    let room = doors.house.store.room(id).await?.ok_or(Fault::NotFound)?;
    if !room.is_open_to(asker.map(|Asks(who)| who.visitor).as_ref()) {
        return Err(Problem::WatchingOff.into());
    }
    room.finished()?;
    Ok(room)
}

/// A finished game, step by step, with everything in the open.
#[utoipa::path(
    get,
    path = "/tables/{id}/replay",
    operation_id = "replay",
    params(("id" = String, Path, description = "the table")),
    security((), ("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "the game", body = Replay),
        NotForYou,
        NotThere,
        NotFinished,
        TooFast,
        NoStore
    )
)]
pub(super) async fn replay(
    State(doors): State<Doors>,
    asker: Option<Asks>,
    At(id): At,
) -> Result<Response, Fault> {
    let room = finished(&doors, asker, id).await?;
    // A whole game is some hundred kilobytes: they are written where nobody waits to be served.
    let written = tokio::task::spawn_blocking(move || {
        Replay::of(&room)
            .map(|replay| serde_json::to_string(&replay).expect("a replay has only strings for keys"))
    });
    let text = written.await.ok().flatten().ok_or(Fault::Table(Problem::NotOver))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// The record of a finished game, as a file that anybody can check.
#[utoipa::path(
    get,
    path = "/tables/{id}/record",
    operation_id = "record",
    params(("id" = String, Path, description = "the table")),
    security((), ("cookie" = []), ("token" = [])),
    responses(
        (
            status = 200,
            description = "the record, see docs/record.md",
            body = String,
            content_type = "text/plain",
            headers(("content-disposition" = String))
        ),
        NotForYou,
        NotThere,
        NotFinished,
        TooFast,
        NoStore
    )
)]
pub(super) async fn record(
    State(doors): State<Doors>,
    asker: Option<Asks>,
    At(id): At,
) -> Result<Response, Fault> {
    let room = finished(&doors, asker, id).await?;
    let record = room.record().ok_or(Fault::Table(Problem::NotOver))?;
    let (game, date, id) = (room.game_options.kind().as_str(), &record.header().date, &room.id);
    let name = format!("attachment; filename=\"cafe-{game}-{date}-{id}.cafe\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], record.to_string())
        .into_response())
}

/// Lets everybody who has the link of a finished game see its replay and its record. It cannot be taken back.
#[utoipa::path(
    post,
    path = "/tables/{id}/share",
    operation_id = "share",
    params(("id" = String, Path, description = "the table")),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "everybody who has the link may see it"),
        NotIntroduced,
        NotAPlayer,
        NotThere,
        NotFinished,
        TooFast,
        NotNow
    )
)]
pub(super) async fn share(
    State(doors): State<Doors>,
    Asks(who): Asks,
    At(id): At,
) -> Result<StatusCode, Fault> {
    request(&doors.house, &id, who, Ask::Share).await
}
