//! A sheet of paper over the café: help, the result, a word before the next player.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget};

use super::palette::Palette;

/// Something to be read first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Its heading.
    pub heading: String,
    /// What it says, line by line.
    pub lines: Vec<String>,
    /// What to do then.
    pub foot: String,
    /// Whether nothing else may be seen.
    pub opaque: bool,
}

/// The text in lines no wider than this, broken at blanks; what is longer without one, as paths are, is cut.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let (mut line, mut filled) = (String::new(), 0);
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (number, part) in letters.chunks(width).enumerate() {
            let gap = usize::from(number == 0 && filled > 0);
            if filled + gap + part.len() > width {
                lines.push(std::mem::take(&mut line));
                filled = 0;
            } else if gap > 0 {
                line.push(' ');
                filled += gap;
            }
            line.extend(part);
            filled += part.len();
        }
    }
    lines.push(line);
    lines
}

impl Notice {
    /// Draws it in the middle of the area, as large as its lines.
    pub fn draw(&self, palette: Palette, area: Rect, buffer: &mut Buffer) {
        if self.opaque {
            Clear.render(area, buffer);
            buffer.set_style(area, palette.text());
        }
        let widest = self.lines.iter().chain([&self.heading, &self.foot]).map(|line| line.chars().count());
        let width = widest.max().unwrap_or(0) as u16 + 8;
        let height = self.lines.len() as u16 + 4;
        let area = area.inner(Margin::new(1, 1));
        let (width, height) = (width.min(area.width), height.min(area.height));
        let sheet = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(sheet, buffer);
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(palette.brass())
            .title(Line::styled(format!(" {} ", self.heading), palette.brass()))
            .title_bottom(Line::styled(format!(" {} ", self.foot), palette.soft()).right_aligned())
            .padding(Padding::symmetric(3, 1))
            .style(palette.text());
        let lines: Vec<Line> = self.lines.iter().map(|line| Line::from(line.as_str())).collect();
        Paragraph::new(lines).block(block).render(sheet, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_broken_at_blanks_and_a_long_path_is_cut() {
        assert_eq!(wrapped("the café is closed", 8), ["the café", "is", "closed"]);
        assert_eq!(wrapped("in /a/long/path: full", 8), ["in", "/a/long/", "path:", "full"]);
        assert_eq!(wrapped("12345678 1", 8), ["12345678", "1"]);
    }
}
