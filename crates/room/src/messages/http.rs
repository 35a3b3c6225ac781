//! Bodies of HTTP requests and responses.

use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::{GameResult, RoomView};
use crate::room::PlayerIndex;
use crate::{LevelName, Millis, RoomOptions, Visitor};

/// The visitor of this device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// Visitor id, as others see it.
    pub visitor: String,
    /// Display name.
    pub name: String,
    /// Whether the visitor is an external bot.
    pub is_program: bool,
}

impl Me {
    /// Describes a visitor.
    #[must_use]
    pub fn of(visitor: &Visitor) -> Me {
        Me { visitor: visitor.id.to_string(), name: visitor.name.to_string(), is_program: visitor.is_program }
    }
}

/// A device on which you are signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Device {
    /// To be sent to `DELETE /api/v1/me/devices/{id}`.
    pub id: String,
    /// Name of the browser that signed in, if it is known.
    #[schema(required)]
    pub browser: Option<String>,
    /// Name of its operating system, if it is known.
    #[schema(required)]
    pub system: Option<String>,
    /// When the device signed in, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub created_at: Millis,
    /// When the device was last used, accurate to about an hour, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub used_at: Millis,
    /// Whether this device sent the request.
    pub is_current: bool,
}

/// A display name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// 1 to 24 characters.
    pub name: String,
}

/// The identity of a new external bot. The token is sent only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProgramCreated {
    /// Visitor id, as others see it.
    pub visitor: String,
    /// To be sent as `Authorization: Bearer …`.
    pub token: String,
}

/// A link that signs in another device. The code is sent only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LinkCreated {
    /// To be sent to `POST /api/v1/links/{code}` by the other device.
    pub code: String,
    /// When the link expires, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub expires_at: Millis,
}

/// A room to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoomBody {
    /// Settings. The game and the number of players are required.
    #[ts(type = "Pick<RoomOptions, 'game' | 'players'> & Partial<RoomOptions>")]
    pub options: RoomOptions,
    /// Bots to seat at once.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<NewBot>>")]
    pub bots: Vec<NewBot>,
}

/// A bot to seat in a new room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Which seat.
    #[schema(value_type = u8)]
    pub player: PlayerIndex,
    /// Playing strength.
    #[ts(as = "LevelName")]
    #[schema(value_type = LevelName)]
    pub level: Level,
}

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomListItem {
    /// Settings and occupants.
    pub room: RoomView,
    /// When the room was opened, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub opened_at: Millis,
    /// Time of the last entry, accurate to about a minute, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub updated_at: Millis,
    /// When the turn of the player to move runs out of time, in milliseconds since 1970, in a running game that you may see.
    #[schema(value_type = Option<i64>, required)]
    pub deadline: Option<Millis>,
    /// The player to move in a running game that you may see.
    #[schema(value_type = Option<u8>, required)]
    pub to_move: Option<PlayerIndex>,
    /// By player: the score at the end of the last turn, or the final score; empty if you may not see the game.
    pub scores: Vec<i16>,
    /// The café at the end of the last turn, if you may see the game: a letter for the nation of each table, a space, and a letter
    /// for the nation of the guest on each seat or `.` if it is free, all in reading order. `A` is the first nation by code.
    pub cafe: String,
    /// The result of a finished game that you may see.
    #[schema(required)]
    pub result: Option<GameResult>,
    /// The player you are, in the list of your own rooms.
    #[schema(value_type = Option<u8>, required)]
    pub player: Option<PlayerIndex>,
}

/// Which public rooms to list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PublicRoomsQuery {
    /// Maximum number of rooms: 1 to 100.
    #[serde(default = "default_page_size")]
    #[param(required = false, minimum = 1, maximum = 100, default = 20)]
    pub limit: usize,
    /// List rooms that follow the previous page: its `next`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Default for PublicRoomsQuery {
    fn default() -> PublicRoomsQuery {
        PublicRoomsQuery { limit: default_page_size(), after: None }
    }
}

/// Which of your rooms to list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct MyRoomsQuery {
    /// Maximum number of rooms: 1 to 100.
    #[serde(default = "default_page_size")]
    #[param(required = false, minimum = 1, maximum = 100, default = 20)]
    pub limit: usize,
    /// List rooms that were opened before this one: `next` of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// List only finished games, or only unfinished ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<bool>,
}

const fn default_page_size() -> usize {
    20
}

impl Default for MyRoomsQuery {
    fn default() -> MyRoomsQuery {
        MyRoomsQuery { limit: default_page_size(), after: None, over: None }
    }
}

/// A page of a list of rooms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomPage {
    /// The rooms. A page may have fewer than `limit` even if more follow.
    pub rooms: Vec<RoomListItem>,
    /// Value of `after` for the next page; null on the last one.
    #[schema(required)]
    pub next: Option<String>,
}

/// What the home page shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Home {
    /// You; null if this device has no visitor.
    #[schema(required)]
    pub me: Option<Me>,
    /// Whether you have not played yet: the server knows of no game of yours that has started.
    pub is_new: bool,
    /// Your unfinished games: at most 100.
    pub running: RoomPage,
    /// Your latest finished games.
    pub finished: RoomPage,
    /// The public rooms, as `GET /api/v1/rooms` lists them: at most 100.
    pub public: Vec<RoomListItem>,
}

impl Home {
    /// Returns true if none of these games has started. A visitor with more of them than are listed is not new.
    #[must_use]
    pub fn is_new(running: &RoomPage, finished: &RoomPage) -> bool {
        let has_none =
            |page: &RoomPage| page.next.is_none() && page.rooms.iter().all(|item| !item.room.started);
        has_none(running) && has_none(finished)
    }
}

/// A position to study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyBody {
    /// A position as in docs/protocol.md, with the stocks in drawing order.
    #[ts(type = "Record<string, unknown>")]
    pub position: serde_json::Value,
    /// At most 40 actions in notation, played in order by the players to move.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub actions: Vec<String>,
    /// Whose view to return; by default that of the player to move at the end.
    #[serde(default)]
    #[ts(optional)]
    #[schema(value_type = Option<u8>)]
    pub player: Option<PlayerIndex>,
}

/// The body of every error response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// An error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorDetail {
    /// Code for programs.
    pub code: String,
    /// English text for people.
    pub message: String,
}
