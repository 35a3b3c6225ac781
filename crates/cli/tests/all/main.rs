//! The commands of `cafe`. They are one program, so that it is linked once.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod analyse;
mod arena;
mod engine;
mod engine_bots;
mod engine_vectors;
mod play;
mod records;
#[cfg(feature = "server")]
mod serve;
mod tune;
