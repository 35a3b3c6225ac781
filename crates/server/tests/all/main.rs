//! Tests of the server, most of them over real connections. They are one program, so that the server is linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

mod access;
mod administration;
mod bot_names;
mod chat;
mod concurrent_writers;
mod cookies;
mod damaged_rooms;
mod devices;
mod error_codes;
mod friendly_deal;
mod hints;
mod history;
mod home;
mod leaks;
mod leaving;
mod lists;
mod malformed_input;
mod many_rooms;
mod membership;
mod openapi;
mod past_views;
mod protocol_version;
mod proxies;
mod rate_limits;
mod reconnecting;
mod retention;
mod room_expiry;
mod shutdown;
mod sign_out;
mod slow_readers;
mod study;
mod typescript;
mod unreliable_connections;
mod whole_games;
