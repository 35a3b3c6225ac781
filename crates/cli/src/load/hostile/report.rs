//! The results of an attack.

use std::fmt::Write as _;

use serde_json::json;

use super::samples::{Measure, PHASES, PhaseSamples};
use super::server_usage::ServerUsage;
use super::tally::Counts;

/// The results of an attack.
pub(super) struct AttackReport {
    pub(super) profile: String,
    /// Duration of the setup and of the attack.
    pub(super) setup_seconds: f64,
    pub(super) seconds: f64,
    pub(super) bystanders: [PhaseSamples; 3],
    /// Before, at most during, and after the attack.
    pub(super) usage: [ServerUsage; 3],
    /// Processor time that the server used during the attack.
    pub(super) cpu_seconds: Option<f64>,
    pub(super) attack: Counts,
}

impl AttackReport {
    pub(super) fn to_json(&self) -> String {
        let [before, during, after] = &self.bystanders;
        let by_phase = |value: fn(&ServerUsage) -> Option<u64>| {
            let [before, during, after] = &self.usage;
            json!({ "before": value(before), "during": value(during), "after": value(after) })
        };
        json!({
            "profile": self.profile,
            "setup_seconds": round(self.setup_seconds),
            "seconds": round(self.seconds),
            "bystander": { "before": before.to_json(), "during": during.to_json(), "after": after.to_json() },
            "server": {
                "memory_bytes": by_phase(|usage| usage.memory_bytes),
                "store_bytes": by_phase(|usage| usage.store_bytes),
                "cpu_seconds": self.cpu_seconds.map(round),
            },
            "attack": {
                "requests": self.attack.requests,
                "refused": self.attack.refused,
                "facts": self.attack.facts,
            },
        })
        .to_string()
    }

    pub(super) fn to_text(&self) -> String {
        let mut text =
            format!("{}: {:.1} s after a setup of {:.1} s\n", self.profile, self.seconds, self.setup_seconds);
        for (measure, name) in Measure::ALL {
            let summaries = self.bystanders.each_ref().map(|phase| phase.summary(measure));
            if summaries.iter().all(Option::is_none) {
                continue;
            }
            let _ = write!(text, "  {name:7}");
            for (phase, summary) in PHASES.iter().zip(summaries) {
                let _ = match summary {
                    Some((count, [p50, p99, max])) => {
                        write!(text, "  {phase} p50 {p50} p99 {p99} max {max} ms ({count})")
                    }
                    None => write!(text, "  {phase} –"),
                };
            }
            text.push('\n');
        }
        for (phase, samples) in
            PHASES.iter().zip(&self.bystanders).filter(|(_, phase)| !phase.errors.is_empty())
        {
            let _ = writeln!(text, "  errors of bystanders {phase}: {:?}", samples.errors);
        }
        let megabytes = |value: fn(&ServerUsage) -> Option<u64>| {
            let phases = PHASES.iter().zip(&self.usage).map(|(phase, usage)| match value(usage) {
                Some(bytes) => format!("{phase} {:.1} MB", bytes as f64 / 1e6),
                None => format!("{phase} unknown"),
            });
            phases.collect::<Vec<_>>().join("  ")
        };
        let _ = writeln!(text, "  memory   {}", megabytes(|usage| usage.memory_bytes));
        let _ = writeln!(text, "  store    {}", megabytes(|usage| usage.store_bytes));
        if let Some(cpu) = self.cpu_seconds {
            let _ = writeln!(text, "  server   {cpu:.1} s of processor time");
        }
        let _ =
            write!(text, "  attack   {} requests, refused {:?}", self.attack.requests, self.attack.refused);
        for (fact, number) in &self.attack.facts {
            let _ = write!(text, "\n           {fact}: {}", round(*number));
        }
        text
    }
}

fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
