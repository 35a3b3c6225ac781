//! What can be wrong with a floor plan.

use std::fmt;

use crate::{BAR_PLACES, BAR_VALUE_LIMIT, Cell, Nation};

/// One thing that is wrong with a floor plan.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum PlanFault {
    /// Not JSON of the expected shape.
    Unreadable(String),
    /// The grid is not a part of files a–p and ranks 1–16.
    Grid,
    /// An id is not a cell of the grid.
    NotACell(String),
    /// A table or chair outside the grid that the file declares.
    OffTheGrid(Cell),
    /// Two tables on one cell.
    TwoTables(String),
    UnknownNation {
        table: String,
        nation: String,
    },
    NotFourChairs {
        table: String,
        found: usize,
    },
    NotTwoTables {
        nation: Nation,
        found: usize,
    },
    /// A chair at more than two tables.
    CrowdedChair {
        chair: String,
        tables: Vec<String>,
    },
    ChairOnTable(String),
    /// A chair between two tables of the same nation.
    OneNationTwice {
        chair: String,
        tables: Vec<String>,
    },
    /// A chair is listed twice.
    TwoChairs(String),
    /// The list of chairs and the list of tables say different things about a chair.
    ChairsDisagree(String),
    BarPlaces {
        found: usize,
    },
    BarValue {
        place: usize,
        value: i64,
    },
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanFault::Unreadable(why) => write!(f, "the floor plan cannot be read: {why}"),
            PlanFault::Grid => write!(f, "the grid must be a part of the files a–p and the ranks 1–16"),
            PlanFault::NotACell(id) => write!(f, "{id:?} is not a cell of the grid a1–p16"),
            PlanFault::OffTheGrid(cell) => write!(f, "{cell} is outside the grid that the plan declares"),
            PlanFault::TwoTables(id) => write!(f, "two tables stand at {id}"),
            PlanFault::UnknownNation { table, nation } => {
                write!(f, "table {table} is of an unknown nation {nation:?}")
            }
            PlanFault::NotFourChairs { table, found } => {
                write!(f, "table {table} has {found} different chairs, not four")
            }
            PlanFault::NotTwoTables { nation, found } => {
                write!(f, "{} has {found} tables, not two", nation.english())
            }
            PlanFault::CrowdedChair { chair, tables } => {
                write!(
                    f,
                    "chair {chair} touches {} tables ({}); two are the most",
                    tables.len(),
                    tables.join(", ")
                )
            }
            PlanFault::ChairOnTable(chair) => write!(f, "chair {chair} stands where a table is"),
            PlanFault::OneNationTwice { chair, tables } => {
                write!(f, "chair {chair} is between two tables of one nation ({})", tables.join(", "))
            }
            PlanFault::TwoChairs(chair) => write!(f, "chair {chair} is listed twice"),
            PlanFault::ChairsDisagree(chair) => {
                write!(f, "the lists of chairs and of tables disagree about chair {chair}")
            }
            PlanFault::BarPlaces { found } => write!(f, "the bar has {found} places, not {BAR_PLACES}"),
            PlanFault::BarValue { place, value } => {
                write!(
                    f,
                    "bar place {place} is worth {value}; {BAR_VALUE_LIMIT} points either way are the most"
                )
            }
        }
    }
}
