//! Administration by `cafe admin`. Without the key these paths do not exist.

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use cafe_room::VisitorId;
use serde::Deserialize;

use super::cookies::bearer_token;
use super::extract::{JsonBody, RoomPath};
use super::{ApiError, HttpState};

/// The request has the administrator's token.
pub(super) struct AdminAuth;

impl FromRequestParts<HttpState> for AdminAuth {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<AdminAuth, ApiError> {
        // Hashes are compared, so that the time it takes reveals nothing about the token.
        let expected = state.app.admin_token.hash();
        let is_valid = bearer_token(&parts.headers).flatten().is_some_and(|token| token.hash() == expected);
        if is_valid { Ok(AdminAuth) } else { Err(ApiError::NotFound) }
    }
}

/// Body of a request to close a room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CloseBody {
    /// Shown to the viewers.
    reason: Option<String>,
}

pub(super) async fn close_room(
    _: AdminAuth,
    State(HttpState { app, .. }): State<HttpState>,
    RoomPath(id): RoomPath,
    JsonBody(CloseBody { reason }): JsonBody<CloseBody>,
) -> Result<StatusCode, ApiError> {
    app.close_room(&id, reason).await?;
    tracing::info!("room closed by an administrator");
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn erase_visitor(
    _: AdminAuth,
    State(HttpState { app, .. }): State<HttpState>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = VisitorId::parse(&id).ok_or(ApiError::NotFound)?;
    app.erase_visitor(&id).await?;
    tracing::info!("visitor erased by an administrator");
    Ok(StatusCode::NO_CONTENT)
}
