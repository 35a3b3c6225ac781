//! The board of the board game: floor plan, nations of the tables and values of the bar.
//!
//! The rule books give the counts of the board but not its plan (docs/rules.md §3), so an owner of the board can
//! load another one from a file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex};

use serde::{Deserialize, Serialize};

use crate::excerpt::excerpt;
use crate::faults::FaultCollector;
use crate::plan_fault::PlanFault;
use crate::{Cell, Faults, FloorPlan, GRID_SIZE, MAX_TABLES, Nation, SeatSet, Table};

/// Number of places at the bar.
pub const BAR_PLACES: usize = 20;
/// Most points that a place at the bar pays or costs.
pub const BAR_VALUE_LIMIT: i16 = 99;
/// Most boards that one process can intern.
const BOARD_LIMIT: usize = 4096;
const STANDARD_JSON: &str = include_str!("../data/board.json");

/// The board of the board game: floor plan, nations of the tables and values of the bar places.
///
/// ```
/// use cafe_rules::Board;
/// let board = Board::standard();
/// assert_eq!(board.floor().seat_cells().len(), 68);
/// assert_eq!(board.bar()[..6], [1, 2, 3, 4, 5, -2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    floor: FloorPlan<u128>,
    nations: [Nation; MAX_TABLES],
    bar: [i16; BAR_PLACES],
}

impl Board {
    /// Returns the standard board.
    #[must_use]
    pub fn standard() -> &'static Board {
        static BOARD: LazyLock<Board> =
            LazyLock::new(|| Board::from_json(STANDARD_JSON).expect("the built-in board is valid"));
        &BOARD
    }

    /// Parses and checks a board file.
    ///
    /// # Errors
    /// All faults of the file.
    ///
    /// ```
    /// use cafe_rules::Board;
    /// let faults = Board::from_json(r#"{"tables": [], "bar": {"values": [1, 2]}}"#).unwrap_err();
    /// assert!(faults.to_string().contains("the bar has 2 places, not 20"));
    /// assert!(faults.to_string().contains("Germany has 0 tables, not two"));
    /// ```
    pub fn from_json(text: &str) -> Result<Board, Faults<PlanFault>> {
        let file: PlanFile = serde_json::from_str(text)
            .map_err(|error| Faults::single(PlanFault::Syntax(error.to_string())))?;
        let mut faults = FaultCollector::new();
        file.check(&mut faults);
        let file = faults.into_result(file)?;
        let mut tables: Vec<(Cell, [Cell; 4], Nation)> =
            file.tables.iter().filter_map(TableEntry::parse).collect();
        tables.sort_unstable_by_key(|table| table.0);
        let mut nations = [Nation::Germany; MAX_TABLES];
        for (place, table) in nations.iter_mut().zip(&tables) {
            *place = table.2;
        }
        let floor = FloorPlan::new(tables.iter().map(|&(cell, chairs, _)| (cell, chairs)).collect());
        let mut bar = [0; BAR_PLACES];
        for (place, value) in bar.iter_mut().zip(&file.bar.values) {
            // Checked to be in range above.
            *place = *value as i16;
        }
        Ok(Board { floor, nations, bar })
    }

    /// Returns the board as JSON on one line, as [`Board::from_json`] reads it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let tables = self.floor.tables().map(|table| TableEntry {
            id: self.floor.table_cell(table).to_string(),
            nation: self.nation(table).code().to_owned(),
            chairs: self
                .floor
                .seats_of(table)
                .iter()
                .map(|seat| self.floor.seat_cell(seat).to_string())
                .collect(),
            block: None,
        });
        let values = self.bar.iter().map(|&value| value.into()).collect();
        let file = PlanFile {
            grid: None,
            tables: tables.collect(),
            chairs: None,
            bar: BarEntry { area: None, values },
        };
        serde_json::to_string(&file).expect("strings and numbers are serializable")
    }

    /// Interns the board for the lifetime of the process, so that games can refer to it and stay `Copy`. Equal boards
    /// are stored once.
    ///
    /// # Errors
    /// If 4096 different boards have been interned.
    pub fn intern(self) -> Result<&'static Board, TooManyBoards> {
        static INTERNED: Mutex<BTreeMap<String, &'static Board>> = Mutex::new(BTreeMap::new());
        if self == *Board::standard() {
            return Ok(Board::standard());
        }
        let mut interned = INTERNED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let key = self.to_json();
        if let Some(same) = interned.get(&key) {
            return Ok(same);
        }
        if interned.len() >= BOARD_LIMIT {
            return Err(TooManyBoards);
        }
        let board: &'static Board = Box::leak(Box::new(self));
        interned.insert(key, board);
        Ok(board)
    }

    /// The floor plan.
    #[must_use]
    pub fn floor(&self) -> &FloorPlan<u128> {
        &self.floor
    }

    /// The nation of a table.
    ///
    /// # Panics
    /// If the plan has no such table.
    #[must_use]
    pub fn nation(&self, table: Table) -> Nation {
        self.nations[table.index()]
    }

    /// Nations of all tables, in reading order.
    #[must_use]
    pub fn nations(&self) -> &[Nation; MAX_TABLES] {
        &self.nations
    }

    /// Points that each place at the bar pays or costs.
    #[must_use]
    pub fn bar(&self) -> &[i16; BAR_PLACES] {
        &self.bar
    }
}

/// The limit of different boards in one process is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{BOARD_LIMIT} other floor plans are already in use; restart the program to load another one")]
pub struct TooManyBoards;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grid: Option<GridEntry>,
    tables: Vec<TableEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chairs: Option<Vec<ChairEntry>>,
    bar: BarEntry,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GridEntry {
    files: String,
    ranks: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableEntry {
    id: String,
    nation: String,
    chairs: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChairEntry {
    id: String,
    tables: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BarEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    area: Option<String>,
    values: Vec<i64>,
}

fn grid_cell(text: &str) -> Option<Cell> {
    Cell::parse(text).filter(|cell| cell.file() < GRID_SIZE && cell.rank() <= GRID_SIZE)
}

impl TableEntry {
    fn parse(&self) -> Option<(Cell, [Cell; 4], Nation)> {
        let chairs: Vec<Cell> = self.chairs.iter().filter_map(|id| grid_cell(id)).collect();
        Some((grid_cell(&self.id)?, chairs.try_into().ok()?, Nation::from_code(&self.nation)?))
    }
}

impl PlanFile {
    fn check(&self, faults: &mut FaultCollector<PlanFault>) {
        if let Some(grid) = &self.grid {
            let files = "abcdefghijklmnop";
            let valid_files = files.starts_with(&grid.files) && !grid.files.is_empty();
            let cells = self.tables.iter().flat_map(|table| table.chairs.iter().chain([&table.id]));
            for cell in cells.filter_map(|id| grid_cell(id)) {
                let within =
                    usize::from(cell.file()) < grid.files.len() && u32::from(cell.rank()) <= grid.ranks;
                faults.require(within, PlanFault::OutsideGrid(cell));
            }
            faults.require(valid_files && (1..=u32::from(GRID_SIZE)).contains(&grid.ranks), PlanFault::Grid);
        }
        self.check_tables(faults);
        self.check_chairs(faults);
        let values = &self.bar.values;
        faults.require(values.len() == BAR_PLACES, PlanFault::BarPlaces { found: values.len() });
        for (place, &value) in values.iter().enumerate() {
            let limit = i64::from(BAR_VALUE_LIMIT);
            faults
                .require((-limit..=limit).contains(&value), PlanFault::BarValue { place: place + 1, value });
        }
    }

    fn check_tables(&self, faults: &mut FaultCollector<PlanFault>) {
        let mut seen = BTreeSet::new();
        let mut per_nation = BTreeMap::new();
        for table in &self.tables {
            let id = || excerpt(&table.id);
            faults.require(grid_cell(&table.id).is_some(), PlanFault::NotACell(excerpt(&table.id)));
            faults.require(seen.insert(&table.id), PlanFault::DuplicateTable(id()));
            match Nation::from_code(&table.nation) {
                Some(nation) => *per_nation.entry(nation).or_insert(0) += 1,
                None => faults.add(PlanFault::UnknownNation { table: id(), nation: excerpt(&table.nation) }),
            }
            let chairs: BTreeSet<&String> = table.chairs.iter().collect();
            faults.require(
                chairs.len() == 4 && table.chairs.len() == 4,
                PlanFault::NotFourChairs { table: id(), found: chairs.len() },
            );
            for chair in chairs {
                faults.require(grid_cell(chair).is_some(), PlanFault::NotACell(excerpt(chair)));
            }
        }
        for nation in Nation::ALL {
            let found = per_nation.get(&nation).copied().unwrap_or(0);
            faults.require(found == 2, PlanFault::NotTwoTables { nation, found });
        }
    }

    fn check_chairs(&self, faults: &mut FaultCollector<PlanFault>) {
        let mut tables_of: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
        for table in &self.tables {
            for chair in &table.chairs {
                tables_of.entry(chair).or_default().insert(&table.id);
            }
        }
        let nation_of: BTreeMap<&String, &String> =
            self.tables.iter().map(|table| (&table.id, &table.nation)).collect();
        for (&chair, tables) in &tables_of {
            let names = || tables.iter().take(4).map(|id| excerpt(id)).collect::<Vec<_>>();
            let id = || excerpt(chair);
            faults
                .require(tables.len() <= 2, PlanFault::TooManyTablesAtChair { chair: id(), tables: names() });
            faults.require(!nation_of.contains_key(chair), PlanFault::ChairOnTable(id()));
            let nations: BTreeSet<_> = tables.iter().filter_map(|id| nation_of.get(id)).collect();
            faults.require(
                nations.len() == tables.len(),
                PlanFault::SameNationTwice { chair: id(), tables: names() },
            );
        }
        let Some(listed) = &self.chairs else { return };
        let mut seen = BTreeSet::new();
        for chair in listed {
            faults.require(seen.insert(&chair.id), PlanFault::DuplicateChair(excerpt(&chair.id)));
            let given: BTreeSet<&String> = chair.tables.iter().collect();
            let agrees = tables_of.get(&chair.id).is_some_and(|tables| *tables == given);
            faults.require(agrees, PlanFault::ChairMismatch(excerpt(&chair.id)));
        }
        for &chair in tables_of.keys() {
            faults.require(seen.contains(chair), PlanFault::ChairMismatch(excerpt(chair)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_board_has_the_published_counts() {
        let floor = Board::standard().floor();
        assert_eq!(floor.table_cells().len(), 24);
        assert_eq!(floor.seat_cells().len(), 68);
        let shared = floor.seats().iter().filter(|&seat| floor.tables_touching(seat).len() == 2).count();
        assert_eq!(shared, 28);
    }

    #[test]
    fn board_round_trips_through_json() {
        let board = Board::standard();
        assert_eq!(&Board::from_json(&board.to_json()).unwrap(), board);
    }

    #[test]
    fn reports_all_faults_at_once() {
        let text = STANDARD_JSON
            .replacen("\"a13\",", "\"a99\",", 1)
            .replacen("\"nation\": \"CN\"", "\"nation\": \"XX\"", 1)
            .replacen("-30", "-300", 1);
        let message = Board::from_json(&text).unwrap_err().to_string();
        for part in [
            "\"a99\" is not a cell",
            "table d13 has an unknown nation \"XX\"",
            "China has 1 tables",
            "bar place 20 is worth -300",
            "disagree about chair a13",
        ] {
            assert!(message.contains(part), "{part:?} is missing in: {message}");
        }
    }

    #[test]
    fn equal_boards_are_interned_once() {
        let other = STANDARD_JSON.replacen("-30", "-31", 1);
        let first = Board::from_json(&other).unwrap().intern().unwrap();
        let second = Board::from_json(&other).unwrap().intern().unwrap();
        assert!(std::ptr::eq(first, second));
        assert!(std::ptr::eq(Board::standard().clone().intern().unwrap(), Board::standard()));
    }
}
