//! What a room does without a command: bots play, turns run out of time, and unused rooms leave memory.

use std::time::Duration;

use cafe_room::Millis;
use tokio::time::Instant;

use super::RoomActor;

impl RoomActor {
    /// Returns when to wake up if no command comes.
    pub(super) fn wake_at(&self) -> Instant {
        let mut wake_at = self.idle_since + self.state.config.room_idle_timeout;
        // A busy bot wakes the room itself.
        if let Some(deadline) = self.room.deadline().filter(|_| !self.bots.is_busy()) {
            let left = Duration::from_millis((deadline - self.state.now()).clamp(0, 86_400_000) as u64);
            wake_at = wake_at.min(Instant::now() + left);
        }
        for due_at in [self.bots.due_at(), self.presence.due_at()].into_iter().flatten() {
            wake_at = wake_at.min(due_at);
        }
        let earliest = Instant::now() + Duration::from_millis(1);
        wake_at.max(self.retry_at.map_or(earliest, |retry_at| retry_at.max(earliest)))
    }

    /// Returns true if the room has been unused for a while and nothing is due soon.
    pub(super) fn can_unload(&self) -> bool {
        let idle_timeout = self.state.config.room_idle_timeout;
        let soon = self.state.now() + idle_timeout.as_millis() as Millis;
        self.connections.is_empty()
            && self.idle_since.elapsed() >= idle_timeout
            && !self.bots.is_busy()
            && self.room.deadline().is_none_or(|deadline| deadline > soon)
    }

    /// Starts the idle time again after it ran out while the room was in use.
    pub(super) fn restart_idle_timer(&mut self) {
        if self.idle_since.elapsed() >= self.state.config.room_idle_timeout {
            self.idle_since = Instant::now();
        }
    }

    /// Plays the actions that are due: a bot's next one, or the rest of a turn whose time ran out.
    pub(super) async fn play_due_actions(&mut self) {
        if self.retry_at.is_some_and(|retry_at| retry_at > Instant::now()) {
            return;
        }
        if let Some((actions, by)) = self.bots.take_due(&self.state, &self.room) {
            let entries = self.room.bot_entries(&actions, by);
            if self.commit(entries, None).await.is_ok() {
                self.state.metrics.bot_actions.inc_by(actions.len() as u64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cafe_store::SimulatedDisk;
    use tokio::sync::mpsc;

    use super::*;
    use crate::ServerConfig;
    use crate::room_actor::Connection;
    use crate::testing::TestState;

    #[tokio::test(start_paused = true)]
    async fn a_viewed_room_does_not_wake_up_all_the_time() {
        let disk = SimulatedDisk::new().unwrap();
        let server = TestState::simulated(&disk, ServerConfig::default());
        let (room, visitor) = server.open_room().await;
        let idle_timeout = server.state.config.room_idle_timeout;
        let mut actor = RoomActor::new(server.state.clone(), room, mpsc::channel(1).0);
        let (connection, _inbox, _state) = Connection::new(visitor);
        actor.connections.push(connection);
        tokio::time::advance(idle_timeout).await;
        assert!(!actor.can_unload(), "it has a viewer");
        actor.restart_idle_timer();
        assert_eq!(actor.wake_at(), Instant::now() + idle_timeout);
        actor.connections.clear();
        assert!(!actor.can_unload(), "it waits for other viewers");
        tokio::time::advance(idle_timeout).await;
        assert!(actor.can_unload());
    }
}
