//! Access policy: who may see a room and its finished game.

use cafe_rules::Viewer;

use crate::room::PlayerIndex;
use crate::{Occupant, Room, RoomOptions, VisitorId};

impl Room {
    /// Returns the visitor's viewpoint: a player or a spectator. A player who resigned watches the rest of the game without
    /// the cards that the bot in the seat holds.
    #[must_use]
    pub fn viewer(&self, visitor: &VisitorId) -> Viewer {
        let has_cards = |player: &PlayerIndex| self.is_over() || !self.has_resigned(*player);
        self.player_of(visitor).filter(has_cards).map_or(Viewer::Spectator, Viewer::Player)
    }

    /// Returns true if a visitor may connect to the room. Without spectators only host and players may, but anybody until the
    /// game starts, because they may want to join. That also holds after the game, because chat stays among the players.
    #[must_use]
    pub fn can_watch(&self, visitor: &VisitorId) -> bool {
        self.options.spectators || self.game.is_none() || self.is_host_or_player(visitor)
    }

    /// Returns true if this visitor may see the finished game: the room admits spectators, a player shared the game, or it is the
    /// visitor's own. No identity is needed for the first two.
    #[must_use]
    pub fn can_see_replay(&self, visitor: Option<&VisitorId>) -> bool {
        let is_own = visitor.is_some_and(|visitor| self.is_host_or_player(visitor));
        self.options.spectators || self.shared || is_own
    }

    /// Returns true for visitors who are admitted to a full room: host, players, and those whom a seat is reserved for.
    #[must_use]
    pub fn has_place_for(&self, visitor: &VisitorId) -> bool {
        let is_reserved = |occupant: &Occupant| occupant.is_reserved_for(visitor);
        self.is_host_or_player(visitor) || self.occupants.iter().any(is_reserved)
    }

    fn is_host_or_player(&self, visitor: &VisitorId) -> bool {
        self.host == *visitor || self.player_of(visitor).is_some()
    }
}

impl RoomOptions {
    /// Returns true if a list may show the scores of the game. A player always sees the scores of their own games.
    #[must_use]
    pub fn can_list_scores(&self, is_player: bool) -> bool {
        self.spectators || is_player
    }
}
