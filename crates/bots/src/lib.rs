//! Players for *Café International*, from a first-timer to one who looks ahead.
//!
//! A bot gets a [`View`](cafe_rules::View), which is what its seat sees, and cannot cheat, by type. It returns a whole
//! [`Turn`], or the part of one up to where something hidden comes to light.
//!
//! ```
//! use cafe_bots::{Budget, Level, consider};
//! use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
//!
//! let options = Options::new(Kind::Board, 2, false)?;
//! let game = Game::new(options, &Deal::shuffled(Kind::Board, Seed([3; 32])));
//! let view = View::of(&game, Viewer::Player(0));
//!
//! // What a level does. The same view, budget of playouts and seed give the same turn.
//! let turn = Level::Master.choose(&view, Budget::Playouts(100), 7).expect("player 0 begins");
//!
//! // And what there was to choose from: the promising turns, best first, each with the margin expected at the end.
//! let list = consider(&view, &[], Budget::Playouts(100), 7);
//! assert_eq!(list[0].turn, turn);
//! # Ok::<(), cafe_rules::PlayerCountError>(())
//! ```
//!
//! # Where things are
//!
//! | To … | see |
//! | --- | --- |
//! | let a bot play | [`Level::choose`], [`Budget`] |
//! | find every way to play a turn | [`turns`], [`Turn`] |
//! | weigh a position | [`weigh`], [`Net`], [`CardSigns`], [`BoardSigns`] |
//! | look ahead | [`consider`], [`search()`], [`Manner`] |
//! | read the weights | [`Weights`] |
//!
//! How strong they are, what was tried and what it gained: `docs/bots.md`.

mod board_signs;
mod budget;
mod card_signs;
mod dice;
pub mod endgame;
mod guess;
mod level;
mod net;
mod opinion;
mod playout;
mod prospect;
mod search;
mod simple;
mod state;
mod turn;
mod weigh;
mod weights;

pub use board_signs::*;
pub use budget::{Budget, Meter};
pub use card_signs::*;
pub use dice::Dice;
pub use level::*;
pub use net::*;
pub use opinion::{consider, outlook, seer};
pub use search::*;
pub use simple::regular;
pub use state::*;
pub use turn::*;
pub use weigh::*;
pub use weights::*;
