//! Excerpts of foreign text for messages: short, and safe to print on a terminal.

/// Length of an excerpt before it is cut.
const EXCERPT_MAX_CHARS: usize = 40;

/// Returns the beginning of a text, with control and invisible characters escaped.
///
/// ```
/// assert_eq!(cafe_rules::excerpt("RUm@c4"), "RUm@c4");
/// assert_eq!(cafe_rules::excerpt("\u{1b}[2J"), "\\u{1b}[2J");
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for (position, character) in text.chars().enumerate() {
        if position == EXCERPT_MAX_CHARS {
            excerpt.push('…');
            break;
        }
        if is_invisible(character) {
            excerpt.extend(character.escape_unicode());
        } else {
            excerpt.push(character);
        }
    }
    excerpt
}

/// Returns true for control characters, and for characters that change the text direction or have no width.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
