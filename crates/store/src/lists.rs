//! Pages of lists of rooms.

use std::fmt;

use cafe_room::messages::RoomListing;
use cafe_room::{Millis, RoomId, VisitorId};

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListPage<Cursor> {
    /// The rooms.
    pub rooms: Vec<RoomListing>,
    /// Where the next page starts; None on the last one.
    pub next: Option<Cursor>,
}

/// A query for the rooms of a visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomsOf {
    /// The visitor.
    pub visitor: VisitorId,
    /// Only rooms that are over, or only rooms that are not.
    pub over: Option<bool>,
    /// Only rooms that were opened before this one.
    pub after: Option<RoomId>,
    /// Maximum number of rooms.
    pub limit: usize,
}

/// A position in the list of public rooms: the last room that was seen, and its activity at that time. So a page starts at the same
/// place even if that room was active or deleted meanwhile.
///
/// ```
/// use cafe_room::RoomId;
/// use cafe_store::PublicCursor;
///
/// let cursor = PublicCursor { active_at: 1_000, id: RoomId::from_random([1; 16]) };
/// assert_eq!(PublicCursor::parse(&cursor.to_string()), Some(cursor));
/// assert_eq!(PublicCursor::parse("yesterday"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicCursor {
    /// The room's activity.
    pub active_at: Millis,
    /// The room.
    pub id: RoomId,
}

impl PublicCursor {
    /// Parses the text of a cursor.
    #[must_use]
    pub fn parse(text: &str) -> Option<PublicCursor> {
        let (active_at, id) = text.split_once('.')?;
        Some(PublicCursor { active_at: active_at.parse().ok()?, id: RoomId::parse(id)? })
    }
}

impl fmt::Display for PublicCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.active_at, self.id)
    }
}
