//! Refusals: the rule, seat and tables as facts, and a message for the player.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{Cell, Guest, Nation, Sex, Tile};

/// A table as a refusal names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedTable {
    /// Cell of the table.
    pub cell: Cell,
    /// Nation of the table.
    pub nation: Nation,
}

impl fmt::Display for NamedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} ({})", self.cell, self.nation.english_name())
    }
}

/// The tables that a seat touches, at most three.
pub type NamedTables = ArrayVec<NamedTable, 3>;

/// The reason why an action is refused. Variants are in the order in which they are checked; the first that applies is
/// the answer (docs/protocol.md).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum Refusal {
    /// Not an action of this game, or not written as one.
    #[error(transparent)]
    NotAnAction(NotAnActionReason),
    /// A party in a game without the variant.
    #[error("this game is played without parties")]
    VariantOff,
    #[error("the game is over")]
    GameOver,
    /// An opener waits for company at one of these tables.
    #[error("company: your guest sits alone; seat the next guest at {}", join(.tables, "or"))]
    OwesCompany { tables: NamedTables },
    /// All placements of this turn are used.
    #[error("you can seat at most {limit} guests in a turn")]
    TurnUsed { limit: u8 },
    /// `draw` with twelve cards in hand.
    #[error("you cannot draw with twelve cards in hand; seat a guest or place a card face down")]
    HandFull,
    /// `down` with fewer than twelve cards in hand.
    #[error("you can place a card face down only with exactly twelve in hand; you hold {held}")]
    HandNotFull { held: u8 },
    /// Not possible at this point of the turn.
    #[error(transparent)]
    NotNow(NotNowReason),
    #[error("a joker cannot go to the bar")]
    JokerAtBar,
    /// The player does not hold the tile, or not often enough.
    #[error("you do not hold {tile}, or not often enough")]
    NotInHand { tile: Tile },
    #[error("the café has no such chair")]
    NoSuchSeat,
    #[error("chair {seat} is taken by {by}")]
    SeatTaken { seat: Cell, by: Guest },
    #[error("no joker sits on chair {seat}")]
    NoJoker { seat: Cell },
    /// A joker can be swapped only for a guest of its own sex.
    #[error("the joker on {seat} can be swapped only for a {}", sex_noun(*.joker))]
    WrongSex { seat: Cell, joker: Sex },
    #[error("not a party: {0}")]
    NotAParty(NotAPartyReason),
    /// A joker must take the nation of a table it touches.
    #[error(
        "nation: the joker cannot be from {} on {seat}, which is at {}",
        .nation.english_name(),
        join(.tables, "and")
    )]
    JokerNation { nation: Nation, seat: Cell, tables: NamedTables },
    /// No table at the seat is of the guest's nation.
    #[error(
        "nation: {tile} is from {}, but chair {seat} is at {}",
        .tile.nation().map_or("no nation", Nation::english_name),
        join(.tables, "and")
    )]
    WrongNation { tile: Tile, seat: Cell, tables: NamedTables },
    /// A table would be out of balance.
    #[error(
        "balance: {table} would have {} and {}; {}",
        count(*.ladies, "lady", "ladies"),
        count(*.gentlemen, "gentleman", "gentlemen"),
        balance_rule(*.ladies, *.gentlemen)
    )]
    Unbalanced { table: NamedTable, ladies: u8, gentlemen: u8 },
    /// The guest would sit alone.
    #[error("company: {guest} would sit alone on {seat} at {}, and {reason}", join(.tables, "and"))]
    Alone { guest: Guest, seat: Cell, tables: NamedTables, reason: AloneReason },
    /// The guest would have company, but not at a table of the waiting opener.
    #[error(
        "company: chair {seat} leaves your first guest alone; {guest} or another guest must join at {}",
        join(.tables, "or")
    )]
    AwayFromOpener { guest: Guest, seat: Cell, tables: NamedTables },
}

/// What is wrong with the form of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAnActionReason {
    /// Not written as the protocol writes actions.
    #[error("this is not written as an action; `legal` lists the legal ones")]
    Spelling,
    /// An action of the other game.
    #[error("this is an action of the other game")]
    OtherGame,
}

/// Why an action is not possible at this point of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotNowReason {
    /// `end` before a guest was seated.
    #[error("you have seated no guest in this turn, so you cannot end it")]
    NothingSeated,
    /// `close` with cards in hand.
    #[error("you can close the café only with an empty hand")]
    HandNotEmpty,
    /// `pass` while another action is legal.
    #[error("you can pass only if no other action is legal")]
    OtherActionLegal,
    /// An action that takes a whole turn, after seating.
    #[error("this action takes a whole turn, and you have already seated a guest in this one")]
    AlreadySeated,
}

/// Why guests do not make a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum NotAPartyReason {
    #[error("the café has no such table")]
    NoTable,
    /// The seats are not exactly the free ones of the table.
    #[error("it must fill exactly the {free} free chairs of {table}")]
    Seats { table: NamedTable, free: u8 },
    #[error("its guests must all be of one sex")]
    BothSexes,
    /// A guest of the other sex sits at the table.
    #[error("a guest of the other sex sits at {table}")]
    OtherSexAtTable { table: NamedTable },
}

/// Why a guest may not be seated alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AloneReason {
    /// It would be the last placement of the turn.
    #[error("this is the last guest of your turn, so no other could join")]
    LastPlacement,
    /// The player holds no guest who could join.
    #[error("you hold no guest who could join")]
    NoFollower,
}

impl Refusal {
    /// Returns the tables that the refusal is about, empty if it is not about tables.
    #[must_use]
    pub fn tables(&self) -> &[NamedTable] {
        match self {
            Refusal::OwesCompany { tables }
            | Refusal::JokerNation { tables, .. }
            | Refusal::WrongNation { tables, .. }
            | Refusal::Alone { tables, .. }
            | Refusal::AwayFromOpener { tables, .. } => tables,
            Refusal::Unbalanced { table, .. }
            | Refusal::NotAParty(
                NotAPartyReason::Seats { table, .. } | NotAPartyReason::OtherSexAtTable { table },
            ) => std::slice::from_ref(table),
            _ => &[],
        }
    }

    /// Returns the error code of the engine protocol.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotAnAction(_) => "not_an_action",
            Refusal::VariantOff => "variant_off",
            Refusal::GameOver => "game_over",
            Refusal::OwesCompany { .. } | Refusal::AwayFromOpener { .. } => "owes_company",
            Refusal::TurnUsed { .. } => "turn_used",
            Refusal::HandFull => "hand_full",
            Refusal::HandNotFull { .. } => "hand_not_full",
            Refusal::NotNow(_) => "not_now",
            Refusal::JokerAtBar => "joker_at_bar",
            Refusal::NotInHand { .. } => "not_in_hand",
            Refusal::NoSuchSeat => "no_such_seat",
            Refusal::SeatTaken { .. } => "seat_taken",
            Refusal::NoJoker { .. } => "no_joker",
            Refusal::WrongSex { .. } => "wrong_sex",
            Refusal::NotAParty(_) => "not_a_party",
            Refusal::JokerNation { .. } => "joker_nation",
            Refusal::WrongNation { .. } => "wrong_nation",
            Refusal::Unbalanced { .. } => "unbalanced",
            Refusal::Alone { .. } => "alone",
        }
    }
}

fn join(tables: &[NamedTable], conjunction: &str) -> String {
    match tables {
        [] => "no table".to_owned(),
        [one] => one.to_string(),
        [init @ .., last] => {
            let init: Vec<String> = init.iter().map(ToString::to_string).collect();
            format!("{} {conjunction} {last}", init.join(", "))
        }
    }
}

const fn sex_noun(sex: Sex) -> &'static str {
    match sex {
        Sex::Lady => "lady",
        Sex::Gentleman => "gentleman",
    }
}

fn count(number: u8, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

const fn balance_rule(ladies: u8, gentlemen: u8) -> &'static str {
    if ladies >= 3 || gentlemen >= 3 {
        "three of one sex are too many"
    } else {
        "the second guest must be of the other sex"
    }
}
