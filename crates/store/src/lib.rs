//! Durable storage of rooms and visitors.
//!
//! A [`Store`] offers named operations. A write returns when it is durable, so an acknowledged change survives a crash at
//! any instant. The store is the referee of a room's log: an append must continue it without a gap, else it is
//! [`StoreError::Conflict`].
//!
//! The only implementation is SQLite: one file in a data folder. [`StoreReader`] reads that file from another process.
//! [`Store::open_simulated`] runs the same SQL in memory, with faults, for simulations.
//!
//! ```
//! use cafe_room::{Entry, NewRoom, Room, RoomId, RoomOptions, TimedEntry, VisitorId};
//! use cafe_rules::{Kind, Options, Secret};
//! use cafe_store::{Append, RoomSummary, Store, StoreError};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(folder.path())?;
//!
//! let options = RoomOptions::new(Options::new(Kind::Card, 2, false)?);
//! let (id, host) = (RoomId::from_random([1; 16]), VisitorId::from_random([2; 12]));
//! let mut room = Room::create(NewRoom::new(id.clone(), host, options, Secret([3; 32])), 1_000)?;
//! store.create_room(&room, 10).await?;
//!
//! let closed = TimedEntry { at: 2_000, entry: Entry::Closed { reason: None } };
//! room.apply(closed.clone())?;
//! let summary = Some(RoomSummary::of(&room));
//! let append = Append { room: id.clone(), first: 2, entries: vec![closed], summary };
//! store.append(append.clone()).await?;
//! assert_eq!(store.append(append).await, Err(StoreError::Conflict), "entry 2 exists");
//!
//! let stored = store.room(&id).await?.expect("it was stored");
//! assert_eq!(stored.entries(), room.entries());
//! # Ok(())
//! # }
//! ```

mod change;
mod error;
mod faults;
mod health;
mod lists;
mod room_summary;
mod rooms;
mod sqlite;
mod store;
mod visitors;

pub use error::{BackupError, Cause, OpenError, StoreError};
pub use faults::{CommitOutcome, NoFaults, SimulatedCommit, SimulatedQuery, StoreFaults};
pub use lists::{ListPage, PublicCursor, RoomsOf};
pub use room_summary::{RoomState, RoomSummary};
pub use rooms::{Append, ListedRoom};
pub use sqlite::{
    CopyStep, ReplicaError, Replicator, RoomList, RoomOverview, SimulatedDisk, StoreReader, VisitorOverview,
    database_file,
};
pub use store::{PendingWrite, Store};
pub use visitors::{Device, NewDevice, NewLink, Session};
