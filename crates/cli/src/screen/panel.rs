//! Beside the café: players with scores and hands, what is left to draw, and the lists.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::palette::Palette;
use super::sight::Player;
use super::{List, Row, Scene, tile};
use crate::words;

/// A list is not worth beginning in fewer rows.
const LIST_LEAST: u16 = 2;

/// Draws the panel.
pub(super) fn draw(scene: &Scene, bar_is_drawn: bool, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let mut lines = Vec::new();
    let roomy = area.height >= 28;
    for (number, player) in scene.sight.players.iter().enumerate() {
        let to_move = usize::from(scene.sight.turn) == number && scene.sight.outcome.is_none();
        let name = scene.names.get(number).map_or("", String::as_str);
        lines.push(heading(name, player, to_move, palette, area.width));
        lines.extend(hand(player, palette, area.width));
        if roomy {
            lines.push(Line::default());
        }
    }
    if let (false, Some(bar)) = (bar_is_drawn, &scene.sight.bar) {
        let next =
            bar.values.get(bar.guests.len()).map_or("full".to_owned(), |value| format!("next {value:+}"));
        lines.push(Line::styled(
            format!("  bar: {}, {next}", words::counted(bar.guests.len(), "guest")),
            palette.soft(),
        ));
    }
    lines.push(Line::styled(format!("  {}", scene.sight.stocks), palette.soft()));
    let mut row = area.y;
    for line in lines {
        if row < area.bottom() {
            line.render(Rect { y: row, height: 1, ..area }, buffer);
            row += 1;
        }
    }
    lists(&scene.lists, palette, Rect { y: row, height: area.bottom() - row, ..area }, buffer);
}

/// `▸ Ann                  46`; of a hidden hand also how large it is.
fn heading(name: &str, player: &Player, to_move: bool, palette: Palette, width: u16) -> Line<'static> {
    let mut notes = Vec::new();
    if player.hand.is_none() {
        notes.push(words::counted(player.held, "card"));
        if player.laid_down > 0 {
            notes.push(format!("{} down", player.laid_down));
        }
    }
    if player.out {
        notes.push("out".to_owned());
    }
    let note = if notes.is_empty() { String::new() } else { format!("{}  ", notes.join(", ")) };
    let score = player.score.to_string();
    let taken = 2 + note.chars().count() + score.len();
    let room = usize::from(width).saturating_sub(taken + 1);
    let name = clip(name, room);
    let style = if to_move { palette.brass() } else { palette.text() };
    let pad = room.saturating_sub(name.chars().count()) + 1;
    Line::from(vec![
        Span::styled(if to_move { "▸ " } else { "  " }, palette.brass()),
        Span::styled(name, style),
        Span::styled(" ".repeat(pad), palette.text()),
        Span::styled(note, palette.soft()),
        Span::styled(score, style.add_modifier(Modifier::BOLD)),
    ])
}

/// The tiles of a hand that may be seen, in as many lines as they need.
fn hand(player: &Player, palette: Palette, width: u16) -> Vec<Line<'static>> {
    let mut spans: Vec<Vec<Span>> = Vec::new();
    let in_a_row = usize::from(width.saturating_sub(2) / 4).max(1);
    let tiles = |hand: cafe_rules::Hand| hand.tiles().map(|tile| tile::in_line(tile, palette)).collect();
    let held: Vec<Span> = player.hand.map(tiles).unwrap_or_default();
    spans.extend(held.chunks(in_a_row).map(<[Span]>::to_vec));
    let down: Vec<Span> = player.down.map(tiles).unwrap_or_default();
    if !down.is_empty() {
        let mut line = vec![Span::styled("down", palette.soft())];
        line.extend(down.iter().take(in_a_row - 2).cloned());
        if down.len() > in_a_row - 2 {
            line.push(Span::styled("…", palette.soft()));
        }
        spans.push(line);
    }
    if player.hand.is_some_and(cafe_rules::Hand::is_empty) && !player.out {
        spans.push(vec![Span::styled("no card in hand", palette.soft())]);
    }
    let spaced = |line: Vec<Span<'static>>| {
        let gap = Span::styled(" ", palette.text());
        let mut all = vec![Span::styled(" ", palette.text())];
        for span in line {
            all.push(gap.clone());
            all.push(span);
        }
        Line::from(all)
    };
    spans.into_iter().map(spaced).collect()
}

fn lists(lists: &[List], palette: Palette, area: Rect, buffer: &mut Buffer) {
    let mut rest = area;
    for (number, list) in lists.iter().enumerate() {
        let after = lists.len() - number - 1;
        // The first list gets what it needs, the others share what is left.
        let needed = list.rows.len() as u16 + 1;
        let spared = if after > 0 && rest.height > 16 { rest.height / 3 } else { 0 };
        let height = if after == 0 { rest.height } else { needed.min(rest.height - spared) };
        if height < LIST_LEAST {
            return;
        }
        draw_list(list, palette, Rect { height, ..rest }, buffer);
        rest = Rect { y: rest.y + height, height: rest.height - height, ..rest };
    }
}

fn draw_list(list: &List, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let rule = "─".repeat(usize::from(area.width));
    buffer.set_string(area.x, area.y, &rule, palette.line());
    let heading = format!(" {} ", clip(&list.heading, usize::from(area.width.saturating_sub(4))));
    buffer.set_string(area.x + 1, area.y, heading, palette.soft());
    let height = usize::from(area.height - 1);
    let marked = list.marked.unwrap_or(0);
    let first = marked.saturating_sub(height / 2).min(list.rows.len().saturating_sub(height));
    for (place, row) in list.rows.iter().enumerate().skip(first).take(height) {
        let at = Rect { y: area.y + 1 + (place - first) as u16, height: 1, ..area };
        let chosen = list.marked == Some(place);
        draw_row(row, chosen, list.choosing, palette, at, buffer);
    }
}

fn draw_row(row: &Row, marked: bool, choosing: bool, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let (base, soft, points) = match (marked, choosing) {
        (true, true) => (palette.chosen(), palette.chosen(), palette.chosen()),
        (true, false) => (palette.brass(), palette.soft(), palette.won()),
        (false, _) => (palette.text(), palette.soft(), palette.won()),
    };
    let points = if row.points.starts_with('-') && !marked { palette.refused() } else { points };
    buffer.set_style(area, base);
    let width = usize::from(area.width);
    let gutter = if row.points.is_empty() { 0 } else { row.points.chars().count() + 1 };
    let room = width.saturating_sub(gutter + 2);
    let text = clip(&row.text, room);
    let after = room.saturating_sub(text.chars().count() + 1);
    let aside = if row.aside.chars().count() <= after { row.aside.clone() } else { String::new() };
    Line::from(vec![
        Span::styled(if marked { "▸ " } else { "  " }, base),
        Span::styled(text, base),
        Span::styled(if aside.is_empty() { String::new() } else { format!(" {aside}") }, soft),
    ])
    .render(area, buffer);
    let x = area.right().saturating_sub(row.points.chars().count() as u16);
    buffer.set_string(x, area.y, &row.points, points);
}

/// The text, cut with an ellipsis where it is too long.
#[must_use]
pub(super) fn clip(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}
