//! The OpenAPI description of the API.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use cafe_room::messages::{ClientMessage, ErrorBody, ServerMessage};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::cookies::COOKIE;

/// The parts of the description that do not come from the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Café International",
        description = "Rooms for people and bots: see docs/server-protocol.md. On a room's WebSocket the client sends \
            ClientMessage and the server ServerMessage, as text."
    ),
    // Relative to the address of the document. Operations without security of their own are public.
    servers((url = "/")),
    security(()),
    components(schemas(ClientMessage, ErrorBody, ServerMessage)),
    modifiers(&SecuritySchemes)
)]
pub(super) struct Description;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(COOKIE));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(token));
    }
}

static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| super::api().into_openapi().to_json().expect("a document has only string keys"));

/// Returns this document.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "describe",
    responses((status = 200, description = "an OpenAPI document", body = serde_json::Value), TooFast)
)]
pub(super) async fn describe() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

fn error_responses<const N: usize>(errors: [(&str, &str); N]) -> BTreeMap<String, RefOr<Response>> {
    let response = |(status, description): (&str, &str)| {
        let content = Content::new(Some(Ref::from_schema_name("ErrorBody")));
        let response = ResponseBuilder::new().description(description).content("application/json", content);
        (status.to_owned(), response.build().into())
    };
    errors.into_iter().map(response).collect()
}

/// Defines error responses that the descriptions of routes refer to by name.
macro_rules! error_responses {
    ($($(#[$doc:meta])* $name:ident: $($status:literal $description:literal),+;)+) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                error_responses([$(($status, $description)),+])
            }
        }
    )+};
}

error_responses! {
    /// The body is invalid.
    InvalidBody:
        "400" "`bad_request`: the body is not JSON; `duplicate_cookie`: the request has two cookies of this server",
        "408" "`too_slow`: the body was not complete in time",
        "413" "`too_long`: the body is longer than 16 KiB",
        "415" "`not_json`: the content-type is not application/json",
        "422" "`bad_request`, `bad_name`, `bad_options`, `no_such_player`, `player_taken`: the body is invalid";
    /// The body of a study is invalid.
    InvalidStudyBody:
        "400" "`bad_request`: the body is not JSON",
        "408" "`too_slow`: the body was not complete in time",
        "413" "`too_long`: the body is longer than 16 KiB",
        "415" "`not_json`: the content-type is not application/json",
        "422" "`bad_position`: the position is invalid, every fault named; `bad_request`: no such player, or too many actions";
    /// The query string is invalid.
    InvalidQuery:
        "400" "`bad_request`: the query string cannot be parsed; `duplicate_cookie`: the request has two cookies of this server",
        "422" "`bad_request`: a parameter is out of range";
    /// There are two cookies of the server.
    AmbiguousCookie: "400" "`duplicate_cookie`: the request has two cookies of this server";
    /// There is no valid cookie or token.
    NotIdentified: "401" "`not_identified`: `POST /api/v1/me` first";
    /// A page of another origin.
    OtherOrigin: "403" "`other_origin`: a page of another origin sent this";
    /// The finished game is not visible.
    NotShared: "403" "`spectators_off`: the game is for its players only, and none of them has shared it";
    /// Only players may do this.
    NotAPlayer: "403" "`not_seated`: only players can do that; `other_origin`: a page of another origin sent this";
    /// Only the host may do this.
    NotHost: "403" "`not_host`: only the host can do that; `other_origin`: a page of another origin sent this";
    /// The game has started or is over.
    WrongState: "409" "`started`: the game is running; `over`: it is finished";
    /// There is nothing at this path.
    NotFound: "404" "`not_found`, `link_expired`: there is nothing here";
    /// There is no such room, or its game has fewer steps.
    NoSuchPosition: "404" "`not_found`: there is nothing here; `no_such_position`: the game has fewer steps";
    /// The game is not finished.
    NotFinished: "409" "`not_over`: the game is running; `unfinished`: the room was closed before its end";
    /// The room does not admit spectators.
    SpectatorsOff: "403" "`spectators_off`: the game is for its players only; `other_origin`: a page of another origin sent this";
    /// Not a WebSocket.
    NotAWebSocket: "400" "`bad_request`: not a WebSocket request; `duplicate_cookie`: the request has two cookies of this server", "426" "`bad_request`: this connection cannot be upgraded";
    /// A limit is reached.
    TooMany: "429" "`too_many`: the limit for a visitor, an address or a room is reached; `too_fast`: wait a moment";
    /// The rate limit is reached.
    TooFast: "429" "`too_fast`: the rate limit is reached; wait a moment";
    /// The store failed.
    StoreUnavailable: "503" "`not_stored`: the server cannot store or read this at the moment; try again";
    /// The store failed, or the server is shutting down.
    Unavailable: "503" "`not_stored`: the server cannot store or read this at the moment; `closing`: the server is restarting; try again";
}
