//! Operations on visitors, their devices and links.

use cafe_room::{Millis, Name, TokenHash, Visitor, VisitorId};

use crate::change::Change;
use crate::sqlite::visitors as sqlite;
use crate::{Store, StoreError};

/// A device that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The visitor.
    pub visitor: Visitor,
    /// When the cookie of the device was last renewed.
    pub renewed_at: Millis,
    /// When the device was last used, accurate to about an hour.
    pub used_at: Millis,
    /// Whether the device has used the cookie with the prefix `__Host-`.
    pub has_host_cookie: bool,
}

/// A device that signs in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDevice {
    /// The hash of its token.
    pub token: TokenHash,
    /// The name of its browser, if it is known.
    pub browser: Option<String>,
    /// The name of its operating system, if it is known.
    pub system: Option<String>,
    /// Whether it gets the cookie with the prefix `__Host-`.
    pub has_host_cookie: bool,
}

impl From<TokenHash> for NewDevice {
    /// Returns a device of which nothing is known.
    fn from(token: TokenHash) -> NewDevice {
        NewDevice { token, browser: None, system: None, has_host_cookie: false }
    }
}

/// A device in the list of a visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The hash of its token.
    pub token: TokenHash,
    /// When it was signed in.
    pub created_at: Millis,
    /// When it was last used, accurate to about an hour.
    pub used_at: Millis,
    /// The name of its browser, if it is known.
    pub browser: Option<String>,
    /// The name of its operating system, if it is known.
    pub system: Option<String>,
}

/// A new link that signs a visitor in on another device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewLink {
    /// The hash of the link's code.
    pub link: TokenHash,
    /// The visitor.
    pub visitor: VisitorId,
    /// The device that asks for the link.
    pub device: TokenHash,
    /// When the link expires.
    pub expires_at: Millis,
    /// The current time.
    pub at: Millis,
}

impl Store {
    /// Stores a new visitor with a first device.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn create_visitor(
        &self,
        visitor: &Visitor,
        device: impl Into<NewDevice>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let (visitor, device) = (visitor.clone(), device.into());
        self.write(Change::CreateVisitor { visitor, device, at }).await
    }

    /// Changes the name of a visitor.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn rename_visitor(&self, visitor: &VisitorId, name: &Name) -> Result<(), StoreError> {
        self.write(Change::RenameVisitor { visitor: visitor.clone(), name: name.clone() }).await
    }

    /// Reads the session of a device.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn session(&self, token: TokenHash) -> Result<Option<Session>, StoreError> {
        self.sqlite.read(move |connection| sqlite::session(connection, &token)).await
    }

    /// Reads the name of a visitor.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn visitor_name(&self, visitor: &VisitorId) -> Result<Option<Name>, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::name(connection, &visitor)).await
    }

    /// Returns true if the visitor exists.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn visitor_exists(&self, visitor: &VisitorId) -> Result<bool, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::exists(connection, &visitor)).await
    }

    /// Records that the cookie of a device was renewed.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn renew_session(&self, token: TokenHash, at: Millis) -> Result<(), StoreError> {
        self.write(Change::RenewSession { token, at }).await
    }

    /// Records that a device was used; with `has_host_cookie`, also that it has the cookie with the prefix. Nobody waits for it: if
    /// it is lost, the next use records it.
    pub async fn mark_device_used(&self, token: TokenHash, at: Millis, has_host_cookie: bool) {
        let _ = self.begin_write(Change::MarkDeviceUsed { token, at, has_host_cookie }).await;
    }

    /// Lists the devices of a visitor, the last used first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn devices(&self, visitor: &VisitorId) -> Result<Vec<Device>, StoreError> {
        let visitor = visitor.clone();
        self.sqlite.read(move |connection| sqlite::devices(connection, &visitor)).await
    }

    /// Stores a link. It replaces the visitor's previous link; expired links of all visitors are removed. If the visitor has
    /// too many devices, the oldest ones are removed, but not the one that asks.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn create_link(&self, link: NewLink) -> Result<(), StoreError> {
        self.write(Change::CreateLink(link)).await
    }

    /// Uses a link up and adds the device that claims it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the link is used or expired.
    pub async fn claim_link(
        &self,
        link: TokenHash,
        device: impl Into<NewDevice>,
        at: Millis,
    ) -> Result<(), StoreError> {
        self.write(Change::ClaimLink { link, device: device.into(), at }).await
    }

    /// Signs a visitor out on all devices but one, and removes the visitor's link.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn sign_out_others(&self, visitor: &VisitorId, keep: TokenHash) -> Result<(), StoreError> {
        self.write(Change::SignOutOthers { visitor: visitor.clone(), keep }).await
    }

    /// Signs a visitor out on one device, and removes the visitor's link.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn sign_out_device(&self, visitor: &VisitorId, device: TokenHash) -> Result<(), StoreError> {
        self.write(Change::SignOutDevice { visitor: visitor.clone(), device }).await
    }

    /// Deletes some visitors who were created before this time and never did anything: no room, no seat, never returned. Programs
    /// stay. Returns whether more may be left.
    ///
    /// # Errors
    /// If they cannot be deleted.
    pub async fn delete_unused_visitors(
        &self,
        created_before: Millis,
        limit: usize,
    ) -> Result<bool, StoreError> {
        let count = move |connection: &_| sqlite::count_unused(connection, created_before, limit + 1);
        let count = self.sqlite.read(count).await?;
        if count > 0 {
            self.write(Change::DeleteUnusedVisitors { created_before, limit }).await?;
        }
        Ok(count > limit)
    }

    /// Erases a visitor: names and chat in all rooms, devices, links, the visitor. What others played is unchanged.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn erase_visitor(&self, visitor: &VisitorId) -> Result<(), StoreError> {
        self.write(Change::EraseVisitor { visitor: visitor.clone() }).await
    }
}
