//! The parts of `cafe`, the café's command line.

pub mod analyse;
pub mod arena;
pub mod arguments;
pub mod engine;
pub mod files;
pub mod plan;
pub mod play;
pub mod replay;
pub mod sample;
#[cfg(test)]
mod sample_games;
pub mod screen;
pub mod tune;
pub mod verify;
pub mod words;
