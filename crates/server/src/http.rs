//! The doors of the house: HTTP under `/api/v1`, and a socket for each table.

mod answers;
mod door;
mod headers;
mod me;
mod operations;
mod socket;
mod tables;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

pub use answers::Fault;
pub use door::Addresses;

use crate::house::House;

/// A request is at most this long.
const REQUEST_BYTES: usize = 16 * 1024;

/// What the doors share.
#[derive(Clone)]
pub struct Doors {
    /// The house behind them.
    pub house: House,
    /// Where visitors come from.
    pub addresses: Addresses,
}

/// All doors of a house.
pub fn router(house: House) -> Router {
    let doors = Doors { house, addresses: Addresses::default() };
    let api = Router::new()
        .route("/me", get(me::show).post(me::arrive).patch(me::rename).delete(me::forget))
        .route("/me/link", post(me::link))
        .route("/links/{code}", post(me::claim))
        .route("/programs", post(me::program))
        .route("/games", get(tables::mine))
        .route("/tables", get(tables::list).post(tables::open))
        .route("/tables/{id}", get(tables::show))
        .route("/tables/{id}/record", get(tables::record))
        .route("/tables/{id}/socket", get(socket::open));
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(operations::healthy))
        .route("/readyz", get(operations::ready))
        .route("/metrics", get(operations::metrics))
        .fallback(operations::nothing_here)
        .layer(DefaultBodyLimit::max(REQUEST_BYTES))
        .layer(middleware::from_fn_with_state(doors.clone(), door::check))
        .layer(middleware::from_fn_with_state(doors.clone(), headers::add))
        .with_state(doors)
}
