//! The parts of `cafe`, the café's command line.

pub mod analyse;
pub mod arena;
pub mod arguments;
pub mod engine;
pub mod files;
mod interrupt;
mod new_file;
pub mod plan;
pub mod play;
pub mod replay;
pub mod sample;
#[cfg(test)]
mod sample_games;
pub mod screen;
mod threads;
pub mod tune;
pub mod verify;
pub mod words;
