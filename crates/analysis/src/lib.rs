//! Analysis of *Café International*: what a position offers, and how well a game was played.
//!
//! [`analyse_position`] ranks the turns of the player to move. [`analyse_game`] judges a game decision by decision: what
//! was played, what would have been better, and what the difference cost. Both use only what the deciding player saw.
//!
//! A **decision** is due at the start of every turn, and again in the middle of a turn after something hidden has been
//! revealed, such as a table in the card game. A decision with only one possible turn is forced and counts in no average;
//! one that is unfinished when the record ends is left out.
//!
//! The **loss** of a decision is the value of the best turn less that of the turn played, both searched equally
//! thoroughly. A value is the expected margin over the best opponent at the end of the game. Seating the same guests on
//! the same seats in an order that scores less loses that difference too. Losses are rounded to tenths of a point.
//!
//! The **luck** of a player is what the tiles received were worth, in points: for the deal and for every draw, the
//! expected margin right after it, as if it were the player's turn, less the mean over [`LUCK_SAMPLES`] deals with other
//! tiles in place of those received. The others come from everything that could have come: at the deal all tiles that
//! the player does not see, at a draw the stock. Tables laid and the tiles of opponents are not counted, nor is a draw
//! that ends the game.

mod decision;
mod decision_point;
mod game_analyser;
mod grade;
mod json;
mod luck;
mod position;
mod summary;

pub use self::decision::Decision;
pub use self::game_analyser::{AnalysisSettings, GameAnalyser, GameAnalysis, analyse_game};
pub use self::grade::*;
pub use self::json::two_decimals;
pub use self::luck::*;
pub use self::position::analyse_position;
pub use self::summary::PlayerSummary;
