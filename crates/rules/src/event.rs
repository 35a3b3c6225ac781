//! What happened: the vocabulary of logs, records, replays and screens.

use crate::{Guest, Nation, Seat, Table, TableScore, Tile};

/// One thing that happened because of an action. An action can bring about several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the sentence above them names")]
pub enum Event {
    /// A guest sat down.
    Seated { player: u8, guest: Guest, seat: Seat },
    /// A table paid for a guest who has company there now.
    Scored { player: u8, table: Table, score: TableScore },
    /// A party paid: 20, or 40 if all four are of the table's own nation.
    PartyScored { player: u8, table: Table, own: bool, points: i16 },
    /// A full table was cleared: its guests left the café.
    Cleared { table: Table },
    /// A new table was laid in place of a cleared one.
    Laid { table: Table, nation: Nation },
    /// A player drew a tile. Card game: only that player sees which.
    Drew { player: u8, tile: Tile },
    /// A player laid a card face down. Only that player sees which.
    LaidDown { player: u8, tile: Tile },
    /// A guest went to the bar, to the place with this number, for these points.
    AtBar { player: u8, tile: Tile, place: u8, points: i16 },
    /// A joker came from the café into the hand, and a guest took its seat.
    Swapped { player: u8, guest: Guest, joker: Guest, seat: Seat },
    /// A player could not pay at the bar and is out; the guest stays there, nothing is paid.
    Eliminated { player: u8, tile: Tile, place: u8 },
    /// A player passed.
    Passed { player: u8 },
    /// The turn went to the next player.
    TurnPassed { to: u8 },
    /// The game is over.
    GameOver { why: Ending },
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// Card game: the table stock could not replace all full tables.
    Tables,
    /// Card game: someone drew the last guest.
    Guests,
    /// Card game: someone with no card in hand closed the café.
    Closed,
    /// Board game: the last free chair was taken.
    Chairs,
    /// Board game: the last place at the bar was taken.
    Bar,
    /// Board game: one player is left.
    Alone,
    /// Board game: someone drew one of the last four tiles.
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

    /// The word for it in positions and records.
    #[must_use]
    pub const fn word(self) -> &'static str {
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

    /// The ending with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Ending> {
        Ending::CARD.into_iter().chain(Ending::BOARD).find(|ending| ending.word() == word)
    }

    /// Why, in English.
    #[must_use]
    pub const fn english(self) -> &'static str {
        match self {
            Ending::Tables => "there are too few tables left to replace the full ones",
            Ending::Guests => "the last guest of the stock has been drawn",
            Ending::Closed => "a player with an empty hand has closed the café",
            Ending::Chairs => "the last chair is taken",
            Ending::Bar => "the last place at the bar is taken",
            Ending::Alone => "only one player is left",
            Ending::Bag => "one of the last four tiles has been drawn",
            Ending::Hand => "a player has no tile left and none to draw",
            Ending::Stuck => "nobody can do anything any more",
        }
    }
}

/// The most events that one action can bring about: a party of four that clears five tables is the richest.
pub const MAX_EVENTS: usize = 24;

/// What an action brought about, in order.
pub type Events = arrayvec::ArrayVec<Event, MAX_EVENTS>;
