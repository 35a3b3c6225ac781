//! Tools that measure and train the bots of *Café International* on all cores.
//!
//! | To … | see |
//! | --- | --- |
//! | measure bots against each other | [`Arena`] |
//! | train the weights | [`tune()`] |
//! | analyse a game on all cores | [`analyse_game`] |

mod analyse;
pub mod arena;
mod learn;
mod tune;

pub use analyse::analyse_game;
pub use arena::{Arena, Entrant};
pub use learn::{Fit, Lesson, fit};
pub use tune::{Course, Generation, tune};
