//! The commands of `cafe`.

#[cfg(feature = "server")]
pub mod admin;
pub mod analyse;
pub mod arena;
pub mod arguments;
pub mod describe;
pub mod engine;
#[cfg(feature = "server")]
mod fd_limit;
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
pub mod seeds;
#[cfg(feature = "server")]
pub mod serve;
#[cfg(feature = "server")]
pub mod settings;
pub mod text_file;
mod threads;
pub mod tune;
pub mod verify;
