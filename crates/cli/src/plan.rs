//! `cafe plan`: draws a floor plan of the board game and checks it.

use std::io::{self, Write};
use std::path::Path;

use cafe_rules::{Board, Cell, GRID_SIZE};

use crate::text_file;

/// Loads a floor plan from a file and keeps it until the process ends; without a file, returns the standard one.
///
/// # Errors
/// All faults of the file or the plan, one per line.
pub fn load(file: Option<&Path>) -> Result<&'static Board, String> {
    let Some(file) = file else { return Ok(Board::standard()) };
    let name = file.display();
    let text = text_file::read(file).map_err(|error| format!("{name}: {error}"))?;
    let board = Board::from_json(&text).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        format!("{name} is not a valid floor plan:{}", faults.concat())
    })?;
    board.intern().map_err(|error| error.to_string())
}

/// Draws a plan: tables by the codes of their nations, chairs as circles, shared chairs filled.
///
/// # Errors
/// If the output cannot be written.
pub fn draw(board: &Board, output: &mut impl Write) -> io::Result<()> {
    let floor = board.floor();
    for rank in (1..=GRID_SIZE).rev() {
        write!(output, "{rank:>3} ")?;
        for file in 0..GRID_SIZE {
            let cell = Cell::new(file, rank);
            let table = cell.and_then(|cell| floor.table_at(cell));
            let seat = cell.and_then(|cell| floor.seat_at(cell));
            match (table, seat) {
                (Some(table), _) => write!(output, " {}", board.nation(table))?,
                (None, Some(seat)) if floor.tables_touching(seat).len() > 1 => write!(output, "  ●")?,
                (None, Some(_)) => write!(output, "  ○")?,
                (None, None) => write!(output, "   ")?,
            }
        }
        writeln!(output)?;
    }
    write!(output, "    ")?;
    for file in 0..GRID_SIZE {
        write!(output, "  {}", char::from(b'a' + file))?;
    }
    let chairs = floor.seat_cells();
    let shared = chairs
        .iter()
        .filter_map(|&cell| floor.seat_at(cell))
        .filter(|&seat| floor.tables_touching(seat).len() > 1);
    writeln!(
        output,
        "\n\n{} tables, {} chairs (○), {} of them between two tables (●)",
        floor.table_cells().len(),
        chairs.len(),
        shared.count()
    )?;
    let values: Vec<String> = board.bar().iter().map(|value| format!("{value:+}")).collect();
    writeln!(output, "bar: {}", values.join(" "))
}
