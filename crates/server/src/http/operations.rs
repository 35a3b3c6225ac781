//! For whoever runs the house.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::{Doors, Fault};

/// What Prometheus is told about the text that follows.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The process lives.
pub(super) async fn healthy() -> &'static str {
    "ok\n"
}

/// The house is open, and the disk takes what it is given.
pub(super) async fn ready(State(doors): State<Doors>) -> Result<&'static str, Fault> {
    if doors.house.is_closing() {
        return Err(Fault::Closing);
    }
    doors.house.store.check().await?;
    Ok("ready\n")
}

pub(super) async fn metrics(State(doors): State<Doors>) -> impl IntoResponse {
    let house = &doors.house;
    ([(header::CONTENT_TYPE, OPEN_METRICS)], house.metrics.text(&house.store))
}
