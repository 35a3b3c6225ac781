//! What comes with a request. What cannot be read is answered like everything else that goes wrong.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::{Doors, Fault};
use crate::TableId;

/// The body of a request, as JSON.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Doors> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, doors: &Doors) -> Result<Body<T>, Fault> {
        let read = Json::from_request(request, doors);
        let read = tokio::time::timeout(doors.house.rules.patience, read).await;
        let Json(body) = read
            .map_err(|_| Fault::TooSlow)?
            .map_err(|wrong: JsonRejection| Fault::Request(wrong.status(), wrong.body_text()))?;
        Ok(Body(body))
    }
}

/// What stands behind the question mark.
pub(super) struct Wishes<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Doors> for Wishes<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<Wishes<T>, Fault> {
        let Query(wishes) = Query::from_request_parts(parts, doors)
            .await
            .map_err(|wrong: QueryRejection| Fault::Request(wrong.status(), wrong.body_text()))?;
        Ok(Wishes(wishes))
    }
}

/// The table that the path names. What names none is not found, whatever it is.
pub(super) struct At(pub(super) TableId);

impl FromRequestParts<Doors> for At {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<At, Fault> {
        let path: Option<Path<String>> = Path::from_request_parts(parts, doors).await.ok();
        path.and_then(|Path(id)| TableId::parse(&id)).map(At).ok_or(Fault::NotFound)
    }
}
