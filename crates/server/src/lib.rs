//! Rooms for people and bots over HTTP and WebSockets.
//!
//! The path of a move, top to bottom: [`http`] reads it from a socket; the [`registry`] finds the room's task; the
//! [`room_actor`] decides about it, commits it to the store and broadcasts the update to all viewers. Bots follow the same
//! path from the commit on.

pub mod admin;
mod bot_pool;
mod config;
mod environment;
mod expiry;
pub mod http;
mod listener;
mod metrics;
mod network;
mod random;
pub mod registry;
pub mod room_actor;
mod serve;
pub mod sign_out;
#[cfg(test)]
mod simulation;
mod state;
#[cfg(test)]
mod testing;
mod token_bucket;
pub mod typescript;
mod wall_clock;

pub use bot_pool::BotPool;
pub use config::ServerConfig;
pub use environment::{Environment, Thinking};
pub use metrics::{ProcessUsage, Watched};
pub use random::{RandomSource, new_room_id, new_secret, new_token, new_visitor_id};
pub use serve::serve;
pub use state::AppState;
pub use wall_clock::WallClock;
