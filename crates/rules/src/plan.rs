//! The floor plan: which tables and seats there are, and who touches whom.
//!
//! One type with two instances: the card game's X, which is the same in every game, and the board, which is read
//! from a file (see [`Board`](crate::Board)).

use std::fmt;
use std::sync::LazyLock;

use crate::{Cell, Seat, SeatSet, Table, TableSet};

/// The most tables a plan can have.
pub const MAX_TABLES: usize = 24;
/// The most seats a plan can have: four at each table, none shared.
pub const MAX_SEATS: usize = 96;
/// Plans are drawn on a grid of at most 16 files and 16 ranks.
pub const GRID: u8 = 16;

const NOTHING: u8 = u8::MAX;

/// Tables and seats, and which seat touches which tables.
///
/// ```
/// use cafe_rules::{Cell, FloorPlan, SeatSet};
/// let cross = FloorPlan::cross();
/// let seat = cross.seat_at(Cell::parse("c4").expect("a cell")).expect("a seat");
/// let tables: Vec<String> = cross.touching(seat).map(|table| cross.table_cell(table).to_string()).collect();
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
    /// By seat: the seats before it that touch the same tables.
    earlier_twins: [S; MAX_SEATS],
    all: S,
    /// By byte of a [`TableSet`] and by its value: the seats of those tables. So a set of tables becomes a set of
    /// seats with a few look-ups.
    seats_at: [[S; 256]; MAX_TABLES / 8],
    /// By cell: the number of its seat or table, or `NOTHING`.
    seat_by_cell: Vec<u8>,
    table_by_cell: Vec<u8>,
}

impl<S: SeatSet> FloorPlan<S> {
    /// Puts a plan together from tables with their seats. The caller has checked that it makes sense:
    /// at most [`MAX_TABLES`] tables, all cells on the grid, no table on a seat.
    pub(crate) fn new(mut tables: Vec<(Cell, [Cell; 4])>) -> FloorPlan<S> {
        tables.sort_unstable();
        let mut seat_cells: Vec<Cell> = tables.iter().flat_map(|(_, seats)| *seats).collect();
        seat_cells.sort_unstable();
        seat_cells.dedup();
        let table_cells: Vec<Cell> = tables.iter().map(|&(cell, _)| cell).collect();
        let by_cell = |cells: &[Cell]| {
            let mut numbers = vec![NOTHING; usize::from(GRID) * usize::from(GRID)];
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
            earlier_twins: [S::default(); MAX_SEATS],
            all: S::default(),
            seats_at: [[S::default(); 256]; MAX_TABLES / 8],
        };
        for (number, (_, seats)) in tables.iter().enumerate() {
            for &cell in seats {
                let Some(seat) = plan.seat_at(cell) else { continue };
                plan.seats_of[number] = plan.seats_of[number] | S::of(seat);
                plan.touching[seat.index()] = plan.touching[seat.index()] | TableSet::of(Table(number as u8));
                plan.all = plan.all | S::of(seat);
            }
        }
        for later in plan.all.iter() {
            let same_tables = |seat: &Seat| plan.touching[seat.index()] == plan.touching[later.index()];
            let earlier = plan.all.iter().take_while(|&seat| seat != later).filter(same_tables);
            plan.earlier_twins[later.index()] = earlier.fold(S::default(), |twins, seat| twins | S::of(seat));
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

    /// The seat at this cell, if there is one.
    #[must_use]
    pub fn seat_at(&self, cell: Cell) -> Option<Seat> {
        let number = self.seat_by_cell[grid_index(cell)?];
        (number != NOTHING).then_some(Seat(number))
    }

    /// The table at this cell, if there is one.
    #[must_use]
    pub fn table_at(&self, cell: Cell) -> Option<Table> {
        let number = self.table_by_cell[grid_index(cell)?];
        (number != NOTHING).then_some(Table(number))
    }

    /// The cells of all seats, in reading order.
    #[must_use]
    pub fn seat_cells(&self) -> &[Cell] {
        &self.seat_cells
    }

    /// The cells of all tables, in reading order.
    #[must_use]
    pub fn table_cells(&self) -> &[Cell] {
        &self.table_cells
    }

    /// Where a seat is.
    ///
    /// # Panics
    /// If the seat is of another plan.
    #[must_use]
    pub fn seat_cell(&self, seat: Seat) -> Cell {
        self.seat_cells[seat.index()]
    }

    /// Where a table is.
    ///
    /// # Panics
    /// If the table is of another plan.
    #[must_use]
    pub fn table_cell(&self, table: Table) -> Cell {
        self.table_cells[table.index()]
    }

    /// The seats before this one, in reading order, that touch the same tables: nothing but their place tells them apart.
    ///
    /// # Panics
    /// If the seat is of another plan.
    #[must_use]
    #[inline]
    pub fn earlier_twins(&self, seat: Seat) -> S {
        self.earlier_twins[seat.index()]
    }

    /// Whether the seat is one of this plan's.
    #[must_use]
    pub fn has_seat(&self, seat: Seat) -> bool {
        seat.index() < self.seat_cells.len()
    }

    /// Whether the table is one of this plan's.
    #[must_use]
    pub fn has_table(&self, table: Table) -> bool {
        table.index() < self.table_cells.len()
    }

    /// All seats.
    #[must_use]
    pub fn all(&self) -> S {
        self.all
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

    /// The seats of all these tables.
    #[inline]
    #[must_use]
    pub fn seats_at(&self, tables: TableSet) -> S {
        let bytes = tables.bytes().into_iter().zip(&self.seats_at);
        bytes.fold(S::default(), |seats, (byte, seats_at)| seats | seats_at[usize::from(byte)])
    }

    /// The tables that a seat touches.
    #[inline]
    #[must_use]
    pub fn touching(&self, seat: Seat) -> TableSet {
        self.touching[seat.index()]
    }
}

/// Games point at their plan; spelled out, it would hide the rest of them.
impl<S> fmt::Debug for FloorPlan<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FloorPlan({} tables, {} seats)", self.table_cells.len(), self.seat_cells.len())
    }
}

impl FloorPlan<u16> {
    /// The card game's café: five tables in an X on a 5×5 grid, twelve seats beside them (docs/rules.md §2).
    #[must_use]
    pub fn cross() -> &'static FloorPlan<u16> {
        static CROSS: LazyLock<FloorPlan<u16>> = LazyLock::new(|| {
            let cell = |file: u8, rank| Cell::new(file, rank).expect("on the grid");
            let tables = [(1, 4), (3, 4), (2, 3), (1, 2), (3, 2)].map(|(file, rank)| {
                let beside =
                    [cell(file, rank + 1), cell(file - 1, rank), cell(file + 1, rank), cell(file, rank - 1)];
                (cell(file, rank), beside)
            });
            FloorPlan::new(tables.to_vec())
        });
        &CROSS
    }
}

fn grid_index(cell: Cell) -> Option<usize> {
    (cell.file() < GRID && cell.rank() <= GRID)
        .then(|| usize::from(cell.rank() - 1) * usize::from(GRID) + usize::from(cell.file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_is_the_one_of_the_rules() {
        let cross = FloorPlan::cross();
        let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(names(cross.table_cells()), "b4 d4 c3 b2 d2");
        assert_eq!(names(cross.seat_cells()), "b5 d5 a4 c4 e4 b3 d3 a2 c2 e2 b1 d1");
        for (cell, &seat) in cross.seat_cells().iter().map(|c| (c, c)) {
            let touched = cross.touching(cross.seat_at(seat).unwrap()).len();
            let inner = ["c4", "b3", "d3", "c2"].contains(&cell.to_string().as_str());
            assert_eq!(touched, if inner { 3 } else { 1 }, "{cell}");
        }
    }

    #[test]
    fn the_outer_seats_of_a_table_are_twins_and_the_inner_ones_have_none() {
        let cross = FloorPlan::cross();
        let twins = |cell: &Cell| -> Vec<String> {
            let earlier = cross.earlier_twins(cross.seat_at(*cell).unwrap());
            earlier.iter().map(|seat| cross.seat_cell(seat).to_string()).collect()
        };
        let all: Vec<Vec<String>> = cross.seat_cells().iter().map(twins).collect();
        let none: [&str; 0] = [];
        assert_eq!(
            all,
            [&none[..], &none, &["b5"], &none, &["d5"], &none, &none, &none, &none, &none, &["a2"], &["e2"]]
        );
    }
}
