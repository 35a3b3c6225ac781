//! What goes wrong, as HTTP says it.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::NotAStudy;
use crate::admin::NotDone;
use crate::house::House;
use crate::room::Problem;
use crate::store::StoreFault;
use crate::{NotAName, metrics};

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nobody has been introduced yet: `POST /api/v1/me` first.
    WhoAreYou,
    /// There is nothing there, or it is not for this visitor.
    NotFound,
    /// The browser comes from another site.
    OtherOrigin,
    /// It comes too fast, or there are too many.
    TooMany,
    /// The name is none.
    Name(NotAName),
    /// The link is used up or too old.
    LinkGone,
    /// Something about a table.
    Table(Problem),
    /// The store cannot be used.
    Store,
    /// The house closes.
    Closing,
    /// Something that whoever runs the house asked for.
    NotDone(NotDone),
    /// What is to be studied cannot be.
    Study(NotAStudy),
    /// The request cannot be read, as HTTP counts the ways in which it cannot.
    Request(StatusCode, String),
    /// The request did not come to its end.
    TooSlow,
    /// There is something there, but not for this method.
    Method,
}

/// The body of every answer that is none.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Failure {
    /// What went wrong.
    error: FailureTold,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct FailureTold {
    /// For programs.
    code: &'static str,
    /// For people, in English.
    message: String,
}

impl Fault {
    fn status(&self) -> StatusCode {
        match self {
            Fault::WhoAreYou => StatusCode::UNAUTHORIZED,
            Fault::NotFound | Fault::LinkGone => StatusCode::NOT_FOUND,
            Fault::OtherOrigin => StatusCode::FORBIDDEN,
            Fault::TooMany | Fault::Table(Problem::TooMany | Problem::TooFast) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Fault::NotDone(NotDone::NotThere) => StatusCode::NOT_FOUND,
            Fault::NotDone(NotDone::BadReason) => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::Store
            | Fault::Closing
            | Fault::Table(Problem::NotStored)
            | Fault::NotDone(NotDone::Store(_)) => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Table(Problem::NotOver | Problem::Unfinished | Problem::Started | Problem::Over)
            | Fault::NotDone(NotDone::OverAlready) => StatusCode::CONFLICT,
            Fault::Table(Problem::WatchingOff | Problem::NotSeated | Problem::NotHost) => {
                StatusCode::FORBIDDEN
            }
            Fault::Request(status, _) => *status,
            Fault::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Fault::Method => StatusCode::METHOD_NOT_ALLOWED,
            Fault::Name(_) | Fault::Study(_) | Fault::Table(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Fault::WhoAreYou => "who_are_you",
            Fault::NotFound => "not_found",
            Fault::OtherOrigin => "other_origin",
            Fault::TooMany => "too_many",
            Fault::Name(_) => "bad_name",
            Fault::LinkGone => "link_gone",
            Fault::Study(NotAStudy::Position(_)) => "bad_position",
            Fault::Table(problem) => problem.code(),
            Fault::NotDone(NotDone::NotThere) => "not_found",
            Fault::NotDone(NotDone::OverAlready) => "over",
            Fault::NotDone(NotDone::BadReason) => "bad_text",
            Fault::Store | Fault::NotDone(NotDone::Store(_)) => "not_stored",
            Fault::Closing => "closing",
            Fault::Request(StatusCode::PAYLOAD_TOO_LARGE, _) => "too_long",
            Fault::Request(StatusCode::UNSUPPORTED_MEDIA_TYPE, _) => "not_json",
            Fault::Study(_) | Fault::Request(..) => "bad_request",
            Fault::TooSlow => "too_slow",
            Fault::Method => "wrong_method",
        }
    }

    fn message(&self) -> String {
        match self {
            Fault::WhoAreYou => "you have not been introduced: POST /api/v1/me first".to_owned(),
            Fault::NotFound => "there is nothing here".to_owned(),
            Fault::OtherOrigin => "requests from other sites are not answered".to_owned(),
            Fault::TooMany => "that is more than one visitor or address may have; try again later".to_owned(),
            Fault::Name(wrong) => wrong.to_string(),
            Fault::LinkGone => "this link has been used or is too old; make a new one".to_owned(),
            Fault::Table(problem) => problem.to_string(),
            Fault::Store => "the house cannot write or read its book right now; try again".to_owned(),
            Fault::Closing => "the house closes for a moment; come back soon".to_owned(),
            Fault::NotDone(why) => why.to_string(),
            Fault::Study(why) => why.to_string(),
            Fault::Request(_, why) => why.clone(),
            Fault::TooSlow => "the request did not come to its end in time; send it again".to_owned(),
            Fault::Method => {
                "there is something here, but not for this method; see the header Allow".to_owned()
            }
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let error = FailureTold { code: self.code(), message: self.message() };
        let mut response = (self.status(), Json(Failure { error })).into_response();
        response.extensions_mut().insert(Refused(self.code()));
        if self == Fault::Table(Problem::TooFast) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Why a request was refused, for those who count it.
#[derive(Clone, Copy)]
pub(super) struct Refused(pub(super) &'static str);

impl From<StoreFault> for Fault {
    fn from(fault: StoreFault) -> Fault {
        if fault.is_of_the_file() {
            // The store itself tells the log, once.
            tracing::debug!(%fault, "the store does not answer");
        } else {
            tracing::error!(%fault, "the store does not answer");
        }
        Fault::Store
    }
}

/// A table does not answer: there is none, or the house closes.
pub(super) fn unanswered(house: &House) -> Fault {
    if house.is_closing() { Fault::Closing } else { Fault::NotFound }
}

impl From<NotDone> for Fault {
    fn from(why: NotDone) -> Fault {
        Fault::NotDone(why)
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault::Table(problem)
    }
}

impl From<NotAStudy> for Fault {
    fn from(why: NotAStudy) -> Fault {
        Fault::Study(why)
    }
}

impl From<NotAName> for Fault {
    fn from(wrong: NotAName) -> Fault {
        Fault::Name(wrong)
    }
}

/// Counts a flood and tells it.
pub(super) fn too_many(counted: &metrics::Metrics) -> Fault {
    metrics::count(&counted.floods);
    Fault::TooMany
}

/// Counts a flood of requests and tells it.
pub(super) fn too_fast(counted: &metrics::Metrics) -> Fault {
    metrics::count(&counted.floods);
    Fault::Table(Problem::TooFast)
}
