//! The parts of `cafe`, the café's command line.

pub mod engine;
