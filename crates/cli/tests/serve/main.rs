//! `cafe serve` and what goes with it, as its users meet it: the real program, on a port of its own.

#![cfg(feature = "server")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod server;

#[cfg(unix)]
mod admin;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(unix)]
mod files;
mod kills;
#[cfg(unix)]
mod logs;
mod opening;
#[cfg(unix)]
mod stops;
