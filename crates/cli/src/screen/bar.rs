//! Draws the bar of the board game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::display_state::Bar;
use super::highlights::Highlights;
use super::palette::Palette;
use super::tile;

/// Side of the square without chairs and tables that the bar needs, in cells.
pub(super) const MIN_CELLS: u8 = 6;
const PLACES_PER_ROW: u16 = 4;

/// Draws a heading and five rows of four places, with guests or the points of free places.
pub(super) fn draw(bar: &Bar, highlights: &Highlights, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let rows = (bar.values.len() as u16).div_ceil(PLACES_PER_ROW);
    let row_height = if area.height > 2 * rows { 2 } else { 1 };
    let width = (area.width / PLACES_PER_ROW).clamp(4, 6);
    let left = area.x + area.width.saturating_sub(width * PLACES_PER_ROW) / 2;
    let top = area.y + area.height.saturating_sub(rows * row_height + 1) / 2;
    tile::draw_centred(buffer, Rect::new(area.x, top, area.width, 1), 0, "bar", palette.floor());
    for (place, value) in bar.values.iter().enumerate() {
        let at = place as u16;
        let x = left + at % PLACES_PER_ROW * width;
        let y = top + 1 + at / PLACES_PER_ROW * row_height;
        let rect = Rect::new(x, y, width, 1);
        match bar.guests.get(place) {
            Some(guest) => {
                let style = match (highlights.bar_place == Some(place), guest.nation()) {
                    (true, _) => palette.changed(),
                    (false, Some(nation)) => palette.guest(nation),
                    (false, None) => palette.joker(),
                };
                tile::draw_centred(buffer, tile::text_area(rect), 0, &guest.to_string(), style);
            }
            None => {
                let is_next = place == bar.guests.len();
                let style = if is_next { palette.offer() } else { palette.floor() };
                tile::draw_centred(buffer, tile::text_area(rect), 0, &format!("{value:>+3}"), style);
            }
        }
    }
}
