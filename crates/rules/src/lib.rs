//! The rules of *Café International*: the board game by Rudi Hoffmann (1989) and the card game by Rudi Hoffmann and
//! Roland Siegers (2001).
//!
//! The crate is pure: no I/O, no clock and no randomness of its own. Given a deal or a position it lists the legal
//! actions, plays them, and reports events and refusals. The rules are in `docs/rules.md`, the notation in
//! `docs/protocol.md`. The crate is not affiliated with the publisher of the game.
//!
//! # A turn worth 23 points
//!
//! The rule book of the card game shows a turn that scores 23 points. Five tables form an X, and two Russians sit at the
//! Russian table.
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
//! External data is checked once, when it becomes a [`Game`]; the error lists all faults.
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
//! // The legal actions are sets internally; the texts are for people.
//! assert!(game.legal_action_strings().contains(&"RUm@c4".to_owned()));
//!
//! // No table at c4 is German. A refusal has facts, a code for programs and a message for players.
//! let refusal = game.parse_action("DEf@c4").and_then(|action| game.play(action)).unwrap_err();
//! assert_eq!(refusal.code(), "wrong_nation");
//! assert_eq!(
//!     refusal.to_string(),
//!     "nation: DEf is from Germany, but chair c4 is at table b4 (Russia), table d4 (Great Britain) \
//!      and table c3 (France)",
//! );
//!
//! // The Russian gentleman takes a seat between three tables. At the Russian table he is the third Russian: three points,
//! // doubled. At the French table he joins the lady on b3: two points. At the British table he is alone.
//! let action = game.parse_action("RUm@c4")?;
//! let events = game.play(action)?;
//! assert_eq!(game.points_by_source(&events), [("b4".to_owned(), 6), ("c3".to_owned(), 2)]);
//!
//! // An Italian couple follows. The lady fills the French table, which is cleared and replaced.
//! for (text, points) in [("ITm@c2", 5), ("ITf@d3", 10)] {
//!     let action = game.parse_action(text)?;
//!     let events = game.play(action)?;
//!     assert_eq!(game.points_by_source(&events).iter().map(|(_, points)| points).sum::<i16>(), points);
//! }
//! assert_eq!(game.scores(), [23, 0]);
//!
//! // The turn ends after three guests.
//! assert_eq!(game.turn(), 1);
//! assert_eq!(game.position()["tables"]["c3"], "US");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! | Task | Items |
//! | --- | --- |
//! | start a game | [`Options`], [`Deal`], [`Seed`], [`Game::new`] |
//! | search in one kind of game | [`CardGame`], [`BoardGame`], which are `Copy`: [`CardGame::legal`], [`CardGame::play_unchecked`] |
//! | explain an action or its refusal | [`Event`], [`Refusal`], [`Unseatable`] |
//! | parse and format actions and positions | [`notation`], [`Game::from_position`], [`Game::position`], [`Setup`] |
//! | show a game to one player | [`View`], [`EventView`], [`ActionView`] |
//! | store, verify and replay a game | [`Record`], [`Step`], [`split_archive`] |
//! | deal verifiably | [`Secret`], [`Commitment`], [`Share`], [`FriendlyDeal`] |
//! | play on another floor plan | [`Board::from_json`], [`FloorPlan`] |
//!
//! # One seating rule
//!
//! Both games use the same seating rule on two floor plans. [`Cafe`] holds the seated guests and implements nation, balance,
//! company and points; each game adds its own turn, refill and end. The state of the tables is kept as a few table sets
//! that every seating updates, so all legal seats are found with a few integer operations. [`Legal`] consists of such sets
//! and never allocates.

mod action;
mod archive;
mod bit_set;
mod board;
mod board_game;
mod board_setup;
mod cafe;
mod card_game;
mod card_setup;
mod cell;
mod deal;
mod deserialize;
mod event;
mod excerpt;
mod faults;
mod friendly_deal;
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
mod position_reader;
mod record;
mod record_fault;
mod record_header;
mod record_reader;
mod refusal;
mod round;
mod seat;
mod seating;
mod setup;
mod step;
mod stock;
mod unseatable;
mod view;

pub use action::*;
pub use archive::*;
pub use board::*;
pub use board_game::*;
pub use cafe::*;
pub use card_game::*;
pub use cell::*;
pub use deal::*;
pub use event::*;
pub use excerpt::*;
pub use faults::*;
pub use friendly_deal::*;
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
pub use record::*;
pub use record_fault::*;
pub use record_header::*;
pub use refusal::*;
pub use seat::*;
pub use setup::*;
pub use step::*;
pub use unseatable::*;
pub use view::*;

/// Runs the examples of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
