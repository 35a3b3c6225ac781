//! Tables for people and bots: nothing lost, nothing leaked.
//!
//! From the inside out: a [`Room`](room::Room) is a fold over the entries of a table and decides what may happen at it;
//! [`messages`] are what its visitors see and say; a [`table`] in memory takes questions one by one, has what comes of
//! them written to the [`store`] and then tells everybody; [`http`] brings visitors to their tables.

pub mod admin;
mod credit;
mod entrance;
mod hall;
pub mod house;
pub mod http;
mod ids;
pub mod messages;
mod metrics;
mod name;
pub mod room;
mod serve;
pub mod store;
mod sweep;
pub mod table;
mod wall_clock;
pub mod wire;

pub use house::{House, HouseRules};
pub use ids::{TableId, Token, TokenHash, VisitorId, random};
pub use name::{NAME_CHARACTERS, Name, NotAName};
pub use serve::serve;
pub use wall_clock::WallClock;
