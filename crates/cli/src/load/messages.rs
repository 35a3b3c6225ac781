//! The parts of the server's messages that a random player needs.
//!
//! `cafe_room::messages::ServerMessage` would cost the load generator several times as much per message, and it shares the
//! machine with the server that it measures.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// Fields of all server messages side by side: an enum with a tag would be buffered until its tag is known.
#[derive(Deserialize)]
pub(super) struct MessageParts<'t> {
    #[serde(rename = "type")]
    pub(super) kind: &'t str,
    #[serde(borrow, default)]
    pub(super) view: Option<ViewParts<'t>>,
    #[serde(default)]
    code: String,
    #[serde(default)]
    message: String,
}

/// What a random player needs of a view.
#[derive(Deserialize)]
pub(super) struct ViewParts<'t> {
    pub(super) seq: u32,
    #[serde(borrow)]
    pub(super) legal: Vec<LegalActionParts<'t>>,
    #[serde(default)]
    pub(super) result: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct LegalActionParts<'t> {
    pub(super) action: &'t str,
}

impl<'t> MessageParts<'t> {
    /// Returns the view of an update; none for other messages.
    ///
    /// # Errors
    /// If the room refused a request or the server shuts down.
    pub(super) fn into_view(self) -> Result<Option<ViewParts<'t>>, String> {
        match self.kind {
            "update" => Ok(self.view),
            "refused" => Err(format!("{}: {}", self.code, self.message)),
            "closing" => Err("the server is shutting down".to_owned()),
            _ => Ok(None),
        }
    }
}
