//! What the writer remembers of the database, so that a move needs no query before its insert.

use std::collections::{HashMap, HashSet};

use cafe_room::{Millis, RoomId, TokenHash};

/// Maximum number of rooms, and of devices.
const MAX_REMEMBERED: usize = 10_000;

/// Recently written rooms and recently checked devices. Valid because the writer thread is the only writer of the file.
#[derive(Default)]
pub(super) struct WriteCache {
    log_ends: HashMap<RoomId, LogEnd>,
    devices: HashSet<TokenHash>,
}

/// The end of a room's log.
#[derive(Clone, Copy)]
pub(super) struct LogEnd {
    /// The key of the room.
    pub(super) key: i64,
    /// The number of its last entry.
    pub(super) last: i64,
    /// The stored time of its last activity, or an earlier one.
    pub(super) active_at: Millis,
}

impl WriteCache {
    /// Forgets everything, because a transaction was rolled back or rooms were deleted: their keys can be given again.
    pub(super) fn clear(&mut self) {
        self.log_ends.clear();
        self.devices.clear();
    }

    pub(super) fn take_log_end(&mut self, room: &RoomId) -> Option<LogEnd> {
        self.log_ends.remove(room)
    }

    pub(super) fn remember_log_end(&mut self, room: &RoomId, end: LogEnd) {
        if self.log_ends.len() >= MAX_REMEMBERED && !self.log_ends.contains_key(room) {
            self.log_ends.clear();
        }
        self.log_ends.insert(room.clone(), end);
    }

    /// Returns true if the device was signed in when it was checked, and none was signed out since.
    pub(super) fn has_device(&self, device: &TokenHash) -> bool {
        self.devices.contains(device)
    }

    pub(super) fn remember_device(&mut self, device: TokenHash) {
        if self.devices.len() >= MAX_REMEMBERED {
            self.devices.clear();
        }
        self.devices.insert(device);
    }

    pub(super) fn forget_devices(&mut self) {
        self.devices.clear();
    }
}
