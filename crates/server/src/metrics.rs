//! What is counted, for whoever runs the house.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// What is counted. Nothing in it tells who did what.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Actions that were played by people.
    pub actions: AtomicU64,
    /// Actions that bots of the house played.
    pub bot_actions: AtomicU64,
    /// Entries that were stored.
    pub entries: AtomicU64,
    /// Questions that were refused.
    pub refusals: AtomicU64,
    /// Times that the store failed.
    pub store_faults: AtomicU64,
    /// Sockets that were closed because their reader was too slow.
    pub slow_readers: AtomicU64,
    /// Messages and requests that came too fast.
    pub floods: AtomicU64,
    /// Tables that were opened.
    pub tables_opened: AtomicU64,
    /// Visitors that were made.
    pub visitors: AtomicU64,
    /// Sockets that are open.
    pub sockets: AtomicI64,
    /// Tables in memory.
    pub tables_in_memory: AtomicI64,
}

impl Metrics {
    /// In the text format of Prometheus.
    #[must_use]
    pub fn text(&self) -> String {
        let counters = [
            ("cafe_actions_total", "actions that were played by people", &self.actions),
            ("cafe_bot_actions_total", "actions that bots of the house played", &self.bot_actions),
            ("cafe_entries_total", "entries that were stored", &self.entries),
            ("cafe_refusals_total", "questions that were refused", &self.refusals),
            ("cafe_store_faults_total", "times that the store failed", &self.store_faults),
            (
                "cafe_slow_readers_total",
                "sockets closed because their reader was too slow",
                &self.slow_readers,
            ),
            ("cafe_floods_total", "messages and requests that came too fast", &self.floods),
            ("cafe_tables_opened_total", "tables that were opened", &self.tables_opened),
            ("cafe_visitors_total", "visitors that were made", &self.visitors),
        ];
        let gauges = [
            ("cafe_sockets", "sockets that are open", &self.sockets),
            ("cafe_tables_in_memory", "tables in memory", &self.tables_in_memory),
        ];
        let mut text = String::new();
        let mut one = |name: &str, help: &str, kind: &str, value: i128| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        };
        for (name, help, value) in counters {
            one(name, help, "counter", value.load(Ordering::Relaxed).into());
        }
        for (name, help, value) in gauges {
            one(name, help, "gauge", value.load(Ordering::Relaxed).into());
        }
        text
    }
}

/// Counts one more.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
