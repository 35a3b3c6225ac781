//! For whoever runs the house.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::{Doors, Fault};
use crate::store::Change;

/// The process lives.
pub(super) async fn healthy() -> &'static str {
    "ok\n"
}

/// The store takes what it is given.
pub(super) async fn ready(State(doors): State<Doors>) -> Result<&'static str, Fault> {
    doors.house.store.write(Change::Nothing).await?;
    Ok("ready\n")
}

pub(super) async fn metrics(State(doors): State<Doors>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], doors.house.metrics.text())
}

pub(super) async fn nothing_here() -> Fault {
    Fault::NotFound
}
