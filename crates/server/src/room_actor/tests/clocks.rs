//! Turn clocks, with and without viewers, and across restarts.

use cafe_room::{Entry, Room};
use cafe_store::SimulatedDisk;

use super::*;
use crate::serve::wake_due_rooms;

fn with_days(per_turn: u32) -> RoomOptions {
    RoomOptions { clock: Clock::Days { per_turn }, ..card_game() }
}

fn all_by(played: &[(PlayerIndex, PlayedBy)], player: PlayerIndex, by: PlayedBy) -> bool {
    !played.is_empty() && played.iter().all(|action| *action == (player, by))
}

/// Returns true if a bot plays for the first player.
async fn bot_plays(server: &TestState, room: &RoomId) -> bool {
    server.stored_room(room).await.occupants[0].bot_level().is_some()
}

#[tokio::test(start_paused = true)]
async fn bot_takes_over_after_two_overdue_turns_in_a_row() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, fast_bots());
    let TestGame { room, viewers: [mut first, mut second], mut view, .. } =
        start_game(&server, timed(600)).await;
    for takes_over in [false, true] {
        let deadline = view.deadline.unwrap();
        let played;
        (played, view) = second.until_turn(1).await;
        assert!(all_by(&played, 0, PlayedBy::Clock), "{played:?}");
        assert!((deadline..deadline + 1_000).contains(&server.state.now()), "in time, and not before");
        assert_eq!(bot_plays(&server, &room).await, takes_over);
        let next = RoomRequest::Play { seq: view.seq, actions: vec!["draw".to_owned()] };
        view = second.accept(next).await.view.unwrap();
    }
    // From now on the bot plays at once.
    let now = server.state.now();
    let (played, view) = second.until_turn(1).await;
    assert!(all_by(&played, 0, PlayedBy::Bot), "{played:?}");
    assert!(server.state.now() < now + 1_000);
    first.accept(RoomRequest::Resume {}).await;
    assert!(!bot_plays(&server, &room).await);
    second.draw(view.seq).await;
    // After she resumed, she has the full time for her next turn.
    let own_turn = loop {
        let next = first.next_update().await.view.unwrap();
        if next.seq == view.seq + 1 {
            break next;
        }
    };
    assert_eq!((own_turn.turn, own_turn.deadline), (0, Some(server.state.now() + 600_000)));
    first.draw(own_turn.seq).await;
}

#[tokio::test(start_paused = true)]
async fn own_turn_resets_the_count_of_overdue_turns() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, fast_bots());
    let TestGame { room, viewers: [mut first, mut second], .. } = start_game(&server, timed(15)).await;
    for _ in 0..2 {
        let (played, view) = second.until_turn(1).await;
        assert!(all_by(&played, 0, PlayedBy::Clock), "{played:?}");
        assert!(!bot_plays(&server, &room).await);
        second.draw(view.seq).await;
        first.draw(view.seq + 1).await;
        let (_, view) = second.until_turn(1).await;
        second.draw(view.seq).await;
    }
}

#[tokio::test(start_paused = true)]
async fn leaving_and_resuming_does_not_extend_the_deadline() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, bots_with_pause(HOUR));
    let TestGame { viewers: [mut first, mut second], view, .. } = start_game(&server, timed(600)).await;
    // The last time it runs out while the bot has the seat, but a player who leaves during the turn gains nothing.
    for seconds in [100, 100, 100, 400] {
        first.accept(RoomRequest::Leave {}).await;
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        assert_eq!(Some(first.resume().await), view.deadline);
    }
    let (played, _) = second.until_turn(1).await;
    assert!(all_by(&played, 0, PlayedBy::Clock), "{played:?}");
}

#[tokio::test(start_paused = true)]
async fn absent_player_gets_the_full_time_once_after_resuming() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, bots_with_pause(HOUR));
    let TestGame { viewers: [mut first, mut second], .. } = start_game(&server, timed(600)).await;
    second.accept(RoomRequest::Leave {}).await;
    first.draw(0).await;
    tokio::time::sleep(Duration::from_secs(601)).await;
    let deadline = second.resume().await;
    assert_eq!(deadline, server.state.now() + 600_000);
    second.accept(RoomRequest::Leave {}).await;
    tokio::time::sleep(Duration::from_secs(601)).await;
    assert_eq!(second.resume().await, deadline, "not twice in one turn");
}

#[tokio::test(start_paused = true)]
async fn clock_runs_while_the_server_is_down() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, fast_bots());
    let TestGame { room, players: [ann, ben], view, .. } = start_game(&server, timed(600)).await;
    // In time nothing changes.
    let server = server.restart_after(Duration::from_secs(300), &disk, fast_bots()).await;
    let mut first = TestViewer::join(&server.state, &room, &ann).await;
    let same = first.next_update().await.view.unwrap();
    assert_eq!((same.turn, same.seq, same.deadline), (0, 0, view.deadline));
    let server = server.restart_after(Duration::from_secs(301), &disk, fast_bots()).await;
    let mut second = TestViewer::join(&server.state, &room, &ben).await;
    let (played, view) = second.until_turn(1).await;
    assert!(all_by(&played, 0, PlayedBy::Clock), "{played:?}");
    assert_eq!(view.deadline, Some(server.state.now() + 600_000), "the next turn starts then");
}

#[tokio::test(start_paused = true)]
async fn turn_of_three_days_ends_without_viewers() {
    let (disk, idle) = (SimulatedDisk::new().unwrap(), Duration::from_secs(2));
    let server = TestState::simulated(&disk, ServerConfig { room_idle_timeout: idle, ..fast_bots() });
    tokio::spawn(wake_due_rooms(server.state.clone()));
    let TestGame { room, viewers: [mut first, second], .. } = start_game(&server, with_days(3)).await;
    first.draw(0).await;
    let deadline = server.stored_room(&room).await.deadline().unwrap();
    assert_eq!(deadline, server.state.now() + 3 * DAY.as_millis() as i64);
    drop((first, second));
    // The clock is moved instead of the time: the timers are checked every second.
    let pass = async |time: Duration| {
        server.state.wall_clock.advance(time);
        tokio::time::sleep(5 * idle).await;
        assert_eq!(server.state.metrics.rooms_in_memory.get(), 0);
        server.stored_room(&room).await
    };
    let after_two_days = pass(2 * DAY).await;
    assert_eq!((after_two_days.to_move(), after_two_days.deadline()), (Some(1), Some(deadline)));
    let after_three_days = pass(DAY).await;
    assert_eq!(after_three_days.to_move(), Some(0));
    let is_by_clock =
        |entry: &Entry| matches!(entry, Entry::ActionPlayed { player: 1, by: PlayedBy::Clock, .. });
    let played = after_three_days.entries().iter().find(|timed| is_by_clock(&timed.entry));
    assert!(played.unwrap().at >= deadline);
}

#[tokio::test(start_paused = true)]
async fn forgotten_game_is_finished_by_the_clock() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, fast_bots());
    tokio::spawn(wake_due_rooms(server.state.clone()));
    let TestGame { room, viewers, .. } = start_game(&server, with_days(1)).await;
    drop(viewers);
    let is_over = |room: &Room| room.is_over() && !room.closed;
    let mut days = 0;
    while !is_over(&server.stored_room(&room).await) {
        server.state.wall_clock.advance(DAY);
        tokio::time::sleep(HOUR / 60).await;
        days += 1;
        assert!(days < 100, "the game does not end");
    }
    let stored = server.stored_room(&room).await;
    let by_player = |entry: &Entry| matches!(entry, Entry::ActionPlayed { by: PlayedBy::Player, .. });
    assert!(!stored.entries().iter().any(|timed| by_player(&timed.entry)));
}

#[tokio::test(start_paused = true)]
async fn turn_stored_while_the_clock_was_ahead_ends_in_time() {
    let disk = SimulatedDisk::new().unwrap();
    let server = TestState::simulated(&disk, fast_bots());
    server.state.wall_clock.advance(365 * DAY);
    let TestGame { room, players: [ann, _], viewers, .. } = start_game(&server, timed(15)).await;
    drop(viewers);
    assert!(server.state.shut_down().await);
    // Its clock is right.
    let server = TestState::simulated(&disk, fast_bots());
    tokio::spawn(wake_due_rooms(server.state.clone()));
    tokio::time::sleep(Duration::from_secs(3)).await;
    let timer = server.state.store.timer(&room).await.unwrap().unwrap();
    assert!(timer <= server.state.now() + 15_000, "the server corrects the timer by itself");
    let mut first = TestViewer::join(&server.state, &room, &ann).await;
    let (played, view) = first.until_turn(1).await;
    assert!(all_by(&played, 0, PlayedBy::Clock), "{played:?}");
    assert_eq!(view.deadline, Some(server.state.now() + 15_000));
}
