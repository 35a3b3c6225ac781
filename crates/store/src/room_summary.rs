//! What the store keeps of a room beside its log.

use cafe_room::messages::{GameResult, RoomView};
use cafe_room::{Millis, Occupant, PlayerIndex, Room, VisitorId};

/// What lists and timers need to know of a room without reading its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomSummary {
    /// The visitor who opened the room or inherited it.
    pub host: VisitorId,
    /// Whether the room is listed publicly.
    pub public: bool,
    /// The phase of the room.
    pub state: RoomState,
    /// Whether the game has started.
    pub started: bool,
    /// When the room needs attention without a request: the turn runs out of time, or a bot is to move.
    pub timer_at: Option<Millis>,
    /// The player to move in a running game.
    pub to_move: Option<PlayerIndex>,
    /// By player: the score.
    pub scores: Vec<i16>,
    /// The café ([`Room::cafe_summary`]).
    pub cafe: String,
    /// The visitors who have a seat.
    pub visitors: Vec<VisitorId>,
    /// Settings and occupants. None if they are stored already: then only the timer, the player to move, the scores and the café are stored.
    pub view: Option<Box<RoomView>>,
    /// The result of a finished game.
    pub result: Option<Box<GameResult>>,
}

impl RoomSummary {
    /// Summarises a room.
    #[must_use]
    pub fn of(room: &Room) -> RoomSummary {
        RoomSummary {
            view: Some(Box::new(RoomView::of(room))),
            result: room.result().map(Box::new),
            ..RoomSummary::without_view(room)
        }
    }

    /// Summarises a room whose view is stored already. Cheap enough for every move.
    #[must_use]
    pub fn without_view(room: &Room) -> RoomSummary {
        let seated = room.occupants.iter().filter_map(Occupant::visitor);
        RoomSummary {
            host: room.host.clone(),
            public: room.options.public,
            state: match () {
                () if room.is_over() => RoomState::Over,
                () if room.game.is_some() => RoomState::Playing,
                () => RoomState::Waiting,
            },
            started: room.game.is_some(),
            timer_at: room.next_timer(),
            to_move: room.to_move(),
            scores: room.scores(),
            cafe: room.cafe_summary(),
            visitors: seated.map(|visitor| visitor.id.clone()).collect(),
            view: None,
            result: None,
        }
    }

    /// Returns true if it has to be stored after another one. Scores alone do not count: they change with most actions, and lists
    /// show them as of the end of the last turn.
    #[must_use]
    pub fn has_news_since(&self, before: &RoomSummary) -> bool {
        let facts = |summary: &RoomSummary| (summary.state, summary.timer_at, summary.to_move);
        facts(self) != facts(before) || self.host != before.host || self.visitors != before.visitors
    }
}

/// The phase of a room. The numbers are stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoomState {
    /// The game has not started.
    Waiting = 0,
    /// The game is running.
    Playing = 1,
    /// The game is over or the room is closed.
    Over = 2,
}
