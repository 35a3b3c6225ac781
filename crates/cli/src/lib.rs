//! The parts of `cafe`, the café's command line.

pub mod engine;
pub mod plan;
pub mod sample;
pub mod verify;
