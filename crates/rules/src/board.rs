//! The board as data: floor plan, nations of the tables, and the values of the bar, read from a file.
//!
//! The rule books give the counts of the board but not its plan (docs/rules.md §3), so an owner of the board can
//! enter another one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{LazyLock, Mutex};

use serde::{Deserialize, Serialize};

use crate::faults::Finding;
use crate::plan_fault::PlanFault;
use crate::quote::clip;
use crate::{Cell, Faults, FloorPlan, GRID, MAX_TABLES, Nation, SeatSet, Table};

/// Places at the bar.
pub const BAR_PLACES: usize = 20;
/// No bar place pays or costs more than this.
pub const BAR_VALUE_LIMIT: i16 = 99;
const PLANS_AT_ONCE: usize = 4096;
const STANDARD: &str = include_str!("../data/board.json");

/// The board game's café: its floor plan, which nation each table is of, and what the places at the bar are worth.
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
    /// The plan this project plays on.
    #[must_use]
    pub fn standard() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            Board::from_json(STANDARD).expect("the plan that comes with the rules is sound")
        });
        &BOARD
    }

    /// Reads and checks a plan.
    ///
    /// # Errors
    /// Everything that is wrong with it, at once.
    ///
    /// ```
    /// use cafe_rules::Board;
    /// let faults = Board::from_json(r#"{"tables": [], "bar": {"values": [1, 2]}}"#).unwrap_err();
    /// assert!(faults.to_string().contains("the bar has 2 places, not 20"));
    /// assert!(faults.to_string().contains("Germany has 0 tables, not two"));
    /// ```
    pub fn from_json(text: &str) -> Result<Board, Faults<PlanFault>> {
        let file: PlanFile = serde_json::from_str(text)
            .map_err(|error| Faults::one(PlanFault::Unreadable(error.to_string())))?;
        let mut faults = Finding::new();
        file.check(&mut faults);
        let file = faults.or(file)?;
        let mut tables: Vec<(Cell, [Cell; 4], Nation)> =
            file.tables.iter().filter_map(TableEntry::read).collect();
        tables.sort_unstable_by_key(|table| table.0);
        let mut nations = [Nation::Germany; MAX_TABLES];
        for (place, table) in nations.iter_mut().zip(&tables) {
            *place = table.2;
        }
        let floor = FloorPlan::new(tables.iter().map(|&(cell, chairs, _)| (cell, chairs)).collect());
        let mut bar = [0; BAR_PLACES];
        for (place, value) in bar.iter_mut().zip(&file.bar.values) {
            // In range: the check has seen to it.
            *place = *value as i16;
        }
        Ok(Board { floor, nations, bar })
    }

    /// The plan as a file that [`Board::from_json`] reads, on one line.
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
        serde_json::to_string(&file).expect("strings and numbers can be written")
    }

    /// Keeps the plan for as long as the program runs, so that games can point at it and still be copied freely.
    /// The same plan is kept only once.
    ///
    /// # Errors
    /// A program can keep 4096 different plans.
    pub fn keep(self) -> Result<&'static Board, TooManyPlans> {
        static KEPT: Mutex<BTreeMap<String, &'static Board>> = Mutex::new(BTreeMap::new());
        if self == *Board::standard() {
            return Ok(Board::standard());
        }
        let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let name = self.to_json();
        if let Some(same) = kept.get(&name) {
            return Ok(same);
        }
        if kept.len() >= PLANS_AT_ONCE {
            return Err(TooManyPlans);
        }
        let board: &'static Board = Box::leak(Box::new(self));
        kept.insert(name, board);
        Ok(board)
    }

    /// Tables and chairs.
    #[must_use]
    pub fn floor(&self) -> &FloorPlan<u128> {
        &self.floor
    }

    /// The nation of a table.
    ///
    /// # Panics
    /// If the table is of another plan.
    #[must_use]
    pub fn nation(&self, table: Table) -> Nation {
        self.nations[table.index()]
    }

    /// The nations of all tables, in reading order.
    #[must_use]
    pub fn nations(&self) -> &[Nation; MAX_TABLES] {
        &self.nations
    }

    /// What each place at the bar pays or costs.
    #[must_use]
    pub fn bar(&self) -> &[i16; BAR_PLACES] {
        &self.bar
    }
}

/// The program already keeps as many plans as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyPlans;

impl fmt::Display for TooManyPlans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PLANS_AT_ONCE} other floor plans are in use, and there is no room for one more")
    }
}

impl std::error::Error for TooManyPlans {}

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
    Cell::parse(text).filter(|cell| cell.file() < GRID && cell.rank() <= GRID)
}

impl TableEntry {
    fn read(&self) -> Option<(Cell, [Cell; 4], Nation)> {
        let chairs: Vec<Cell> = self.chairs.iter().filter_map(|id| grid_cell(id)).collect();
        Some((grid_cell(&self.id)?, chairs.try_into().ok()?, Nation::from_code(&self.nation)?))
    }
}

impl PlanFile {
    fn check(&self, faults: &mut Finding<PlanFault>) {
        if let Some(grid) = &self.grid {
            let files = "abcdefghijklmnop";
            let sound = files.starts_with(&grid.files) && !grid.files.is_empty();
            let cells = self.tables.iter().flat_map(|table| table.chairs.iter().chain([&table.id]));
            for cell in cells.filter_map(|id| grid_cell(id)) {
                let within =
                    usize::from(cell.file()) < grid.files.len() && u32::from(cell.rank()) <= grid.ranks;
                faults.must(within, PlanFault::OffTheGrid(cell));
            }
            faults.must(sound && (1..=u32::from(GRID)).contains(&grid.ranks), PlanFault::Grid);
        }
        self.check_tables(faults);
        self.check_chairs(faults);
        let values = &self.bar.values;
        faults.must(values.len() == BAR_PLACES, PlanFault::BarPlaces { found: values.len() });
        for (place, &value) in values.iter().enumerate() {
            let limit = i64::from(BAR_VALUE_LIMIT);
            faults.must((-limit..=limit).contains(&value), PlanFault::BarValue { place: place + 1, value });
        }
    }

    fn check_tables(&self, faults: &mut Finding<PlanFault>) {
        let mut seen = BTreeSet::new();
        let mut per_nation = BTreeMap::new();
        for table in &self.tables {
            let id = || clip(&table.id);
            faults.must(grid_cell(&table.id).is_some(), PlanFault::NotACell(clip(&table.id)));
            faults.must(seen.insert(&table.id), PlanFault::TwoTables(id()));
            match Nation::from_code(&table.nation) {
                Some(nation) => *per_nation.entry(nation).or_insert(0) += 1,
                None => faults.add(PlanFault::UnknownNation { table: id(), nation: clip(&table.nation) }),
            }
            let chairs: BTreeSet<&String> = table.chairs.iter().collect();
            faults.must(
                chairs.len() == 4 && table.chairs.len() == 4,
                PlanFault::NotFourChairs { table: id(), found: chairs.len() },
            );
            for chair in chairs {
                faults.must(grid_cell(chair).is_some(), PlanFault::NotACell(clip(chair)));
            }
        }
        for nation in Nation::ALL {
            let found = per_nation.get(&nation).copied().unwrap_or(0);
            faults.must(found == 2, PlanFault::NotTwoTables { nation, found });
        }
    }

    fn check_chairs(&self, faults: &mut Finding<PlanFault>) {
        let mut tables_of: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
        for table in &self.tables {
            for chair in &table.chairs {
                tables_of.entry(chair).or_default().insert(&table.id);
            }
        }
        let nation_of: BTreeMap<&String, &String> =
            self.tables.iter().map(|table| (&table.id, &table.nation)).collect();
        for (&chair, tables) in &tables_of {
            let names = || tables.iter().take(4).map(|id| clip(id)).collect::<Vec<_>>();
            let at = || clip(chair);
            faults.must(tables.len() <= 2, PlanFault::CrowdedChair { chair: at(), tables: names() });
            faults.must(!nation_of.contains_key(chair), PlanFault::ChairOnTable(at()));
            let nations: BTreeSet<_> = tables.iter().filter_map(|id| nation_of.get(id)).collect();
            faults.must(
                nations.len() == tables.len(),
                PlanFault::OneNationTwice { chair: at(), tables: names() },
            );
        }
        let Some(listed) = &self.chairs else { return };
        let mut seen = BTreeSet::new();
        for chair in listed {
            faults.must(seen.insert(&chair.id), PlanFault::TwoChairs(clip(&chair.id)));
            let said: BTreeSet<&String> = chair.tables.iter().collect();
            let agrees = tables_of.get(&chair.id).is_some_and(|tables| *tables == said);
            faults.must(agrees, PlanFault::ChairsDisagree(clip(&chair.id)));
        }
        for &chair in tables_of.keys() {
            faults.must(seen.contains(chair), PlanFault::ChairsDisagree(clip(chair)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_board_has_the_published_counts() {
        let floor = Board::standard().floor();
        assert_eq!(floor.table_cells().len(), 24);
        assert_eq!(floor.seat_cells().len(), 68);
        let shared = floor.all().iter().filter(|&seat| floor.touching(seat).len() == 2).count();
        assert_eq!(shared, 28);
    }

    #[test]
    fn a_plan_survives_being_written_and_read() {
        let board = Board::standard();
        assert_eq!(&Board::from_json(&board.to_json()).unwrap(), board);
    }

    #[test]
    fn every_fault_of_a_plan_is_named_at_once() {
        let text = STANDARD
            .replacen("\"a13\",", "\"a99\",", 1)
            .replacen("\"nation\": \"CN\"", "\"nation\": \"XX\"", 1)
            .replacen("-30", "-300", 1);
        let message = Board::from_json(&text).unwrap_err().to_string();
        for part in [
            "\"a99\" is not a cell",
            "table d13 is of an unknown nation \"XX\"",
            "China has 1 tables",
            "bar place 20 is worth -300",
            "disagree about chair a13",
        ] {
            assert!(message.contains(part), "{part:?} is missing in: {message}");
        }
    }

    #[test]
    fn the_same_plan_is_kept_once() {
        let other = STANDARD.replacen("-30", "-31", 1);
        let first = Board::from_json(&other).unwrap().keep().unwrap();
        let second = Board::from_json(&other).unwrap().keep().unwrap();
        assert!(std::ptr::eq(first, second));
        assert!(std::ptr::eq(Board::standard().clone().keep().unwrap(), Board::standard()));
    }
}
