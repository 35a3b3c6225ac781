//! Rooms without viewers.

use cafe_store::SimulatedDisk;

use super::*;

const IDLE: Duration = Duration::from_secs(2);

fn short_idle_timeout() -> ServerConfig {
    ServerConfig { room_idle_timeout: IDLE, ..fast_bots() }
}

#[tokio::test(start_paused = true)]
async fn waiting_room_closes_when_all_players_have_left() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, short_idle_timeout());
    let state = &server.state;
    let is_closed = async |id: &RoomId| server.stored_room(id).await.closed;
    let (abandoned, ann) = server.open_room().await;
    let ((occupied, ben), (unused, eve)) = (server.open_room().await, server.open_room().await);
    let mut viewer = TestViewer::join(state, &abandoned.id, &ann).await;
    viewer.accept(take_seat()).await;
    viewer.accept(RoomRequest::Leave {}).await;
    tokio::time::sleep(4 * IDLE).await;
    assert!(!is_closed(&abandoned.id).await, "the visitor is still connected");
    // A room stays open if a visitor has a seat there, and before the first visitor has taken one.
    let mut occupying = TestViewer::join(state, &occupied.id, &ben).await;
    occupying.accept(take_seat()).await;
    drop((viewer, occupying, TestViewer::join(state, &unused.id, &eve).await));
    tokio::time::sleep(4 * IDLE).await;
    assert!(is_closed(&abandoned.id).await);
    assert!(!is_closed(&occupied.id).await && !is_closed(&unused.id).await);
    assert_eq!(state.metrics.rooms_in_memory.get(), 0);
}

#[tokio::test(start_paused = true)]
async fn rooms_without_viewers_are_unloaded_and_restored() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, short_idle_timeout());
    let mut rooms = Vec::new();
    for number in 0..30 {
        let (room, ann) = server.open_room().await;
        // A third is only opened, a third also viewed, and in a third a seat is taken.
        if number % 3 > 0 {
            let mut viewer = TestViewer::join(&server.state, &room.id, &ann).await;
            if number % 3 > 1 {
                viewer.accept(take_seat()).await;
            }
        }
        rooms.push((room.id, ann));
    }
    assert_eq!(server.state.metrics.rooms_in_memory.get(), 20);
    tokio::time::sleep(IDLE / 2).await;
    assert_eq!(server.state.metrics.rooms_in_memory.get(), 20, "not at once");
    tokio::time::sleep(2 * IDLE).await;
    assert_eq!(server.state.metrics.rooms_in_memory.get(), 0);
    for (number, (room, ann)) in rooms.iter().enumerate() {
        let update = TestViewer::join(&server.state, room, ann).await.next_update().await;
        let is_seated = update.room.unwrap().occupants[0].name == "Ann";
        assert_eq!(is_seated, number % 3 > 1);
    }
}
