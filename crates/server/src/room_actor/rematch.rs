//! Rematches.

use cafe_room::{Room, RoomError, RoomId, Visitor};

use super::RoomActor;

impl RoomActor {
    /// Returns the room of a rematch, to be stored with the entry that names it. None if there is one that can be played.
    pub(super) async fn decide_rematch(&self, visitor: &Visitor) -> Result<Option<Room>, RoomError> {
        self.room.check_rematch(visitor)?;
        if let Some(next) = &self.room.next_room
            && !self.was_closed_before_start(next).await
        {
            return Ok(None);
        }
        let new = self.room.rematch(visitor, self.state.random.room_id(), self.state.new_room_secret())?;
        Room::create(new, self.state.now()).map(Some)
    }

    async fn was_closed_before_start(&self, id: &RoomId) -> bool {
        match self.state.store.room_listing(id).await {
            Ok(listing) => listing.is_none_or(|listing| listing.room.closed && !listing.room.started),
            Err(error) => {
                tracing::error!(%error, "cannot read the room of the rematch");
                false
            }
        }
    }
}
