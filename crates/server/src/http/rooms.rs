//! Rooms: open, list, show, close.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cafe_room::messages::{NewRoomBody, PublicRoomsQuery, RoomListing, RoomPage, RoomView};
use cafe_room::{Bot, NewRoom, RoomError, RoomId, RoomRequest, Visitor};
use cafe_store::PublicCursor;
use tokio::sync::oneshot;

use super::error::{no_reply, too_many};
use super::extract::{JsonBody, QueryParams, RoomPath};
use super::identity::{ClientAddress, CurrentDevice, CurrentVisitor};
use super::openapi::{
    AmbiguousCookie, InvalidBody, InvalidQuery, NotFound, NotHost, NotIdentified, OtherOrigin,
    StoreUnavailable, TooFast, TooMany, Unavailable, WrongState,
};
use super::{ApiError, HttpState};
use crate::room_actor::{RoomCommand, open_room};
use crate::state::AppState;

/// Maximum length of a page.
pub(super) const MAX_PAGE: usize = 100;

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
    State(HttpState { app, limits }): State<HttpState>,
    address: ClientAddress,
    CurrentVisitor(visitor): CurrentVisitor,
    device: CurrentDevice,
    JsonBody(NewRoomBody { options, bots }): JsonBody<NewRoomBody>,
) -> Result<Response, ApiError> {
    if !limits.admit_new_room(&visitor.id, address) {
        app.metrics.rate_limited.inc();
        return Err(ApiError::TooManyRooms);
    }
    let mut new = NewRoom::new(app.random.room_id(), visitor.id, options, app.new_room_secret());
    new.bots = bots.iter().map(|bot| (bot.player, Bot::unnamed(bot.level))).collect();
    let room = open_room(&app, Some(device.checked.token), new).await.map_err(|error| match error {
        RoomError::TooMany => too_many(&app.metrics),
        error => error.into(),
    })?;
    Ok((StatusCode::CREATED, Json(RoomView::of(&room))).into_response())
}

/// Lists public rooms that wait for players or play, most recently active first.
#[utoipa::path(
    get,
    path = "/rooms",
    operation_id = "list_rooms",
    params(PublicRoomsQuery),
    responses((status = 200, description = "a page", body = RoomPage), InvalidQuery, TooFast, StoreUnavailable)
)]
pub(super) async fn list(
    State(HttpState { app, .. }): State<HttpState>,
    QueryParams(query): QueryParams<PublicRoomsQuery>,
) -> Result<Json<RoomPage>, ApiError> {
    check_page_size(query.limit)?;
    let unknown = || invalid("after: this is not `next` of a page".to_owned());
    let after = query.after.map(|text| PublicCursor::parse(&text).ok_or_else(unknown)).transpose()?;
    let page = app.store.public_rooms(after, query.limit).await?;
    let rooms = page.rooms.into_iter().map(RoomListing::for_everybody).collect();
    Ok(Json(RoomPage { rooms, next: page.next.map(|next| next.to_string()) }))
}

pub(super) fn check_page_size(limit: usize) -> Result<(), ApiError> {
    match limit {
        1..=MAX_PAGE => Ok(()),
        _ => Err(invalid(format!("limit must be 1 to {MAX_PAGE}"))),
    }
}

/// Returns the error for a parameter that can be parsed, but has no such value.
pub(super) fn invalid(why: String) -> ApiError {
    ApiError::Request(StatusCode::UNPROCESSABLE_ENTITY, why)
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
    if let Some(listing) = app.store.room_listing(&id).await? {
        return Ok(Json(listing.room));
    }
    // Only an unreadable room has no row: this fails.
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
        AmbiguousCookie,
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
    device: CurrentDevice,
    RoomPath(id): RoomPath,
) -> Result<StatusCode, ApiError> {
    send_request(&app, &id, visitor, device, RoomRequest::Close {}).await
}

/// Sends a request to a room and waits until it is handled.
pub(super) async fn send_request(
    app: &AppState,
    id: &RoomId,
    visitor: Visitor,
    device: CurrentDevice,
    request: RoomRequest,
) -> Result<StatusCode, ApiError> {
    let (reply, response) = oneshot::channel();
    let device = device.checked;
    app.rooms.send(app, id, RoomCommand::HttpRequest { visitor, device, request, reply }).await;
    response.await.map_err(|_| no_reply(app))??;
    Ok(StatusCode::NO_CONTENT)
}
