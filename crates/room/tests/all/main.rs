//! Tests of a room's rules. They are one program, so that the crate is linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod test_room;

mod bot_names;
mod friendly_deal;
mod leaving;
mod limits;
mod listings;
mod missed;
mod model;
mod resigning;
mod seats;
mod undo;
mod views;
