//! Everything that is promised of the server, most of it over real sockets. One program, so that the server is linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

mod belonging;
mod bots;
mod clearing_away;
mod clocks;
mod closing;
mod codes;
mod damaged_tables;
mod devices;
mod floods;
mod games;
mod history;
mod intruders;
mod keeping;
mod leaks;
mod many_tables;
mod names;
mod openapi;
mod proxies;
mod returning;
mod rude;
mod slow_readers;
mod study;
mod talk;
mod tunnels;
mod undo;
mod wire;
