//! Faults of a floor plan.

use crate::{BAR_PLACES, BAR_VALUE_LIMIT, Cell, Nation};

/// One fault of a floor plan file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum PlanFault {
    /// Not JSON of the expected structure.
    #[error("the floor plan is not valid JSON of the expected structure: {0}")]
    Syntax(String),
    /// The declared grid is not a part of files a–p and ranks 1–16.
    #[error("the grid must lie within the files a–p and the ranks 1–16")]
    Grid,
    /// An id is not a cell of the grid.
    #[error("{0:?} is not a cell of the grid a1–p16")]
    NotACell(String),
    /// A table or chair outside the grid that the file declares.
    #[error("{0} is outside the grid that the plan declares")]
    OutsideGrid(Cell),
    /// Two tables on one cell.
    #[error("table {0} is listed twice")]
    DuplicateTable(String),
    #[error("table {table} has an unknown nation {nation:?}")]
    UnknownNation { table: String, nation: String },
    #[error("table {table} has {found} different chairs, not four")]
    NotFourChairs { table: String, found: usize },
    #[error("{} has {found} tables, not two", .nation.english_name())]
    NotTwoTables { nation: Nation, found: usize },
    /// A chair at more than two tables.
    #[error("chair {chair} touches more than two tables ({})", .tables.join(", "))]
    TooManyTablesAtChair { chair: String, tables: Vec<String> },
    #[error("chair {0} is on the cell of a table")]
    ChairOnTable(String),
    /// A chair between two tables of the same nation.
    #[error("chair {chair} is between two tables of one nation ({})", .tables.join(", "))]
    SameNationTwice { chair: String, tables: Vec<String> },
    #[error("chair {0} is listed twice")]
    DuplicateChair(String),
    /// The list of chairs and the list of tables give a chair different tables.
    #[error("the lists of chairs and of tables disagree about chair {0}")]
    ChairMismatch(String),
    #[error("the bar has {found} places, not {BAR_PLACES}")]
    BarPlaces { found: usize },
    #[error("bar place {place} is worth {value}; the limit is {BAR_VALUE_LIMIT} points either way")]
    BarValue { place: usize, value: i64 },
}
