//! Visitors: no sign-up, a name, and links to other devices.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use cafe_room::messages::{LinkCreated, Me, NameBody, ProgramCreated};
use cafe_room::{Millis, Name, Token, Visitor};
use cafe_store::{NewLink, StoreError};

use super::cookies::{Carrier, has_old_cookie, remove_old_cookie, set_cookie};
use super::devices::new_device;
use super::error::too_many;
use super::extract::JsonBody;
use super::identity::{ClientAddress, CurrentDevice, CurrentVisitor};
use super::openapi::{
    AmbiguousCookie, InvalidBody, NotFound, NotIdentified, OtherOrigin, StoreUnavailable, TooFast, TooMany,
};
use super::{ApiError, HttpState};
use crate::admin::AdminError;

const LINK_LIFETIME: Millis = 10 * 60 * 1000;
const DAY: Millis = 24 * 60 * 60 * 1000;

fn body(visitor: &Visitor) -> Json<Me> {
    Json(Me::of(visitor))
}

/// Returns who you are.
#[utoipa::path(
    get,
    path = "/me",
    operation_id = "show_me",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "you; a cookie older than a day is renewed", body = Me, headers(("set-cookie" = Option<String>))),
        AmbiguousCookie,
        NotIdentified,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn show(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    device: CurrentDevice,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let CurrentDevice { token, carrier, renewed_at, checked } = device;
    let (tls, now) = (state.app.config.tls, state.app.now());
    let is_due = carrier == Carrier::OldCookie || carrier == Carrier::Cookie && now - renewed_at >= DAY;
    if is_due {
        state.app.store.on_behalf_of(checked.token).renew_session(checked.token, now).await?;
    }
    let renewed = is_due.then(|| set_cookie(tls, Some(&token)));
    let removed = has_old_cookie(&headers, tls).then(remove_old_cookie);
    Ok((AppendHeaders([renewed, removed].into_iter().flatten().collect::<Vec<_>>()), body(&visitor))
        .into_response())
}

/// Creates a visitor with a name and sets a cookie.
#[utoipa::path(
    post,
    path = "/me",
    operation_id = "create_me",
    request_body = NameBody,
    responses(
        (status = 200, description = "you had a cookie already", body = Me),
        (status = 201, description = "you have a cookie from now on", body = Me, headers(("set-cookie" = String))),
        InvalidBody,
        OtherOrigin,
        TooMany,
        StoreUnavailable
    )
)]
pub(super) async fn create(
    State(state): State<HttpState>,
    address: ClientAddress,
    known: Option<CurrentVisitor>,
    device: Option<CurrentDevice>,
    headers: HeaderMap,
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Result<Response, ApiError> {
    let name = Name::choose(&name)?;
    // The device may have been signed out while the body was received.
    if let (Some(CurrentVisitor(known)), Some(device)) = (known, device)
        && state.app.is_signed_in(device.checked).await?
    {
        return Ok(body(&known).into_response());
    }
    let (visitor, token) = create_visitor(&state, address, &headers, name, false).await?;
    let cookie = set_cookie(state.app.config.tls, Some(&token));
    Ok((StatusCode::CREATED, AppendHeaders([cookie]), body(&visitor)).into_response())
}

async fn create_visitor(
    state: &HttpState,
    address: ClientAddress,
    headers: &HeaderMap,
    name: Name,
    is_program: bool,
) -> Result<(Visitor, Token), ApiError> {
    let HttpState { app, limits } = state;
    if !limits.admit_new_visitor(address) {
        return Err(too_many(&app.metrics));
    }
    let (visitor, token) = (Visitor { id: app.random.visitor_id(), name, is_program }, app.random.token());
    app.store.create_visitor(&visitor, new_device(state, headers, &token), app.now()).await?;
    app.metrics.visitors.inc();
    Ok((visitor, token))
}

/// Creates an external bot, which authenticates with a token.
#[utoipa::path(
    post,
    path = "/programs",
    operation_id = "create_program",
    request_body = NameBody,
    responses(
        (status = 201, description = "the token; it is not shown again", body = ProgramCreated),
        InvalidBody,
        OtherOrigin,
        TooMany,
        StoreUnavailable
    )
)]
pub(super) async fn create_program(
    State(state): State<HttpState>,
    address: ClientAddress,
    headers: HeaderMap,
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Result<Response, ApiError> {
    let (visitor, token) = create_visitor(&state, address, &headers, Name::choose(&name)?, true).await?;
    let created = ProgramCreated { visitor: visitor.id.to_string(), token: token.reveal().to_owned() };
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

/// Changes your name. Seats that you already have keep the old one.
#[utoipa::path(
    patch,
    path = "/me",
    operation_id = "rename_me",
    request_body = NameBody,
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "you", body = Me),
        InvalidBody,
        NotIdentified,
        OtherOrigin,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn rename(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    device: CurrentDevice,
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Result<Json<Me>, ApiError> {
    let name = Name::choose(&name)?;
    state.app.store.on_behalf_of(device.checked.token).rename_visitor(&visitor.id, &name).await?;
    Ok(body(&Visitor { name, ..visitor }))
}

/// Erases you: your name and chat in every room, your devices, your id.
#[utoipa::path(
    delete,
    path = "/me",
    operation_id = "erase_me",
    security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "you are erased"), AmbiguousCookie, NotIdentified, OtherOrigin, TooFast, StoreUnavailable)
)]
pub(super) async fn erase(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    device: CurrentDevice,
) -> Result<Response, ApiError> {
    state.app.erase_visitor_by_device(&visitor.id, device.checked.token).await.map_err(
        |error| match error {
            AdminError::Store(error) => error.into(),
            // Another device was faster.
            _ => ApiError::NotIdentified,
        },
    )?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders([set_cookie(state.app.config.tls, None)])).into_response())
}

/// Creates a link that signs in another device, once.
#[utoipa::path(
    post,
    path = "/me/link",
    operation_id = "create_link",
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "the link", body = LinkCreated), AmbiguousCookie, NotIdentified, OtherOrigin, TooFast, StoreUnavailable)
)]
pub(super) async fn create_link(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    device: CurrentDevice,
) -> Result<Json<LinkCreated>, ApiError> {
    let device = device.checked.token;
    let (code, at) = (state.app.random.token(), state.app.now());
    let expires_at = at + LINK_LIFETIME;
    let link = NewLink { link: code.hash(), visitor: visitor.id.clone(), device, expires_at, at };
    state.app.store.on_behalf_of(device).create_link(link).await?;
    // Above the limit of devices the oldest one was signed out.
    state.app.close_sockets_of_gone_devices(&visitor.id).await;
    Ok(Json(LinkCreated { code: code.reveal().to_owned(), expires_at }))
}

/// Signs in this device with a link.
#[utoipa::path(
    post,
    path = "/links/{code}",
    operation_id = "claim_link",
    params(("code" = String, Path, description = "from `POST /api/v1/me/link`")),
    responses(
        (status = 200, description = "you", body = Me, headers(("set-cookie" = String))),
        OtherOrigin,
        NotFound,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn claim_link(
    State(state): State<HttpState>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let code = Token::parse(&code).ok_or(ApiError::LinkExpired)?;
    let token = state.app.random.token();
    match state.app.store.claim_link(code.hash(), new_device(&state, &headers, &token), state.app.now()).await
    {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(ApiError::LinkExpired),
        Err(error) => return Err(error.into()),
    }
    let session = state.app.store.session(token.hash()).await?.ok_or(ApiError::LinkExpired)?;
    let cookie = set_cookie(state.app.config.tls, Some(&token));
    Ok((AppendHeaders([cookie]), body(&session.visitor)).into_response())
}
