//! An online game as pure state.
//!
//! A [`Room`] is the fold of its log of [`Entry`] values. [`Room::decide`] turns a [`RoomRequest`] into new entries or a
//! [`RoomError`]; [`Room::apply`] folds entries into the state; [`messages`] are what each viewer is sent about it.
//!
//! The crate is pure: no I/O, no clock, no randomness. Time, ids and random bytes are arguments, so the same code runs in
//! the server and in the browser.
//!
//! ```
//! use cafe_room::messages::{GameView, RoomView};
//! use cafe_room::{Decision, Name, NewRoom, Room, RoomId, RoomOptions, RoomRequest, TimedEntry, Visitor, VisitorId};
//! use cafe_rules::{Kind, Options, Secret, Viewer};
//!
//! let ann = Visitor { id: VisitorId::from_random([1; 12]), name: Name::new("Ann")?, is_program: false };
//! let options = RoomOptions::new(Options::new(Kind::Card, 2, false)?);
//! let new = NewRoom::new(RoomId::from_random([2; 16]), ann.id.clone(), options, Secret([3; 32]));
//! let mut room = Room::create(new, 1_000)?;
//!
//! let request = RoomRequest::TakeSeat { player: Some(0), share: None };
//! if let Decision::Append(entries) = room.decide(&ann, &request, 2_000)? {
//!     for entry in entries {
//!         room.apply(TimedEntry { at: 2_000, entry })?;
//!     }
//! }
//! assert_eq!(RoomView::of(&room).occupants[0].name, "Ann");
//! assert!(GameView::of(&room, Viewer::Spectator).is_none(), "the game has not started");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod chat;
mod create;
mod decide;
mod end_vote;
mod entry;
mod error;
mod fold;
mod game;
mod ids;
mod level_name;
pub mod messages;
mod missed;
mod name;
mod nudge;
mod occupant;
mod options;
mod record;
mod request;
mod resign;
mod rollback;
mod room;
mod seats;
mod text;
mod undo;
mod visitor;

pub use chat::{CHAT_MAX_CHARACTERS, is_displayable};
pub use create::NewRoom;
pub use decide::{Decision, TURN_MAX_ACTIONS};
pub use end_vote::EndVote;
pub use entry::{Entry, FixedDeal, PlayedBy, TimedEntry};
pub use error::RoomError;
pub use fold::{AppliedEntry, InvalidEntry};
pub use game::{HistoryItem, PlayedAction, PlayedStep, RoomGame};
pub use ids::{DeviceId, RoomId, Token, TokenHash, VisitorId};
pub use level_name::LevelName;
pub use name::{InvalidName, NAME_MAX_CHARACTERS, Name};
pub use nudge::NUDGE_PAUSE_MINUTES;
pub use occupant::{Bot, Occupant, SUBSTITUTE_LEVEL, SeatedVisitor};
pub use options::{Clock, InvalidOptions, Millis, RoomOptions};
pub use request::{Reaction, RoomRequest};
pub use resign::{EarlyEnd, SILENCE_DAYS};
pub use rollback::RoomBefore;
pub use room::{PlayerIndex, Room};
pub use undo::UndoVote;
pub use visitor::Visitor;
