//! What is counted, for whoever runs the house.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::store::Store;

/// Where and why something was refused: `at` is `entrance`, `http` or `socket`, `reason` the code that was told.
type Refusal = [(&'static str, &'static str); 2];

/// What is counted. Nothing in it tells who did what.
#[derive(Debug)]
pub struct Metrics {
    /// Actions that were played by people.
    pub actions: Counter,
    /// Actions that bots of the house played.
    pub bot_actions: Counter,
    /// Entries that were stored.
    pub entries: Counter,
    /// Times that the store failed.
    pub store_faults: Counter,
    /// Tables that were left out of a list because they cannot be read.
    pub unreadable_tables: Counter,
    /// Sockets that were closed because their reader was too slow.
    pub slow_readers: Counter,
    /// Messages and requests that came too fast.
    pub floods: Counter,
    /// Tables that were opened.
    pub tables_opened: Counter,
    /// Visitors that were made.
    pub visitors: Counter,
    /// Connections that are open, those of sockets among them.
    pub connections: Gauge,
    /// Sockets that are open.
    pub sockets: Gauge,
    /// Tables in memory.
    pub tables_in_memory: Gauge,
    /// Bots that think.
    pub bots_thinking: Gauge,
    /// Bots that wait for leave to think.
    pub bots_waiting: Gauge,
    /// Whether the last change was stored.
    store_writable: Gauge,
    refused: Family<Refusal, Counter>,
    registry: Registry,
}

impl Metrics {
    /// Nothing has been counted yet.
    #[must_use]
    pub fn new(store: &Store) -> Metrics {
        let mut metrics = Metrics {
            actions: Counter::default(),
            bot_actions: Counter::default(),
            entries: Counter::default(),
            store_faults: Counter::default(),
            unreadable_tables: Counter::default(),
            slow_readers: Counter::default(),
            floods: Counter::default(),
            tables_opened: Counter::default(),
            visitors: Counter::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            tables_in_memory: Gauge::default(),
            bots_thinking: Gauge::default(),
            bots_waiting: Gauge::default(),
            store_writable: Gauge::default(),
            refused: Family::default(),
            registry: Registry::with_prefix("cafe"),
        };
        metrics.register(store);
        metrics
    }

    fn register(&mut self, store: &Store) {
        let registry = &mut self.registry;
        let counters = [
            ("actions", "Actions that were played by people", &self.actions),
            ("bot_actions", "Actions that bots of the house played", &self.bot_actions),
            ("entries", "Entries that were stored", &self.entries),
            ("store_faults", "Times that the store failed", &self.store_faults),
            ("unreadable_tables", "Times that a table could not be read for a list", &self.unreadable_tables),
            ("slow_readers", "Sockets closed because their reader was too slow", &self.slow_readers),
            ("floods", "Messages and requests that came too fast", &self.floods),
            ("tables_opened", "Tables that were opened", &self.tables_opened),
            ("visitors", "Visitors that were made", &self.visitors),
        ];
        for (name, help, counter) in counters {
            registry.register(name, help, counter.clone());
        }
        let gauges = [
            ("connections", "Connections that are open, those of sockets among them", &self.connections),
            ("sockets", "Sockets that are open", &self.sockets),
            ("tables_in_memory", "Tables in memory", &self.tables_in_memory),
            ("bots_thinking", "Bots that think", &self.bots_thinking),
            ("bots_waiting", "Bots that wait for leave to think", &self.bots_waiting),
            ("store_writable", "Whether the last change was stored", &self.store_writable),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        registry.register("refused", "What was refused, by where and why", self.refused.clone());
        let wait = "How long it took until a change was on the disk";
        registry.register_with_unit("store_wait", wait, Unit::Seconds, store.waits());
        registry.register("build", "This program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    }

    /// Counts something that was refused: at the `entrance`, at a `socket` or over `http`, with this code.
    pub fn refuse(&self, at: &'static str, reason: &'static str) {
        self.refused.get_or_create(&[("at", at), ("reason", reason)]).inc();
    }

    /// In the text format of OpenMetrics, which Prometheus reads.
    #[must_use]
    pub fn text(&self, store: &Store) -> String {
        self.store_writable.set(i64::from(store.fault().is_none()));
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            // A text can always be written to; half of one would mislead.
            Err(_) => String::new(),
        }
    }
}

/// Counts one more.
pub(crate) fn count(counter: &Counter) {
    counter.inc();
}
