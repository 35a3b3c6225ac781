//! When a table looks up by itself: for its bots, for turns whose time is up, and to see whether anybody is still there.

use std::time::Duration;

use tokio::time::Instant;

use super::Table;
use crate::room::Millis;

impl Table {
    /// When to look up even if nobody says anything.
    pub(super) fn wake_at(&self) -> Instant {
        let mut wake = self.quiet_since + self.house.rules.idle;
        // While somebody thinks or is about to play, what they choose wakes the table.
        if let Some(deadline) = self.room.deadline().filter(|_| !self.bots.are_busy()) {
            let left = Duration::from_millis((deadline - self.house.now()).clamp(0, 86_400_000) as u64);
            wake = wake.min(Instant::now() + left);
        }
        if let Some(at) = self.bots.acts_at() {
            wake = wake.min(at);
        }
        let soonest = Instant::now() + Duration::from_millis(1);
        wake.max(self.resting_until.map_or(soonest, |until| until.max(soonest)))
    }

    /// Whether nobody would miss the table for a while.
    pub(super) fn may_sleep(&self) -> bool {
        let soon = self.house.now() + self.house.rules.idle.as_millis() as Millis;
        self.connections.is_empty()
            && self.quiet_since.elapsed() >= self.house.rules.idle
            && !self.bots.are_busy()
            && self.room.deadline().is_none_or(|deadline| deadline > soon)
    }

    /// Somebody still looks: whether nobody does is asked again only after another while.
    pub(super) fn stay_awake(&mut self) {
        if self.quiet_since.elapsed() >= self.house.rules.idle {
            self.quiet_since = Instant::now();
        }
    }

    pub(super) async fn look_at_the_clock(&mut self) {
        if self.resting_until.is_some_and(|until| until > Instant::now()) {
            return;
        }
        if let Some((actions, by)) = self.bots.due(&self.house, &self.room) {
            let entries = self.room.play_for(&actions, by);
            if self.happen(entries, None).await.is_ok() {
                self.house.metrics.bot_actions.inc_by(actions.len() as u64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;
    use crate::house::{House, HouseRules};
    use crate::room::{TableOptions, Who};
    use crate::store::Store;
    use crate::table::{Connection, open};
    use crate::{Name, VisitorId};

    #[tokio::test]
    async fn a_table_at_which_somebody_thinks_for_long_does_not_look_up_all_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let house = House::new(Store::open(folder.path()).unwrap(), HouseRules::default());
        let (visitor, name) = (VisitorId::new(), Name::new("Ann").unwrap());
        let options = cafe_rules::Options::new(cafe_rules::Kind::Card, 2, false).unwrap();
        let room = open(&house, &visitor, TableOptions::new(options), Vec::new(), &[]).await.unwrap();
        let idle = house.rules.idle;
        let mut table = Table::new(house, room, mpsc::channel(1).0);
        let (connection, _inbox, _shared) = Connection::new(Who { visitor, name, program: false });
        table.connections.push(connection);
        table.quiet_since = Instant::now().checked_sub(idle).unwrap();
        assert!(!table.may_sleep(), "somebody looks");
        table.stay_awake();
        assert!(table.wake_at() > Instant::now() + idle / 2);
        table.connections.clear();
        assert!(!table.may_sleep(), "it waits a while for others");
        table.quiet_since = Instant::now().checked_sub(idle).unwrap();
        assert!(table.may_sleep());
    }
}
