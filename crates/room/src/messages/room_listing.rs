//! What lists show of a room, for every viewer.

use super::{GameResult, RoomListItem, RoomView};
use crate::room::PlayerIndex;
use crate::{Millis, Room, VisitorId};

/// What lists show of a room. The store keeps it beside the log, so that a list replays no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomListing {
    /// Settings and occupants.
    pub room: RoomView,
    /// When the room was opened.
    pub opened_at: Millis,
    /// Time of the last entry.
    pub updated_at: Millis,
    /// When the turn of the player to move runs out of time.
    pub deadline: Option<Millis>,
    /// The player to move in a running game.
    pub to_move: Option<PlayerIndex>,
    /// By player: the score, or the final score; empty before the game.
    pub scores: Vec<i16>,
    /// The café at the end of the last turn ([`Room::cafe_summary`]); empty before the game.
    pub cafe: String,
    /// The result of a finished game.
    pub result: Option<GameResult>,
}

impl RoomListing {
    /// Returns what lists show of a room.
    #[must_use]
    pub fn of(room: &Room) -> RoomListing {
        RoomListing {
            room: RoomView::of(room),
            opened_at: room.opened_at(),
            updated_at: room.updated_at,
            deadline: room.deadline(),
            to_move: room.to_move(),
            scores: room.scores(),
            cafe: room.cafe_summary(),
            result: room.result(),
        }
    }

    /// Returns the item for a list that everybody sees.
    #[must_use]
    pub fn for_everybody(self) -> RoomListItem {
        self.for_player(None)
    }

    /// Returns the item for a visitor's own list, if the visitor has a seat.
    #[must_use]
    pub fn for_visitor(self, visitor: &VisitorId) -> Option<RoomListItem> {
        let player = self.room.player_of(visitor)?;
        Some(self.for_player(Some(player)))
    }

    fn for_player(self, player: Option<PlayerIndex>) -> RoomListItem {
        let RoomListing { room, opened_at, updated_at, deadline, to_move, scores, cafe, result } = self;
        let shows_game = room.options.can_list_scores(player.is_some());
        RoomListItem {
            room,
            opened_at,
            updated_at,
            deadline: deadline.filter(|_| shows_game),
            to_move: to_move.filter(|_| shows_game),
            scores: if shows_game { scores } else { Vec::new() },
            cafe: if shows_game { cafe } else { String::new() },
            result: result.filter(|_| shows_game),
            player,
        }
    }
}

impl Room {
    /// Returns the scores by player, the final ones after the end; empty before the game.
    #[must_use]
    pub fn scores(&self) -> Vec<i16> {
        let Some(game) = &self.game else { return Vec::new() };
        match game.current.outcome() {
            Some(outcome) => outcome.final_scores.to_vec(),
            None => game.current.scores().to_vec(),
        }
    }

    /// Returns the result of a game that is over; none if the room was closed before.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        GameResult::of_room(self)
    }
}
