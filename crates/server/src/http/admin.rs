//! For whoever runs the house, and shows its key: `cafe admin`. To everybody else there is nothing here.

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};

use super::door::token;
use super::input::{At, Body};
use super::{Doors, Fault};
use crate::VisitorId;

/// Somebody who has shown the key of the house.
pub(super) struct Keeper;

impl FromRequestParts<Doors> for Keeper {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<Keeper, Fault> {
        // Hashes, so that how long it takes to compare them tells nothing.
        let key = doors.house.admin.hash();
        let shown = token(&parts.headers).filter(|shown| shown.hash() == key);
        shown.map(|_| Keeper).ok_or(Fault::NotFound)
    }
}

/// Why a table ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    /// What those at the table are told.
    why: Option<String>,
}

pub(super) async fn end(
    _: Keeper,
    State(doors): State<Doors>,
    At(id): At,
    Body(Reason { why }): Body<Reason>,
) -> Result<StatusCode, Fault> {
    doors.house.end_table(&id, why).await?;
    tracing::info!("a table was ended by whoever runs the house");
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn forget(
    _: Keeper,
    State(doors): State<Doors>,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    let id = VisitorId::parse(&id).ok_or(Fault::NotFound)?;
    doors.house.forget(&id).await?;
    tracing::info!("a visitor was forgotten by whoever runs the house");
    Ok(StatusCode::NO_CONTENT)
}
