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

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        serde_json::from_str::<ClientMessage>(text).unwrap_err().to_string()
    }

    #[test]
    fn unknown_fields_are_named() {
        let misspelt = error(r#"{"id": 1, "type": "take_seat", "player": 0, "shar": "ab"}"#);
        assert!(misspelt.contains("unknown field `shar`"), "{misspelt}");
        let superfluous = error(r#"{"id": 1, "type": "leave", "player": 0}"#);
        assert!(superfluous.contains("unknown field `player`"), "{superfluous}");
    }

    #[test]
    fn messages_round_trip() {
        let requests = [
            RoomRequest::TakeSeat { player: Some(1), share: None },
            RoomRequest::Leave {},
            RoomRequest::Play { seq: 3, actions: vec!["draw".to_owned()] },
        ];
        for request in requests {
            let message = ClientMessage { id: 7, request };
            let text = serde_json::to_string(&message).unwrap();
            assert_eq!(serde_json::from_str::<ClientMessage>(&text).unwrap(), message, "{text}");
        }
    }
}
