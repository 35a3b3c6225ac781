//! The tables in memory. A table that nobody looks at leaves, and comes back when somebody asks for it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use tracing::Instrument as _;

use crate::house::House;
use crate::table::{self, Command};
use crate::{TableId, VisitorId};

/// Questions that may wait at a table.
const WAITING: usize = 128;

/// The tables in memory, and who looks at which.
#[derive(Default)]
pub struct Hall {
    tables: Mutex<HashMap<TableId, mpsc::Sender<Command>>>,
    lookers: Mutex<HashMap<VisitorId, Vec<TableId>>>,
}

/// Somebody looks at a table, until this is dropped.
pub(crate) struct Looks {
    house: House,
    visitor: VisitorId,
    table: TableId,
}

impl Hall {
    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<Command>>> {
        // Nothing in there can be half done.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How to speak to a table; it is woken if it sleeps.
    fn table(&self, house: &House, id: &TableId) -> mpsc::Sender<Command> {
        let mut tables = self.tables();
        if let Some(sender) = tables.get(id)
            && !sender.is_closed()
        {
            return sender.clone();
        }
        let (sender, receiver) = mpsc::channel(WAITING);
        tables.insert(id.clone(), sender.clone());
        drop(tables);
        let span = tracing::info_span!(parent: None, "table", table = %id);
        tokio::spawn(table::run(house.clone(), id.clone(), receiver, sender.clone()).instrument(span));
        sender
    }

    /// Tells a table something. Returns where to tell it more.
    pub async fn tell(&self, house: &House, id: &TableId, command: Command) -> mpsc::Sender<Command> {
        let mut command = command;
        loop {
            let sender = self.table(house, id);
            match sender.send(command).await {
                Ok(()) => return sender,
                // It has just gone to sleep: wake it again.
                Err(mpsc::error::SendError(back)) => command = back,
            }
        }
    }

    /// Lets a table go to sleep if nobody has anything to tell it. Returns whether it may.
    pub(crate) fn let_sleep(&self, id: &TableId, receiver: &mut mpsc::Receiver<Command>) -> bool {
        let mut tables = self.tables();
        if !receiver.is_empty() {
            return false;
        }
        receiver.close();
        tables.remove(id);
        true
    }

    /// Whether a table is in memory now.
    pub(crate) fn is_awake(&self, id: &TableId) -> bool {
        self.tables().contains_key(id)
    }

    fn lookers(&self) -> MutexGuard<'_, HashMap<VisitorId, Vec<TableId>>> {
        self.lookers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a visitor looks at a table.
    pub(crate) fn looks(&self, house: &House, visitor: &VisitorId, table: &TableId) -> Looks {
        self.lookers().entry(visitor.clone()).or_default().push(table.clone());
        Looks { house: house.clone(), visitor: visitor.clone(), table: table.clone() }
    }

    /// The tables at which a visitor looks, each of them once.
    pub(crate) fn looked_at_by(&self, visitor: &VisitorId) -> Vec<TableId> {
        let mut tables = self.lookers().get(visitor).cloned().unwrap_or_default();
        tables.sort_unstable();
        tables.dedup();
        tables
    }
}

impl Drop for Looks {
    fn drop(&mut self) {
        let mut lookers = self.house.hall.lookers();
        if let Some(tables) = lookers.get_mut(&self.visitor) {
            if let Some(place) = tables.iter().position(|table| *table == self.table) {
                tables.swap_remove(place);
            }
            if tables.is_empty() {
                lookers.remove(&self.visitor);
            }
        }
    }
}
