//! HTTP: the API under `/api/v1`, a WebSocket for each room, administration, operations and the web client.

mod admin;
mod cookies;
mod devices;
mod error;
mod extract;
mod headers;
mod history;
mod home;
mod identity;
mod limits;
mod me;
mod openapi;
mod operations;
mod pages;
mod price;
mod rooms;
mod socket;
mod study;
mod user_agent;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, post};
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use error::ApiError;
pub use limits::RequestLimits;

use crate::state::AppState;

/// Maximum size of a request's body.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// State of the HTTP handlers.
#[derive(Clone)]
pub struct HttpState {
    /// The server.
    pub app: AppState,
    /// Rate limits.
    pub limits: RequestLimits,
}

/// Returns the routes of the API. A route can be registered only together with its description, so neither exists without the
/// other.
fn api() -> OpenApiRouter<HttpState> {
    let routes = OpenApiRouter::new()
        .routes(routes!(openapi::describe))
        .routes(routes!(me::show, me::create, me::rename, me::erase))
        .routes(routes!(me::create_link))
        .routes(routes!(devices::list, devices::sign_out_others))
        .routes(routes!(devices::sign_out))
        .routes(routes!(me::claim_link))
        .routes(routes!(me::create_program))
        .routes(routes!(history::my_rooms))
        .routes(routes!(home::show))
        .routes(routes!(rooms::list, rooms::open))
        .routes(routes!(rooms::show, rooms::close))
        .routes(routes!(history::replay))
        .routes(routes!(history::record))
        .routes(routes!(history::position))
        .routes(routes!(history::share))
        .routes(routes!(socket::open))
        .routes(routes!(study::study));
    OpenApiRouter::with_openapi(openapi::Description::openapi()).nest("/api/v1", routes)
}

/// Returns all routes of a server.
pub fn router(app: AppState) -> Router {
    let state = HttpState { limits: RequestLimits::new(&app.config), app };
    let (api, _) = api().split_for_parts();
    // Not part of the public description.
    let admin = Router::new()
        .route("/rooms/{id}/close", post(admin::close_room))
        .route("/visitors/{id}", delete(admin::erase_visitor));
    Router::new()
        .merge(api)
        .nest("/admin/v1", admin)
        .route("/healthz", get(operations::healthy))
        .route("/readyz", get(operations::ready))
        .route("/metrics", get(operations::metrics))
        .fallback(pages::show)
        .method_not_allowed_fallback(async || ApiError::Method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(state.clone(), limits::check))
        .layer(middleware::from_fn_with_state(state.clone(), identity::check_origin))
        .layer(middleware::from_fn_with_state(state.clone(), headers::add))
        .with_state(state)
}
