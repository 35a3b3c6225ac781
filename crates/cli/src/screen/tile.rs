//! Tables, guests and free seats, in every size of a cell.
//!
//! A table is a round marble top with a cloth in the nation's colour: `(RU)`. A guest is a tile: ladies have an arched
//! top, gentlemen straight shoulders, and the letters say the same. A joker's nation is written small: `esf`.

use cafe_rules::{Guest, Nation, Sex, Tile};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::marks::Marks;
use super::palette::Palette;
use super::sight::{Sight, Spot, What};

/// Writes a text into the middle of a row of the rect.
pub fn centred(buffer: &mut Buffer, rect: Rect, row: u16, text: &str, style: Style) {
    let length = text.chars().count() as u16;
    if row >= rect.height || length > rect.width {
        return;
    }
    let x = rect.x + (rect.width - length) / 2;
    buffer.set_string(x, rect.y + row, text, style);
}

/// The letters of a guest in the café.
#[must_use]
pub fn letters(guest: Guest) -> String {
    let nation = guest.nation().code();
    let nation = if guest.is_joker() { nation.to_lowercase() } else { nation.to_owned() };
    format!("{nation}{}", guest.sex().letter())
}

/// A tile of a hand, ready for a line of text.
#[must_use]
pub fn in_line(tile: Tile, palette: Palette) -> Span<'static> {
    let style = tile.nation().map_or(palette.joker(), |nation| palette.guest(nation));
    Span::styled(tile.to_string(), style)
}

/// A file with tables is four wide in the smallest café, and three letters stand where a table has its own: right of
/// the bracket.
pub(super) fn core(rect: Rect) -> Rect {
    if rect.width == 4 { Rect { x: rect.x + 1, width: 3, ..rect } } else { rect }
}

/// Draws one cell of the café.
pub fn spot(spot: &Spot, sight: &Sight, marks: &Marks, palette: Palette, rect: Rect, buffer: &mut Buffer) {
    match spot.what {
        What::Table(nation) => {
            let label = if let Some(points) = marks.paid_at(spot.cell) {
                Some((format!("{points:+}"), palette.won_on_floor()))
            } else if marks.laid.contains(&spot.cell) {
                Some(("new".to_owned(), palette.offer()))
            } else if sight.waiting.contains(&spot.cell) {
                Some(("waits".to_owned(), palette.offer()))
            } else {
                None
            };
            table(nation, label, palette, rect, buffer);
        }
        What::Seat(Some(who)) => {
            let fresh = marks.taken.contains(&spot.cell);
            let chosen = marks.chosen.contains(&spot.cell);
            guest(who, fresh, chosen, palette, rect, buffer);
        }
        What::Seat(None) => free(spot, marks, palette, rect, buffer),
    }
}

fn table(nation: Nation, label: Option<(String, Style)>, palette: Palette, rect: Rect, buffer: &mut Buffer) {
    let code = format!("({nation})");
    let (cloth, marble) = (palette.cloth(nation), palette.marble(nation));
    let lit = label.is_some();
    if rect.height == 1 {
        let style = if lit { palette.fresh() } else { marble };
        return centred(buffer, rect, 0, &code, style);
    }
    // Its code with brackets is even, so its width is too.
    let width = if rect.height == 2 { 6 } else { (rect.width - 1) & !1 };
    let rect = narrowed(rect, width);
    let inner = usize::from(rect.width.saturating_sub(2));
    let top = format!(" {} ", "▄".repeat(inner));
    centred(buffer, rect, 0, &top, cloth);
    let last = rect.height - 1;
    let middle = if rect.height == 2 { 1..=1 } else { 1..=last - 1 };
    for row in middle {
        edges(buffer, rect, row, cloth);
        centred(buffer, rect, row, &" ".repeat(inner), marble);
    }
    centred(buffer, rect, last.div_ceil(2).min(if rect.height > 4 { 2 } else { 1 }), &code, marble);
    if rect.height > 4 {
        let name = clipped(nation, inner);
        centred(buffer, rect, 3, &name, marble.remove_modifier(Modifier::BOLD));
    }
    if rect.height > 2 {
        centred(buffer, rect, last, &format!(" {} ", "▀".repeat(inner)), cloth);
    }
    if let Some((text, style)) = label {
        let row = if rect.height == 2 { 0 } else { last };
        centred(buffer, rect, row, &" ".repeat(inner), style);
        centred(buffer, rect, row, &text, style);
    }
}

fn guest(who: Guest, fresh: bool, chosen: bool, palette: Palette, rect: Rect, buffer: &mut Buffer) {
    let nation = who.nation();
    let mark = if chosen { Some(palette.chosen()) } else { fresh.then(|| palette.fresh()) };
    let own = palette.guest(nation);
    let own = if who.is_joker() { own.add_modifier(Modifier::UNDERLINED) } else { own };
    let small = rect.height == 1;
    let letters_style = mark.filter(|_| small || chosen).unwrap_or(own);
    let letters = letters(who);
    if small {
        return centred(buffer, core(rect), 0, &letters, letters_style);
    }
    let width = if rect.height == 2 { 5 } else { rect.width - 2 };
    let rect = narrowed(rect, width);
    let inner = usize::from(width - 2);
    let top = match who.sex() {
        Sex::Lady => format!(" {} ", "▄".repeat(inner)),
        Sex::Gentleman => format!("▗{}▖", "▄".repeat(inner)),
    };
    let figure = if mark.is_some() { palette.fresh_edge() } else { palette.figure() };
    centred(buffer, rect, 0, &top, figure);
    // From the top: the figure with the sign, the letters, the nation.
    let last = rect.height - 1;
    let letters_row = if rect.height > 3 { 2 } else { 1 };
    let cloth = if mark.is_some() { palette.fresh_edge() } else { palette.cloth(nation) };
    for row in 1..=if rect.height == 2 { 1 } else { last - 1 } {
        if row < letters_row {
            edges(buffer, rect, row, figure);
            let sign = if who.sex() == Sex::Lady { "♀" } else { "♂" };
            let paper = figure.add_modifier(Modifier::REVERSED);
            centred(buffer, rect, row, &format!("{sign:^inner$}"), paper);
        } else {
            edges(buffer, rect, row, cloth);
            centred(buffer, rect, row, &" ".repeat(inner), letters_style);
        }
    }
    centred(buffer, rect, letters_row, &letters, letters_style);
    if rect.height > 4 {
        let name = if who.is_joker() { "joker".to_owned() } else { clipped(nation, inner) };
        centred(buffer, rect, 3, &name, letters_style.remove_modifier(Modifier::BOLD));
    }
    if rect.height > 2 {
        centred(buffer, rect, last, &format!("▝{}▘", "▀".repeat(inner)), cloth);
    }
}

fn free(spot: &Spot, marks: &Marks, palette: Palette, rect: Rect, buffer: &mut Buffer) {
    let rect = core(rect);
    let middle = if rect.height == 2 { 1 } else { (rect.height - 1) / 2 };
    let chosen = marks.chosen.contains(&spot.cell);
    let left = marks.left.iter().find(|(cell, _)| *cell == spot.cell);
    let roomy = rect.height > 2;
    let (text, style) = match (marks.offered_at(spot.cell), left) {
        (Some(points), _) if chosen => (format!("{points:+}"), palette.chosen()),
        (None, _) if chosen => ("○".to_owned(), palette.chosen()),
        (Some(points), _) => (format!("{points:+}"), palette.offer()),
        (None, Some((_, who))) if roomy => (format!("{} left", letters(*who)), palette.floor()),
        _ if roomy => (spot.cell.to_string(), palette.floor()),
        _ => ("·".to_owned(), palette.floor()),
    };
    if chosen {
        let width = if roomy { usize::from(rect.width - 4) } else { usize::from(rect.width.min(3)) };
        return centred(buffer, rect, middle, &format!("{text:^width$}"), style);
    }
    centred(buffer, rect, middle, &text, style);
}

fn narrowed(rect: Rect, width: u16) -> Rect {
    let width = width.min(rect.width);
    Rect { x: rect.x + (rect.width - width) / 2, width, ..rect }
}

fn edges(buffer: &mut Buffer, rect: Rect, row: u16, style: Style) {
    buffer.set_string(rect.x, rect.y + row, "▐", style);
    buffer.set_string(rect.right() - 1, rect.y + row, "▌", style);
}

/// The nation's name, if it fits.
fn clipped(nation: Nation, width: usize) -> String {
    let name = match nation {
        Nation::CentralAfrica => "C. Africa",
        Nation::GreatBritain => "Britain",
        _ => nation.english_name().trim_start_matches("the "),
    };
    if name.chars().count() <= width { name.to_owned() } else { String::new() }
}
