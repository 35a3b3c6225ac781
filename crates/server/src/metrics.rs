//! Counters and gauges for Prometheus. None of them identifies a visitor.

mod process;
mod watched;

use cafe_store::Store;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

pub use process::ProcessUsage;
pub use watched::Watched;

use process::ProcessCollector;

/// Where and why something was refused: `at` is `listener`, `http` or `socket`, `code` the error code.
type RefusalLabels = [(&'static str, &'static str); 2];

/// Counters and gauges of a server.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Actions played by visitors.
    pub actions: Counter,
    /// Actions played by bots.
    pub bot_actions: Counter,
    /// Entries stored.
    pub entries: Counter,
    /// Failed writes.
    pub store_errors: Counter,
    /// Appends that lost against another writer.
    pub store_conflicts: Counter,
    /// Jumps of the system clock.
    pub clock_jumps: Counter,
    /// Rooms whose task panicked.
    pub room_panics: Counter,
    /// Requests for rooms that turned out to be unreadable.
    pub unreadable_rooms: Counter,
    /// Sockets closed because the client read too slowly.
    pub slow_readers: Watched<Counter>,
    /// Messages and requests over the rate limit.
    pub rate_limited: Counter,
    /// Rooms opened.
    pub rooms_opened: Counter,
    /// Visitors created.
    pub visitors: Counter,
    /// Open connections, including sockets.
    pub connections: Watched<Gauge>,
    /// Open sockets.
    pub sockets: Watched<Gauge>,
    /// Rooms in memory.
    pub rooms_in_memory: Watched<Gauge>,
    /// Bots computing a decision.
    pub bots_thinking: Gauge,
    /// Bots waiting for a thread.
    pub bots_waiting: Gauge,
    /// Bytes that wait for clients.
    pub queued_bytes: Gauge,
    store_writable: Gauge,
    store_bytes: Gauge,
    refused: Family<RefusalLabels, Counter>,
    registry: Registry,
}

impl Metrics {
    /// Creates and registers all metrics.
    #[must_use]
    pub fn new(store: &Store) -> Metrics {
        let mut metrics = Metrics::default();
        metrics.register(store);
        metrics
    }

    fn register(&mut self, store: &Store) {
        self.registry.register_collector(Box::new(ProcessCollector));
        let registry = self.registry.sub_registry_with_prefix("cafe");
        let counters = [
            ("actions", "Actions played by visitors", &self.actions),
            ("bot_actions", "Actions played by bots", &self.bot_actions),
            ("entries", "Entries stored", &self.entries),
            ("store_errors", "Failed writes", &self.store_errors),
            ("store_conflicts", "Appends that lost against another writer", &self.store_conflicts),
            ("clock_jumps", "Jumps of the system clock", &self.clock_jumps),
            ("room_panics", "Rooms whose task panicked", &self.room_panics),
            ("unreadable_rooms", "Rooms that could not be read", &self.unreadable_rooms),
            ("slow_readers", "Sockets closed because the client read too slowly", &self.slow_readers.metric),
            ("rate_limited", "Messages and requests over the rate limit", &self.rate_limited),
            ("rooms_opened", "Rooms opened", &self.rooms_opened),
            ("visitors", "Visitors created", &self.visitors),
        ];
        for (name, help, counter) in counters {
            registry.register(name, help, counter.clone());
        }
        let gauges = [
            ("connections", "Open connections, including sockets", &self.connections.metric),
            ("sockets", "Open sockets", &self.sockets.metric),
            ("rooms_in_memory", "Rooms in memory", &self.rooms_in_memory.metric),
            ("bots_thinking", "Bots computing a decision", &self.bots_thinking),
            ("bots_waiting", "Bots waiting for a thread", &self.bots_waiting),
            ("queued_bytes", "Bytes that wait for clients", &self.queued_bytes),
            ("store_writable", "1 if the last write succeeded", &self.store_writable),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        registry.register("refused", "Refused requests by place and code", self.refused.clone());
        let help = "Time until a write was on disk";
        registry.register("store_reads", "Queries to the database", store.reads());
        registry.register_with_unit("store_write", help, Unit::Seconds, store.write_seconds());
        let help = "Size of the database and its log";
        registry.register_with_unit("store", help, Unit::Bytes, self.store_bytes.clone());
        let help = "Writes that the disk did not confirm";
        registry.register("store_failed_syncs", help, store.failed_syncs());
        registry.register("build", "Version", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    }

    /// Counts a refusal at the `listener`, on a `socket` or over `http`.
    pub fn count_refusal(&self, at: &'static str, code: &'static str) {
        self.refused.get_or_create(&[("at", at), ("code", code)]).inc();
    }

    /// Returns all metrics in the OpenMetrics text format.
    #[must_use]
    pub fn to_text(&self, store: &Store) -> String {
        self.store_writable.set(i64::from(store.last_error().is_none()));
        self.store_bytes.set(store.file_bytes() as i64);
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            // Writing to a string cannot fail, and half of the metrics would mislead.
            Err(_) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ServerConfig;
    use crate::testing::TestState;

    #[tokio::test]
    async fn metrics_have_the_size_of_the_store_and_the_process() {
        let server = TestState::new(ServerConfig::default());
        let text = server.state.metrics.to_text(&server.state.store);
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|number| number.parse::<f64>().ok())
        };
        assert!(value("cafe_store_bytes") > Some(4096.0), "{text}");
        #[cfg(target_os = "linux")]
        {
            assert!(value("process_resident_memory_bytes") > Some(100_000.0), "{text}");
            assert!(value("process_cpu_seconds_total").is_some(), "{text}");
        }
        assert_eq!(value("cafe_rooms_in_memory"), Some(0.0), "the others keep their prefix");
    }
}
