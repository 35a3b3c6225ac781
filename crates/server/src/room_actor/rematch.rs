//! Rematches.

use cafe_room::{Decision, Entry, RoomError, RoomId, Visitor};

use super::RoomActor;
use super::open_room;
use crate::random::new_room_id;

impl RoomActor {
    /// Opens the room of a rematch, unless there is one that can be played.
    pub(super) async fn decide_rematch(&self, visitor: &Visitor) -> Result<Decision, RoomError> {
        self.room.check_rematch(visitor)?;
        if let Some(next) = &self.room.next_room
            && !self.was_closed_before_start(next).await
        {
            return Ok(Decision::NoChange);
        }
        let new = self.room.rematch(visitor, new_room_id(), self.state.new_room_secret())?;
        let next = open_room(&self.state, new).await?;
        Ok(Decision::Append(vec![Entry::RematchOpened { room: next.id }]))
    }

    async fn was_closed_before_start(&self, id: &RoomId) -> bool {
        match self.state.store.room(id).await {
            Ok(room) => room.is_none_or(|room| room.closed && room.game.is_none()),
            Err(error) => {
                tracing::error!(%error, "cannot read the room of the rematch");
                false
            }
        }
    }
}
