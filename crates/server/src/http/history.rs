//! Your rooms, and finished games.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cafe_room::messages::{GameReplay, MyRoomsQuery, RoomPage};
use cafe_room::{Room, RoomError, RoomId, RoomRequest};
use cafe_store::RoomsOf;

use super::extract::{QueryParams, RoomPath, StepPath};
use super::identity::{CurrentDevice, CurrentVisitor};
use super::openapi::{
    AmbiguousCookie, InvalidQuery, NoSuchPosition, NotAPlayer, NotFinished, NotFound, NotIdentified,
    NotShared, StoreUnavailable, TooFast, Unavailable,
};
use super::rooms::{check_page_size, invalid, send_request};
use super::{ApiError, HttpState};

/// Lists the rooms in which you have a seat, most recently opened first.
#[utoipa::path(
    get,
    path = "/me/rooms",
    operation_id = "my_rooms",
    params(MyRoomsQuery),
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "a page", body = RoomPage), InvalidQuery, NotIdentified, TooFast, StoreUnavailable)
)]
pub(super) async fn my_rooms(
    State(HttpState { app, .. }): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    QueryParams(query): QueryParams<MyRoomsQuery>,
) -> Result<Json<RoomPage>, ApiError> {
    check_page_size(query.limit)?;
    let unknown = || invalid("after: this is not one of your rooms".to_owned());
    let after = query.after.map(|id| RoomId::parse(&id).ok_or_else(unknown)).transpose()?;
    let rooms_of = RoomsOf { visitor: visitor.id.clone(), over: query.over, after, limit: query.limit };
    let page = app.store.rooms_of(rooms_of).await?.ok_or_else(unknown)?;
    let rooms = page.rooms.into_iter().filter_map(|listing| listing.for_visitor(&visitor.id)).collect();
    Ok(Json(RoomPage { rooms, next: page.next.map(|next| next.to_string()) }))
}

/// Reads a room whose game is finished and visible to the visitor.
async fn read_finished(
    state: &HttpState,
    visitor: Option<CurrentVisitor>,
    id: &RoomId,
) -> Result<Room, ApiError> {
    let room = state.app.store.room(id).await?.ok_or(ApiError::NotFound)?;
    if !room.can_see_replay(visitor.map(|CurrentVisitor(visitor)| visitor.id).as_ref()) {
        return Err(RoomError::SpectatorsOff.into());
    }
    room.require_finished()?;
    Ok(room)
}

/// Returns a finished game, step by step, with all hands open.
#[utoipa::path(
    get,
    path = "/rooms/{id}/replay",
    operation_id = "replay",
    params(("id" = String, Path, description = "the room")),
    security((), ("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "the game", body = GameReplay),
        AmbiguousCookie,
        NotShared,
        NotFound,
        NotFinished,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn replay(
    State(state): State<HttpState>,
    visitor: Option<CurrentVisitor>,
    RoomPath(id): RoomPath,
) -> Result<Response, ApiError> {
    let room = read_finished(&state, visitor, &id).await?;
    // A whole game is some hundred kilobytes, so it is serialised on another thread.
    let serialised = tokio::task::spawn_blocking(move || {
        GameReplay::of(&room)
            .map(|replay| serde_json::to_string(&replay).expect("a replay has only string keys"))
    });
    let json = serialised.await.ok().flatten().ok_or(ApiError::Room(RoomError::NotOver))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Returns the record of a finished game as a file.
#[utoipa::path(
    get,
    path = "/rooms/{id}/record",
    operation_id = "record",
    params(("id" = String, Path, description = "the room")),
    security((), ("cookie" = []), ("token" = [])),
    responses(
        (
            status = 200,
            description = "the record, see docs/record.md",
            body = String,
            content_type = "text/plain",
            headers(("content-disposition" = String))
        ),
        AmbiguousCookie,
        NotShared,
        NotFound,
        NotFinished,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn record(
    State(state): State<HttpState>,
    visitor: Option<CurrentVisitor>,
    RoomPath(id): RoomPath,
) -> Result<Response, ApiError> {
    let room = read_finished(&state, visitor, &id).await?;
    let record = room.record().ok_or(ApiError::Room(RoomError::NotOver))?;
    let (game, date) = (room.game_options.kind().as_str(), &record.header().date);
    let disposition = format!("attachment; filename=\"cafe-{game}-{date}-{id}.cafe\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, record.to_string()).into_response())
}

/// Returns the position after a step of a finished game, as programs read it: see docs/protocol.md.
#[utoipa::path(
    get,
    path = "/rooms/{id}/positions/{step}",
    operation_id = "position",
    params(
        ("id" = String, Path, description = "the room"),
        ("step" = usize, Path, description = "number of steps played, 0 for the deal")
    ),
    security((), ("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "the position", body = serde_json::Value),
        AmbiguousCookie,
        NotShared,
        NoSuchPosition,
        NotFinished,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn position(
    State(state): State<HttpState>,
    visitor: Option<CurrentVisitor>,
    StepPath(id, step): StepPath,
) -> Result<Json<serde_json::Value>, ApiError> {
    let room = read_finished(&state, visitor, &id).await?;
    Ok(Json(room.require_finished()?.after(step)?.position()))
}

/// Lets everybody who has the link see the finished game. This cannot be revoked.
#[utoipa::path(
    post,
    path = "/rooms/{id}/share",
    operation_id = "share",
    params(("id" = String, Path, description = "the room")),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "everybody who has the link may see the game"),
        AmbiguousCookie,
        NotIdentified,
        NotAPlayer,
        NotFound,
        NotFinished,
        TooFast,
        Unavailable
    )
)]
pub(super) async fn share(
    State(HttpState { app, .. }): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    device: CurrentDevice,
    RoomPath(id): RoomPath,
) -> Result<StatusCode, ApiError> {
    send_request(&app, &id, visitor, device, RoomRequest::Share {}).await
}
