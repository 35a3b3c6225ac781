//! The colours of the room: bottle-green floor, brass lines, cream paper, espresso by lamplight.
//!
//! Colour never says anything alone: whatever it tells apart is also told apart by letters or by outline.

use std::env;

use cafe_rules::Nation;
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// None: `NO_COLOR` is set, or the terminal is a plain one.
    Plain,
    /// The 256 of most terminals.
    Indexed,
    /// All.
    Full,
}

type Ink = (u8, u8, u8);

const PAGE: Ink = (0x17, 0x12, 0x0f);
const LINE: Ink = (0x4a, 0x3d, 0x31);
const INK: Ink = (0xf1, 0xe6, 0xd6);
const SOFT: Ink = (0xa8, 0x9c, 0x82);
const BRASS: Ink = (0xdc, 0xb0, 0x5e);
const ACCENT: Ink = (0xc4, 0x5a, 0x2c);
const WON: Ink = (0x5f, 0xcc, 0xa4);
const FLOOR: Ink = (0x12, 0x35, 0x2c);
const CHAIR: Ink = (0x6d, 0x94, 0x83);
const CREAM: Ink = (0xfb, 0xf3, 0xe3);
const MARBLE: Ink = (0xea, 0xdf, 0xca);
const COFFEE: Ink = (0x2a, 0x1f, 0x18);

/// The ground on which a nation's guests are shown: dark enough for cream letters.
const fn ground(nation: Nation) -> Ink {
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
    /// What this terminal can show, as far as its environment tells.
    #[must_use]
    pub fn of_terminal() -> Palette {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is = |name, wanted: &[&str]| env::var(name).is_ok_and(|value| wanted.contains(&value.as_str()));
        if set("NO_COLOR") || is("TERM", &["dumb", "linux", "vt100", "vt220"]) {
            Palette::Plain
        } else if is("COLORTERM", &["truecolor", "24bit"]) || set("WT_SESSION") {
            Palette::Full
        } else {
            Palette::Indexed
        }
    }

    fn color(self, (red, green, blue): Ink) -> Color {
        match self {
            Palette::Plain => Color::Reset,
            Palette::Indexed => Color::Indexed(nearest(red, green, blue)),
            Palette::Full => Color::Rgb(red, green, blue),
        }
    }

    fn style(self, ink: Ink, ground: Ink) -> Style {
        Style::new().fg(self.color(ink)).bg(self.color(ground))
    }

    /// Text on the page.
    #[must_use]
    pub fn text(self) -> Style {
        self.style(INK, PAGE)
    }

    /// Text that stands back.
    #[must_use]
    pub fn soft(self) -> Style {
        let dim = if self == Palette::Plain { Modifier::DIM } else { Modifier::empty() };
        self.style(SOFT, PAGE).add_modifier(dim)
    }

    /// Headings, numbers, the player to move.
    #[must_use]
    pub fn brass(self) -> Style {
        self.style(BRASS, PAGE).add_modifier(Modifier::BOLD)
    }

    /// Thin lines.
    #[must_use]
    pub fn line(self) -> Style {
        self.style(LINE, PAGE)
    }

    /// Points won.
    #[must_use]
    pub fn won(self) -> Style {
        self.style(WON, PAGE).add_modifier(Modifier::BOLD)
    }

    /// What was refused.
    #[must_use]
    pub fn refused(self) -> Style {
        self.style(ACCENT, PAGE).add_modifier(Modifier::BOLD)
    }

    /// What is chosen.
    #[must_use]
    pub fn chosen(self) -> Style {
        self.marked(self.style(CREAM, ACCENT))
    }

    /// What has just happened.
    #[must_use]
    pub fn fresh(self) -> Style {
        self.marked(self.style(COFFEE, BRASS))
    }

    fn marked(self, style: Style) -> Style {
        let reversed = if self == Palette::Plain { Modifier::REVERSED } else { Modifier::empty() };
        style.add_modifier(Modifier::BOLD | reversed)
    }

    /// The floor of the café, and its labels.
    #[must_use]
    pub fn floor(self) -> Style {
        self.style(CHAIR, FLOOR)
    }

    /// A seat that is offered.
    #[must_use]
    pub fn offer(self) -> Style {
        self.style(BRASS, FLOOR).add_modifier(Modifier::BOLD)
    }

    /// Points shown on the floor.
    #[must_use]
    pub fn won_on_floor(self) -> Style {
        self.style(WON, FLOOR).add_modifier(Modifier::BOLD)
    }

    /// The letters of a guest on the nation's ground.
    #[must_use]
    pub fn guest(self, nation: Nation) -> Style {
        self.style(CREAM, ground(nation)).add_modifier(Modifier::BOLD)
    }

    /// A joker in the hand: a traveller.
    #[must_use]
    pub fn joker(self) -> Style {
        self.style(COFFEE, BRASS).add_modifier(Modifier::BOLD)
    }

    /// A guest's figure above the letters, drawn with half blocks on the floor.
    #[must_use]
    pub fn figure(self) -> Style {
        self.style(CREAM, FLOOR)
    }

    /// The outline of a guest's ground or of a table's cloth, drawn with half blocks on the floor.
    #[must_use]
    pub fn cloth(self, nation: Nation) -> Style {
        self.style(ground(nation), FLOOR)
    }

    /// The edge between a guest's figure and the ground below, drawn with a half block.
    #[must_use]
    pub fn fresh_edge(self) -> Style {
        self.style(BRASS, FLOOR)
    }

    /// The marble top of a nation's table.
    #[must_use]
    pub fn marble(self, nation: Nation) -> Style {
        self.style(ground(nation), MARBLE).add_modifier(Modifier::BOLD)
    }

    /// Where the cloth meets the marble.
    #[must_use]
    pub fn hem(self, nation: Nation) -> Style {
        self.style(ground(nation), MARBLE)
    }
}

/// The nearest of the 216 colours and 24 greys that 256-colour terminals share.
fn nearest(red: u8, green: u8, blue: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| (0..6).min_by_key(|&i: &usize| STEPS[i].abs_diff(value)).unwrap_or(0);
    let away = |[r, g, b]: [u8; 3]| {
        let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        square(r, red) + square(g, green) + square(b, blue)
    };
    let [r, g, b] = [red, green, blue].map(step);
    let grey = (0..24_u8).min_by_key(|i| away([8 + 10 * i; 3])).unwrap_or(0);
    if away([8 + 10 * grey; 3]) < away([STEPS[r], STEPS[g], STEPS[b]]) {
        232 + grey
    } else {
        (16 + 36 * r + 6 * g + b) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_nothing_is_coloured() {
        for nation in Nation::ALL {
            for style in [Palette::Plain.guest(nation), Palette::Plain.marble(nation)] {
                assert_eq!((style.fg, style.bg), (Some(Color::Reset), Some(Color::Reset)));
            }
        }
    }

    #[test]
    fn nations_stay_apart_in_every_palette() {
        for palette in [Palette::Indexed, Palette::Full] {
            let grounds: std::collections::HashSet<_> =
                Nation::ALL.into_iter().map(|nation| palette.guest(nation).bg).collect();
            assert_eq!(grounds.len(), 12, "{palette:?}");
        }
    }

    #[test]
    fn black_white_and_the_greys_are_found() {
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(255, 255, 255), 231);
        assert_eq!(nearest(8, 8, 8), 232);
        assert_eq!(nearest(95, 135, 175), 67);
    }
}
