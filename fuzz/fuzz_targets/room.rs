//! Sends requests chosen by the input bytes to a room: the model test of `crates/room`.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/room/tests/all/model"]
mod model {
    mod checks;
    mod hidden;
    mod run;

    pub fn run(setup: [u8; 4], steps: &[[u8; 4]]) {
        run::run(setup, steps);
    }
}

/// Longer games take longer and reach nothing new.
const MAX_STEPS: usize = 60;

fuzz_target!(|data: &[u8]| {
    let (chunks, _) = data.as_chunks::<4>();
    if let [setup, steps @ ..] = chunks {
        model::run(*setup, &steps[..steps.len().min(MAX_STEPS)]);
    }
});
