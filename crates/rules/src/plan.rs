//! The floor plan: tables, seats, and which seat touches which tables.
//!
//! The card game always has the same plan; that of the board game is read from a file ([`Board`](crate::Board)).

use std::fmt;
use std::sync::LazyLock;

use crate::{Cell, Seat, SeatSet, Table, TableSet};

/// Most tables of a plan.
pub const MAX_TABLES: usize = 24;
/// Most seats of a plan: four at each table, none shared.
pub const MAX_SEATS: usize = 96;
/// Number of files and of ranks of the grid that plans are drawn on.
pub const GRID_SIZE: u8 = 16;

const NO_INDEX: u8 = u8::MAX;

/// The tables and seats of a café, and which seat touches which tables.
///
/// ```
/// use cafe_rules::{Cell, FloorPlan, SeatSet};
/// let plan = FloorPlan::card_game();
/// let seat = plan.seat_at(Cell::parse("c4").expect("a cell")).expect("a seat");
/// let tables: Vec<String> = plan.tables_touching(seat).map(|table| plan.table_cell(table).to_string()).collect();
/// assert_eq!(tables, ["b4", "d4", "c3"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FloorPlan<S> {
    seat_cells: Vec<Cell>,
    table_cells: Vec<Cell>,
    /// By table: its four seats.
    seats_of: [S; MAX_TABLES],
    /// By seat: the tables it touches.
    touching: [TableSet; MAX_SEATS],
    /// By seat: the earlier seats that touch the same tables.
    earlier_equivalent_seats: [S; MAX_SEATS],
    seats: S,
    /// By byte of a [`TableSet`] and value of the byte: the seats of those tables. Turns a table set into a seat set
    /// with one lookup per byte.
    seats_at: [[S; 256]; MAX_TABLES / 8],
    /// By cell: the index of its seat, or `NO_INDEX`.
    seat_by_cell: Vec<u8>,
    /// By cell: the index of its table, or `NO_INDEX`.
    table_by_cell: Vec<u8>,
}

impl<S: SeatSet> FloorPlan<S> {
    /// Creates a plan from tables with their seats. The caller has checked that there are at most [`MAX_TABLES`] tables,
    /// all cells are on the grid and no table is on a seat.
    pub(crate) fn new(mut tables: Vec<(Cell, [Cell; 4])>) -> FloorPlan<S> {
        tables.sort_unstable();
        let mut seat_cells: Vec<Cell> = tables.iter().flat_map(|(_, seats)| *seats).collect();
        seat_cells.sort_unstable();
        seat_cells.dedup();
        let table_cells: Vec<Cell> = tables.iter().map(|&(cell, _)| cell).collect();
        let by_cell = |cells: &[Cell]| {
            let mut numbers = vec![NO_INDEX; usize::from(GRID_SIZE) * usize::from(GRID_SIZE)];
            for (number, &cell) in cells.iter().enumerate() {
                if let Some(index) = grid_index(cell) {
                    numbers[index] = number as u8;
                }
            }
            numbers
        };
        let mut plan = FloorPlan {
            seat_by_cell: by_cell(&seat_cells),
            table_by_cell: by_cell(&table_cells),
            seat_cells,
            table_cells,
            seats_of: [S::default(); MAX_TABLES],
            touching: [TableSet::EMPTY; MAX_SEATS],
            earlier_equivalent_seats: [S::default(); MAX_SEATS],
            seats: S::default(),
            seats_at: [[S::default(); 256]; MAX_TABLES / 8],
        };
        for (number, (_, seats)) in tables.iter().enumerate() {
            for &cell in seats {
                let Some(seat) = plan.seat_at(cell) else { continue };
                plan.seats_of[number] = plan.seats_of[number] | S::of(seat);
                plan.touching[seat.index()] = plan.touching[seat.index()] | TableSet::of(Table(number as u8));
                plan.seats = plan.seats | S::of(seat);
            }
        }
        for later in plan.seats.iter() {
            let same_tables = |seat: &Seat| plan.touching[seat.index()] == plan.touching[later.index()];
            let earlier = plan.seats.iter().take_while(|&seat| seat != later).filter(same_tables);
            plan.earlier_equivalent_seats[later.index()] =
                earlier.fold(S::default(), |seats, seat| seats | S::of(seat));
        }
        for (table, &seats) in plan.seats_of.iter().enumerate() {
            let with_this_table = |value: &usize| value >> (table % 8) & 1 != 0;
            for value in (0..256).filter(with_this_table) {
                let at = &mut plan.seats_at[table / 8][value];
                *at = *at | seats;
            }
        }
        plan
    }

    /// Returns the seat at this cell.
    #[must_use]
    pub fn seat_at(&self, cell: Cell) -> Option<Seat> {
        let number = self.seat_by_cell[grid_index(cell)?];
        (number != NO_INDEX).then_some(Seat(number))
    }

    /// Returns the table at this cell.
    #[must_use]
    pub fn table_at(&self, cell: Cell) -> Option<Table> {
        let number = self.table_by_cell[grid_index(cell)?];
        (number != NO_INDEX).then_some(Table(number))
    }

    /// Cells of all seats, in reading order.
    #[must_use]
    pub fn seat_cells(&self) -> &[Cell] {
        &self.seat_cells
    }

    /// Cells of all tables, in reading order.
    #[must_use]
    pub fn table_cells(&self) -> &[Cell] {
        &self.table_cells
    }

    /// Cell of a seat.
    ///
    /// # Panics
    /// If the plan has no such seat.
    #[must_use]
    pub fn seat_cell(&self, seat: Seat) -> Cell {
        self.seat_cells[seat.index()]
    }

    /// Cell of a table.
    ///
    /// # Panics
    /// If the plan has no such table.
    #[must_use]
    pub fn table_cell(&self, table: Table) -> Cell {
        self.table_cells[table.index()]
    }

    /// The seats before this one in reading order that touch the same tables. They are equivalent for the rules, so a
    /// search can skip all but the first free one.
    ///
    /// # Panics
    /// If the plan has no such seat.
    #[must_use]
    #[inline]
    pub fn earlier_equivalent_seats(&self, seat: Seat) -> S {
        self.earlier_equivalent_seats[seat.index()]
    }

    /// Returns true if the plan has this seat.
    #[must_use]
    pub fn has_seat(&self, seat: Seat) -> bool {
        seat.index() < self.seat_cells.len()
    }

    /// Returns true if the plan has this table.
    #[must_use]
    pub fn has_table(&self, table: Table) -> bool {
        table.index() < self.table_cells.len()
    }

    /// All seats.
    #[must_use]
    pub fn seats(&self) -> S {
        self.seats
    }

    /// All tables.
    #[must_use]
    pub fn tables(&self) -> TableSet {
        TableSet::first(self.table_cells.len())
    }

    /// The four seats of a table.
    #[inline]
    #[must_use]
    pub fn seats_of(&self, table: Table) -> S {
        self.seats_of[table.index()]
    }

    /// The seats of these tables.
    #[inline]
    #[must_use]
    pub fn seats_at(&self, tables: TableSet) -> S {
        let bytes = tables.bytes().into_iter().zip(&self.seats_at);
        bytes.fold(S::default(), |seats, (byte, seats_at)| seats | seats_at[usize::from(byte)])
    }

    /// The tables that a seat touches.
    #[inline]
    #[must_use]
    pub fn tables_touching(&self, seat: Seat) -> TableSet {
        self.touching[seat.index()]
    }
}

/// Short, since games are printed with their plan.
impl<S> fmt::Debug for FloorPlan<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FloorPlan({} tables, {} seats)", self.table_cells.len(), self.seat_cells.len())
    }
}

impl FloorPlan<u16> {
    /// The card game's café: five tables in an X on a 5×5 grid, twelve seats beside them (docs/rules.md §2).
    #[must_use]
    pub fn card_game() -> &'static FloorPlan<u16> {
        static PLAN: LazyLock<FloorPlan<u16>> = LazyLock::new(|| {
            let cell = |file: u8, rank| Cell::new(file, rank).expect("on the grid");
            let tables = [(1, 4), (3, 4), (2, 3), (1, 2), (3, 2)].map(|(file, rank)| {
                let beside =
                    [cell(file, rank + 1), cell(file - 1, rank), cell(file + 1, rank), cell(file, rank - 1)];
                (cell(file, rank), beside)
            });
            FloorPlan::new(tables.to_vec())
        });
        &PLAN
    }
}

fn grid_index(cell: Cell) -> Option<usize> {
    (cell.file() < GRID_SIZE && cell.rank() <= GRID_SIZE)
        .then(|| usize::from(cell.rank() - 1) * usize::from(GRID_SIZE) + usize::from(cell.file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_game_plan_matches_the_rules() {
        let plan = FloorPlan::card_game();
        let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(names(plan.table_cells()), "b4 d4 c3 b2 d2");
        assert_eq!(names(plan.seat_cells()), "b5 d5 a4 c4 e4 b3 d3 a2 c2 e2 b1 d1");
        for (cell, &seat) in plan.seat_cells().iter().map(|c| (c, c)) {
            let touched = plan.tables_touching(plan.seat_at(seat).unwrap()).len();
            let inner = ["c4", "b3", "d3", "c2"].contains(&cell.to_string().as_str());
            assert_eq!(touched, if inner { 3 } else { 1 }, "{cell}");
        }
    }

    #[test]
    fn outer_seats_of_a_table_are_equivalent() {
        let plan = FloorPlan::card_game();
        let earlier_seats = |cell: &Cell| -> Vec<String> {
            let earlier = plan.earlier_equivalent_seats(plan.seat_at(*cell).unwrap());
            earlier.iter().map(|seat| plan.seat_cell(seat).to_string()).collect()
        };
        let all: Vec<Vec<String>> = plan.seat_cells().iter().map(earlier_seats).collect();
        let none: [&str; 0] = [];
        assert_eq!(
            all,
            [&none[..], &none, &["b5"], &none, &["d5"], &none, &none, &none, &none, &none, &["a2"], &["e2"]]
        );
    }
}
