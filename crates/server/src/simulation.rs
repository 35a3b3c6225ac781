//! Deterministic simulation of the whole server in one process: registry, rooms, store, clocks, bots, connections and HTTP
//! handlers, on one thread and in simulated time. Everything random follows from a seed: what visitors do, when tasks run, what the
//! disk does, when the process crashes. Invariants are checked after every step.
//!
//! `cargo test -p cafe-server simulation` runs 300 seeds. `CAFE_SIM_SEEDS=10000` runs more, `CAFE_SIM_SEED=7` runs one and prints
//! what happened.

mod any_request;
mod checks;
mod client;
mod faults;
mod http;
mod ledger;
mod played_game;
mod requests;
mod steps;
mod trace;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};

use self::trace::Trace;
use self::world::World;

/// Number of seeds unless the environment says otherwise.
const DEFAULT_SEEDS: u64 = 300;

/// Runs a seed and returns the hash of everything that happened.
///
/// # Panics
/// If an invariant does not hold; the message names the seed and the last steps.
fn run(seed: u64) -> u64 {
    let trace = Trace::default();
    let result = catch_unwind(AssertUnwindSafe(|| World::new(seed, trace.clone()).run()));
    if let Err(panic) = result {
        let reason = panic.downcast_ref::<String>().map(String::as_str);
        let reason = reason.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
        panic!("seed {seed}: {reason}\n{}\nCAFE_SIM_SEED={seed} runs it again", trace.recent());
    }
    trace.hash()
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().expect("a number"))
}

#[test]
fn invariants_hold_for_all_seeds() {
    if let Some(seed) = variable("CAFE_SIM_SEED") {
        run(seed);
        return;
    }
    for seed in 0..variable("CAFE_SIM_SEEDS").unwrap_or(DEFAULT_SEEDS) {
        run(seed);
    }
}

#[test]
fn a_seed_replays_exactly() {
    for seed in 1_000..1_010 {
        assert_eq!(run(seed), run(seed), "seed {seed}");
    }
}
