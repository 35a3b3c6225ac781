//! Health, readiness and metrics.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::{ApiError, HttpState};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The process is running.
pub(super) async fn healthy() -> &'static str {
    "ok\n"
}

/// The server accepts requests, and the store accepts writes.
pub(super) async fn ready(State(HttpState { app, .. }): State<HttpState>) -> Result<&'static str, ApiError> {
    if app.is_shutting_down() {
        return Err(ApiError::Closing);
    }
    app.store.check().await?;
    Ok("ready\n")
}

pub(super) async fn metrics(State(HttpState { app, .. }): State<HttpState>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPEN_METRICS)], app.metrics.to_text(&app.store))
}
