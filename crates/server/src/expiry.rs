//! Expiry: waiting rooms that nobody views are closed after a while.

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

impl AppState {
    /// Closes waiting rooms that nobody has viewed for the configured time.
    ///
    /// # Errors
    /// If the store cannot list them.
    pub async fn close_expired_rooms(&self) -> Result<(), StoreError> {
        let unused_since = self.now() - self.config.waiting_room_timeout.as_millis() as Millis;
        for room in self.store.idle_waiting_rooms(unused_since, BATCH_SIZE).await? {
            let (reply, response) = oneshot::channel();
            self.rooms.send(self, &room.id, RoomCommand::Expire { unused_since, reply }).await;
            // A room that cannot be read does not reply; that is logged elsewhere.
            let _ = response.await;
        }
        Ok(())
    }

    pub(crate) async fn close_expired_rooms_regularly(self) {
        let mut interval = tokio::time::interval(INTERVAL);
        loop {
            interval.tick().await;
            if let Err(error) = self.close_expired_rooms().await {
                tracing::error!(%error, "cannot list expired rooms");
            }
        }
    }
}
