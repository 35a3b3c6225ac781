//! Words of others, as they can be shown: short, and harmless to a terminal.

/// How much is quoted of somebody's words.
const MOST: usize = 40;

/// Enough of a text to recognise it, with everything escaped that a terminal might obey or that cannot be seen.
///
/// ```
/// assert_eq!(cafe_rules::clip("RUm@c4"), "RUm@c4");
/// assert_eq!(cafe_rules::clip("\u{1b}[2J"), "\\u{1b}[2J");
/// ```
#[must_use]
pub fn clip(text: &str) -> String {
    let mut clipped = String::new();
    for (place, letter) in text.chars().enumerate() {
        if place == MOST {
            clipped.push('…');
            break;
        }
        if is_unseen(letter) {
            clipped.extend(letter.escape_unicode());
        } else {
            clipped.push(letter);
        }
    }
    clipped
}

/// Control characters, and those that change the direction of a line or take no space.
#[must_use]
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
