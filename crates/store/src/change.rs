//! Changes handed to the writer.

use cafe_room::{Millis, Name, Room, RoomId, TimedEntry, TokenHash, Visitor, VisitorId};

use crate::{Append, NewDevice, NewLink, RoomSummary};

/// A change. It is stored as a whole or not at all.
#[derive(Debug)]
pub(crate) enum Change {
    /// A change that a device asks for. `SignedOut` if the device is not signed in any more.
    ByDevice(TokenHash, Box<Change>),
    /// Adds a room.
    CreateRoom(CreateRoom),
    /// Continues the log of a room.
    Append(Append),
    /// Continues the log of a room with an entry that names a new room, and adds that room.
    AppendAndCreateRoom(Append, Box<CreateRoom>),
    /// Records activity in a room.
    MarkActive { room: RoomId, at: Millis },
    /// Sets the timer of a room.
    SetTimer { room: RoomId, timer_at: Option<Millis> },
    /// Stops the timer of a room that cannot be read, and optionally ends the room.
    QuarantineRoom { room: RoomId, end: bool },
    /// Deletes those of the rooms that are over and had no activity since this time.
    DeleteRooms { rooms: Vec<RoomId>, inactive_since: Millis },
    /// Deletes visitors who were created before this time and never did anything.
    DeleteUnusedVisitors { created_before: Millis, limit: usize },
    /// Adds a visitor with a first device.
    CreateVisitor { visitor: Visitor, device: NewDevice, at: Millis },
    /// Changes the name of a visitor.
    RenameVisitor { visitor: VisitorId, name: Name },
    /// Renews the session of a device.
    RenewSession { token: TokenHash, at: Millis },
    /// Records that a device was used, and whether it has the cookie with the prefix.
    MarkDeviceUsed { token: TokenHash, at: Millis, has_host_cookie: bool },
    /// Replaces the link of a visitor.
    CreateLink(NewLink),
    /// Uses a link up and adds a device. `Conflict` if the link is used or expired.
    ClaimLink { link: TokenHash, device: NewDevice, at: Millis },
    /// Removes the link of a visitor and all devices but one.
    SignOutOthers { visitor: VisitorId, keep: TokenHash },
    /// Removes the link of a visitor and one device.
    SignOutDevice { visitor: VisitorId, device: TokenHash },
    /// Removes a visitor, and the visitor's names and chat in all rooms.
    EraseVisitor { visitor: VisitorId },
    /// Writes a page without changing anything, to test whether the disk accepts writes.
    TestWrite,
}

/// Adds a room with its first entries. `TooMany` if its host has `max_open` open rooms.
#[derive(Debug)]
pub(crate) struct CreateRoom {
    pub(crate) room: RoomId,
    pub(crate) entries: Vec<TimedEntry>,
    pub(crate) summary: RoomSummary,
    pub(crate) max_open: usize,
}

impl CreateRoom {
    pub(crate) fn new(room: &Room, max_open: usize) -> CreateRoom {
        let (entries, summary) = (room.entries().to_vec(), RoomSummary::of(room));
        CreateRoom { room: room.id.clone(), entries, summary, max_open }
    }
}
