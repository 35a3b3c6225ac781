//! The store itself. Its operations on rooms and visitors are in their own files.

use std::path::Path;
use std::sync::Arc;

use cafe_room::TokenHash;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::change::Change;
use crate::sqlite::{Durability, SqliteStore};
use crate::{OpenError, SimulatedDisk, StoreError, StoreFaults};

/// Durable storage. Clones share one database.
#[derive(Clone)]
pub struct Store {
    pub(crate) sqlite: SqliteStore,
    write_seconds: Histogram,
    /// The device on whose behalf this handle writes.
    device: Option<TokenHash>,
}

/// A write that was handed over and is not known to be durable yet.
#[must_use = "the change is durable only once `done` returned"]
pub struct PendingWrite {
    started: Instant,
    outcome: oneshot::Receiver<Result<(), StoreError>>,
    write_seconds: Histogram,
}

impl PendingWrite {
    /// Waits until the change is durable.
    ///
    /// # Errors
    /// Why it is not stored; [`StoreError::Unknown`] if it may be stored nevertheless.
    pub async fn done(self) -> Result<(), StoreError> {
        let stopped = |_| StoreError::Unknown("the writer thread stopped".to_owned());
        self.outcome.await.map_err(stopped)??;
        self.write_seconds.observe(self.started.elapsed().as_secs_f64());
        Ok(())
    }
}

impl Store {
    /// Opens the store in a data folder and creates it if there is none.
    ///
    /// # Errors
    /// Why the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Store, OpenError> {
        Store::open_with(folder, Durability::PowerCut)
    }

    /// Opens a store whose changes survive the end of the process, but not a power cut. For tests: they commit thousands
    /// of times, and waiting for the disk would be most of their time.
    ///
    /// # Errors
    /// Why the folder cannot be used.
    pub fn open_for_tests(folder: &Path) -> Result<Store, OpenError> {
        Store::open_with(folder, Durability::ProcessExit)
    }

    fn open_with(folder: &Path, durability: Durability) -> Result<Store, OpenError> {
        Ok(Store::new(SqliteStore::open(folder, durability)?))
    }

    /// Opens a store on a simulated disk: the same SQL, run by tasks of the current runtime, with faults. For simulations and tests.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use cafe_store::{NoFaults, SimulatedDisk, Store};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let disk = SimulatedDisk::new()?;
    /// let store = Store::open_simulated(&disk, Arc::new(NoFaults))?;
    /// store.check().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If SQLite has no memory.
    ///
    /// # Panics
    /// Outside of a runtime.
    pub fn open_simulated(disk: &SimulatedDisk, faults: Arc<dyn StoreFaults>) -> Result<Store, OpenError> {
        Ok(Store::new(SqliteStore::open_simulated(disk, faults)?))
    }

    fn new(sqlite: SqliteStore) -> Store {
        // From a tenth of a millisecond to six seconds.
        let write_seconds = Histogram::new(exponential_buckets(0.0001, 3.0, 11));
        Store { sqlite, write_seconds, device: None }
    }

    /// Returns a handle of the same store whose writes are made on behalf of a device. They fail with
    /// [`StoreError::SignedOut`] if the device is not signed in when they are stored. The check is part of the write, so no
    /// sign-out can come between the two. Without a device nothing is checked: the server itself writes.
    #[must_use]
    pub fn on_behalf_of(&self, device: impl Into<Option<TokenHash>>) -> Store {
        Store { device: device.into(), ..self.clone() }
    }

    /// Checks that the store accepts writes: by the result of a recent write, else with a test write.
    ///
    /// # Errors
    /// Why it does not.
    pub async fn check(&self) -> Result<(), StoreError> {
        match self.sqlite.health().recent() {
            Some(result) => result,
            None => self.write(Change::TestWrite).await,
        }
    }

    /// Returns the error of the last write, if it failed because of the database and not because of the change.
    #[must_use]
    pub fn last_error(&self) -> Option<StoreError> {
        self.sqlite.health().error()
    }

    /// Returns the time from request to durability of all writes that succeeded.
    #[must_use]
    pub fn write_seconds(&self) -> Histogram {
        self.write_seconds.clone()
    }

    /// Returns the size of the database and of its write-ahead log.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        self.sqlite.file_bytes()
    }

    /// Returns the number of times that the disk did not confirm a write.
    #[must_use]
    pub fn failed_syncs(&self) -> Counter {
        self.sqlite.health().failed_syncs()
    }

    /// Returns the number of queries so far.
    #[must_use]
    pub fn reads(&self) -> Counter {
        self.sqlite.reads()
    }

    /// Finishes the pending writes and closes the store. Later writes fail with [`Cause::Closed`](crate::Cause::Closed).
    pub async fn close(&self) {
        self.sqlite.close().await;
    }

    pub(crate) async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.begin_write(change).await?.done().await
    }

    pub(crate) async fn begin_write(&self, change: Change) -> Result<PendingWrite, StoreError> {
        let started = Instant::now();
        let change = match self.device {
            Some(device) => Change::ByDevice(device, Box::new(change)),
            None => change,
        };
        let outcome = self.sqlite.begin_write(change).await?;
        Ok(PendingWrite { started, outcome, write_seconds: self.write_seconds.clone() })
    }
}
