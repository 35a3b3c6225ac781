//! The doors of the house: HTTP under `/api/v1`, and a socket for each table.

mod admin;
mod answers;
mod door;
mod headers;
mod history;
mod input;
mod limits;
mod me;
mod openapi;
mod operations;
mod pages;
mod socket;
mod study;
mod tables;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, post};
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use answers::Failure;
pub use answers::Fault;
pub(crate) use history::GamesPage;
pub use limits::Limits;
pub(crate) use limits::place;
pub(crate) use me::{LinkMade, Me, Named, ProgramMade};
pub(crate) use study::{NotAStudy, Study};
pub(crate) use tables::{NewTable, TableListed};

use crate::house::House;

/// A request is at most this long.
const REQUEST_BYTES: usize = 16 * 1024;

/// What the doors share.
#[derive(Clone)]
pub struct Doors {
    /// The house behind them.
    pub house: House,
    /// What everybody may still ask.
    pub limits: Limits,
}

/// What programs speak to. A route comes with its description: there is no other way in here, so that neither is without
/// the other.
fn api() -> OpenApiRouter<Doors> {
    let routes = OpenApiRouter::new()
        .routes(routes!(openapi::describe))
        .routes(routes!(me::show, me::arrive, me::rename, me::forget))
        .routes(routes!(me::link))
        .routes(routes!(me::sign_out_others))
        .routes(routes!(me::claim))
        .routes(routes!(me::program))
        .routes(routes!(history::mine))
        .routes(routes!(tables::list, tables::open))
        .routes(routes!(tables::show, tables::close))
        .routes(routes!(history::replay))
        .routes(routes!(history::record))
        .routes(routes!(history::share))
        .routes(routes!(socket::open))
        .routes(routes!(study::study));
    OpenApiRouter::with_openapi(openapi::Description::openapi()).nest("/api/v1", routes)
}

/// All doors of a house.
pub fn router(house: House) -> Router {
    let doors = Doors { limits: Limits::new(&house.rules), house };
    let (api, _) = api().split_for_parts();
    // For whoever runs the house: no part of what is described to everybody.
    let admin = Router::new()
        .route("/tables/{id}/end", post(admin::end))
        .route("/visitors/{id}", delete(admin::forget));
    Router::new()
        .merge(api)
        .nest("/admin/v1", admin)
        .route("/healthz", get(operations::healthy))
        .route("/readyz", get(operations::ready))
        .route("/metrics", get(operations::metrics))
        .fallback(pages::show)
        .method_not_allowed_fallback(async || Fault::Method)
        .layer(DefaultBodyLimit::max(REQUEST_BYTES))
        .layer(middleware::from_fn_with_state(doors.clone(), limits::check))
        .layer(middleware::from_fn_with_state(doors.clone(), door::check))
        .layer(middleware::from_fn_with_state(doors.clone(), headers::add))
        .with_state(doors)
}
