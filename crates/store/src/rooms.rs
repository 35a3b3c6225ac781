//! Operations on rooms.

use cafe_room::messages::RoomListing;
use cafe_room::{Millis, Room, RoomId, TimedEntry, VisitorId};

use crate::change::{Change, CreateRoom};
use crate::sqlite::{lists, log, rooms as sqlite};
use crate::{ListPage, PendingWrite, PublicCursor, RoomSummary, RoomsOf, Store, StoreError};

/// Entries that continue the log of a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// The number of the first entry.
    pub first: u64,
    /// The entries.
    pub entries: Vec<TimedEntry>,
    /// The new summary, if it changed.
    pub summary: Option<RoomSummary>,
}

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedRoom {
    /// The room.
    pub id: RoomId,
    /// The last activity, accurate to about a minute.
    pub active_at: Millis,
}

impl Store {
    /// Stores a new room.
    ///
    /// # Errors
    /// [`StoreError::TooMany`] if its host already has `max_open` open rooms.
    pub async fn create_room(&self, room: &Room, max_open: usize) -> Result<(), StoreError> {
        self.write(Change::CreateRoom(CreateRoom::new(room, max_open))).await
    }

    /// Hands entries over to be stored. The caller can do other work while the disk is busy.
    ///
    /// # Errors
    /// If the store is closed.
    pub async fn begin_append(&self, append: Append) -> Result<PendingWrite, StoreError> {
        self.begin_write(Change::Append(append)).await
    }

    /// Like [`begin_append`](Store::begin_append), but also stores a new room that the entries name. Both are stored or neither.
    ///
    /// # Errors
    /// If the store is closed. The write fails with [`StoreError::TooMany`] if the host of the new room already has `max_open` open
    /// rooms.
    pub async fn begin_append_and_create_room(
        &self,
        append: Append,
        new: &Room,
        max_open: usize,
    ) -> Result<PendingWrite, StoreError> {
        self.begin_write(Change::AppendAndCreateRoom(append, Box::new(CreateRoom::new(new, max_open)))).await
    }

    /// Stores entries.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if they do not follow the last stored entry without a gap.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Change::Append(append)).await
    }

    /// Reads a room.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if its entries are damaged.
    pub async fn room(&self, id: &RoomId) -> Result<Option<Room>, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| log::room(connection, &id)).await
    }

    /// Reads the entries of a room with a number greater than `last`.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if one is damaged.
    pub async fn entries_since(&self, id: &RoomId, last: u64) -> Result<Vec<TimedEntry>, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| log::entries_since(connection, &id, last)).await
    }

    /// Records that a room has visitors, even if no entry is appended.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn mark_active(&self, id: &RoomId, at: Millis) -> Result<(), StoreError> {
        self.write(Change::MarkActive { room: id.clone(), at }).await
    }

    /// Stops the timer of a room that cannot be read, and removes it from lists. With `end` the room is over.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn quarantine_room(&self, id: &RoomId, end: bool) -> Result<(), StoreError> {
        self.write(Change::QuarantineRoom { room: id.clone(), end }).await
    }

    /// Lists public rooms that are not over, the last active first. A host with many rooms has only five of them listed. A page may
    /// have fewer rooms than `limit` even if more follow.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn public_rooms(
        &self,
        after: Option<PublicCursor>,
        limit: usize,
    ) -> Result<ListPage<PublicCursor>, StoreError> {
        self.sqlite.read(move |connection| lists::public_rooms(connection, after.as_ref(), limit)).await
    }

    /// Lists rooms where a visitor has a seat, the last opened first. None if the visitor has no seat in `after`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rooms_of(&self, query: RoomsOf) -> Result<Option<ListPage<RoomId>>, StoreError> {
        self.sqlite.read(move |connection| lists::rooms_of(connection, &query)).await
    }

    /// Returns what lists show of a room. None if there is no such room or it is known to be unreadable.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn room_listing(&self, id: &RoomId) -> Result<Option<RoomListing>, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| lists::room_listing(connection, &id)).await
    }

    /// Returns the number of entries of a room; 0 if there is no such room.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn log_length(&self, id: &RoomId) -> Result<u64, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| log::length(connection, &id)).await
    }

    /// Returns true if the room exists.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn room_exists(&self, id: &RoomId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| sqlite::exists(connection, &id)).await
    }

    /// Lists rooms that are over, whose game started or never did, without activity since a time; the longest inactive first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn expired_rooms(
        &self,
        started: bool,
        inactive_since: Millis,
        limit: usize,
    ) -> Result<Vec<RoomId>, StoreError> {
        let read = move |connection: &_| sqlite::expired_rooms(connection, started, inactive_since, limit);
        self.sqlite.read(read).await
    }

    /// Deletes those of the rooms that are over and had no activity since a time, with everything that is stored of them.
    ///
    /// # Errors
    /// If they cannot be deleted.
    pub async fn delete_rooms(&self, rooms: Vec<RoomId>, inactive_since: Millis) -> Result<(), StoreError> {
        self.write(Change::DeleteRooms { rooms, inactive_since }).await
    }

    /// Reads the timer of a room.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn timer(&self, id: &RoomId) -> Result<Option<Millis>, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| sqlite::timer(connection, &id)).await
    }

    /// Sets the timer of a room whose stored one was wrong.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn set_timer(&self, id: &RoomId, timer_at: Option<Millis>) -> Result<(), StoreError> {
        self.write(Change::SetTimer { room: id.clone(), timer_at }).await
    }

    /// Lists rooms whose timer has expired, the longest overdue first; then those whose timer is further away than any turn lasts,
    /// because the clock was wrong when it was stored.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn due_rooms(&self, now: Millis, limit: usize) -> Result<Vec<ListedRoom>, StoreError> {
        self.sqlite.read(move |connection| sqlite::due_rooms(connection, now, limit)).await
    }

    /// Lists waiting rooms without activity since `before`, the longest idle first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn idle_waiting_rooms(
        &self,
        before: Millis,
        limit: usize,
    ) -> Result<Vec<ListedRoom>, StoreError> {
        self.sqlite.read(move |connection| sqlite::idle_waiting_rooms(connection, before, limit)).await
    }

    /// Lists rooms that mention a visitor: these change when the visitor is erased.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rooms_mentioning(&self, visitor: &VisitorId) -> Result<Vec<RoomId>, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::rooms_mentioning(connection, &visitor)).await
    }

    /// Lists rooms that are not over where a visitor has a seat, and rooms that wait for the visitor as host.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn active_rooms_of(&self, visitor: &VisitorId) -> Result<Vec<RoomId>, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::active_rooms_of(connection, &visitor)).await
    }
}
