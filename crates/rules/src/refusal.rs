//! Why an action was refused: the rule, the seat, the table, as facts; and the sentence a player reads.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{Cell, Guest, Nation, Sex, Tile};

/// A table as a refusal names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedTable {
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is.
    pub nation: Nation,
}

impl fmt::Display for NamedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} ({})", self.cell, self.nation.english())
    }
}

/// The tables a seat touches: three at the most.
pub type NamedTables = ArrayVec<NamedTable, 3>;

fn list<T: fmt::Display>(items: &[T], last: &str) -> String {
    match items {
        [] => "no table".to_owned(),
        [one] => one.to_string(),
        [init @ .., end] => {
            let init: Vec<String> = init.iter().map(ToString::to_string).collect();
            format!("{} {last} {end}", init.join(", "))
        }
    }
}

/// Why an action was refused. The order of the variants is the order in which they are looked for; the first that
/// applies is the answer (docs/protocol.md).
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum Refusal {
    /// Not an action of this game, or not written as one.
    NotAnAction(NotAnAction),
    /// A party, in a game without the variant.
    VariantOff,
    /// The game has ended.
    GameOver,
    /// An opener still waits at one of these tables.
    OwesCompany { tables: NamedTables },
    /// All placements of this turn are used.
    TurnUsed { most: u8 },
    /// A draw with twelve cards in hand.
    HandFull,
    /// Laying down with fewer than twelve cards in hand.
    HandNotFull { held: u8 },
    /// Not at this moment of the turn.
    NotNow(NotNow),
    /// A joker cannot go to the bar.
    JokerAtBar,
    /// The player does not hold it, or not often enough.
    NotInHand { tile: Tile },
    /// The café has no such seat.
    NoSuchSeat,
    /// Someone sits there.
    SeatTaken { seat: Cell, by: Guest },
    /// There is no joker to take on that seat.
    NoJoker { seat: Cell },
    /// A joker can be swapped for a guest of its own sex only.
    WrongSex { seat: Cell, joker: Sex },
    /// These guests do not make a party.
    NotAParty(NotAParty),
    /// A joker must sit as a nation of a table it touches.
    JokerNation { nation: Nation, seat: Cell, tables: NamedTables },
    /// No table at the seat is of the guest's nation.
    WrongNation { tile: Tile, seat: Cell, tables: NamedTables },
    /// A table would be out of balance.
    Unbalanced { table: NamedTable, ladies: u8, gentlemen: u8 },
    /// Nobody sits there, and nobody could join.
    Alone { guest: Guest, seat: Cell, tables: NamedTables, why: Alone },
    /// Someone sits there, but the opener waits elsewhere.
    AwayFromOpener { guest: Guest, seat: Cell, tables: NamedTables },
}

/// What is wrong with the form of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAnAction {
    /// It is not written as the protocol writes actions.
    Spelling,
    /// It is an action of the other game.
    OtherGame,
}

/// Why an action has to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotNow {
    /// `end` before anyone was seated.
    NothingSeated,
    /// `close` with cards in hand.
    HandNotEmpty,
    /// `pass` while something else can be done.
    CanDoMore,
    /// An action that is a whole turn, after seating.
    AlreadySeated,
}

/// Why guests do not make a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum NotAParty {
    /// There is no such table.
    NoTable,
    /// The seats are not exactly the free ones of the table.
    Seats { table: NamedTable, free: u8 },
    /// Ladies and gentlemen together.
    BothSexes,
    /// Someone of the other sex sits there already.
    OtherSexThere { table: NamedTable },
}

/// Why a guest may not be seated alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alone {
    /// It would be the last placement of the turn.
    LastPlacement,
    /// The player holds nobody who could join.
    NobodyToJoin,
}

impl Refusal {
    /// The tables that are in the way; none if it is not a matter of tables.
    #[must_use]
    pub fn tables(&self) -> &[NamedTable] {
        match self {
            Refusal::OwesCompany { tables }
            | Refusal::JokerNation { tables, .. }
            | Refusal::WrongNation { tables, .. }
            | Refusal::Alone { tables, .. }
            | Refusal::AwayFromOpener { tables, .. } => tables,
            Refusal::Unbalanced { table, .. }
            | Refusal::NotAParty(NotAParty::Seats { table, .. } | NotAParty::OtherSexThere { table }) => {
                std::slice::from_ref(table)
            }
            _ => &[],
        }
    }

    /// The code of the engine protocol.
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotAnAction(NotAnAction::Spelling) => {
                write!(f, "this is not how an action is written; `legal` lists those there are")
            }
            Refusal::NotAnAction(NotAnAction::OtherGame) => {
                write!(f, "this is an action of the other game")
            }
            Refusal::VariantOff => write!(f, "this game is played without parties"),
            Refusal::GameOver => write!(f, "the game is over"),
            Refusal::OwesCompany { tables } => {
                write!(f, "company: your guest sits alone; first bring someone to {}", list(tables, "or"))
            }
            Refusal::TurnUsed { most } => {
                write!(f, "no placement is left in this turn; {most} are the most")
            }
            Refusal::HandFull => {
                write!(f, "with twelve cards in hand you cannot draw; seat someone or lay a card down")
            }
            Refusal::HandNotFull { held } => {
                write!(f, "only with exactly twelve cards in hand may you lay one down; you hold {held}")
            }
            Refusal::NotNow(why) => f.write_str(match why {
                NotNow::NothingSeated => "there is nothing to end: you have seated nobody in this turn",
                NotNow::HandNotEmpty => "only who has no card in hand may close the café",
                NotNow::CanDoMore => "you may pass only when you can do nothing else",
                NotNow::AlreadySeated => {
                    "this would be a whole turn, and you have already seated someone in this one"
                }
            }),
            Refusal::JokerAtBar => write!(f, "a joker does not go to the bar"),
            Refusal::NotInHand { tile } => write!(f, "you do not hold {tile}, or not often enough"),
            Refusal::NoSuchSeat => write!(f, "the café has no such seat"),
            Refusal::SeatTaken { seat, by } => write!(f, "seat {seat} is taken by {by}"),
            Refusal::NoJoker { seat } => write!(f, "no joker sits on {seat}"),
            Refusal::WrongSex { seat, joker } => {
                let (who, whom) = match joker {
                    Sex::Lady => ("lady", "another lady"),
                    Sex::Gentleman => ("gentleman", "another gentleman"),
                };
                write!(f, "the joker on {seat} is a {who} and gives way only to {whom}")
            }
            Refusal::NotAParty(why) => match why {
                NotAParty::NoTable => write!(f, "not a party: the café has no such table"),
                NotAParty::Seats { table, free } => {
                    write!(f, "not a party: it must fill exactly the {free} free seats of {table}")
                }
                NotAParty::BothSexes => write!(f, "not a party: its guests must all be of one sex"),
                NotAParty::OtherSexThere { table } => {
                    write!(f, "not a party: someone of the other sex sits at {table}")
                }
            },
            Refusal::JokerNation { nation, seat, tables } => write!(
                f,
                "nation: the joker cannot be from {} on {seat}, which is at {}",
                nation.english(),
                list(tables, "and")
            ),
            Refusal::WrongNation { tile, seat, tables } => {
                let from = tile.nation().map_or("nowhere", Nation::english);
                write!(f, "nation: {tile} is from {from}, but seat {seat} is at {}", list(tables, "and"))
            }
            Refusal::Unbalanced { table, ladies, gentlemen } => {
                let count = |n: u8, one: &str, many: &str| match n {
                    1 => format!("1 {one}"),
                    _ => format!("{n} {many}"),
                };
                let why = match (*ladies).max(*gentlemen) {
                    3.. => "three of one sex are too many",
                    _ => "the second guest must be of the other sex",
                };
                write!(
                    f,
                    "balance: {table} would have {} and {}; {why}",
                    count(*ladies, "lady", "ladies"),
                    count(*gentlemen, "gentleman", "gentlemen")
                )
            }
            Refusal::Alone { guest, seat, tables, why } => {
                let why = match why {
                    Alone::LastPlacement => "this is your last placement, so nobody could join",
                    Alone::NobodyToJoin => "you hold nobody who could join",
                };
                write!(f, "company: {guest} would sit alone on {seat} at {}, and {why}", list(tables, "and"))
            }
            Refusal::AwayFromOpener { guest, seat, tables } => write!(
                f,
                "company: seat {seat} leaves your first guest alone; {guest} or someone else must join at {}",
                list(tables, "or")
            ),
        }
    }
}

impl std::error::Error for Refusal {}
