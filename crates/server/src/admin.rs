//! Administration of a running server, and its authentication: the server writes its address and a token to a file in the data
//! folder that only its own user can read, and removes it at shutdown.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use cafe_room::{RoomError, RoomId, TokenHash, VisitorId};
use cafe_store::{Cause, StoreError};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::oneshot;

use crate::room_actor::RoomCommand;
use crate::state::AppState;

/// The file in the data folder.
const FILE_NAME: &str = "admin.json";

/// Address and token of a running server.
#[derive(Clone, Serialize, Deserialize)]
pub struct AdminKey {
    /// Where to send requests.
    pub address: SocketAddr,
    /// Sent as `Authorization: Bearer …`.
    pub token: String,
}

impl AdminKey {
    /// Reads the key of the server that runs on a data folder. A server that was killed leaves its key behind.
    #[must_use]
    pub fn read(folder: &Path) -> Option<AdminKey> {
        let text = fs::read_to_string(folder.join(FILE_NAME)).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// The file with the key, removed when this is dropped.
pub(crate) struct AdminKeyFile(PathBuf);

impl AdminKeyFile {
    /// Writes the key of a server that listens on this address.
    pub(crate) fn write(folder: &Path, state: &AppState, listens: SocketAddr) -> io::Result<AdminKeyFile> {
        let path = folder.join(FILE_NAME);
        let key = AdminKey { address: local_address(listens), token: state.admin_token.reveal().to_owned() };
        let draft = path.with_extension("draft");
        // A killed server may have left a draft with other permissions.
        let _ = fs::remove_file(&draft);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        let written = serde_json::to_writer(&mut file, &key).map_err(io::Error::from);
        written.and_then(|()| file.flush()).and_then(|()| fs::rename(&draft, &path))?;
        Ok(AdminKeyFile(path))
    }
}

impl Drop for AdminKeyFile {
    fn drop(&mut self) {
        // A file that stays is harmless: its server no longer answers.
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns the address to reach a local server that listens on all interfaces.
fn local_address(listens: SocketAddr) -> SocketAddr {
    let ip: IpAddr = match listens.ip() {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    };
    SocketAddr::new(ip, listens.port())
}

/// Why an administrative request failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AdminError {
    /// There is no such room or visitor.
    #[error("not found")]
    NotFound,
    /// The room is closed or its game over.
    #[error("this game is already over; it is kept as it is")]
    AlreadyOver,
    /// The reason is too long or has invisible characters.
    #[error("a reason has 1 to 300 visible characters")]
    BadReason,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AppState {
    /// Closes a room. Its viewers are sent the reason, and its log is kept.
    ///
    /// # Errors
    /// Why it was not closed.
    pub async fn close_room(&self, id: &RoomId, reason: Option<String>) -> Result<(), AdminError> {
        if reason.as_deref().is_some_and(|reason| !cafe_room::is_displayable(reason)) {
            return Err(AdminError::BadReason);
        }
        let (reply, response) = oneshot::channel();
        self.rooms.send(self, id, RoomCommand::Close { reason, reply }).await;
        let Ok(closed) = response.await else {
            // A room that does not exist drops the command; a shutdown drops all of them.
            return Err(match self.is_shutting_down() {
                true => StoreError::Unavailable(Cause::Closed).into(),
                false => AdminError::NotFound,
            });
        };
        match closed {
            Ok(()) => Ok(()),
            Err(RoomError::Over) => Err(AdminError::AlreadyOver),
            Err(_) => match self.store.room(id).await {
                // An unreadable room cannot be played, but it need not be listed.
                Err(StoreError::Unreadable { .. }) => Ok(self.store.quarantine_room(id, true).await?),
                _ => Err(self.store.last_error().unwrap_or(StoreError::Unavailable(Cause::Closed)).into()),
            },
        }
    }

    /// Erases a visitor: a bot takes over the seat or it becomes free, a waiting room without other players is closed, name and chat
    /// are removed from every room, and devices and links stop working.
    ///
    /// # Errors
    /// Why the visitor was not erased.
    pub async fn erase_visitor(&self, visitor: &VisitorId) -> Result<(), AdminError> {
        if !self.store.visitor_exists(visitor).await? {
            return Err(AdminError::NotFound);
        }
        for room in self.store.active_rooms_of(visitor).await? {
            self.send_about(&room, visitor, |visitor, reply| RoomCommand::RemoveVisitor { visitor, reply })
                .await;
        }
        // The second pass erases what the visitor still did during the first, after their sockets are closed.
        for _ in 0..2 {
            // Listed before the erasure, because nothing refers to the visitor afterwards.
            let mentioning = self.store.rooms_mentioning(visitor).await?;
            let erased = self.store.erase_visitor(visitor).await;
            // Of unknown outcome: rooms in memory must not show what may be erased.
            if !matches!(erased, Ok(()) | Err(StoreError::Unknown(_))) {
                return Ok(erased?);
            }
            self.sign_outs.advance();
            let mut affected = self.rooms.viewed_by(visitor);
            affected.extend(mentioning.into_iter().filter(|id| self.rooms.is_loaded(id)));
            affected.sort_unstable();
            affected.dedup();
            for room in &affected {
                self.send_about(room, visitor, |visitor, reply| RoomCommand::VisitorErased {
                    visitor,
                    reply,
                })
                .await;
            }
            erased?;
        }
        Ok(())
    }

    /// Erases a visitor on behalf of a device.
    ///
    /// # Errors
    /// [`StoreError::SignedOut`] if the device is not signed in any more, or why the visitor was not erased.
    pub(crate) async fn erase_visitor_by_device(
        &self,
        visitor: &VisitorId,
        device: TokenHash,
    ) -> Result<(), AdminError> {
        // Afterwards no other device can sign this one out, so that it may do all the rest.
        self.sign_out_others(visitor, device).await?;
        self.erase_visitor(visitor).await
    }

    /// Sends a room a command about a visitor, and waits until it is handled.
    pub(crate) async fn send_about(
        &self,
        room: &RoomId,
        visitor: &VisitorId,
        command: impl FnOnce(VisitorId, oneshot::Sender<()>) -> RoomCommand,
    ) {
        let (reply, response) = oneshot::channel();
        self.rooms.send(self, room, command(visitor.clone(), reply)).await;
        let _ = response.await;
    }
}
