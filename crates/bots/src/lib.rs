//! Bots for *Café International*: five levels, from random play to a search.
//!
//! A bot receives a [`View`](cafe_rules::View), which holds what one player can see, so it cannot use hidden information.
//! It returns a whole [`Turn`], or the part of one up to the point where something hidden is revealed.
//!
//! The crate is pure: no I/O, no threads, and no clock unless a [`Budget::Time`] asks for one.
//!
//! ```
//! use cafe_bots::{Budget, Level, rank_turns};
//! use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
//!
//! let options = Options::new(Kind::Board, 2, false)?;
//! let game = Game::new(options, &Deal::shuffled(Kind::Board, Seed([3; 32])));
//! let view = View::of(&game, Viewer::Player(0));
//!
//! // The same view, number of playouts and seed give the same turn.
//! let turn = Level::Master.choose(&view, Budget::Playouts(100), 7).expect("player 0 begins");
//!
//! // The promising turns, best first, each with the margin it is expected to end with.
//! let ranked = rank_turns(&view, &[], Budget::Playouts(100), 7);
//! assert_eq!(ranked[0].turn, turn);
//! # Ok::<(), cafe_rules::PlayerCountError>(())
//! ```
//!
//! # Overview
//!
//! | Task | Items |
//! | --- | --- |
//! | let a bot play | [`Level::choose`], [`Budget`] |
//! | enumerate turns | [`all_turns`], [`candidate_turns`], [`Turn`] |
//! | evaluate a position | [`evaluate()`], [`Net`], [`Features`], [`Weights`] |
//! | search | [`rank_turns`], [`search()`], [`SearchConfig`] |
//! | solve the end of a board game | [`endgame::solve`] |
//!
//! `docs/bots.md` describes how strong the levels are and what was tried.

mod budget;
pub mod endgame;
mod evaluate;
mod features;
mod infer_hands;
mod level;
mod net;
mod one_turn;
mod playout;
mod rank;
mod rng;
mod search;
mod shortlist;
mod state;
mod turn;
mod weights;

pub use budget::{Budget, Meter};
pub use evaluate::*;
pub use features::*;
pub use level::*;
pub use net::*;
pub use one_turn::greedy_turn;
pub use rank::{expected_margin, perfect_information_turn, rank_turns};
pub use rng::Rng;
pub use search::*;
pub use shortlist::{Candidate, shortlist};
pub use state::*;
pub use turn::*;
pub use weights::*;
