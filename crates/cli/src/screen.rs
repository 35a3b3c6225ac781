//! The terminal screen of `cafe play` and `cafe replay`: the café on the left, players and lists on the right, text below.

mod bar;
pub mod display_state;
pub mod floor_layout;
pub mod highlights;
pub mod palette;
mod panel;
pub mod popup;
pub mod terminal;
pub mod tile;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

pub use self::display_state::DisplayState;
pub use self::floor_layout::FloorLayout;
pub use self::highlights::Highlights;
pub use self::palette::Palette;
pub use self::popup::Popup;

/// The contents of the screen.
#[derive(Clone, Debug)]
pub struct GameScreen<'a> {
    /// The game, at the top left.
    pub title: String,
    /// Turn or progress, at the top right.
    pub status: String,
    /// The state of the game.
    pub display: &'a DisplayState,
    /// Names of the players.
    pub names: &'a [String],
    /// Cells to highlight.
    pub highlights: &'a Highlights,
    /// Lists of the panel, the most important first.
    pub lists: Vec<List>,
    /// Text below the café, three lines.
    pub description: Vec<Line<'a>>,
    /// One line below the description: the input or a progress bar.
    pub prompt: Line<'a>,
    /// Active keys with their functions.
    pub keys: &'a [(&'a str, &'a str)],
    /// A box on top of everything else.
    pub popup: Option<Popup>,
}

/// A list with an optional selected row.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct List {
    /// Heading.
    pub heading: String,
    /// Rows.
    pub rows: Vec<Row>,
    /// Index of the selected row.
    pub selected: Option<usize>,
    /// True if the user can move the selection.
    pub selectable: bool,
}

/// A row of a list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Row {
    /// Main text.
    pub text: String,
    /// Text behind it, if there is room.
    pub note: String,
    /// Points, right-aligned.
    pub points: String,
}

const TITLE_HEIGHT: u16 = 1;
const DESCRIPTION_HEIGHT: u16 = 3;
/// Height of description, prompt and keys.
const FOOTER_HEIGHT: u16 = DESCRIPTION_HEIGHT + 2;
/// Minimum width of the panel beside the smallest café.
const MIN_PANEL_WIDTH: u16 = 27;
/// Minimum width of the panel beside a larger café.
const COMFORTABLE_PANEL_WIDTH: u16 = 34;
const MAX_PANEL_WIDTH: u16 = 50;

impl GameScreen<'_> {
    /// Draws the screen over the whole frame.
    pub fn draw(&self, palette: Palette, frame: &mut Frame) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        buffer.set_style(area, palette.text());
        let Some((floor, panel_width)) = self.choose_layout(area) else {
            return self.draw_too_small(palette, area, buffer);
        };
        self.draw_title(palette, Rect { height: TITLE_HEIGHT, ..area }, buffer);
        let body = Rect {
            y: area.y + TITLE_HEIGHT,
            height: area.height.saturating_sub(TITLE_HEIGHT + FOOTER_HEIGHT),
            ..area
        };
        let floor_area = Rect { width: body.width - panel_width, ..body };
        floor.draw(self.display, self.highlights, palette, floor_area, buffer);
        let panel = Rect { x: floor_area.right() + 1, width: panel_width - 2, ..body };
        panel::draw(self, floor.has_bar_area(self.display), palette, panel, buffer);
        self.draw_footer(palette, Rect { y: body.bottom(), height: FOOTER_HEIGHT, ..area }, buffer);
        if let Some(popup) = &self.popup {
            popup.draw(palette, area, buffer);
        }
    }

    /// Returns the largest café that leaves room for the panel, and the width of the panel.
    fn choose_layout(&self, area: Rect) -> Option<(FloorLayout, u16)> {
        let sizes = FloorLayout::sizes(self.display);
        let smallest = sizes.len() - 1;
        let fit = |(index, floor): (usize, FloorLayout)| {
            let panel = if index == smallest { MIN_PANEL_WIDTH } else { COMFORTABLE_PANEL_WIDTH };
            let fits_height = floor.height() + TITLE_HEIGHT + FOOTER_HEIGHT <= area.height;
            let fits_width = floor.width() + panel <= area.width;
            let spare = area.width.saturating_sub(floor.width());
            (fits_height && fits_width).then_some((floor, spare.min(MAX_PANEL_WIDTH).max(panel)))
        };
        sizes.into_iter().enumerate().find_map(fit)
    }

    fn draw_too_small(&self, palette: Palette, area: Rect, buffer: &mut Buffer) {
        let smallest = FloorLayout::sizes(self.display).pop();
        let (width, height) = smallest.map_or((80, 24), |floor| {
            let height = floor.height() + TITLE_HEIGHT + FOOTER_HEIGHT;
            ((floor.width() + MIN_PANEL_WIDTH).max(80), height.max(24))
        });
        let text = format!(
            "The game needs a window of {width} × {height}; this one is {} × {}. \
             Enlarge the window or use a smaller font.",
            area.width, area.height
        );
        Paragraph::new(text).wrap(Wrap { trim: true }).style(palette.text()).render(area, buffer);
    }

    fn draw_title(&self, palette: Palette, row: Rect, buffer: &mut Buffer) {
        let title = Line::from(vec![
            Span::styled(" Café International", palette.heading()),
            Span::styled(format!("  {}", self.title), palette.muted()),
        ]);
        title.render(row, buffer);
        let status = Line::styled(format!("{} ", self.status), palette.muted());
        status.alignment(Alignment::Right).render(row, buffer);
    }

    fn draw_footer(&self, palette: Palette, area: Rect, buffer: &mut Buffer) {
        let [indent, width] = [area.x + 1, area.width.saturating_sub(2)];
        let description = Rect { x: indent, width, height: DESCRIPTION_HEIGHT, ..area };
        Paragraph::new(self.description.clone()).wrap(Wrap { trim: true }).render(description, buffer);
        let prompt = Rect { x: indent, y: description.bottom(), width, height: 1 };
        (&self.prompt).render(prompt, buffer);
        let mut keys = Vec::new();
        for (key, function) in self.keys {
            keys.push(Span::styled(*key, palette.heading()));
            keys.push(Span::styled(format!(" {function}   "), palette.muted()));
        }
        Line::from(keys).render(Rect { y: prompt.bottom(), ..prompt }, buffer);
    }
}
