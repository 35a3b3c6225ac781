//! What can be wrong with a position.

use std::fmt;

use crate::setup::SCORE_LIMIT;
use crate::{CARD_HAND_MOST, Cell, Ending, Guest, Nation, Outcome, Tile, WrongPlayers};

/// One thing that is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum PositionFault {
    /// A field that must be there is not.
    Missing {
        field: &'static str,
    },
    /// A field that positions of this game do not have.
    UnknownField {
        field: String,
    },
    /// A field holds something else than it should.
    Shape {
        field: String,
        wanted: &'static str,
    },
    UnknownGuest {
        field: String,
        name: String,
    },
    UnknownNation {
        field: String,
        name: String,
    },
    UnknownSeat {
        name: String,
    },
    UnknownTable {
        name: String,
    },
    Players(WrongPlayers),
    Length {
        field: &'static str,
        found: usize,
        wanted: usize,
    },
    Turn {
        turn: u8,
    },
    Score {
        player: usize,
        score: i16,
    },
    TooMany {
        tile: Tile,
        found: usize,
        most: usize,
    },
    TooManyTables {
        nation: Nation,
        found: usize,
    },
    NoTable {
        cell: Cell,
    },
    TableTwice {
        cell: Cell,
    },
    TableMissing {
        cell: Cell,
    },
    OtherNation {
        cell: Cell,
        said: Nation,
        is: Nation,
    },
    NoSeat {
        cell: Cell,
    },
    SeatTwice {
        cell: Cell,
    },
    Stranger {
        cell: Cell,
        guest: Guest,
    },
    ThreeOfOneSex {
        cell: Cell,
        ladies: usize,
        gentlemen: usize,
    },
    TwoOfOneSex {
        cell: Cell,
        ladies: usize,
        gentlemen: usize,
    },
    HandTooLarge {
        player: usize,
        held: usize,
    },
    Placed {
        placed: u8,
        most: u8,
    },
    Saved {
        saved: u8,
        most: u8,
    },
    /// Card game: a full table would have been cleared.
    FullTable {
        cell: Cell,
    },
    /// Board game: with the last chair taken the game would be over.
    NoChairLeft,
    Pending(Pending),
    BarTooLong {
        found: usize,
        most: usize,
    },
    JokerAtBar,
    Out {
        player: u8,
        why: Out,
    },
    OutTooEarly {
        out: usize,
        costly: usize,
    },
    TooFewLeft {
        left: usize,
    },
    Passes {
        passes: u8,
    },
    ResultTooEarly,
    Ending {
        why: Ending,
    },
    Result {
        outcome: Box<Outcome>,
    },
}

/// Why nobody can be waiting for company there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// The game is over.
    Over,
    /// Board game: the very first guest owes no company.
    VeryFirst,
    /// An opener is seated in this turn and leaves a placement.
    Placed,
    /// The tables are not in reading order, each once.
    Order,
    /// Nobody sits alone at exactly these tables.
    NoOpener,
    /// The player holds nobody who could follow.
    NobodyFollows,
}

/// Why a player cannot be out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Out {
    NoPlayer,
    Twice,
    HasTiles,
    ToMove,
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionFault::Missing { field } => write!(f, "{field} is missing"),
            PositionFault::UnknownField { field } => {
                write!(f, "there is no field {field:?} in a position of this game")
            }
            PositionFault::Shape { field, wanted } => write!(f, "{field} must be {wanted}"),
            PositionFault::UnknownGuest { field, name } => write!(f, "{name} in {field} is not a guest"),
            PositionFault::UnknownNation { field, name } => write!(f, "{name} in {field} is not a nation"),
            PositionFault::UnknownSeat { name } => write!(f, "{name:?} is not a seat"),
            PositionFault::UnknownTable { name } => write!(f, "{name:?} is not a table"),
            PositionFault::Players(wrong) => wrong.fmt(f),
            PositionFault::Length { field, found, wanted } => {
                write!(f, "{field} has {found} entries, not one for each of {wanted} players")
            }
            PositionFault::Turn { turn } => write!(f, "there is no player {turn} to move"),
            PositionFault::Score { player, score } => {
                write!(f, "player {player} has {score} points; {SCORE_LIMIT} either way are the most")
            }
            PositionFault::TooMany { tile, found, most } => {
                write!(f, "there are {found} of {tile}, but only {most} in the game")
            }
            PositionFault::TooManyTables { nation, found } => {
                write!(
                    f,
                    "there are {found} tables of {} ({nation}), but only 2 in the game",
                    nation.english()
                )
            }
            PositionFault::NoTable { cell } => write!(f, "the café has no table at {cell}"),
            PositionFault::TableTwice { cell } => write!(f, "table {cell} is given twice"),
            PositionFault::TableMissing { cell } => write!(f, "table {cell} is missing"),
            PositionFault::OtherNation { cell, said, is } => {
                write!(f, "table {cell} is of {}, not of {}", is.english(), said.english())
            }
            PositionFault::NoSeat { cell } => write!(f, "the café has no seat at {cell}"),
            PositionFault::SeatTwice { cell } => write!(f, "seat {cell} is given twice"),
            PositionFault::Stranger { cell, guest } => {
                write!(f, "{guest} on {cell} touches no table of {}", guest.nation().english())
            }
            PositionFault::ThreeOfOneSex { cell, ladies, gentlemen }
            | PositionFault::TwoOfOneSex { cell, ladies, gentlemen } => {
                write!(
                    f,
                    "{ladies} ladies and {gentlemen} gentlemen could not have come together at table {cell}"
                )
            }
            PositionFault::HandTooLarge { player, held } => {
                write!(f, "player {player} holds {held} cards; {CARD_HAND_MOST} are the most")
            }
            PositionFault::Placed { placed, most } => {
                write!(
                    f,
                    "{placed} guests cannot have been seated in a turn that goes on here; {most} are the most"
                )
            }
            PositionFault::Saved { saved, most } => {
                write!(
                    f,
                    "{saved} own-nation tables cannot have been completed in this turn; {most} are the most"
                )
            }
            PositionFault::FullTable { cell } => {
                write!(f, "table {cell} is full and would have been cleared")
            }
            PositionFault::NoChairLeft => write!(f, "every chair is taken, so the game would be over"),
            PositionFault::Pending(why) => f.write_str(match why {
                Pending::VeryFirst => "in the very first turn of the board game nobody owes company",
                Pending::Over => "nobody waits for company in a finished game",
                Pending::Placed => {
                    "an opener waits for company only in a turn with one placed and one to come"
                }
                Pending::Order => "the tables of an opener must be given in reading order, each once",
                Pending::NoOpener => {
                    "nobody sits alone at exactly the tables where an opener is said to wait"
                }
                Pending::NobodyFollows => "the player to move holds nobody who could join the opener",
            }),
            PositionFault::BarTooLong { found, most } => {
                write!(f, "{found} guests are at the bar; {most} are the most here")
            }
            PositionFault::JokerAtBar => write!(f, "a joker cannot be at the bar"),
            PositionFault::Out { player, why } => {
                let why = match why {
                    Out::NoPlayer => "does not exist",
                    Out::Twice => "is out twice",
                    Out::HasTiles => "is out but holds tiles",
                    Out::ToMove => "is out but to move",
                };
                write!(f, "player {player} {why}")
            }
            PositionFault::OutTooEarly { out, costly } => {
                write!(f, "{out} players are out, but only {costly} places at the bar have cost anything")
            }
            PositionFault::TooFewLeft { left } => {
                write!(f, "with {left} players left the game would be over")
            }
            PositionFault::Passes { passes } => {
                write!(f, "after {passes} passes in a row the game would be over")
            }
            PositionFault::ResultTooEarly => write!(f, "there is a result, but the game is not over"),
            PositionFault::Ending { why } => write!(f, "this game does not end by {:?}", why.word()),
            PositionFault::Result { outcome } => {
                let numbers = serde_json::to_string(outcome.as_ref()).unwrap_or_default();
                write!(f, "the result does not follow from the position, which gives {numbers}")
            }
        }
    }
}
