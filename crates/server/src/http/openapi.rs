//! The description of the interface, for programs that read such things.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::Failure;
use super::door::COOKIE;
use crate::messages::{Asked, Tell};

/// What there is to say besides the routes, which bring their own descriptions along.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Café International",
        description = "Tables for people and bots: see docs/server-protocol.md. What goes over a table's socket are the schemas \
            Asked, from the client, and Tell, to it."
    ),
    // Relative to where the document comes from; and what says nothing else is open to everybody.
    servers((url = "/")),
    security(()),
    components(schemas(Asked, Failure, Tell)),
    modifiers(&Keys)
)]
pub(super) struct Description;

/// How one shows who one is.
struct Keys;

impl Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(COOKIE));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(token));
    }
}

/// The document as it is sent.
static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| super::api().into_openapi().to_json().expect("a document has only strings for keys"));

/// This document.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "describe",
    responses((status = 200, description = "an OpenAPI document", body = serde_json::Value), TooFast)
)]
pub(super) async fn describe() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

fn failures<const N: usize>(told: [(&str, &str); N]) -> BTreeMap<String, RefOr<Response>> {
    let one = |(status, why): (&str, &str)| {
        let content = Content::new(Some(Ref::from_schema_name("Failure")));
        let response = ResponseBuilder::new().description(why).content("application/json", content);
        (status.to_owned(), response.build().into())
    };
    told.into_iter().map(one).collect()
}

/// What can go wrong, as the routes name it in their descriptions.
macro_rules! failures {
    ($($(#[$doc:meta])* $name:ident: $($status:literal $why:literal),+;)+) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                failures([$(($status, $why)),+])
            }
        }
    )+};
}

failures! {
    /// A body that cannot be read.
    BadBody:
        "400" "`bad_request`: the body is not JSON",
        "408" "`too_slow`: the body did not come to its end in time",
        "413" "`too_long`: the body is longer than 16 KiB",
        "415" "`not_json`: the header content-type does not say application/json",
        "422" "`bad_request`, `bad_name`, `bad_options`, `no_such_chair`, `chair_taken`: the body does not say what it should";
    /// Something to be studied that cannot be read.
    BadStudy:
        "400" "`bad_request`: the body is not JSON",
        "408" "`too_slow`: the body did not come to its end in time",
        "413" "`too_long`: the body is longer than 16 KiB",
        "415" "`not_json`: the header content-type does not say application/json",
        "422" "`bad_position`: the position makes no sense, every fault named; `bad_request`: there is no such seat, or there are more actions than there may be";
    /// A question that cannot be read.
    BadWishes:
        "400" "`bad_request`: what stands behind the question mark cannot be read",
        "422" "`bad_request`: it asks for more, or less, than there may be";
    /// Nobody is introduced.
    NotIntroduced: "401" "`who_are_you`: `POST /api/v1/me` first";
    /// The page of another site.
    FromElsewhere: "403" "`other_origin`: the page of another site sent this";
    /// The table is not for everybody.
    NotForYou: "403" "`watching_off`: the table is for its players only, and none of them has shared the game";
    /// It is up to the players; or the page of another site asks.
    NotAPlayer: "403" "`not_seated`: only who played can do that; `other_origin`: the page of another site sent this";
    /// It is up to the host; or the page of another site asks.
    NotTheHost: "403" "`not_host`: only who opened the table can do that; `other_origin`: the page of another site sent this";
    /// The game has begun.
    HasBegun: "409" "`started`: the game goes on; `over`: it has been played";
    /// Nothing there.
    NotThere: "404" "`not_found`, `link_gone`: there is nothing here";
    /// The game goes on, or was never finished.
    NotFinished: "409" "`not_over`: the game goes on; `unfinished`: the table was closed before its end";
    /// The table is not for watching; or the page of another site asks.
    NotForWatching: "403" "`watching_off`: the table is for its players only; `other_origin`: the page of another site sent this";
    /// Not a socket.
    NotASocket: "400" "`bad_request`: it does not ask for a socket", "426" "`bad_request`: this connection cannot become a socket";
    /// Too many, or too fast.
    TooMany: "429" "`too_many`: that is more than one visitor, address or table may have; `too_fast`: wait a moment";
    /// Too fast.
    TooFast: "429" "`too_fast`: that is more than one visitor or address may ask at once; wait a moment";
    /// The store.
    NoStore: "503" "`not_stored`: the house cannot write or read its book right now; try again";
    /// The store, or the house.
    NotNow: "503" "`not_stored`: the house cannot write or read its book right now; `closing`: the house closes for a moment; try again";
}
