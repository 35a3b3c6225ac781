//! Bots in seats, bots that play for absent players, and hints.

use cafe_bots::Level;
use cafe_store::SimulatedDisk;

use super::*;
use crate::serve::wake_due_rooms;

/// Starts a game of a visitor against a bot.
async fn play_against_bot(server: &TestState, options: RoomOptions) -> (RoomId, Visitor, TestViewer) {
    let (room, ann) = server.open_room_with(options).await;
    let mut viewer = TestViewer::join(&server.state, &room.id, &ann).await;
    viewer.accept(take_seat()).await;
    viewer.accept(RoomRequest::AddBot { player: 1, level: Level::Novice }).await;
    viewer.accept(RoomRequest::Start {}).await;
    (room.id, ann, viewer)
}

#[tokio::test(start_paused = true)]
async fn bot_does_not_play_for_a_player_who_resumed() {
    let (disk, pause) = (SimulatedDisk::new().unwrap(), Duration::from_secs(1));
    let server = TestState::simulated(&disk, bots_with_pause(pause));
    let TestGame { viewers: [mut first, _second], .. } = start_game(&server, card_game()).await;
    first.accept(RoomRequest::Leave {}).await;
    first.accept(RoomRequest::Resume {}).await;
    tokio::time::sleep(2 * pause).await;
    first.draw(0).await;
}

#[tokio::test(start_paused = true)]
async fn bot_does_not_play_for_a_player_who_reconnects_after_restart() {
    let (disk, pause) = (SimulatedDisk::new().unwrap(), Duration::from_secs(3));
    let server = TestState::simulated(&disk, bots_with_pause(HOUR));
    let TestGame { room, players: [ann, _], viewers: [mut first, _second], .. } =
        start_game(&server, card_game()).await;
    first.accept(RoomRequest::Leave {}).await;
    let server = server.restart_after(Duration::ZERO, &disk, bots_with_pause(pause)).await;
    let mut first = TestViewer::join(&server.state, &room, &ann).await;
    tokio::time::sleep(pause + Duration::from_secs(1)).await;
    first.draw(0).await;
}

#[tokio::test(start_paused = true)]
async fn room_handles_requests_while_its_bot_waits_for_a_thread() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, ServerConfig { bot_threads: 1, ..fast_bots() });
    let TestGame { viewers: [mut first, mut second], .. } = start_game(&server, timed(600)).await;
    let busy = server.state.bots.reserve_free_threads();
    tokio::time::sleep(Duration::from_secs(660)).await;
    assert_eq!(server.state.metrics.bots_waiting.get(), 1, "the turn is out of time");
    second.accept(chat("Are you still there?")).await;
    // A request that would cancel the bot's turn again and again is refused.
    first.refuse(RoomRequest::Undo { seq: 0 }, &RoomError::Stale).await;
    drop(busy);
    let (played, _) = second.until_turn(1).await;
    assert!(played.contains(&(0, PlayedBy::Clock)), "{played:?}");
}

#[tokio::test(start_paused = true)]
async fn bot_plays_after_restart_without_viewers() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, bots_with_pause(HOUR));
    let (room, _, mut viewer) = play_against_bot(&server, card_game()).await;
    viewer.draw(0).await;
    drop(viewer);
    assert_eq!(server.stored_room(&room).await.to_move(), Some(1));
    let server = server.restart_after(Duration::ZERO, &disk, fast_bots()).await;
    tokio::spawn(wake_due_rooms(server.state.clone()));
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(server.stored_room(&room).await.to_move(), Some(0));
}

#[tokio::test(start_paused = true)]
async fn abandoned_game_is_finished_by_bots_after_restart() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, bots_with_pause(HOUR));
    let TestGame { room, viewers, .. } = start_game(&server, card_game()).await;
    for mut viewer in viewers {
        viewer.accept(RoomRequest::Leave {}).await;
    }
    let server = server.restart_after(Duration::ZERO, &disk, fast_bots()).await;
    tokio::spawn(wake_due_rooms(server.state.clone()));
    tokio::time::sleep(HOUR / 6).await;
    let room = server.stored_room(&room).await;
    assert!(room.is_over() && !room.closed);
}

#[tokio::test(start_paused = true)]
async fn hints_do_not_hold_up_bots() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, ServerConfig { bot_threads: 1, ..fast_bots() });
    let hints = RoomOptions { hints: true, ..card_game() };
    let (busy, eve, _viewer) = play_against_bot(&server, hints).await;
    let (_, _, mut ann) = play_against_bot(&server, card_game()).await;
    let thread = server.state.bots.reserve_free_threads();
    let mut devices = Vec::new();
    for _ in 0..10 {
        let mut device = TestViewer::join(&server.state, &busy, &eve).await;
        for _ in 0..9 {
            device.send(RoomRequest::Hint { seq: 0 }).await;
        }
        devices.push(device);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(server.state.metrics.bots_waiting.get(), 1, "a hint is computed once");
    drop(thread);
    ann.draw(0).await;
    let (played, _) = ann.until_turn(0).await;
    assert!(played.contains(&(1, PlayedBy::Bot)), "{played:?}");
}
