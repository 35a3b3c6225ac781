//! Events: what an action changed. Records, replays, messages and screens are built from them.

use crate::{Guest, Nation, Seat, Table, TableScore, Tile};

/// One event of an action. An action can have several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the sentence above them names")]
pub enum Event {
    /// A guest sat down.
    Seated { player: u8, guest: Guest, seat: Seat },
    /// A table paid for a guest who now has company there (docs/rules.md §1).
    Scored { player: u8, table: Table, score: TableScore },
    /// A party paid 20 points, or 40 if all four guests are of the table's nation.
    PartyScored { player: u8, table: Table, own: bool, points: i16 },
    /// A full table was cleared and its guests left the café.
    TableCleared { table: Table },
    /// A new table replaced a cleared one.
    TableLaid { table: Table, nation: Nation },
    /// A player drew a tile. In the card game only that player sees which.
    Drew { player: u8, tile: Tile },
    /// A player laid a card face down. Only that player sees which one.
    LaidFaceDown { player: u8, tile: Tile },
    /// A guest went to the bar, to the place with this index, for these points.
    SentToBar { player: u8, tile: Tile, place: u8, points: i16 },
    /// A guest took the seat of a joker, and the joker went to the player's hand.
    Swapped { player: u8, guest: Guest, joker: Guest, seat: Seat },
    /// A player could not pay at the bar and is eliminated. The guest stays at the bar, nothing is paid.
    Eliminated { player: u8, tile: Tile, place: u8 },
    /// A player passed.
    Passed { player: u8 },
    /// The turn passed to the next player.
    TurnPassed { to: u8 },
    /// The game is over.
    GameOver { why: Ending },
}

/// Payer of the points of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointSource {
    /// A café table.
    Table(Table),
    /// The bar.
    Bar,
}

impl Event {
    /// Returns the points that the event pays, negative for a costly place at the bar; `None` if it pays nothing.
    ///
    /// ```
    /// use cafe_rules::{Board, Event, Game};
    /// let position = serde_json::json!({
    ///     "game": "board", "players": 2, "hands": [["DEf"], ["ITf"]], "guest_stock": ["FRm", "FRf", "FRf", "FRf", "FRm"],
    /// });
    /// let mut game = Game::from_position(&position, Board::standard())?;
    /// let events = game.play(game.parse_action("bar DEf")?)?;
    /// assert_eq!(events.iter().filter_map(Event::points).sum::<i16>(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn points(&self) -> Option<i16> {
        match *self {
            Event::Scored { score, .. } => Some(score.points()),
            Event::PartyScored { points, .. } | Event::SentToBar { points, .. } => Some(points),
            _ => None,
        }
    }

    /// Returns what pays the [points](Event::points) of the event.
    #[must_use]
    pub const fn point_source(&self) -> Option<PointSource> {
        match *self {
            Event::Scored { table, .. } | Event::PartyScored { table, .. } => Some(PointSource::Table(table)),
            Event::SentToBar { .. } => Some(PointSource::Bar),
            _ => None,
        }
    }

    /// Returns true if the turn of the player is over with this event.
    #[must_use]
    pub const fn ends_turn(&self) -> bool {
        matches!(self, Event::TurnPassed { .. } | Event::GameOver { .. })
    }

    /// Returns true if the event turns up something that was hidden: a drawn tile or a new table.
    ///
    /// An action with such an event cannot be taken back, since the player has learned something from it.
    #[must_use]
    pub const fn reveals_hidden(&self) -> bool {
        matches!(self, Event::Drew { .. } | Event::TableLaid { .. })
    }
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// Card game: the table stock was too small to replace all full tables.
    Tables,
    /// Card game: the last guest of the stock was drawn.
    Guests,
    /// Card game: a player with an empty hand closed the café.
    Closed,
    /// Board game: the last free chair was taken.
    Chairs,
    /// Board game: the last place at the bar was taken.
    Bar,
    /// Board game: one player is left.
    Alone,
    /// Board game: one of the last four tiles was drawn.
    Bag,
    /// Board game: a turn ended with no tile in hand and none to draw.
    Hand,
    /// Board game: all players passed in a row.
    Stuck,
}

impl Ending {
    /// The endings of the card game.
    pub const CARD: [Ending; 3] = [Ending::Tables, Ending::Guests, Ending::Closed];
    /// The endings of the board game, in the order in which they count if several apply.
    pub const BOARD: [Ending; 6] =
        [Ending::Chairs, Ending::Bar, Ending::Alone, Ending::Bag, Ending::Hand, Ending::Stuck];

    /// Name of the ending in positions and records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Ending::Tables => "tables",
            Ending::Guests => "guests",
            Ending::Closed => "closed",
            Ending::Chairs => "chairs",
            Ending::Bar => "bar",
            Ending::Alone => "alone",
            Ending::Bag => "bag",
            Ending::Hand => "hand",
            Ending::Stuck => "stuck",
        }
    }

    /// Returns the ending with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Ending> {
        Ending::CARD.into_iter().chain(Ending::BOARD).find(|ending| ending.as_str() == name)
    }

    /// The ending as an English clause, for text that is not translated.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Ending::Tables => "too few tables are left to replace the full ones",
            Ending::Guests => "the last guest of the stock has been drawn",
            Ending::Closed => "a player with an empty hand has closed the café",
            Ending::Chairs => "the last chair is taken",
            Ending::Bar => "the last place at the bar is taken",
            Ending::Alone => "only one player is left",
            Ending::Bag => "one of the last four tiles has been drawn",
            Ending::Hand => "a player has no tile left and none to draw",
            Ending::Stuck => "all players passed in a row",
        }
    }
}

/// Most events of one action. A party of four that clears five tables has the most.
pub const MAX_EVENTS: usize = 24;

/// The events of one action, in order.
pub type Events = arrayvec::ArrayVec<Event, MAX_EVENTS>;
