//! Draws tables, guests and free seats in every size of a cell.
//!
//! A table is a round marble top with a cloth in the nation's colour: `(RU)`. A guest is a tile: ladies have an arched top,
//! gentlemen straight shoulders, besides the letter. The nation of a joker is in lower case: `esf`.

use cafe_rules::{Guest, Nation, Sex, Tile};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::display_state::{CellContent, DisplayCell, DisplayState};
use super::highlights::Highlights;
use super::palette::Palette;

/// Writes a text into the centre of a row.
pub fn draw_centred(buffer: &mut Buffer, rect: Rect, row: u16, text: &str, style: Style) {
    let length = text.chars().count() as u16;
    if row >= rect.height || length > rect.width {
        return;
    }
    let x = rect.x + (rect.width - length) / 2;
    buffer.set_string(x, rect.y + row, text, style);
}

/// Returns the code of a guest in the café.
#[must_use]
pub fn guest_code(guest: Guest) -> String {
    let nation = guest.nation().code();
    let nation = if guest.is_joker() { nation.to_lowercase() } else { nation.to_owned() };
    format!("{nation}{}", guest.sex().letter())
}

/// Returns a tile of a hand as a span.
#[must_use]
pub fn tile_span(tile: Tile, palette: Palette) -> Span<'static> {
    let style = tile.nation().map_or(palette.joker(), |nation| palette.guest(nation));
    Span::styled(tile.to_string(), style)
}

/// Returns the area of the text in a cell. In the smallest café, files with tables are four wide; a code of three letters is
/// aligned with the codes of tables, right of the bracket.
pub(super) fn text_area(rect: Rect) -> Rect {
    if rect.width == 4 { Rect { x: rect.x + 1, width: 3, ..rect } } else { rect }
}

/// Draws one cell of the café.
pub fn draw_cell(
    cell: &DisplayCell,
    display: &DisplayState,
    highlights: &Highlights,
    palette: Palette,
    rect: Rect,
    buffer: &mut Buffer,
) {
    match cell.content {
        CellContent::Table(nation) => {
            let label = if let Some(points) = highlights.points_at(cell.cell) {
                Some((format!("{points:+}"), palette.gain_on_floor()))
            } else if highlights.new_tables.contains(&cell.cell) {
                Some(("new".to_owned(), palette.offer()))
            } else if display.pending.contains(&cell.cell) {
                Some(("waits".to_owned(), palette.offer()))
            } else {
                None
            };
            draw_table(nation, label, palette, rect, buffer);
        }
        CellContent::Seat(Some(guest)) => {
            let is_new = highlights.seated.contains(&cell.cell);
            let is_selected = highlights.selected.contains(&cell.cell);
            draw_guest(guest, is_new, is_selected, palette, rect, buffer);
        }
        CellContent::Seat(None) => draw_free_seat(cell, highlights, palette, rect, buffer),
    }
}

fn draw_table(
    nation: Nation,
    label: Option<(String, Style)>,
    palette: Palette,
    rect: Rect,
    buffer: &mut Buffer,
) {
    let code = format!("({nation})");
    let (cloth, marble) = (palette.cloth(nation), palette.marble(nation));
    let is_highlighted = label.is_some();
    if rect.height == 1 {
        let style = if is_highlighted { palette.changed() } else { marble };
        return draw_centred(buffer, rect, 0, &code, style);
    }
    // The code with brackets has an even width, so the table must too.
    let width = if rect.height == 2 { 6 } else { (rect.width - 1) & !1 };
    let rect = narrow(rect, width);
    let inner = usize::from(rect.width.saturating_sub(2));
    let top = format!(" {} ", "▄".repeat(inner));
    draw_centred(buffer, rect, 0, &top, cloth);
    let last = rect.height - 1;
    let middle = if rect.height == 2 { 1..=1 } else { 1..=last - 1 };
    for row in middle {
        draw_edges(buffer, rect, row, cloth);
        draw_centred(buffer, rect, row, &" ".repeat(inner), marble);
    }
    draw_centred(buffer, rect, last.div_ceil(2).min(if rect.height > 4 { 2 } else { 1 }), &code, marble);
    if rect.height > 4 {
        let name = short_nation_name(nation, inner);
        draw_centred(buffer, rect, 3, &name, marble.remove_modifier(Modifier::BOLD));
    }
    if rect.height > 2 {
        draw_centred(buffer, rect, last, &format!(" {} ", "▀".repeat(inner)), cloth);
    }
    if let Some((text, style)) = label {
        let row = if rect.height == 2 { 0 } else { last };
        draw_centred(buffer, rect, row, &" ".repeat(inner), style);
        draw_centred(buffer, rect, row, &text, style);
    }
}

fn draw_guest(
    guest: Guest,
    is_new: bool,
    is_selected: bool,
    palette: Palette,
    rect: Rect,
    buffer: &mut Buffer,
) {
    let nation = guest.nation();
    let highlight = if is_selected { Some(palette.selected()) } else { is_new.then(|| palette.changed()) };
    let base = palette.guest(nation);
    let base = if guest.is_joker() { base.add_modifier(Modifier::UNDERLINED) } else { base };
    let is_small = rect.height == 1;
    let code_style = highlight.filter(|_| is_small || is_selected).unwrap_or(base);
    let code = guest_code(guest);
    if is_small {
        return draw_centred(buffer, text_area(rect), 0, &code, code_style);
    }
    let width = if rect.height == 2 { 5 } else { rect.width - 2 };
    let rect = narrow(rect, width);
    let inner = usize::from(width - 2);
    let top = match guest.sex() {
        Sex::Lady => format!(" {} ", "▄".repeat(inner)),
        Sex::Gentleman => format!("▗{}▖", "▄".repeat(inner)),
    };
    let figure = if highlight.is_some() { palette.changed_edge() } else { palette.figure() };
    draw_centred(buffer, rect, 0, &top, figure);
    // From the top: the figure with the sign, the code, the nation.
    let last = rect.height - 1;
    let code_row = if rect.height > 3 { 2 } else { 1 };
    let cloth = if highlight.is_some() { palette.changed_edge() } else { palette.cloth(nation) };
    for row in 1..=if rect.height == 2 { 1 } else { last - 1 } {
        if row < code_row {
            draw_edges(buffer, rect, row, figure);
            let sign = if guest.sex() == Sex::Lady { "♀" } else { "♂" };
            let paper = figure.add_modifier(Modifier::REVERSED);
            draw_centred(buffer, rect, row, &format!("{sign:^inner$}"), paper);
        } else {
            draw_edges(buffer, rect, row, cloth);
            draw_centred(buffer, rect, row, &" ".repeat(inner), code_style);
        }
    }
    draw_centred(buffer, rect, code_row, &code, code_style);
    if rect.height > 4 {
        let name = if guest.is_joker() { "joker".to_owned() } else { short_nation_name(nation, inner) };
        draw_centred(buffer, rect, 3, &name, code_style.remove_modifier(Modifier::BOLD));
    }
    if rect.height > 2 {
        draw_centred(buffer, rect, last, &format!("▝{}▘", "▀".repeat(inner)), cloth);
    }
}

fn draw_free_seat(
    cell: &DisplayCell,
    highlights: &Highlights,
    palette: Palette,
    rect: Rect,
    buffer: &mut Buffer,
) {
    let rect = text_area(rect);
    let middle = if rect.height == 2 { 1 } else { (rect.height - 1) / 2 };
    let is_selected = highlights.selected.contains(&cell.cell);
    let departed = highlights.departed.iter().find(|(seat, _)| *seat == cell.cell);
    let is_large = rect.height > 2;
    let (text, style) = match (highlights.offer_at(cell.cell), departed) {
        (Some(points), _) if is_selected => (format!("{points:+}"), palette.selected()),
        (None, _) if is_selected => ("○".to_owned(), palette.selected()),
        (Some(points), _) => (format!("{points:+}"), palette.offer()),
        (None, Some((_, guest))) if is_large => (format!("{} left", guest_code(*guest)), palette.floor()),
        _ if is_large => (cell.cell.to_string(), palette.floor()),
        _ => ("·".to_owned(), palette.floor()),
    };
    if is_selected {
        let width = if is_large { usize::from(rect.width - 4) } else { usize::from(rect.width.min(3)) };
        return draw_centred(buffer, rect, middle, &format!("{text:^width$}"), style);
    }
    draw_centred(buffer, rect, middle, &text, style);
}

fn narrow(rect: Rect, width: u16) -> Rect {
    let width = width.min(rect.width);
    Rect { x: rect.x + (rect.width - width) / 2, width, ..rect }
}

fn draw_edges(buffer: &mut Buffer, rect: Rect, row: u16, style: Style) {
    buffer.set_string(rect.x, rect.y + row, "▐", style);
    buffer.set_string(rect.right() - 1, rect.y + row, "▌", style);
}

/// Returns the name of the nation; empty if it does not fit.
fn short_nation_name(nation: Nation, width: usize) -> String {
    let name = match nation {
        Nation::CentralAfrica => "C. Africa",
        Nation::GreatBritain => "Britain",
        _ => nation.english_name().trim_start_matches("the "),
    };
    if name.chars().count() <= width { name.to_owned() } else { String::new() }
}
