//! Faults of a position.

use crate::setup::SCORE_LIMIT;
use crate::{CARD_HAND_LIMIT, Cell, Ending, Guest, Nation, Outcome, PlayerCountError, Tile};

/// One fault of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum PositionFault {
    #[error("{field} is missing")]
    Missing { field: &'static str },
    #[error("unknown field {field:?} in a position of this game")]
    UnknownField { field: String },
    #[error("{field} must be {wanted}")]
    WrongType { field: String, wanted: &'static str },
    #[error("{name} in {field} is not a guest")]
    UnknownGuest { field: String, name: String },
    #[error("{name} in {field} is not a nation")]
    UnknownNation { field: String, name: String },
    #[error("{name:?} is not a seat")]
    UnknownSeat { name: String },
    #[error("{name:?} is not a table")]
    UnknownTable { name: String },
    #[error(transparent)]
    Players(PlayerCountError),
    #[error("{field} has {found} entries, not one for each of {wanted} players")]
    Length { field: &'static str, found: usize, wanted: usize },
    #[error("there is no player {turn} to move")]
    Turn { turn: u8 },
    #[error("player {player} has {score} points; the limit is {SCORE_LIMIT} either way")]
    Score { player: usize, score: i16 },
    #[error("there are {found} of {tile}, but only {limit} in the game")]
    TooManyTiles { tile: Tile, found: usize, limit: usize },
    #[error("there are {found} tables of {} ({nation}), but only 2 in the game", .nation.english_name())]
    TooManyTables { nation: Nation, found: usize },
    #[error("the café has no table at {cell}")]
    NoTable { cell: Cell },
    #[error("table {cell} is given twice")]
    DuplicateTable { cell: Cell },
    #[error("table {cell} is missing")]
    TableMissing { cell: Cell },
    #[error("the nation of table {cell} is {}, not {}", .actual.english_name(), .given.english_name())]
    NationMismatch { cell: Cell, given: Nation, actual: Nation },
    #[error("the café has no seat at {cell}")]
    NoSeat { cell: Cell },
    #[error("seat {cell} is given twice")]
    DuplicateSeat { cell: Cell },
    /// Board game: a guest who touches no table of its nation.
    #[error("{guest} on {cell} touches no table of {}", .guest.nation().english_name())]
    NoOwnTable { cell: Cell, guest: Guest },
    #[error("{ladies} ladies and {gentlemen} gentlemen cannot sit together at table {cell}")]
    Unbalanced { cell: Cell, ladies: usize, gentlemen: usize },
    #[error("player {player} holds {held} cards; the limit is {CARD_HAND_LIMIT}")]
    HandTooLarge { player: usize, held: usize },
    #[error("{placed} guests cannot have been seated in a turn that is not over; the limit here is {limit}")]
    Placed { placed: u8, limit: u8 },
    #[error("{saved} own-nation tables cannot have been completed in this turn; the limit here is {limit}")]
    Saved { saved: u8, limit: u8 },
    /// Card game: a full table would have been cleared.
    #[error("table {cell} is full and would have been cleared")]
    FullTable { cell: Cell },
    /// Board game: with the last chair taken the game would be over.
    #[error("every chair is taken, so the game would be over")]
    NoFreeChair,
    #[error(transparent)]
    Pending(PendingFault),
    #[error("{found} guests are at the bar; the limit here is {limit}")]
    TooManyAtBar { found: usize, limit: usize },
    #[error("a joker cannot be at the bar")]
    JokerAtBar,
    #[error("player {player} {reason}")]
    Eliminated { player: u8, reason: EliminatedFault },
    #[error("{eliminated} players are out, but only {costly} places at the bar have cost points")]
    TooManyEliminated { eliminated: usize, costly: usize },
    #[error("with {left} players left the game would be over")]
    TooFewPlayersLeft { left: usize },
    #[error("after {passes} passes in a row the game would be over")]
    Passes { passes: u8 },
    #[error("there is a result, but the game is not over")]
    UnexpectedResult,
    #[error("this game cannot end by {:?}", .why.as_str())]
    WrongEnding { why: Ending },
    #[error(
        "the result does not follow from the position, which gives {}",
        serde_json::to_string(.outcome.as_ref()).unwrap_or_default()
    )]
    WrongResult { outcome: Box<Outcome> },
}

/// Why `pending` is not possible in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PendingFault {
    /// The game is over.
    #[error("pending must be empty in a finished game")]
    GameOver,
    /// Board game: the very first guest needs no company (docs/rules.md §3).
    #[error("pending must be empty in the first turn of the board game, which needs no company")]
    FirstTurn,
    /// The opener was seated in this turn, and a placement is left.
    #[error("pending requires a turn with a guest placed and a placement left")]
    PlacedCount,
    /// The tables are not in reading order, each once.
    #[error("the tables in pending must be in reading order, each once")]
    Order,
    /// No guest sits alone at exactly these tables.
    #[error("no guest sits alone at exactly the tables in pending")]
    NoOpener,
    /// The player to move holds no guest who could join the opener.
    #[error("the player to move holds no guest who could join the opener")]
    NoFollower,
}

/// Why a player cannot be listed as eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the message says it")]
pub enum EliminatedFault {
    #[error("does not exist")]
    NoPlayer,
    #[error("is out twice")]
    Twice,
    #[error("is out but holds tiles")]
    HasTiles,
    #[error("is out but to move")]
    ToMove,
}
