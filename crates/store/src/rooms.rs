//! Operations on rooms.

use cafe_room::{Millis, Occupant, Room, RoomId, TimedEntry, VisitorId};

use crate::change::{Change, CreateRoom};
use crate::sqlite::rooms as sqlite;
use crate::{PendingWrite, Store, StoreError};

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

/// What lists and timers need to know of a room without reading its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomSummary {
    /// The visitor who opened the room or inherited it.
    pub host: VisitorId,
    /// Whether the room is listed publicly.
    pub public: bool,
    /// The phase of the room.
    pub state: RoomState,
    /// When the room needs attention without a request: the turn runs out of time, or a bot is to move.
    pub timer_at: Option<Millis>,
    /// The visitors who have a seat.
    pub visitors: Vec<VisitorId>,
}

impl RoomSummary {
    /// Summarises a room.
    #[must_use]
    pub fn of(room: &Room) -> RoomSummary {
        let seated = room.occupants.iter().filter_map(Occupant::visitor);
        RoomSummary {
            host: room.host.clone(),
            public: room.options.public,
            state: match () {
                () if room.is_over() => RoomState::Over,
                () if room.game.is_some() => RoomState::Playing,
                () => RoomState::Waiting,
            },
            timer_at: room.next_timer(),
            visitors: seated.map(|visitor| visitor.id.clone()).collect(),
        }
    }
}

/// The phase of a room. The numbers are stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoomState {
    /// The game has not started.
    Waiting = 0,
    /// The game is running.
    Playing = 1,
    /// The game is over or the room is closed.
    Over = 2,
}

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedRoom {
    /// The room.
    pub id: RoomId,
    /// The last activity, accurate to about a minute.
    pub active_at: Millis,
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
        self.sqlite.read(move |connection| sqlite::room(connection, &id)).await
    }

    /// Reads the entries of a room with a number greater than `last`.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if one is damaged.
    pub async fn entries_since(&self, id: &RoomId, last: u64) -> Result<Vec<TimedEntry>, StoreError> {
        let id = id.clone();
        self.sqlite.read(move |connection| sqlite::entries_since(connection, &id, last)).await
    }

    /// Records that a room has visitors, even if no entry is appended.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn mark_active(&self, id: &RoomId, at: Millis) -> Result<(), StoreError> {
        self.write(Change::MarkActive { room: id.clone(), at }).await
    }

    /// Stops the timer of a room that cannot be read. With `end` the room is over.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn quarantine_room(&self, id: &RoomId, end: bool) -> Result<(), StoreError> {
        self.write(Change::QuarantineRoom { room: id.clone(), end }).await
    }

    /// Lists public rooms that are not over, the last active first. A host with many rooms has only some of them listed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn public_rooms(&self, limit: usize) -> Result<Vec<ListedRoom>, StoreError> {
        self.sqlite.read(move |connection| sqlite::public_rooms(connection, limit)).await
    }

    /// Lists rooms where a visitor has had a seat, the last opened first. None if the visitor had no seat in `after`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rooms_of(&self, query: RoomsOf) -> Result<Option<Vec<ListedRoom>>, StoreError> {
        self.sqlite.read(move |connection| sqlite::rooms_of(connection, &query)).await
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

    /// Lists rooms whose entries mention a visitor: these change when the visitor is erased.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rooms_mentioning(&self, visitor: &VisitorId) -> Result<Vec<RoomId>, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::rooms_mentioning(connection, &visitor)).await
    }

    /// Lists rooms that are not over where a visitor has had a seat, and rooms that wait for the visitor as host.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn active_rooms_of(&self, visitor: &VisitorId) -> Result<Vec<RoomId>, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::active_rooms_of(connection, &visitor)).await
    }
}
