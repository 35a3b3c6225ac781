//! Tests of the experiments. They are one program, so that the search is compiled and linked once.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod analysis;
mod arena;
mod tune;
