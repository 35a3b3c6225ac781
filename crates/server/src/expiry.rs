//! Expiry: waiting rooms that nobody views are closed after a while, and data that is not kept is deleted.

use std::time::Duration;

use cafe_room::Millis;
use cafe_store::StoreError;
use tokio::sync::oneshot;

use crate::room_actor::RoomCommand;
use crate::state::AppState;

/// Time between two runs.
const INTERVAL: Duration = Duration::from_secs(10 * 60);
/// Maximum number of rooms closed in one run.
const BATCH_SIZE: usize = 256;
/// Number of rooms deleted in one transaction. Moves wait for it, and a room may have 10,000 entries.
const DELETED_ROOMS: usize = 8;
/// Number of visitors deleted in one transaction.
const DELETED_VISITORS: usize = 256;

impl AppState {
    /// Closes waiting rooms that nobody has viewed for the configured time.
    ///
    /// # Errors
    /// If the store cannot list them.
    pub async fn close_expired_rooms(&self) -> Result<(), StoreError> {
        let unused_since = self.ago(self.config.waiting_room_timeout);
        for room in self.store.idle_waiting_rooms(unused_since, BATCH_SIZE).await? {
            let (reply, response) = oneshot::channel();
            self.rooms.send(self, &room.id, RoomCommand::Expire { unused_since, reply }).await;
            // A room that cannot be read does not reply; that is logged elsewhere.
            let _ = response.await;
        }
        Ok(())
    }

    /// Deletes rooms and visitors that are not kept any longer.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn delete_expired_data(&self) -> Result<(), StoreError> {
        self.delete_rooms(false, self.ago(self.config.unstarted_room_retention)).await?;
        if let Some(retention) = self.config.game_retention {
            self.delete_rooms(true, self.ago(retention)).await?;
        }
        let created_before = self.ago(self.config.unused_visitor_retention);
        while self.store.delete_unused_visitors(created_before, DELETED_VISITORS).await? {}
        Ok(())
    }

    /// Deletes rooms that are over, whose game started or never did, without activity since a time.
    async fn delete_rooms(&self, started: bool, inactive_since: Millis) -> Result<(), StoreError> {
        loop {
            let expired = self.store.expired_rooms(started, inactive_since, DELETED_ROOMS).await?;
            if expired.is_empty() {
                return Ok(());
            }
            self.store.delete_rooms(expired.clone(), inactive_since).await?;
            tracing::debug!(rooms = expired.len(), "rooms deleted");
            for room in expired {
                // A room that is loaded later finds that it is not stored.
                if self.rooms.is_loaded(&room) && !self.store.room_exists(&room).await? {
                    self.rooms.send(self, &room, RoomCommand::Deleted).await;
                }
            }
        }
    }

    fn ago(&self, time: Duration) -> Millis {
        self.now() - time.as_millis() as Millis
    }

    pub(crate) async fn expire_regularly(self) {
        let mut interval = tokio::time::interval(INTERVAL);
        loop {
            interval.tick().await;
            if let Err(error) = self.close_expired_rooms().await {
                tracing::error!(%error, "cannot list expired rooms");
            }
            if let Err(error) = self.delete_expired_data().await {
                tracing::error!(%error, "cannot delete expired data");
            }
        }
    }
}
