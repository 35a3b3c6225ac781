//! Tests of the rules. They are one program, so that the generic code is compiled and linked once.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod friendly_deals;
mod passes;
mod properties;
mod records;
mod views;
