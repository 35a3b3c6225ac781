//! What whoever runs the house can do while it is open, and how they are known: a server writes its address and a token
//! into a file beside the store, which only its own user can read, and removes it at the end.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::house::House;
use crate::room::Problem;
use crate::store::{Change, StoreFault};
use crate::table::Command;
use crate::{TableId, TokenHash, VisitorId};

/// The name of the file in the data folder.
const FILE: &str = "admin.json";

/// Where a server is, and what to show to be obeyed.
#[derive(Clone, Serialize, Deserialize)]
pub struct Key {
    /// Where to ask.
    pub address: SocketAddr,
    /// To be shown as `Authorization: Bearer …`.
    pub token: String,
}

impl Key {
    /// The key of the server that is open in a folder, or of one that was killed there.
    #[must_use]
    pub fn read(folder: &Path) -> Option<Key> {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// The file with the key. Removed when it is dropped.
pub(crate) struct KeyFile(PathBuf);

impl KeyFile {
    /// Writes the key of a house that listens here.
    pub(crate) fn write(house: &House, listens: SocketAddr) -> io::Result<KeyFile> {
        let path = house.store.path().with_file_name(FILE);
        let key = Key { address: reached_at(listens), token: house.admin.reveal().to_owned() };
        let draft = path.with_extension("draft");
        // Whatever a killed server has left: its permissions might be others.
        let _ = fs::remove_file(&draft);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        let written = serde_json::to_writer(&mut file, &key).map_err(io::Error::from);
        written.and_then(|()| file.flush()).and_then(|()| fs::rename(&draft, &path))?;
        Ok(KeyFile(path))
    }
}

impl Drop for KeyFile {
    fn drop(&mut self) {
        // One that stays does no harm: its server does not answer any more.
        let _ = fs::remove_file(&self.0);
    }
}

/// Where to ask somebody on this machine who listens everywhere.
fn reached_at(listens: SocketAddr) -> SocketAddr {
    let here: IpAddr = match listens.ip() {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    };
    SocketAddr::new(here, listens.port())
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// There is no such table or visitor.
    NotThere,
    /// The table was over before.
    OverAlready,
    /// A reason is too long, or holds what cannot be seen.
    BadReason,
    /// The store cannot be used.
    Store(StoreFault),
}

impl House {
    /// Ends a table: those at it are told why, and it is kept as it is.
    ///
    /// # Errors
    /// Why it goes on.
    pub async fn end_table(&self, id: &TableId, why: Option<String>) -> Result<(), NotDone> {
        if why.as_deref().is_some_and(|why| !crate::room::can_be_shown(why)) {
            return Err(NotDone::BadReason);
        }
        let (answer, when_answered) = oneshot::channel();
        self.hall.tell(self, id, Command::Close(why, answer)).await;
        let Ok(answered) = when_answered.await else {
            // A table that is not there drops the question; a house that closes drops all of them.
            let closes = self.is_closing();
            return Err(if closes { NotDone::Store(StoreFault::Closed) } else { NotDone::NotThere });
        };
        match answered {
            Ok(()) => Ok(()),
            Err(Problem::Over) => Err(NotDone::OverAlready),
            Err(_) => match self.store.room(id.clone()).await {
                // Nobody can go on there, but it need not be listed any more.
                Err(StoreFault::Unreadable(..)) => {
                    Ok(self.store.write(Change::SetAside { table: id.clone(), over: true }).await?)
                }
                _ => Err(NotDone::Store(self.store.fault().unwrap_or(StoreFault::Closed))),
            },
        }
    }

    /// Forgets a visitor: the seat goes to a bot or is free, a table that waits for nobody else is closed, name and words are
    /// taken out of every table, and nobody is known by the visitor's devices and links any more.
    ///
    /// # Errors
    /// Why that is not so.
    pub async fn forget(&self, visitor: &VisitorId) -> Result<(), NotDone> {
        if !self.store.knows(visitor.clone()).await? {
            return Err(NotDone::NotThere);
        }
        for table in self.store.places_of(visitor.clone()).await? {
            self.tell_of(&table.id, visitor, Command::ShowOut).await;
        }
        // What they still did while they were being forgotten is taken out the second time, when they are shown out.
        for _ in 0..2 {
            // Read before, since nothing is left to find them by afterwards; of those that sleep, nothing is in memory.
            let about = self.store.tables_about(visitor.clone()).await?;
            self.store.write(Change::Forget { visitor: visitor.clone() }).await?;
            let mut concerned = self.hall.looked_at_by(visitor);
            concerned.extend(about.into_iter().map(|table| table.id).filter(|id| self.hall.is_awake(id)));
            concerned.sort_unstable();
            concerned.dedup();
            for id in &concerned {
                self.tell_of(id, visitor, Command::Forgotten).await;
            }
        }
        Ok(())
    }

    /// Forgets all devices of a visitor but the one that shows this token. Whoever looks at a table comes back, if known.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn sign_out_others(
        &self,
        visitor: &VisitorId,
        but: TokenHash,
    ) -> Result<(), StoreFault> {
        self.store.write(Change::SignOut { visitor: visitor.clone(), but }).await?;
        for id in &self.hall.looked_at_by(visitor) {
            self.tell_of(id, visitor, Command::SignedOut).await;
        }
        Ok(())
    }

    /// Tells a table something about a visitor, and waits until it is done.
    async fn tell_of(
        &self,
        id: &TableId,
        visitor: &VisitorId,
        command: impl FnOnce(VisitorId, oneshot::Sender<()>) -> Command,
    ) {
        let (answer, when_answered) = oneshot::channel();
        self.hall.tell(self, id, command(visitor.clone(), answer)).await;
        let _ = when_answered.await;
    }
}

impl From<StoreFault> for NotDone {
    fn from(fault: StoreFault) -> NotDone {
        NotDone::Store(fault)
    }
}

impl std::fmt::Display for NotDone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotDone::NotThere => f.write_str("there is none of this name"),
            NotDone::OverAlready => f.write_str("this table is over already; it is kept as it is"),
            NotDone::BadReason => f.write_str("a reason has 1 to 300 characters, all of which can be seen"),
            NotDone::Store(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for NotDone {}
