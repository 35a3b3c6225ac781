//! Signing out devices. It is final: once it is acknowledged, the device changes nothing and has no socket any more.
//!
//! Writes on behalf of a device check it when they are stored ([`Store::on_behalf_of`](cafe_store::Store::on_behalf_of)). A room
//! checks it once more when a socket joins, because the sign-out may have looked for the visitor's sockets before.

use std::sync::atomic::{AtomicU64, Ordering};

use cafe_room::{TokenHash, VisitorId};
use cafe_store::StoreError;

use crate::room_actor::RoomCommand;
use crate::state::AppState;

/// Counts sign-outs of all visitors. As long as the number is the same, a device that was signed in still is.
#[derive(Debug, Default)]
pub(crate) struct SignOutEpoch(AtomicU64);

impl SignOutEpoch {
    pub(crate) fn current(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Has to be called after a sign-out is stored, and before the visitor's sockets are looked for.
    pub(crate) fn advance(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A device that was found to be signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckedDevice {
    /// The hash of its token.
    pub token: TokenHash,
    /// The epoch before the check.
    pub epoch: u64,
}

impl AppState {
    /// Returns true if the device is still signed in. Reads the store only if a device was signed out since the check.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn is_signed_in(&self, device: CheckedDevice) -> Result<bool, StoreError> {
        if self.sign_outs.current() == device.epoch {
            return Ok(true);
        }
        Ok(self.store.session(device.token).await?.is_some())
    }

    /// Signs out all devices of a visitor but the one that asks for it.
    ///
    /// # Errors
    /// [`StoreError::SignedOut`] if that device is not signed in any more, or why the store failed.
    pub(crate) async fn sign_out_others(
        &self,
        visitor: &VisitorId,
        device: TokenHash,
    ) -> Result<(), StoreError> {
        let signed_out = self.store.on_behalf_of(device).sign_out_others(visitor, device).await;
        self.close_sockets_of_gone_devices(visitor).await;
        signed_out
    }

    /// Signs out a device on behalf of another one, or of itself.
    ///
    /// # Errors
    /// [`StoreError::SignedOut`] if the other device is not signed in any more, or why the store failed.
    pub(crate) async fn sign_out_device(
        &self,
        visitor: &VisitorId,
        gone: TokenHash,
        device: TokenHash,
    ) -> Result<(), StoreError> {
        let signed_out = self.store.on_behalf_of(device).sign_out_device(visitor, gone).await;
        self.close_sockets_of_gone_devices(visitor).await;
        signed_out
    }

    /// Closes the sockets of a visitor's devices that are not signed in any more. Also called after a failed write, because it is
    /// not always known whether a failed write was stored.
    pub(crate) async fn close_sockets_of_gone_devices(&self, visitor: &VisitorId) {
        self.sign_outs.advance();
        let signed_in = match self.store.devices(visitor).await {
            Ok(devices) => devices.into_iter().map(|device| device.token).collect(),
            Err(error) => {
                // All sockets are closed; devices that are signed in reconnect.
                tracing::debug!(%error, "cannot read the devices of a visitor");
                Vec::new()
            }
        };
        for room in &self.rooms.viewed_by(visitor) {
            let signed_in = signed_in.clone();
            self.send_about(room, visitor, |visitor, reply| RoomCommand::SignedOut {
                visitor,
                signed_in,
                reply,
            })
            .await;
        }
    }
}
