//! The bar of the board game: who stands there, and what the free places are worth.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::marks::Marks;
use super::palette::Palette;
use super::sight::Bar;
use super::tile;

/// The bar needs a square of this many cells without chairs and tables.
pub(super) const CELLS: u8 = 6;
const PLACES_IN_A_ROW: u16 = 4;

/// Draws the bar into a room: a heading and five rows of four places.
pub(super) fn draw(bar: &Bar, marks: &Marks, palette: Palette, room: Rect, buffer: &mut Buffer) {
    let rows = (bar.values.len() as u16).div_ceil(PLACES_IN_A_ROW);
    let pitch = if room.height > 2 * rows { 2 } else { 1 };
    let width = (room.width / PLACES_IN_A_ROW).clamp(4, 6);
    let left = room.x + room.width.saturating_sub(width * PLACES_IN_A_ROW) / 2;
    let top = room.y + room.height.saturating_sub(rows * pitch + 1) / 2;
    tile::centred(buffer, Rect::new(room.x, top, room.width, 1), 0, "bar", palette.floor());
    for (place, value) in bar.values.iter().enumerate() {
        let at = place as u16;
        let x = left + at % PLACES_IN_A_ROW * width;
        let y = top + 1 + at / PLACES_IN_A_ROW * pitch;
        let rect = Rect::new(x, y, width, 1);
        match bar.guests.get(place) {
            Some(guest) => {
                let style = match (marks.at_bar == Some(place), guest.nation()) {
                    (true, _) => palette.fresh(),
                    (false, Some(nation)) => palette.guest(nation),
                    (false, None) => palette.joker(),
                };
                tile::centred(buffer, tile::core(rect), 0, &guest.to_string(), style);
            }
            None => {
                let next = place == bar.guests.len();
                let style = if next { palette.offer() } else { palette.floor() };
                tile::centred(buffer, tile::core(rect), 0, &format!("{value:>+3}"), style);
            }
        }
    }
}
