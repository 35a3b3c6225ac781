//! Memory and processor time of a process, as the operating system counts them.

use std::fmt::Error;
use std::path::Path;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

/// Linux reports processor times to programs in hundredths of a second, whatever the kernel's own ticks are.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a process uses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProcessUsage {
    /// Memory that is not swapped out.
    pub resident_bytes: u64,
    /// Processor time of all threads since the start.
    pub cpu_seconds: f64,
}

impl ProcessUsage {
    /// Reads the usage of this process. None where there is no `/proc`.
    #[must_use]
    pub fn of_self() -> Option<ProcessUsage> {
        ProcessUsage::read(Path::new("/proc/self"))
    }

    /// Reads the usage of another process. None if it has ended, and where there is no `/proc`.
    #[must_use]
    pub fn of(process_id: u32) -> Option<ProcessUsage> {
        ProcessUsage::read(&Path::new("/proc").join(process_id.to_string()))
    }

    fn read(folder: &Path) -> Option<ProcessUsage> {
        let file = |name| std::fs::read_to_string(folder.join(name)).ok();
        Some(ProcessUsage {
            resident_bytes: resident_bytes(&file("status")?)?,
            cpu_seconds: cpu_seconds(&file("stat")?)?,
        })
    }
}

fn resident_bytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Returns the sum of fields 14 and 15. The second field is the program's name in parentheses and may contain blanks.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut times = after_name.split_whitespace().skip(11).map(str::parse::<u64>);
    let ticks = times.next()?.ok()? + times.next()?.ok()?;
    Some(ticks as f64 / TICKS_PER_SECOND)
}

/// The metrics of this process under their usual names, read when they are asked for.
#[derive(Debug)]
pub(super) struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), Error> {
        let Some(usage) = ProcessUsage::of_self() else { return Ok(()) };
        let memory = ConstGauge::new(usage.resident_bytes as i64);
        let (name, help) = ("process_resident_memory", "Memory that is not swapped out");
        memory.encode(encoder.encode_descriptor(name, help, Some(&Unit::Bytes), memory.metric_type())?)?;
        let time = ConstCounter::new(usage.cpu_seconds);
        let (name, help) = ("process_cpu", "Processor time of all threads");
        time.encode(encoder.encode_descriptor(name, help, Some(&Unit::Seconds), time.metric_type())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_files_of_proc() {
        let status = "Name:\tcafe\nVmPeak:\t 2000 kB\nVmRSS:\t    1024 kB\nThreads:\t4\n";
        assert_eq!(resident_bytes(status), Some(1024 * 1024));
        assert_eq!(resident_bytes("Name:\tcafe\n"), None, "a process that has ended");
        let stat = "7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 4 0 100 1 1";
        assert_eq!(cpu_seconds(stat), Some(2.0));
        assert_eq!(cpu_seconds("7 (cafe) S 1"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_memory() {
        let usage = ProcessUsage::of_self().unwrap();
        assert!(usage.resident_bytes > 100_000, "{usage:?}");
        assert!(ProcessUsage::of(std::process::id()).is_some());
    }
}
