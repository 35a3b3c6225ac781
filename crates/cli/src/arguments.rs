//! How words on the command line are read.

use cafe_rules::Kind;

/// Reads which game is meant.
///
/// # Errors
/// The words there are.
pub fn read_kind(text: &str) -> Result<Kind, String> {
    Kind::from_word(text).ok_or_else(|| "the games are card and board".to_owned())
}
