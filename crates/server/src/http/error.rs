//! Errors as HTTP responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cafe_room::messages::{ErrorBody, ErrorDetail};
use cafe_room::{InvalidName, RoomError};
use cafe_store::StoreError;
use thiserror::Error;

use super::study::InvalidStudy;
use crate::admin::AdminError;
use crate::metrics::Metrics;
use crate::state::AppState;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ApiError {
    /// The request has no valid cookie or token.
    #[error("you are not identified: POST /api/v1/me first")]
    NotIdentified,
    /// The request has two cookies of our name.
    #[error("the request has two cookies of this server; delete the cookies of this site and try again")]
    DuplicateCookie,
    /// There is nothing at this path, or the visitor may not see it.
    #[error("not found")]
    NotFound,
    /// A browser sent the request from a page of another origin.
    #[error("requests from other origins are not allowed")]
    OtherOrigin,
    /// A limit of the visitor or the address is reached.
    #[error("the limit for a visitor or an address is reached; try again later")]
    TooMany,
    /// The visitor or the address has opened too many rooms.
    #[error("too many games were opened in the last hour by you or from your address; try again later")]
    TooManyRooms,
    /// The name is invalid.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// The link was used or has expired.
    #[error("this link was used or has expired; create a new one")]
    LinkExpired,
    /// The room refused it.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The store failed.
    #[error("the server cannot store or read this at the moment; try again")]
    Store,
    /// The server is shutting down.
    #[error("the server is restarting; try again soon")]
    Closing,
    /// An administrative request failed.
    #[error(transparent)]
    Admin(#[from] AdminError),
    /// The study is invalid.
    #[error(transparent)]
    Study(#[from] InvalidStudy),
    /// The request cannot be parsed.
    #[error("{1}")]
    Request(StatusCode, String),
    /// The request was not complete in time.
    #[error("the request was not complete in time; send it again")]
    TooSlow,
    /// The path does not support this method.
    #[error("this path does not support the method; see the header Allow")]
    Method,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::NotIdentified => StatusCode::UNAUTHORIZED,
            ApiError::DuplicateCookie => StatusCode::BAD_REQUEST,
            ApiError::NotFound | ApiError::LinkExpired => StatusCode::NOT_FOUND,
            ApiError::OtherOrigin => StatusCode::FORBIDDEN,
            ApiError::TooMany | ApiError::TooManyRooms => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Store | ApiError::Closing => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Room(error) => room_status(error),
            ApiError::Admin(AdminError::NotFound) => StatusCode::NOT_FOUND,
            ApiError::Admin(AdminError::AlreadyOver) => StatusCode::CONFLICT,
            ApiError::Admin(AdminError::BadReason) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Admin(AdminError::Store(_)) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Request(status, _) => *status,
            ApiError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            ApiError::Method => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Name(_) | ApiError::Study(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            ApiError::NotIdentified => "not_identified",
            ApiError::DuplicateCookie => "duplicate_cookie",
            ApiError::NotFound | ApiError::Admin(AdminError::NotFound) => "not_found",
            ApiError::OtherOrigin => "other_origin",
            ApiError::TooMany | ApiError::TooManyRooms => "too_many",
            ApiError::Name(_) => "bad_name",
            ApiError::LinkExpired => "link_expired",
            ApiError::Study(InvalidStudy::Position(_)) => "bad_position",
            ApiError::Room(error) => error.code(),
            ApiError::Admin(AdminError::AlreadyOver) => "over",
            ApiError::Admin(AdminError::BadReason) => "bad_text",
            ApiError::Store | ApiError::Admin(AdminError::Store(_)) => "not_stored",
            ApiError::Closing => "closing",
            ApiError::Request(StatusCode::PAYLOAD_TOO_LARGE, _) => "too_long",
            ApiError::Request(StatusCode::UNSUPPORTED_MEDIA_TYPE, _) => "not_json",
            ApiError::Study(_) | ApiError::Request(..) => "bad_request",
            ApiError::TooSlow => "too_slow",
            ApiError::Method => "wrong_method",
        }
    }
}

fn room_status(error: &RoomError) -> StatusCode {
    match error {
        RoomError::TooMany | RoomError::TooFast => StatusCode::TOO_MANY_REQUESTS,
        RoomError::SignedOut => StatusCode::UNAUTHORIZED,
        RoomError::NotStored => StatusCode::SERVICE_UNAVAILABLE,
        RoomError::NotOver | RoomError::Unfinished | RoomError::Started | RoomError::Over => {
            StatusCode::CONFLICT
        }
        RoomError::NoSuchPosition => StatusCode::NOT_FOUND,
        RoomError::SpectatorsOff | RoomError::NotSeated | RoomError::NotHost => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// The code of an error response, for metrics and the log.
#[derive(Clone, Copy)]
pub(super) struct ErrorCode(pub(super) &'static str);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let error = ErrorDetail { code: self.code().to_owned(), message: self.to_string() };
        let mut response = (self.status(), Json(ErrorBody { error })).into_response();
        response.extensions_mut().insert(ErrorCode(self.code()));
        if self == ApiError::Room(RoomError::TooFast) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if error == StoreError::SignedOut {
            return ApiError::NotIdentified;
        }
        if error.is_database_failure() {
            // The store logs this once.
            tracing::debug!(%error, "store failed");
        } else {
            tracing::error!(%error, "store failed");
        }
        ApiError::Store
    }
}

/// Returns the error for a room that dropped a command: it does not exist, or the server is shutting down.
pub(super) fn no_reply(app: &AppState) -> ApiError {
    if app.is_shutting_down() { ApiError::Closing } else { ApiError::NotFound }
}

/// Counts a request over a limit and returns its error.
pub(super) fn too_many(metrics: &Metrics) -> ApiError {
    metrics.rate_limited.inc();
    ApiError::TooMany
}

/// Counts a request over the rate limit and returns its error.
pub(super) fn too_fast(metrics: &Metrics) -> ApiError {
    metrics.rate_limited.inc();
    ApiError::Room(RoomError::TooFast)
}
