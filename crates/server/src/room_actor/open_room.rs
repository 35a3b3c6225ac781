//! Opening a room.

use cafe_room::{NewRoom, Room, RoomError, RoomId, TokenHash};
use cafe_store::StoreError;

use super::commit::{RETRY_PAUSE, report_failed_write};
use crate::state::AppState;

/// Opens a room and stores it, on behalf of a device if one is given.
///
/// # Errors
/// If the options are invalid, the device was signed out, the host has too many rooms, or the store failed.
pub async fn open_room(state: &AppState, device: Option<TokenHash>, new: NewRoom) -> Result<Room, RoomError> {
    let room = Room::create(new, state.now())?;
    let max_open = state.config.max_open_rooms_per_visitor;
    match state.store.on_behalf_of(device).create_room(&room, max_open).await {
        Ok(()) => {}
        Err(StoreError::TooMany) => return Err(RoomError::TooMany),
        Err(StoreError::SignedOut) => return Err(RoomError::SignedOut),
        Err(StoreError::Unknown(_)) if was_stored(state, &room.id).await => {}
        Err(error) => {
            report_failed_write(state, &error);
            return Err(RoomError::NotStored);
        }
    }
    report_opened(state, &room);
    Ok(room)
}

/// Reads back whether a room was stored after a write of unknown outcome. Until the store can tell, nobody is answered: a room that
/// nobody knows of would count against its host.
async fn was_stored(state: &AppState, id: &RoomId) -> bool {
    loop {
        match state.store.room(id).await {
            Ok(room) => return room.is_some(),
            Err(StoreError::Unreadable { .. }) => return true,
            Err(error) => {
                tracing::debug!(%error, "cannot read a room back");
                tokio::time::sleep(RETRY_PAUSE).await;
            }
        }
    }
}

/// Counts and logs an opened room.
pub(super) fn report_opened(state: &AppState, room: &Room) {
    state.metrics.rooms_opened.inc();
    tracing::info!(room = %room.id, game = %room.game_options, "room opened");
}
