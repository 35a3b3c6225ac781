//! The rules of *Café International*: the board game by Rudi Hoffmann (1989) and the card game by Rudi Hoffmann and
//! Roland Siegers (2001). Exact, explained, and fast.
//!
//! This crate knows nobody: no clock, no files, no chance of its own. It is given a deal or a position, says what is
//! legal, plays, and tells what happened and why something is refused. The rules themselves are in `docs/rules.md`,
//! the notation in `docs/protocol.md`. This is not a product of the game's publisher, nor affiliated with it.
//!
//! # A turn worth 23 points
//!
//! The rule book of the card game shows a turn that scores 23. Five tables lie in an X; two Russians sit at the Russian
//! table; it is our turn.
//!
//! ```text
//!  5      b5 RUm          d5
//!  4  a4   RU     c4      GB   e4
//!  3      b3 RUf   FR     d3
//!  2  a2   ES     c2      IT   e2
//!  1      b1              d1
//!      a    b      c      d    e
//! ```
//!
//! A position from outside is unchecked data until it has become a [`Game`]; every fault would be named.
//!
//! ```
//! use cafe_rules::{Board, Event, Game};
//!
//! let position = serde_json::json!({
//!     "game": "card", "players": 2,
//!     "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
//!     "seated": {"b5": "RUm", "b3": "RUf"},
//!     "hands": [["DEf", "ITf", "ITm", "RUm"], ["CUm", "CUm"]],
//!     "guest_stock": ["CFm", "CFf", "INm"], "table_stock": ["US", "TR"],
//! });
//! let mut game = Game::from_position(&position, Board::standard())?;
//!
//! // What can we do? The sets behind this list are cheap; the texts are for people.
//! assert!(game.legal_written().contains(&"RUm@c4".to_owned()));
//!
//! // The German lady finds no table of hers. A refusal is a fact with a code, and a sentence for the player.
//! let refusal = game.read("DEf@c4").and_then(|action| game.play(action)).unwrap_err();
//! assert_eq!(refusal.code(), "wrong_nation");
//! assert_eq!(
//!     refusal.to_string(),
//!     "nation: DEf is from Germany, but seat c4 is at table b4 (Russia), table d4 (Great Britain) \
//!      and table c3 (France)",
//! );
//!
//! // The Russian gentleman takes the seat between three tables. He is the third of his nation at his own table: three
//! // points, doubled. At the French table he makes a couple with the lady on b3: two. At the British one he is alone.
//! let action = game.read("RUm@c4")?;
//! let events = game.play(action)?;
//! assert_eq!(game.points(&events), [("b4".to_owned(), 6), ("c3".to_owned(), 2)]);
//!
//! // An Italian couple follows. She fills the French table: it is cleared away, and a new one is laid in its place.
//! for (text, points) in [("ITm@c2", 5), ("ITf@d3", 10)] {
//!     let action = game.read(text)?;
//!     let events = game.play(action)?;
//!     assert_eq!(game.points(&events).iter().map(|(_, points)| points).sum::<i16>(), points);
//! }
//! assert_eq!(game.scores(), [23, 0]);
//!
//! // Three guests are the most in a turn, so it has passed to the other player by itself.
//! assert_eq!(game.turn(), 1);
//! assert_eq!(game.position()["tables"]["c3"], "US");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! | To … | see |
//! | --- | --- |
//! | start a game | [`Options`], [`Deal`], [`Seed`], [`Game::new`] |
//! | play one kind of game at full speed | [`CardGame`], [`BoardGame`]: [`CardGame::legal`], [`CardGame::play_unchecked`], and a copy to look ahead |
//! | know what happened, or why not | [`Event`], [`Refusal`] |
//! | read and write actions and positions | [`notation`], [`Game::from_position`], [`Game::position`], [`Setup`] |
//! | show a game to one seat | [`View`], [`SeenEvent`] |
//! | keep a game, check it, replay it | [`Log`], [`records`] |
//! | deal so that nobody has to trust the dealer | [`Secret`], [`Commitment`], [`Share`] |
//! | play on another floor plan | [`Board::from_json`], [`FloorPlan`] |
//!
//! # One rule, one place
//!
//! Both games are the same seating rule on two floor plans. [`Cafe`] holds who sits where and decides nation, balance,
//! company and points; each game adds only its own turn, refill and end. What the rule asks of a table is kept as a few
//! sets of tables that every guest updates, so all legal seats are found with a handful of operations on words:
//! [`Legal`] is made of such sets and never allocates.

mod action;
mod board;
mod board_game;
mod cafe;
mod card_game;
mod cell;
mod deal;
mod event;
mod faults;
mod game;
mod guest;
mod hand;
mod legal;
mod nation;
pub mod notation;
mod options;
mod outcome;
mod plan;
mod plan_fault;
mod position;
mod position_fault;
mod quote;
mod record;
mod record_fault;
mod record_header;
mod refusal;
mod round;
mod seat;
mod seating;
mod setup;
mod stock;
mod view;
mod word_set;

pub use action::*;
pub use board::*;
pub use board_game::*;
pub use cafe::*;
pub use card_game::*;
pub use cell::*;
pub use deal::*;
pub use event::*;
pub use faults::*;
pub use game::*;
pub use guest::*;
pub use hand::*;
pub use legal::*;
pub use nation::*;
pub use options::*;
pub use outcome::*;
pub use plan::*;
pub use plan_fault::*;
pub use position_fault::*;
pub use quote::*;
pub use record::*;
pub use record_fault::*;
pub use record_header::*;
pub use refusal::*;
pub use seat::*;
pub use setup::*;
pub use view::*;

/// The README's example, run like any other.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
