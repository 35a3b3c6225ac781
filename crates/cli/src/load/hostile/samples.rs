//! What the bystanders measure, before, during and after an attack.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cafe_client::ClientError;
use serde_json::{Value, json};

use super::tally::error_code;

/// The names of the phases, in order.
pub(super) const PHASES: [&str; 3] = ["before", "during", "after"];

/// What is measured.
#[derive(Clone, Copy)]
pub(super) enum Measure {
    /// From sending a move until the opponent has it.
    Moves,
    /// From sending an HTTP request until the whole response is there.
    Http,
    /// From the end of a turn until the bot's first action.
    Bots,
    /// From the end of a turn's time until the turn is played.
    Clocks,
}

impl Measure {
    pub(super) const ALL: [(Measure, &'static str); 4] = [
        (Measure::Moves, "moves"),
        (Measure::Http, "http"),
        (Measure::Bots, "bots"),
        (Measure::Clocks, "clocks"),
    ];
}

/// What was measured in one phase.
#[derive(Clone, Default)]
pub(super) struct PhaseSamples {
    /// In microseconds, by measure.
    micros: [Vec<u64>; 4],
    /// Failed requests and games, by error code.
    pub(super) errors: BTreeMap<String, u64>,
}

impl PhaseSamples {
    /// Returns the number of samples, p50, p99 and maximum in milliseconds; none without samples.
    pub(super) fn summary(&self, measure: Measure) -> Option<(usize, [f64; 3])> {
        let mut micros = self.micros[measure as usize].clone();
        micros.sort_unstable();
        let last = micros.len().checked_sub(1)?;
        let millis = |index: usize| (micros[index] as f64 / 10.0).round() / 100.0;
        Some((micros.len(), [millis(micros.len() / 2), millis(micros.len() * 99 / 100), millis(last)]))
    }

    pub(super) fn to_json(&self) -> Value {
        let mut object = serde_json::Map::new();
        for (measure, name) in Measure::ALL {
            let value = self.summary(measure).map(
                |(count, [p50, p99, max])| json!({ "count": count, "p50_ms": p50, "p99_ms": p99, "max_ms": max }),
            );
            object.insert(name.to_owned(), value.unwrap_or_default());
        }
        object.insert("errors".to_owned(), json!(self.errors));
        object.into()
    }
}

/// The samples of all phases, shared by the threads that measure.
#[derive(Default)]
pub(super) struct Samples {
    phase: AtomicUsize,
    stopped: AtomicBool,
    phases: Mutex<[PhaseSamples; 3]>,
}

impl Samples {
    /// Returns the number of the phase. A sample belongs to the phase in which it began.
    pub(super) fn phase(&self) -> usize {
        self.phase.load(Ordering::Relaxed)
    }

    pub(super) fn next_phase(&self) {
        self.phase.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(super) fn record(&self, phase: usize, measure: Measure, duration: Duration) {
        let mut phases = self.phases.lock().unwrap_or_else(PoisonError::into_inner);
        phases[phase].micros[measure as usize].push(duration.as_micros() as u64);
    }

    pub(super) fn record_error(&self, phase: usize, error: &ClientError) {
        let mut phases = self.phases.lock().unwrap_or_else(PoisonError::into_inner);
        *phases[phase].errors.entry(error_code(error)).or_default() += 1;
    }

    pub(super) fn phases(&self) -> [PhaseSamples; 3] {
        self.phases.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_summed_up_by_phase() {
        let samples = Samples::default();
        for millis in 1..=200 {
            samples.record(samples.phase(), Measure::Moves, Duration::from_millis(millis));
        }
        samples.next_phase();
        samples.record(samples.phase(), Measure::Moves, Duration::from_millis(7));
        let [before, during, after] = samples.phases();
        assert_eq!(before.summary(Measure::Moves), Some((200, [101.0, 199.0, 200.0])));
        assert_eq!(during.summary(Measure::Moves), Some((1, [7.0, 7.0, 7.0])));
        assert_eq!(after.summary(Measure::Moves), None);
        assert!(before.to_json()["http"].is_null());
    }
}
