//! The café on its grid: which size fits, where every cell lies, and the picture itself.

use cafe_rules::{Cell, Kind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::bar;
use super::marks::Marks;
use super::palette::Palette;
use super::sight::{Sight, Spot, What};
use super::tile;

/// Columns for the numbers of the ranks.
const RANK_LABELS: u16 = 3;

/// One size in which the café can be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Floor {
    /// By file: how wide its cells are.
    files: Vec<u16>,
    ranks: u8,
    /// How high all cells are.
    cell_height: u16,
}

impl Floor {
    /// Every size there is for this café, the largest first. The last one is the smallest that can be read.
    #[must_use]
    pub fn sizes(sight: &Sight) -> Vec<Floor> {
        match sight.kind {
            Kind::Card => [(17, 7), (15, 6), (13, 5), (11, 4), (9, 3)]
                .map(|(width, height)| Floor::new(&sight.spots, [width; 3], height))
                .to_vec(),
            Kind::Board => [([7, 7, 4], 3), ([5, 6, 3], 2), ([5, 6, 2], 1), ([3, 4, 1], 1)]
                .map(|(widths, height)| Floor::new(&sight.spots, widths, height))
                .to_vec(),
        }
    }

    /// A size given by how wide files are that hold seats only, that hold tables too, and that hold nothing.
    fn new(spots: &[Spot], [seats, tables, nothing]: [u16; 3], cell_height: u16) -> Floor {
        let ranks = spots.iter().map(|spot| spot.cell.rank()).max().unwrap_or(1);
        let files = spots.iter().map(|spot| spot.cell.file()).max().unwrap_or(0);
        let width = |file: u8| {
            let here = || spots.iter().filter(|spot| spot.cell.file() == file);
            if here().any(|spot| matches!(spot.what, What::Table(_))) {
                tables
            } else if here().next().is_some() {
                seats
            } else {
                nothing
            }
        };
        Floor { files: (0..=files).map(width).collect(), ranks, cell_height }
    }

    /// How wide the picture is, with the numbers of the ranks.
    #[must_use]
    pub fn width(&self) -> u16 {
        RANK_LABELS + self.files.iter().sum::<u16>()
    }

    /// How high the picture is, with the letters of the files.
    #[must_use]
    pub fn height(&self) -> u16 {
        u16::from(self.ranks) * self.cell_height + 1
    }

    /// Where a cell lies if the picture begins in this corner.
    fn rect(&self, corner: (u16, u16), file: u8, rank: u8) -> Rect {
        let left: u16 = self.files.iter().take(usize::from(file)).sum();
        let width = self.files.get(usize::from(file)).copied().unwrap_or(0);
        let above = u16::from(self.ranks.saturating_sub(rank));
        Rect::new(corner.0 + RANK_LABELS + left, corner.1 + above * self.cell_height, width, self.cell_height)
    }

    /// Draws the café in the middle of the area.
    pub fn draw(&self, sight: &Sight, marks: &Marks, palette: Palette, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, palette.floor());
        let corner = (
            area.x + area.width.saturating_sub(self.width()) / 2,
            area.y + area.height.saturating_sub(self.height()) / 2,
        );
        for rank in 1..=self.ranks {
            let row = self.rect(corner, 0, rank);
            let middle = row.y + (self.cell_height - 1).div_ceil(2);
            buffer.set_string(corner.0, middle, format!("{rank:>2}"), palette.floor());
        }
        let used = |file: u8| sight.spots.iter().any(|spot| spot.cell.file() == file);
        for file in (0..self.files.len() as u8).filter(|&file| used(file)) {
            let under = self.rect(corner, file, 1);
            let label = Rect::new(under.x, under.bottom(), under.width, 1);
            tile::centred(
                buffer,
                tile::core(label),
                0,
                &char::from(b'a' + file).to_string(),
                palette.floor(),
            );
        }
        for spot in &sight.spots {
            let rect = self.rect(corner, spot.cell.file(), spot.cell.rank());
            tile::spot(spot, sight, marks, palette, rect, buffer);
        }
        if let Some(stand) = &sight.bar
            && let Some(room) = self.bar_room(corner, &sight.spots)
        {
            bar::draw(stand, marks, palette, room, buffer);
        }
    }

    /// The largest square of the floor where nothing stands, in the middle if there are several.
    fn bar_room(&self, corner: (u16, u16), spots: &[Spot]) -> Option<Rect> {
        let taken: Vec<Cell> = spots.iter().map(|spot| spot.cell).collect();
        let (files, ranks) = (self.files.len() as u8, self.ranks);
        let free = |left: u8, bottom: u8, side: u8| {
            let inside = |cell: &Cell| {
                (left..left + side).contains(&cell.file()) && (bottom..bottom + side).contains(&cell.rank())
            };
            !taken.iter().any(inside)
        };
        (bar::CELLS..=files.min(ranks)).rev().find_map(|side| {
            let corners =
                (0..=files - side).flat_map(|left| (1..=ranks + 1 - side).map(move |low| (left, low)));
            let from_middle = |&(left, low): &(u8, u8)| {
                (2 * left + side).abs_diff(files) + (2 * low + side).abs_diff(ranks + 2)
            };
            let (left, low) = corners.filter(|&(left, low)| free(left, low, side)).min_by_key(from_middle)?;
            let first = self.rect(corner, left, low + side - 1);
            let last = self.rect(corner, left + side - 1, low);
            Some(first.union(last))
        })
    }

    /// Whether the plan leaves room for the bar in its middle.
    #[must_use]
    pub fn has_bar_room(&self, sight: &Sight) -> bool {
        self.bar_room((0, 0), &sight.spots).is_some()
    }
}
