//! Tools that measure and train the bots of *Café International*, on all cores.
//!
//! | Task | Items |
//! | --- | --- |
//! | measure bots against each other | [`Arena`], [`Entrant`] |
//! | train weights by self-play | [`tune()`], [`TuneConfig`] |
//! | analyse a game in parallel | [`analyse_game`] |

mod analyse;
pub mod arena;
mod fit;
mod tune;

pub use analyse::analyse_game;
pub use arena::{Arena, Entrant};
pub use fit::{Fit, TrainingSample, fit};
pub use tune::{Generation, TuneConfig, tune};
