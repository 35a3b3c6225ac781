//! Visitors: no sign-up, a name, and links to other devices.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use cafe_room::messages::{LinkCreated, Me, NameBody, ProgramCreated};
use cafe_room::{Millis, Name, Token, Visitor};
use cafe_store::{NewLink, StoreError};

use super::error::too_many;
use super::extract::JsonBody;
use super::identity::{COOKIE, ClientAddress, CurrentVisitor, RenewedAt, token};
use super::openapi::{InvalidBody, NotFound, NotIdentified, OtherOrigin, StoreUnavailable, TooFast, TooMany};
use super::{ApiError, HttpState};
use crate::admin::AdminError;

const LINK_LIFETIME: Millis = 10 * 60 * 1000;
const DAY: Millis = 24 * 60 * 60 * 1000;
/// Lifetime of a cookie, counted from the last day it was used.
const COOKIE_MAX_AGE_SECONDS: u32 = 365 * 24 * 60 * 60;

fn body(visitor: &Visitor) -> Json<Me> {
    Json(Me {
        visitor: visitor.id.to_string(),
        name: visitor.name.to_string(),
        is_program: visitor.is_program,
    })
}

/// Returns who you are.
#[utoipa::path(
    get,
    path = "/me",
    operation_id = "show_me",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "you; a cookie older than a day is renewed", body = Me, headers(("set-cookie" = Option<String>))),
        NotIdentified,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn show(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    Extension(RenewedAt(renewed_at)): Extension<RenewedAt>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let now = state.app.now();
    let is_cookie = !headers.contains_key(header::AUTHORIZATION);
    match token(&headers).filter(|_| is_cookie && now - renewed_at >= DAY) {
        Some(token) => {
            state.app.store.renew_session(token.hash(), now).await?;
            Ok((set_cookie(&state, Some(&token)), body(&visitor)).into_response())
        }
        None => Ok(body(&visitor).into_response()),
    }
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
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Result<Response, ApiError> {
    let name = Name::choose(&name)?;
    if let Some(CurrentVisitor(known)) = known {
        return Ok(body(&known).into_response());
    }
    let (visitor, token) = create_visitor(&state, address, name, false).await?;
    Ok((StatusCode::CREATED, set_cookie(&state, Some(&token)), body(&visitor)).into_response())
}

async fn create_visitor(
    state: &HttpState,
    address: ClientAddress,
    name: Name,
    is_program: bool,
) -> Result<(Visitor, Token), ApiError> {
    let HttpState { app, limits } = state;
    if !limits.admit_new_visitor(address) {
        return Err(too_many(&app.metrics));
    }
    let (visitor, token) = (Visitor { id: app.random.visitor_id(), name, is_program }, app.random.token());
    app.store.create_visitor(&visitor, token.hash(), app.now()).await?;
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
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Result<Response, ApiError> {
    let (visitor, token) = create_visitor(&state, address, Name::choose(&name)?, true).await?;
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
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Result<Json<Me>, ApiError> {
    let name = Name::choose(&name)?;
    state.app.store.rename_visitor(&visitor.id, &name).await?;
    Ok(body(&Visitor { name, ..visitor }))
}

/// Erases you: your name and chat in every room, your devices, your id.
#[utoipa::path(
    delete,
    path = "/me",
    operation_id = "erase_me",
    security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "you are erased"), NotIdentified, OtherOrigin, TooFast, StoreUnavailable)
)]
pub(super) async fn erase(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Response, ApiError> {
    state.app.erase_visitor(&visitor.id).await.map_err(|error| match error {
        AdminError::Store(error) => error.into(),
        // Another device was faster.
        _ => ApiError::NotIdentified,
    })?;
    Ok((StatusCode::NO_CONTENT, set_cookie(&state, None)).into_response())
}

/// Creates a link that signs in another device, once.
#[utoipa::path(
    post,
    path = "/me/link",
    operation_id = "create_link",
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "the link", body = LinkCreated), NotIdentified, OtherOrigin, TooFast, StoreUnavailable)
)]
pub(super) async fn create_link(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
) -> Result<Json<LinkCreated>, ApiError> {
    let device = token(&headers).ok_or(ApiError::NotIdentified)?.hash();
    let (code, at) = (state.app.random.token(), state.app.now());
    let expires_at = at + LINK_LIFETIME;
    let link = NewLink { link: code.hash(), visitor: visitor.id, device, expires_at, at };
    state.app.store.create_link(link).await?;
    Ok(Json(LinkCreated { code: code.reveal().to_owned(), expires_at }))
}

/// Signs out all your other devices and revokes an open link.
#[utoipa::path(
    delete,
    path = "/me/devices",
    operation_id = "sign_out_others",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "only this device is signed in"),
        NotIdentified,
        OtherOrigin,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn sign_out_others(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let device = token(&headers).ok_or(ApiError::NotIdentified)?.hash();
    state.app.sign_out_others(&visitor.id, device).await?;
    Ok(StatusCode::NO_CONTENT)
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
) -> Result<Response, ApiError> {
    let code = Token::parse(&code).ok_or(ApiError::LinkExpired)?;
    let token = state.app.random.token();
    match state.app.store.claim_link(code.hash(), token.hash(), state.app.now()).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(ApiError::LinkExpired),
        Err(error) => return Err(error.into()),
    }
    let session = state.app.store.session(token.hash()).await?.ok_or(ApiError::LinkExpired)?;
    Ok((set_cookie(&state, Some(&token)), body(&session.visitor)).into_response())
}

/// Returns the header that sets or removes the cookie.
fn set_cookie(state: &HttpState, token: Option<&Token>) -> [(header::HeaderName, String); 1] {
    let secure = if state.app.config.tls { "; Secure" } else { "" };
    let (value, max_age) = token.map_or(("", 0), |token| (token.reveal(), COOKIE_MAX_AGE_SECONDS));
    let text = format!("{COOKIE}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    [(header::SET_COOKIE, text)]
}
