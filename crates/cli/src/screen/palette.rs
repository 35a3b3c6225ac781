//! Colours and styles: bottle-green floor, brass headings, cream figures on a dark page.
//!
//! Colour is never the only distinction: letters or outlines differ too.

use std::env;

use cafe_rules::Nation;
use ratatui::style::{Color, Modifier, Style};

/// The colours that a terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// No colours: `NO_COLOR` is set, or the terminal has none.
    Plain,
    /// 256 colours.
    Indexed,
    /// 24-bit colours.
    Full,
}

type Rgb = (u8, u8, u8);

const PAGE: Rgb = (0x17, 0x12, 0x0f);
const LINE: Rgb = (0x4a, 0x3d, 0x31);
const TEXT: Rgb = (0xf1, 0xe6, 0xd6);
const MUTED: Rgb = (0xa8, 0x9c, 0x82);
const BRASS: Rgb = (0xdc, 0xb0, 0x5e);
const ACCENT: Rgb = (0xc4, 0x5a, 0x2c);
const GAIN: Rgb = (0x5f, 0xcc, 0xa4);
const FLOOR: Rgb = (0x12, 0x35, 0x2c);
const CHAIR: Rgb = (0x6d, 0x94, 0x83);
const CREAM: Rgb = (0xfb, 0xf3, 0xe3);
const MARBLE: Rgb = (0xea, 0xdf, 0xca);
const COFFEE: Rgb = (0x2a, 0x1f, 0x18);

/// Background of a nation's guests, dark enough for cream letters.
const fn nation_colour(nation: Nation) -> Rgb {
    match nation {
        Nation::Germany => (0x4b, 0x46, 0x43),
        Nation::France => (0x2f, 0x55, 0xa8),
        Nation::GreatBritain => (0x22, 0x26, 0x80),
        Nation::Italy => (0x2f, 0x86, 0x4c),
        Nation::Spain => (0xa8, 0x77, 0x0c),
        Nation::Turkey => (0xb8, 0x32, 0x3a),
        Nation::Russia => (0x37, 0x7d, 0xab),
        Nation::Usa => (0x71, 0x4a, 0x9c),
        Nation::Cuba => (0x17, 0x83, 0x88),
        Nation::China => (0x8c, 0x21, 0x40),
        Nation::India => (0xc0, 0x60, 0x1b),
        Nation::CentralAfrica => (0x7f, 0x57, 0x20),
    }
}

impl Palette {
    /// Detects the colours of the terminal from the environment.
    #[must_use]
    pub fn detect() -> Palette {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_one_of =
            |name, values: &[&str]| env::var(name).is_ok_and(|value| values.contains(&value.as_str()));
        if is_set("NO_COLOR") || is_one_of("TERM", &["dumb", "linux", "vt100", "vt220"]) {
            Palette::Plain
        } else if is_one_of("COLORTERM", &["truecolor", "24bit"]) || is_set("WT_SESSION") {
            Palette::Full
        } else {
            Palette::Indexed
        }
    }

    fn color(self, (red, green, blue): Rgb) -> Color {
        match self {
            Palette::Plain => Color::Reset,
            Palette::Indexed => Color::Indexed(nearest(red, green, blue)),
            Palette::Full => Color::Rgb(red, green, blue),
        }
    }

    fn style(self, foreground: Rgb, background: Rgb) -> Style {
        Style::new().fg(self.color(foreground)).bg(self.color(background))
    }

    /// Text on the page.
    #[must_use]
    pub fn text(self) -> Style {
        self.style(TEXT, PAGE)
    }

    /// Secondary text.
    #[must_use]
    pub fn muted(self) -> Style {
        let dim = if self == Palette::Plain { Modifier::DIM } else { Modifier::empty() };
        self.style(MUTED, PAGE).add_modifier(dim)
    }

    /// Headings, keys, the player to move.
    #[must_use]
    pub fn heading(self) -> Style {
        self.style(BRASS, PAGE).add_modifier(Modifier::BOLD)
    }

    /// Thin lines.
    #[must_use]
    pub fn line(self) -> Style {
        self.style(LINE, PAGE)
    }

    /// Points gained.
    #[must_use]
    pub fn gain(self) -> Style {
        self.style(GAIN, PAGE).add_modifier(Modifier::BOLD)
    }

    /// Errors and points lost.
    #[must_use]
    pub fn error(self) -> Style {
        self.style(ACCENT, PAGE).add_modifier(Modifier::BOLD)
    }

    /// The selection.
    #[must_use]
    pub fn selected(self) -> Style {
        self.emphasized(self.style(CREAM, ACCENT))
    }

    /// A change by the last action.
    #[must_use]
    pub fn changed(self) -> Style {
        self.emphasized(self.style(COFFEE, BRASS))
    }

    fn emphasized(self, style: Style) -> Style {
        let reversed = if self == Palette::Plain { Modifier::REVERSED } else { Modifier::empty() };
        style.add_modifier(Modifier::BOLD | reversed)
    }

    /// The floor of the café and its labels.
    #[must_use]
    pub fn floor(self) -> Style {
        self.style(CHAIR, FLOOR)
    }

    /// A seat on offer.
    #[must_use]
    pub fn offer(self) -> Style {
        self.style(BRASS, FLOOR).add_modifier(Modifier::BOLD)
    }

    /// Points gained, on the floor.
    #[must_use]
    pub fn gain_on_floor(self) -> Style {
        self.style(GAIN, FLOOR).add_modifier(Modifier::BOLD)
    }

    /// The code of a guest on the nation's colour.
    #[must_use]
    pub fn guest(self, nation: Nation) -> Style {
        self.style(CREAM, nation_colour(nation)).add_modifier(Modifier::BOLD)
    }

    /// A joker in the hand.
    #[must_use]
    pub fn joker(self) -> Style {
        self.style(COFFEE, BRASS).add_modifier(Modifier::BOLD)
    }

    /// The figure of a guest above the code, drawn with half blocks on the floor.
    #[must_use]
    pub fn figure(self) -> Style {
        self.style(CREAM, FLOOR)
    }

    /// The outline of a guest or of a table, drawn with half blocks on the floor.
    #[must_use]
    pub fn cloth(self, nation: Nation) -> Style {
        self.style(nation_colour(nation), FLOOR)
    }

    /// The outline of a guest who was just seated.
    #[must_use]
    pub fn changed_edge(self) -> Style {
        self.style(BRASS, FLOOR)
    }

    /// The marble top of a nation's table.
    #[must_use]
    pub fn marble(self, nation: Nation) -> Style {
        self.style(nation_colour(nation), MARBLE).add_modifier(Modifier::BOLD)
    }
}

/// Returns the nearest of the 216 colours and 24 greys of 256-colour terminals.
fn nearest(red: u8, green: u8, blue: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest_step = |value: u8| (0..6).min_by_key(|&i: &usize| STEPS[i].abs_diff(value)).unwrap_or(0);
    let distance = |[r, g, b]: [u8; 3]| {
        let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        square(r, red) + square(g, green) + square(b, blue)
    };
    let [r, g, b] = [red, green, blue].map(nearest_step);
    let grey = (0..24_u8).min_by_key(|i| distance([8 + 10 * i; 3])).unwrap_or(0);
    if distance([8 + 10 * grey; 3]) < distance([STEPS[r], STEPS[g], STEPS[b]]) {
        232 + grey
    } else {
        (16 + 36 * r + 6 * g + b) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_palette_has_no_colours() {
        for nation in Nation::ALL {
            for style in [Palette::Plain.guest(nation), Palette::Plain.marble(nation)] {
                assert_eq!((style.fg, style.bg), (Some(Color::Reset), Some(Color::Reset)));
            }
        }
    }

    #[test]
    fn nations_have_different_colours() {
        for palette in [Palette::Indexed, Palette::Full] {
            let backgrounds: std::collections::HashSet<_> =
                Nation::ALL.into_iter().map(|nation| palette.guest(nation).bg).collect();
            assert_eq!(backgrounds.len(), 12, "{palette:?}");
        }
    }

    #[test]
    fn nearest_finds_black_white_and_greys() {
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(255, 255, 255), 231);
        assert_eq!(nearest(8, 8, 8), 232);
        assert_eq!(nearest(95, 135, 175), 67);
    }
}
