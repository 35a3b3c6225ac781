//! Tools that measure and train the bots of *Café International* on all cores.
//!
//! | To … | see |
//! | --- | --- |
//! | measure bots against each other | [`Arena`] |
//! | train the weights | [`tune()`] |
//! | analyse a game on all cores | [`analyse_game`] |

mod analyse;
pub mod arena;
mod fit;
mod tune;

pub use analyse::analyse_game;
pub use arena::{Arena, Entrant};
pub use fit::{Fit, TrainingSample, fit};
pub use tune::{Generation, TuneConfig, tune};
