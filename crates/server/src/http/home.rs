//! The home page in one request.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cafe_room::messages::{Home, Me, MyRoomsQuery, PublicRoomsQuery, RoomPage};
use sha2::{Digest as _, Sha256};

use super::extract::QueryParams;
use super::identity::CurrentVisitor;
use super::openapi::{AmbiguousCookie, StoreUnavailable, TooFast};
use super::{ApiError, HttpState, history, rooms};

/// Maximum number of unfinished games.
const MAX_RUNNING: usize = 100;
/// Maximum number of public rooms.
const MAX_PUBLIC: usize = 100;
/// Number of finished games that the page shows at first.
const FINISHED: usize = 6;

/// Returns what the home page shows: public rooms, your unfinished games with whose turn it is, and the latest finished ones.
#[utoipa::path(
    get,
    path = "/home",
    operation_id = "home",
    params(("if-none-match" = Option<String>, Header, description = "the `etag` of the last response")),
    security((), ("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "the page", body = Home, headers(("etag" = String))),
        (status = 304, description = "nothing changed since that response", headers(("etag" = String))),
        AmbiguousCookie,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn show(
    State(state): State<HttpState>,
    visitor: Option<CurrentVisitor>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let page = async |over, limit| -> Result<RoomPage, ApiError> {
        let Some(visitor) = visitor.clone() else { return Ok(RoomPage { rooms: Vec::new(), next: None }) };
        let query = MyRoomsQuery { limit, over: Some(over), ..MyRoomsQuery::default() };
        let Json(page) = history::my_rooms(State(state.clone()), visitor, QueryParams(query)).await?;
        Ok(page)
    };
    let public = PublicRoomsQuery { limit: MAX_PUBLIC, ..PublicRoomsQuery::default() };
    let (running, finished) = (page(false, MAX_RUNNING).await?, page(true, FINISHED).await?);
    let home = Home {
        me: visitor.as_ref().map(|CurrentVisitor(visitor)| Me::of(visitor)),
        is_new: Home::is_new(&running, &finished),
        running,
        finished,
        public: rooms::list(State(state.clone()), QueryParams(public)).await?.0.rooms,
    };
    let json = serde_json::to_string(&home).expect("the page has only string keys");
    let hash: String = Sha256::digest(&json)[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let etag = format!("\"{hash}\"");
    if is_known(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response());
    }
    let headers = [(header::ETAG, etag), (header::CONTENT_TYPE, "application/json".to_owned())];
    Ok((headers, json).into_response())
}

/// Returns true if the client has the response with this tag.
fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // A proxy that compresses makes the tag a weak one.
    lines.flat_map(|line| line.split(',')).any(|known| known.trim().trim_start_matches("W/") == etag)
}
