//! Messages from a client.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::RoomRequest;

/// A message from a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClientMessage {
    /// Chosen by the client; the answer carries the same id.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub id: u32,
    /// The request.
    #[serde(flatten)]
    pub request: RoomRequest,
}
