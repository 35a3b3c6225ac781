//! The devices on which a visitor is signed in.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use cafe_room::messages::Device;
use cafe_room::{DeviceId, Token};
use cafe_store::NewDevice;

use super::cookies::set_cookie;
use super::identity::{CurrentDevice, CurrentVisitor};
use super::openapi::{AmbiguousCookie, NotFound, NotIdentified, OtherOrigin, StoreUnavailable, TooFast};
use super::{ApiError, HttpState, user_agent};

/// Returns the device that signs in with a request of these headers.
pub(super) fn new_device(state: &HttpState, headers: &axum::http::HeaderMap, token: &Token) -> NewDevice {
    let (browser, system) = user_agent::describe(headers);
    NewDevice {
        token: token.hash(),
        browser: browser.map(str::to_owned),
        system: system.map(str::to_owned),
        has_host_cookie: state.app.config.tls,
    }
}

/// Lists the devices on which you are signed in, the last used first.
#[utoipa::path(
    get,
    path = "/me/devices",
    operation_id = "devices",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "at most 20", body = Vec<Device>),
        AmbiguousCookie,
        NotIdentified,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn list(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    current: CurrentDevice,
) -> Result<Json<Vec<Device>>, ApiError> {
    let devices = state.app.store.devices(&visitor.id).await?;
    let item = |device: cafe_store::Device| Device {
        id: DeviceId::of(&device.token).to_string(),
        browser: device.browser,
        system: device.system,
        created_at: device.created_at,
        used_at: device.used_at,
        is_current: device.token == current.checked.token,
    };
    Ok(Json(devices.into_iter().map(item).collect()))
}

/// Signs out one of your devices, also this one, and revokes an open link. Its sockets are closed.
#[utoipa::path(
    delete,
    path = "/me/devices/{id}",
    operation_id = "sign_out_device",
    params(("id" = String, Path, description = "from `GET /api/v1/me/devices`")),
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "the device is signed out"),
        AmbiguousCookie,
        NotIdentified,
        OtherOrigin,
        NotFound,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn sign_out(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    current: CurrentDevice,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let devices = state.app.store.devices(&visitor.id).await?;
    let device = devices.iter().find(|device| DeviceId::of(&device.token).as_str() == id);
    let gone = device.ok_or(ApiError::NotFound)?.token;
    state.app.sign_out_device(&visitor.id, gone, current.checked.token).await?;
    let is_current = gone == current.checked.token;
    let removed = is_current.then(|| set_cookie(state.app.config.tls, None));
    Ok((StatusCode::NO_CONTENT, AppendHeaders(removed)).into_response())
}

/// Signs out all your other devices and revokes an open link. Their sockets are closed.
#[utoipa::path(
    delete,
    path = "/me/devices",
    operation_id = "sign_out_others",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "only this device is signed in"),
        AmbiguousCookie,
        NotIdentified,
        OtherOrigin,
        TooFast,
        StoreUnavailable
    )
)]
pub(super) async fn sign_out_others(
    State(state): State<HttpState>,
    CurrentVisitor(visitor): CurrentVisitor,
    current: CurrentDevice,
) -> Result<StatusCode, ApiError> {
    state.app.sign_out_others(&visitor.id, current.checked.token).await?;
    Ok(StatusCode::NO_CONTENT)
}
