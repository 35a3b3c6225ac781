//! The parts of `cafe`, the café's command line.

#[cfg(feature = "server")]
pub mod admin;
pub mod analyse;
pub mod arena;
pub mod arguments;
#[cfg(feature = "server")]
mod descriptors;
pub mod engine;
pub mod files;
mod interrupt;
#[cfg(feature = "server")]
pub mod load;
mod new_file;
pub mod plan;
pub mod play;
pub mod replay;
pub mod sample;
#[cfg(test)]
mod sample_games;
pub mod screen;
#[cfg(feature = "server")]
pub mod serve;
#[cfg(feature = "server")]
mod settings;
mod threads;
pub mod tune;
pub mod verify;
pub mod words;
