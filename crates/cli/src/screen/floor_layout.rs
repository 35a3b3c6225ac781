//! The café on its grid: sizes, positions of cells, and drawing.

use cafe_rules::{Cell, Kind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::bar;
use super::display_state::{CellContent, DisplayCell, DisplayState};
use super::highlights::Highlights;
use super::palette::Palette;
use super::tile;

/// Width of the rank numbers.
const RANK_LABEL_WIDTH: u16 = 3;

/// A size in which the café can be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloorLayout {
    /// By file: width of the cells.
    file_widths: Vec<u16>,
    /// Number of ranks.
    ranks: u8,
    /// Height of all cells.
    cell_height: u16,
}

impl FloorLayout {
    /// Returns all sizes for this café, the largest first. The last one is the smallest that is readable.
    #[must_use]
    pub fn sizes(display: &DisplayState) -> Vec<FloorLayout> {
        match display.kind {
            Kind::Card => [(17, 7), (15, 6), (13, 5), (11, 4), (9, 3)]
                .map(|(width, height)| FloorLayout::new(&display.cells, [width; 3], height))
                .to_vec(),
            Kind::Board => [([7, 7, 4], 3), ([5, 6, 3], 2), ([5, 6, 2], 1), ([3, 4, 1], 1)]
                .map(|(widths, height)| FloorLayout::new(&display.cells, widths, height))
                .to_vec(),
        }
    }

    /// Creates a size from the widths of files with seats only, files with tables, and empty files.
    fn new(cells: &[DisplayCell], [seats, tables, empty]: [u16; 3], cell_height: u16) -> FloorLayout {
        let ranks = cells.iter().map(|cell| cell.cell.rank()).max().unwrap_or(1);
        let files = cells.iter().map(|cell| cell.cell.file()).max().unwrap_or(0);
        let width = |file: u8| {
            let in_file = || cells.iter().filter(|cell| cell.cell.file() == file);
            if in_file().any(|cell| matches!(cell.content, CellContent::Table(_))) {
                tables
            } else if in_file().next().is_some() {
                seats
            } else {
                empty
            }
        };
        FloorLayout { file_widths: (0..=files).map(width).collect(), ranks, cell_height }
    }

    /// Returns the width of the drawing with the rank numbers.
    #[must_use]
    pub fn width(&self) -> u16 {
        RANK_LABEL_WIDTH + self.file_widths.iter().sum::<u16>()
    }

    /// Returns the height of the drawing with the file letters.
    #[must_use]
    pub fn height(&self) -> u16 {
        u16::from(self.ranks) * self.cell_height + 1
    }

    /// Returns the area of a cell if the drawing starts at this corner.
    fn cell_area(&self, corner: (u16, u16), file: u8, rank: u8) -> Rect {
        let left: u16 = self.file_widths.iter().take(usize::from(file)).sum();
        let width = self.file_widths.get(usize::from(file)).copied().unwrap_or(0);
        let above = u16::from(self.ranks.saturating_sub(rank));
        Rect::new(
            corner.0 + RANK_LABEL_WIDTH + left,
            corner.1 + above * self.cell_height,
            width,
            self.cell_height,
        )
    }

    /// Draws the café in the centre of the area.
    pub fn draw(
        &self,
        display: &DisplayState,
        highlights: &Highlights,
        palette: Palette,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        buffer.set_style(area, palette.floor());
        let corner = (
            area.x + area.width.saturating_sub(self.width()) / 2,
            area.y + area.height.saturating_sub(self.height()) / 2,
        );
        for rank in 1..=self.ranks {
            let row = self.cell_area(corner, 0, rank);
            let middle = row.y + (self.cell_height - 1).div_ceil(2);
            buffer.set_string(corner.0, middle, format!("{rank:>2}"), palette.floor());
        }
        let is_used = |file: u8| display.cells.iter().any(|cell| cell.cell.file() == file);
        for file in (0..self.file_widths.len() as u8).filter(|&file| is_used(file)) {
            let under = self.cell_area(corner, file, 1);
            let label = Rect::new(under.x, under.bottom(), under.width, 1);
            tile::draw_centred(
                buffer,
                tile::text_area(label),
                0,
                &char::from(b'a' + file).to_string(),
                palette.floor(),
            );
        }
        for cell in &display.cells {
            let rect = self.cell_area(corner, cell.cell.file(), cell.cell.rank());
            tile::draw_cell(cell, display, highlights, palette, rect, buffer);
        }
        if let Some(bar) = &display.bar
            && let Some(area) = self.bar_area(corner, &display.cells)
        {
            bar::draw(bar, highlights, palette, area, buffer);
        }
    }

    /// Returns the largest empty square of the floor, the one nearest to the centre if there are several.
    fn bar_area(&self, corner: (u16, u16), cells: &[DisplayCell]) -> Option<Rect> {
        let used: Vec<Cell> = cells.iter().map(|cell| cell.cell).collect();
        let (files, ranks) = (self.file_widths.len() as u8, self.ranks);
        let is_empty = |left: u8, bottom: u8, side: u8| {
            let is_inside = |cell: &Cell| {
                (left..left + side).contains(&cell.file()) && (bottom..bottom + side).contains(&cell.rank())
            };
            !used.iter().any(is_inside)
        };
        (bar::MIN_CELLS..=files.min(ranks)).rev().find_map(|side| {
            let corners =
                (0..=files - side).flat_map(|left| (1..=ranks + 1 - side).map(move |low| (left, low)));
            let distance_from_centre = |&(left, low): &(u8, u8)| {
                (2 * left + side).abs_diff(files) + (2 * low + side).abs_diff(ranks + 2)
            };
            let (left, low) =
                corners.filter(|&(left, low)| is_empty(left, low, side)).min_by_key(distance_from_centre)?;
            let first = self.cell_area(corner, left, low + side - 1);
            let last = self.cell_area(corner, left + side - 1, low);
            Some(first.union(last))
        })
    }

    /// Returns true if the plan has room for the bar.
    #[must_use]
    pub fn has_bar_area(&self, display: &DisplayState) -> bool {
        self.bar_area((0, 0), &display.cells).is_some()
    }
}
