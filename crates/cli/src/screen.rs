//! The screen that playing and replaying share: the café on the left, players and a list on the right, the story below.

mod bar;
pub mod floor;
pub mod marks;
pub mod notice;
pub mod palette;
mod panel;
pub mod sight;
pub mod terminal;
pub mod tile;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

pub use self::floor::Floor;
pub use self::marks::Marks;
pub use self::notice::Notice;
pub use self::palette::Palette;
pub use self::sight::Sight;

/// Everything that is on the screen at one moment.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// What is played, at the top left.
    pub title: String,
    /// Where in the game we are, at the top right.
    pub corner: String,
    /// What is seen of the game.
    pub sight: &'a Sight,
    /// What the players are called.
    pub names: &'a [String],
    /// What is marked in the café.
    pub marks: &'a Marks,
    /// The lists of the panel, the most important first.
    pub lists: Vec<List>,
    /// What happened, in words.
    pub story: Vec<Line<'a>>,
    /// One line below the story: what is typed, or how far the game has gone.
    pub prompt: Line<'a>,
    /// The keys that do something now, each with what it does.
    pub keys: &'a [(&'a str, &'a str)],
    /// Something to be read first.
    pub notice: Option<Notice>,
}

/// A list of which one row is marked.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct List {
    /// Its heading.
    pub heading: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The row that is marked.
    pub marked: Option<usize>,
    /// Whether the marked row is one to choose, not only to look at.
    pub choosing: bool,
}

/// A row of a list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Row {
    /// What it says.
    pub text: String,
    /// What stands behind it if there is room.
    pub aside: String,
    /// Points, at the right.
    pub points: String,
}

/// Rows above the café: the title.
const TITLE: u16 = 1;
/// Rows below the café: three of story, the prompt, the keys.
const BELOW: u16 = 5;
const STORY: u16 = 3;
/// The panel is at least this wide beside the smallest café, and beside a larger one.
const PANEL: [u16; 2] = [27, 34];
const PANEL_MOST: u16 = 50;

impl Scene<'_> {
    /// Draws the scene over the whole area.
    pub fn draw(&self, palette: Palette, frame: &mut Frame) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        buffer.set_style(area, palette.text());
        let Some((floor, panel_width)) = self.fitting(area) else {
            return self.too_small(palette, area, buffer);
        };
        self.title(palette, Rect { height: TITLE, ..area }, buffer);
        let body = Rect { y: area.y + TITLE, height: area.height.saturating_sub(TITLE + BELOW), ..area };
        let room = Rect { width: body.width - panel_width, ..body };
        floor.draw(self.sight, self.marks, palette, room, buffer);
        let panel = Rect { x: room.right() + 1, width: panel_width - 2, ..body };
        panel::draw(self, floor.has_bar_room(self.sight), palette, panel, buffer);
        self.below(palette, Rect { y: body.bottom(), height: BELOW, ..area }, buffer);
        if let Some(notice) = &self.notice {
            notice.draw(palette, area, buffer);
        }
    }

    /// The largest café that leaves room for the panel, and how wide the panel is.
    fn fitting(&self, area: Rect) -> Option<(Floor, u16)> {
        let sizes = Floor::sizes(self.sight);
        let smallest = sizes.len() - 1;
        let fits = |(place, floor): (usize, Floor)| {
            let panel = if place == smallest { PANEL[0] } else { PANEL[1] };
            let high = floor.height() + TITLE + BELOW <= area.height;
            let wide = floor.width() + panel <= area.width;
            let spare = area.width.saturating_sub(floor.width());
            (high && wide).then_some((floor, spare.min(PANEL_MOST).max(panel)))
        };
        sizes.into_iter().enumerate().find_map(fits)
    }

    fn too_small(&self, palette: Palette, area: Rect, buffer: &mut Buffer) {
        let smallest = Floor::sizes(self.sight).pop();
        let (width, height) = smallest.map_or((80, 24), |floor| {
            ((floor.width() + PANEL[0]).max(80), (floor.height() + TITLE + BELOW).max(24))
        });
        let text = format!(
            "The café needs a window of {width} × {height}; this one is {} × {}. \
             Please make it larger, or the letters smaller.",
            area.width, area.height
        );
        Paragraph::new(text).wrap(Wrap { trim: true }).style(palette.text()).render(area, buffer);
    }

    fn title(&self, palette: Palette, row: Rect, buffer: &mut Buffer) {
        let title = Line::from(vec![
            Span::styled(" Café International", palette.brass()),
            Span::styled(format!("  {}", self.title), palette.soft()),
        ]);
        title.render(row, buffer);
        let corner = Line::styled(format!("{} ", self.corner), palette.soft());
        corner.alignment(Alignment::Right).render(row, buffer);
    }

    fn below(&self, palette: Palette, area: Rect, buffer: &mut Buffer) {
        let [indent, width] = [area.x + 1, area.width.saturating_sub(2)];
        let story = Rect { x: indent, width, height: STORY, ..area };
        Paragraph::new(self.story.clone()).wrap(Wrap { trim: true }).render(story, buffer);
        let prompt = Rect { x: indent, y: story.bottom(), width, height: 1 };
        (&self.prompt).render(prompt, buffer);
        let mut keys = Vec::new();
        for (key, what) in self.keys {
            keys.push(Span::styled(*key, palette.brass()));
            keys.push(Span::styled(format!(" {what}   "), palette.soft()));
        }
        Line::from(keys).render(Rect { y: prompt.bottom(), ..prompt }, buffer);
    }
}
