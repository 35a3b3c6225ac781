//! Rooms: open, list, show, close.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cafe_room::messages::{NewRoomBody, RoomListItem, RoomView};
use cafe_room::{Bot, NewRoom, Room, RoomError, RoomId, RoomRequest, Visitor};
use cafe_store::StoreError;
use tokio::sync::oneshot;

use super::error::{no_reply, too_many};
use super::extract::{JsonBody, RoomPath};
use super::identity::CurrentVisitor;
use super::openapi::{
    InvalidBody, NotFound, NotHost, NotIdentified, OtherOrigin, StoreUnavailable, TooFast, TooMany,
    Unavailable, WrongState,
};
use super::{ApiError, HttpState};
use crate::room_actor::{RoomCommand, open_room};
use crate::state::AppState;

/// Maximum length of a list.
const MAX_LISTED: usize = 100;

/// Opens a room.
#[utoipa::path(
    post,
    path = "/rooms",
    operation_id = "open_room",
    request_body = NewRoomBody,
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 201, description = "the room, with its id", body = RoomView),
        InvalidBody,
        NotIdentified,
        OtherOrigin,
        TooMany,
        StoreUnavailable
    )
)]
pub(super) async fn open(
    State(HttpState { app, .. }): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    JsonBody(NewRoomBody { options, bots }): JsonBody<NewRoomBody>,
) -> Result<Response, ApiError> {
    let mut new = NewRoom::new(app.random.room_id(), visitor.id, options, app.new_room_secret());
    new.bots = bots.iter().map(|bot| (bot.player, Bot::unnamed(bot.level))).collect();
    let room = open_room(&app, new).await.map_err(|error| match error {
        RoomError::TooMany => too_many(&app.metrics),
        error => error.into(),
    })?;
    Ok((StatusCode::CREATED, Json(RoomView::of(&room))).into_response())
}

/// Lists public rooms that wait for players or play.
#[utoipa::path(
    get,
    path = "/rooms",
    operation_id = "list_rooms",
    responses(
        (status = 200, description = "at most 100, most recently active first", body = Vec<RoomListItem>),
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn list(
    State(HttpState { app, .. }): State<HttpState>,
) -> Result<Json<Vec<RoomListItem>>, ApiError> {
    let mut items = Vec::new();
    // Read from the store, so that listing does not load rooms into memory.
    for listed in app.store.public_rooms(MAX_LISTED).await? {
        items.extend(read_for_list(&app, &listed.id).await?.map(|room| RoomListItem::of(&room, None)));
    }
    Ok(Json(items))
}

/// Reads a room for a list. An unreadable one is left out, so that the others are shown.
pub(super) async fn read_for_list(app: &AppState, id: &RoomId) -> Result<Option<Room>, ApiError> {
    match app.store.room(id).await {
        Err(error @ StoreError::Unreadable { .. }) => {
            app.metrics.unreadable_rooms.inc();
            tracing::error!(%error, "room left out of a list");
            Ok(None)
        }
        room => Ok(room?),
    }
}

/// Returns the settings and occupants of a room.
#[utoipa::path(
    get,
    path = "/rooms/{id}",
    operation_id = "show_room",
    params(("id" = String, Path, description = "the room")),
    responses((status = 200, description = "the room", body = RoomView), NotFound, TooFast, StoreUnavailable)
)]
pub(super) async fn show(
    State(HttpState { app, .. }): State<HttpState>,
    RoomPath(id): RoomPath,
) -> Result<Json<RoomView>, ApiError> {
    let room = app.store.room(&id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(RoomView::of(&room)))
}

/// Closes a room whose game has not started.
#[utoipa::path(
    delete,
    path = "/rooms/{id}",
    operation_id = "close_room",
    params(("id" = String, Path, description = "the room")),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "the room is closed, or was before"),
        NotIdentified,
        NotHost,
        NotFound,
        WrongState,
        TooFast,
        Unavailable
    )
)]
pub(super) async fn close(
    State(HttpState { app, .. }): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    RoomPath(id): RoomPath,
) -> Result<StatusCode, ApiError> {
    send_request(&app, &id, visitor, RoomRequest::Close {}).await
}

/// Sends a request to a room and waits until it is handled.
pub(super) async fn send_request(
    app: &AppState,
    id: &RoomId,
    visitor: Visitor,
    request: RoomRequest,
) -> Result<StatusCode, ApiError> {
    let (reply, response) = oneshot::channel();
    app.rooms.send(app, id, RoomCommand::HttpRequest { visitor, request, reply }).await;
    response.await.map_err(|_| no_reply(app))??;
    Ok(StatusCode::NO_CONTENT)
}
