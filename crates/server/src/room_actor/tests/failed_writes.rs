//! Writes that fail or whose outcome is unknown, and what is tried again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use cafe_room::Entry;
use cafe_store::{CommitOutcome, SimulatedCommit, SimulatedDisk, SimulatedQuery, StoreFaults};

use super::*;
use crate::room_actor::commit::RETRY_PAUSE;

/// A disk whose next commits and queries do what the test says.
#[derive(Clone, Default)]
struct PlannedFaults(Arc<Mutex<Plan>>);

#[derive(Default)]
struct Plan {
    commits: VecDeque<CommitOutcome>,
    failing_queries: u32,
}

impl PlannedFaults {
    fn set(&self, commits: &[CommitOutcome], failing_queries: u32) {
        *self.0.lock().unwrap() = Plan { commits: commits.iter().copied().collect(), failing_queries };
    }
}

impl StoreFaults for PlannedFaults {
    fn next_commit(&self) -> SimulatedCommit {
        let outcome = self.0.lock().unwrap().commits.pop_front().unwrap_or_default();
        SimulatedCommit { outcome, ..SimulatedCommit::default() }
    }

    fn next_query(&self) -> SimulatedQuery {
        let left = &mut self.0.lock().unwrap().failing_queries;
        let fails = *left > 0;
        *left = left.saturating_sub(1);
        SimulatedQuery { fails, ..SimulatedQuery::default() }
    }
}

/// Returns how often a chat message is stored.
async fn stored_chats(server: &TestState, room: &RoomId, chat: &str) -> usize {
    let room = server.stored_room(room).await;
    let is_stored = |entry: &Entry| matches!(entry, Entry::Chat { text, .. } if text == chat);
    room.entries().iter().filter(|timed| is_stored(&timed.entry)).count()
}

/// Number of queries that fail before the store can tell what is stored.
const FAILING: u32 = 5;

#[tokio::test(start_paused = true)]
async fn write_of_unknown_outcome_is_answered_once_the_store_can_tell() {
    let (disk, faults) = (SimulatedDisk::new().unwrap(), PlannedFaults::default());
    let server = TestState::with_faults(&disk, fast_bots(), Arc::new(faults.clone()));
    let TestGame { room, viewers: [mut first, mut second], .. } = start_game(&server, card_game()).await;
    for stored in [true, false] {
        faults.set(&[CommitOutcome::Unknown { stored }], FAILING);
        let (started, text) = (tokio::time::Instant::now(), format!("stored: {stored}"));
        match stored {
            true => _ = first.accept(chat(&text)).await,
            false => first.refuse(chat(&text), &RoomError::NotStored).await,
        }
        assert_eq!(started.elapsed().as_secs(), (FAILING * RETRY_PAUSE).as_secs(), "not before");
        assert_eq!(stored_chats(&server, &room, &text).await, usize::from(stored));
    }
    assert_eq!(server.state.metrics.store_errors.get(), 1, "the one that is not stored");
    // The room goes on where the disk is.
    second.accept(chat("And now?")).await;
    assert_eq!(stored_chats(&server, &room, "And now?").await, 1);
}

#[tokio::test(start_paused = true)]
async fn turn_out_of_time_is_played_once_the_disk_works_again() {
    let (disk, faults) = (SimulatedDisk::new().unwrap(), PlannedFaults::default());
    let server = TestState::with_faults(&disk, fast_bots(), Arc::new(faults.clone()));
    let TestGame { viewers: [_first, mut second], view, .. } = start_game(&server, timed(15)).await;
    faults.set(&[CommitOutcome::Refused; 10], 0);
    let (played, _) = second.until_turn(1).await;
    assert_eq!(server.state.metrics.store_errors.get(), 10);
    assert!(played.iter().all(|action| *action == (0, PlayedBy::Clock)), "{played:?}");
    // One attempt a second.
    let late = server.state.now() - view.deadline.unwrap();
    let pauses = 10 * RETRY_PAUSE.as_millis() as i64;
    assert!((pauses..pauses + 1_000).contains(&late), "{late} ms late");
}

#[tokio::test(start_paused = true)]
async fn room_of_unknown_outcome_is_acknowledged_once_the_store_can_tell() {
    let (disk, faults) = (SimulatedDisk::new().unwrap(), PlannedFaults::default());
    let server = TestState::with_faults(&disk, fast_bots(), Arc::new(faults.clone()));
    faults.set(&[CommitOutcome::Unknown { stored: true }], FAILING);
    let started = tokio::time::Instant::now();
    let (room, _) = server.open_room().await;
    assert_eq!(started.elapsed().as_secs(), (FAILING * RETRY_PAUSE).as_secs());
    assert_eq!(server.stored_room(&room.id).await.host, room.host);
}
