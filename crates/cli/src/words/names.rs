//! What players are called, and in few letters.

use cafe_rules::Header;
use ratatui::text::Span;

use crate::files::clean;

/// What the players of a record are called, as it may be shown; who has no name is called by number.
#[must_use]
pub fn names(header: &Header) -> Vec<String> {
    let name = |(player, name): (usize, &String)| match name.as_str() {
        "" => format!("Player {}", player + 1),
        name => clean(name),
    };
    header.names.iter().enumerate().map(name).collect()
}

/// A name without what is said about it in brackets: `Tariq (expert)` is `Tariq`.
#[must_use]
pub fn bare_name(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(bare, _)| bare)
}

/// A name as it fits into a list: `P1`, `Irma`, `M. Wen 2`.
#[must_use]
pub fn short_name(name: &str) -> String {
    const MOST: usize = 8;
    if let Some(number) = name.strip_prefix("Player ") {
        return format!("P{number}");
    }
    let name = bare_name(name);
    let short = match name.split_once(' ') {
        Some((first, last)) if name.chars().count() > MOST => {
            first.chars().take(1).chain(". ".chars()).chain(last.chars()).collect()
        }
        _ => name.to_owned(),
    };
    short.chars().take(MOST).collect()
}

/// Names all equally wide, cut or filled up with blanks to so many columns of a terminal. If two would look alike, all
/// get the numbers of their players.
#[must_use]
pub fn column(names: &[String], least: usize, most: usize) -> Vec<String> {
    let fitted = |name: &String| if width(name) <= most { name.clone() } else { cut(bare_name(name), most) };
    let mut column: Vec<String> = names.iter().map(fitted).collect();
    let mut sorted = column.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        let number =
            |(name, number): (&String, usize)| format!("{} {number}", cut(name, most.saturating_sub(2)));
        column = column.iter().zip(1..).map(number).collect();
    }
    let widest = column.iter().map(|name| width(name)).fold(least, usize::max);
    column.into_iter().map(|name| format!("{name}{}", " ".repeat(widest - width(&name)))).collect()
}

fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The name, with an ellipsis where it is too wide.
fn cut(name: &str, most: usize) -> String {
    let mut cut = name.to_owned();
    while width(&cut) > most.max(1) {
        let mut letters = cut.trim_end_matches('…').chars();
        letters.next_back();
        cut = format!("{}…", letters.as_str());
    }
    cut
}
