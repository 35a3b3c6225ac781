//! The panel beside the café: players with scores and hands, the stocks, and lists.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::display_state::Player;
use super::palette::Palette;
use super::{GameScreen, List, Row, tile};
use crate::describe;

/// Minimum height of a list: the heading and one row.
const MIN_LIST_HEIGHT: u16 = 2;

/// Draws the panel.
pub(super) fn draw(
    screen: &GameScreen,
    bar_is_drawn: bool,
    palette: Palette,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut lines = Vec::new();
    let has_gaps = area.height >= 28;
    for (number, player) in screen.display.players.iter().enumerate() {
        let is_to_move = usize::from(screen.display.turn) == number && screen.display.outcome.is_none();
        let name = screen.names.get(number).map_or("", String::as_str);
        lines.push(player_line(name, player, is_to_move, palette, area.width));
        lines.extend(hand_lines(player, palette, area.width));
        if has_gaps {
            lines.push(Line::default());
        }
    }
    if let (false, Some(bar)) = (bar_is_drawn, &screen.display.bar) {
        let next =
            bar.values.get(bar.guests.len()).map_or("full".to_owned(), |value| format!("next {value:+}"));
        lines.push(Line::styled(
            format!("  bar: {}, {next}", describe::count(bar.guests.len(), "guest")),
            palette.muted(),
        ));
    }
    lines.push(Line::styled(format!("  {}", screen.display.stock_text), palette.muted()));
    let mut row = area.y;
    for line in lines {
        if row < area.bottom() {
            line.render(Rect { y: row, height: 1, ..area }, buffer);
            row += 1;
        }
    }
    draw_lists(&screen.lists, palette, Rect { y: row, height: area.bottom() - row, ..area }, buffer);
}

/// `▸ Ann                  46`, with the size of a hidden hand.
fn player_line(name: &str, player: &Player, is_to_move: bool, palette: Palette, width: u16) -> Line<'static> {
    let mut notes = Vec::new();
    if player.hand.is_none() {
        notes.push(describe::count(player.hand_size, "card"));
        if player.down_size > 0 {
            notes.push(format!("{} down", player.down_size));
        }
    }
    if player.eliminated {
        notes.push("out".to_owned());
    }
    let note = if notes.is_empty() { String::new() } else { format!("{}  ", notes.join(", ")) };
    let score = player.score.to_string();
    let used = 2 + note.chars().count() + score.len();
    let name_width = usize::from(width).saturating_sub(used + 1);
    let name = truncate(name, name_width);
    let style = if is_to_move { palette.heading() } else { palette.text() };
    let pad = name_width.saturating_sub(name.chars().count()) + 1;
    Line::from(vec![
        Span::styled(if is_to_move { "▸ " } else { "  " }, palette.heading()),
        Span::styled(name, style),
        Span::styled(" ".repeat(pad), palette.text()),
        Span::styled(note, palette.muted()),
        Span::styled(score, style.add_modifier(Modifier::BOLD)),
    ])
}

/// Returns the visible tiles of a player, in as many lines as needed.
fn hand_lines(player: &Player, palette: Palette, width: u16) -> Vec<Line<'static>> {
    let mut spans: Vec<Vec<Span>> = Vec::new();
    let per_row = usize::from(width.saturating_sub(2) / 4).max(1);
    let tiles = |hand: cafe_rules::Hand| hand.tiles().map(|tile| tile::tile_span(tile, palette)).collect();
    let held: Vec<Span> = player.hand.map(tiles).unwrap_or_default();
    spans.extend(held.chunks(per_row).map(<[Span]>::to_vec));
    let down: Vec<Span> = player.down.map(tiles).unwrap_or_default();
    if !down.is_empty() {
        let mut line = vec![Span::styled("down", palette.muted())];
        line.extend(down.iter().take(per_row - 2).cloned());
        if down.len() > per_row - 2 {
            line.push(Span::styled("…", palette.muted()));
        }
        spans.push(line);
    }
    if player.hand.is_some_and(cafe_rules::Hand::is_empty) && !player.eliminated {
        spans.push(vec![Span::styled("empty hand", palette.muted())]);
    }
    let add_gaps = |line: Vec<Span<'static>>| {
        let gap = Span::styled(" ", palette.text());
        let mut all = vec![Span::styled(" ", palette.text())];
        for span in line {
            all.push(gap.clone());
            all.push(span);
        }
        Line::from(all)
    };
    spans.into_iter().map(add_gaps).collect()
}

fn draw_lists(lists: &[List], palette: Palette, area: Rect, buffer: &mut Buffer) {
    let mut rest = area;
    for (number, list) in lists.iter().enumerate() {
        let after = lists.len() - number - 1;
        // The first list gets what it needs, up to two thirds; the others share the rest.
        let needed = list.rows.len() as u16 + 1;
        let reserved = if after > 0 && rest.height > 16 { rest.height / 3 } else { 0 };
        let height = if after == 0 { rest.height } else { needed.min(rest.height - reserved) };
        if height < MIN_LIST_HEIGHT {
            return;
        }
        draw_list(list, palette, Rect { height, ..rest }, buffer);
        rest = Rect { y: rest.y + height, height: rest.height - height, ..rest };
    }
}

fn draw_list(list: &List, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let rule = "─".repeat(usize::from(area.width));
    buffer.set_string(area.x, area.y, &rule, palette.line());
    let heading = format!(" {} ", truncate(&list.heading, usize::from(area.width.saturating_sub(4))));
    buffer.set_string(area.x + 1, area.y, heading, palette.muted());
    let height = usize::from(area.height - 1);
    let selected = list.selected.unwrap_or(0);
    let first = selected.saturating_sub(height / 2).min(list.rows.len().saturating_sub(height));
    for (index, row) in list.rows.iter().enumerate().skip(first).take(height) {
        let row_area = Rect { y: area.y + 1 + (index - first) as u16, height: 1, ..area };
        let is_selected = list.selected == Some(index);
        draw_row(row, is_selected, list.selectable, palette, row_area, buffer);
    }
}

fn draw_row(
    row: &Row,
    is_selected: bool,
    selectable: bool,
    palette: Palette,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (base, muted, points) = match (is_selected, selectable) {
        (true, true) => (palette.selected(), palette.selected(), palette.selected()),
        (true, false) => (palette.heading(), palette.muted(), palette.gain()),
        (false, _) => (palette.text(), palette.muted(), palette.gain()),
    };
    let points = if row.points.starts_with('-') && !is_selected { palette.error() } else { points };
    buffer.set_style(area, base);
    let width = usize::from(area.width);
    let gutter = if row.points.is_empty() { 0 } else { row.points.chars().count() + 1 };
    let text_width = width.saturating_sub(gutter + 2);
    let text = truncate(&row.text, text_width);
    let note_width = text_width.saturating_sub(text.chars().count() + 1);
    let note = if row.note.chars().count() <= note_width { row.note.clone() } else { String::new() };
    Line::from(vec![
        Span::styled(if is_selected { "▸ " } else { "  " }, base),
        Span::styled(text, base),
        Span::styled(if note.is_empty() { String::new() } else { format!(" {note}") }, muted),
    ])
    .render(area, buffer);
    let x = area.right().saturating_sub(row.points.chars().count() as u16);
    buffer.set_string(x, area.y, &row.points, points);
}

/// Cuts a text that is too long, with an ellipsis.
fn truncate(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}
