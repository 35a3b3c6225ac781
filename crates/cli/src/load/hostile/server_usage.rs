//! What the attacked server uses: memory, disk and processor time.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cafe_client::Client;
use cafe_client::reqwest::Method;
use cafe_server::ProcessUsage;

/// Time between two readings.
const INTERVAL: Duration = Duration::from_millis(250);

/// One reading. What cannot be read is missing.
#[derive(Clone, Copy, Default)]
pub(super) struct ServerUsage {
    pub(super) memory_bytes: Option<u64>,
    pub(super) store_bytes: Option<u64>,
    pub(super) cpu_seconds: Option<f64>,
}

/// Where the usage is read: by default in the server's metrics.
pub(super) struct UsageSource {
    pub(super) client: Client,
    /// Process of a server without these metrics.
    pub(super) process_id: Option<u32>,
    /// Data folder of a server without these metrics.
    pub(super) folder: Option<PathBuf>,
}

impl UsageSource {
    pub(super) async fn read(&self) -> ServerUsage {
        let needs_metrics = self.process_id.is_none() || self.folder.is_none();
        let mut usage = if needs_metrics { self.read_metrics().await } else { ServerUsage::default() };
        if let Some(process) = self.process_id.and_then(ProcessUsage::of) {
            usage.memory_bytes = Some(process.resident_bytes);
            usage.cpu_seconds = Some(process.cpu_seconds);
        }
        if let Some(folder) = &self.folder {
            usage.store_bytes = folder_bytes(folder);
        }
        usage
    }

    async fn read_metrics(&self) -> ServerUsage {
        let response = self.client.anonymous().call(Method::GET, "/metrics", None::<&()>).await;
        let Ok(response) = response else { return ServerUsage::default() };
        parse_metrics(&response.text().await.unwrap_or_default())
    }

    /// Reads regularly until a time. Returns the highest values.
    pub(super) async fn peak_until(&self, end: Instant) -> ServerUsage {
        let mut peak = ServerUsage::default();
        while Instant::now() < end {
            let usage = self.read().await;
            peak.memory_bytes = peak.memory_bytes.max(usage.memory_bytes);
            peak.store_bytes = peak.store_bytes.max(usage.store_bytes);
            tokio::time::sleep_until((Instant::now() + INTERVAL).min(end).into()).await;
        }
        peak
    }
}

fn parse_metrics(text: &str) -> ServerUsage {
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        line.split_whitespace().next()?.parse::<f64>().ok()
    };
    ServerUsage {
        memory_bytes: value("process_resident_memory_bytes").map(|bytes| bytes as u64),
        store_bytes: value("cafe_store_bytes").map(|bytes| bytes as u64),
        cpu_seconds: value("process_cpu_seconds_total"),
    }
}

fn folder_bytes(folder: &Path) -> Option<u64> {
    let files = std::fs::read_dir(folder).ok()?;
    // A file that has just been removed has no size.
    Some(files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_read_by_their_whole_name() {
        let text = "# TYPE cafe_store_bytes gauge\ncafe_store_bytes_old 1\ncafe_store_bytes 4096\n\
                    process_cpu_seconds_total 1.5\n# EOF\n";
        let usage = parse_metrics(text);
        assert_eq!((usage.store_bytes, usage.memory_bytes, usage.cpu_seconds), (Some(4096), None, Some(1.5)));
    }
}
