//! A box on top of the screen: help, the result, the change of players.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget};

use super::palette::Palette;

/// A box on top of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Popup {
    /// Heading.
    pub heading: String,
    /// Text.
    pub lines: Vec<String>,
    /// Which key to press.
    pub footer: String,
    /// True if it hides the whole screen.
    pub hides_screen: bool,
}

impl Popup {
    /// Draws the box in the centre of the area, as large as its text.
    pub fn draw(&self, palette: Palette, area: Rect, buffer: &mut Buffer) {
        if self.hides_screen {
            Clear.render(area, buffer);
            buffer.set_style(area, palette.text());
        }
        let widest = self.lines.iter().chain([&self.heading, &self.footer]).map(|line| line.chars().count());
        let width = widest.max().unwrap_or(0) as u16 + 8;
        let height = self.lines.len() as u16 + 4;
        let area = area.inner(Margin::new(1, 1));
        let (width, height) = (width.min(area.width), height.min(area.height));
        let box_area = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(box_area, buffer);
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(palette.heading())
            .title(Line::styled(format!(" {} ", self.heading), palette.heading()))
            .title_bottom(Line::styled(format!(" {} ", self.footer), palette.muted()).right_aligned())
            .padding(Padding::symmetric(3, 1))
            .style(palette.text());
        let lines: Vec<Line> = self.lines.iter().map(|line| Line::from(line.as_str())).collect();
        Paragraph::new(lines).block(block).render(box_area, buffer);
    }
}
