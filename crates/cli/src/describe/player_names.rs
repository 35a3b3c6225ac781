//! Names of players, and their short forms.

use cafe_rules::Header;
use ratatui::text::Span;

use crate::text_file::sanitize;

const MAX_SHORT_NAME: usize = 8;

/// Returns the names of the players of a record, safe for a terminal. Players without a name are numbered.
#[must_use]
pub fn player_names(header: &Header) -> Vec<String> {
    let name = |(player, name): (usize, &String)| match name.as_str() {
        "" => format!("Player {}", player + 1),
        name => sanitize(name),
    };
    header.names.iter().enumerate().map(name).collect()
}

/// Returns a name without its note in brackets: `Tariq (expert)` is `Tariq`.
#[must_use]
pub fn bare_name(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(bare, _)| bare)
}

/// Shortens a name for lists: `P1`, `Irma`, `M. Wen 2`.
#[must_use]
pub fn short_name(name: &str) -> String {
    if let Some(number) = name.strip_prefix("Player ") {
        return format!("P{number}");
    }
    let name = bare_name(name);
    let short = match name.split_once(' ') {
        Some((first, last)) if name.chars().count() > MAX_SHORT_NAME => {
            first.chars().take(1).chain(". ".chars()).chain(last.chars()).collect()
        }
        _ => name.to_owned(),
    };
    short.chars().take(MAX_SHORT_NAME).collect()
}

/// Cuts or pads names to the same width in terminal columns. If two would be equal, all get the numbers of their players.
#[must_use]
pub fn name_column(names: &[String], min_width: usize, max_width: usize) -> Vec<String> {
    let fit = |name: &String| {
        if width(name) <= max_width { name.clone() } else { cut(bare_name(name), max_width) }
    };
    let mut column: Vec<String> = names.iter().map(fit).collect();
    let mut sorted = column.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        let add_number =
            |(name, number): (&String, usize)| format!("{} {number}", cut(name, max_width.saturating_sub(2)));
        column = column.iter().zip(1..).map(add_number).collect();
    }
    let widest = column.iter().map(|name| width(name)).fold(min_width, usize::max);
    column.into_iter().map(|name| format!("{name}{}", " ".repeat(widest - width(&name)))).collect()
}

fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Cuts a name that is too wide, with an ellipsis.
fn cut(name: &str, max_width: usize) -> String {
    let mut cut = name.to_owned();
    while width(&cut) > max_width.max(1) {
        let mut letters = cut.trim_end_matches('…').chars();
        letters.next_back();
        cut = format!("{}…", letters.as_str());
    }
    cut
}
