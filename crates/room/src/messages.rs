//! What goes over the connection between a client and a room: closed types, in both directions.
//!
//! `docs/server-protocol.md` explains them. The TypeScript types of the web client are generated from them.

mod cafe_summary;
mod client;
mod game_event;
mod game_result;
mod game_view;
mod hint_turn;
mod http;
mod legal_action;
mod ordered_map;
mod replay;
mod room_event;
mod room_listing;
mod room_view;
mod server;
mod study;
mod unseatable_tile;

pub use client::ClientMessage;
pub use game_event::GameEvent;
pub use game_result::GameResult;
pub use game_view::GameView;
pub use hint_turn::HintTurn;
pub use http::{
    Device, ErrorBody, ErrorDetail, Home, LinkCreated, Me, MyRoomsQuery, NameBody, NewBot, NewRoomBody,
    ProgramCreated, PublicRoomsQuery, RoomListItem, RoomPage, StudyBody,
};
pub use legal_action::{LegalAction, PointSourceView};
pub use ordered_map::OrderedMap;
pub use replay::{GameReplay, ReplayStep};
pub use room_event::{RoomEvent, RoomEventKind};
pub use room_listing::RoomListing;
pub use room_view::{EndVoteView, OccupantView, RoomView, UndoVoteView};
pub use server::{RoomUpdate, ServerMessage};
pub use study::{StudyRefusal, StudyResult, StudyStep};
pub use unseatable_tile::{UnseatableReason, UnseatableTile};

/// Version of the messages. It grows with every change that an older client would misunderstand: a renamed or removed field or
/// message, another meaning. New messages and fields that an older client can ignore do not count.
pub const PROTOCOL_VERSION: u32 = 3;
