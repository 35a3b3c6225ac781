//! Extractors whose rejections are [`ApiError`]s.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use cafe_room::RoomId;
use serde::de::DeserializeOwned;

use super::{ApiError, HttpState};

/// A JSON body, received within the request timeout.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<HttpState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &HttpState) -> Result<JsonBody<T>, ApiError> {
        let body = Json::from_request(request, state);
        let body = tokio::time::timeout(state.app.config.request_timeout, body).await;
        let Json(body) = body.map_err(|_| ApiError::TooSlow)?.map_err(|rejection: JsonRejection| {
            ApiError::Request(rejection.status(), rejection.body_text())
        })?;
        Ok(JsonBody(body))
    }
}

/// The parameters in the query string.
pub(super) struct QueryParams<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<HttpState> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<QueryParams<T>, ApiError> {
        let Query(params) =
            Query::from_request_parts(parts, state).await.map_err(|rejection: QueryRejection| {
                ApiError::Request(rejection.status(), rejection.body_text())
            })?;
        Ok(QueryParams(params))
    }
}

/// The room id and the number of a step in the path. Anything else is not found.
pub(super) struct StepPath(pub(super) RoomId, pub(super) usize);

impl FromRequestParts<HttpState> for StepPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<StepPath, ApiError> {
        let path: Option<Path<(String, usize)>> = Path::from_request_parts(parts, state).await.ok();
        path.and_then(|Path((id, step))| Some(StepPath(RoomId::parse(&id)?, step))).ok_or(ApiError::NotFound)
    }
}

/// The room id in the path. Anything else is not found.
pub(super) struct RoomPath(pub(super) RoomId);

impl FromRequestParts<HttpState> for RoomPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<RoomPath, ApiError> {
        let path: Option<Path<String>> = Path::from_request_parts(parts, state).await.ok();
        path.and_then(|Path(id)| RoomId::parse(&id)).map(RoomPath).ok_or(ApiError::NotFound)
    }
}
